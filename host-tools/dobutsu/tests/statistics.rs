//! The statistics, against slow counts.

use dobutsu::solve::Solved;
use dobutsu::statistics::Counts;
use dobutsu_core::game::{After, Owner, Position, Value};

use crate::common;

/// For a position that is not lost and has a free capture: whether every such capture worsens the result.
fn every_capture_is_wrong(solved: &Solved, position: Position) -> Option<bool> {
    let sign = |value: Value| value.plies().signum();
    let here = sign(solved.exact(position));
    if here < 0 {
        return None;
    }
    let mut kept = Vec::new();
    for advised in solved.advice(position).moves() {
        let to = advised.mv.to();
        if let (After::Position(next), Some(_)) = (position.play(advised.mv), position.piece_at(to))
            && next.attackers(Owner::Mine, to.rotated()).is_empty()
            && !next.can_catch()
        {
            kept.push(sign(advised.verdict.value()?) == here);
        }
    }
    (!kept.is_empty()).then(|| !kept.contains(&true))
}

#[test]
fn the_counts_agree_with_a_slow_twin() {
    const EVERY: u32 = 50_021;
    let solved = common::solved();
    let counts = Counts::collect(&solved, EVERY, &|_| {});
    let numbers = (0..solved.index().count()).step_by(EVERY as usize);
    let (mut results, mut moves, mut there, mut wrong) = ([0; 3], 0, 0, 0);
    for number in numbers.clone() {
        let position = solved.index().position(number).unwrap();
        results[(1 - solved.value_of(number).plies().signum()) as usize] += 1;
        moves += position.moves().len() as u64;
        if let Some(all_wrong) = every_capture_is_wrong(&solved, position) {
            there += 1;
            wrong += u64::from(all_wrong);
        }
    }
    let positions = numbers.len() as u64;
    assert_eq!((counts.positions(), counts.results), (positions, results));
    let counted: u64 = (0..)
        .zip(&counts.moves)
        .map(|(moves, count)| moves * count)
        .sum();
    assert_eq!(counted, moves);
    assert_eq!(
        (counts.captures.there, counts.captures.wrong),
        (there, wrong)
    );
    assert!(0 < wrong && wrong < there);
    for by_animals in [counts.by_animals, counts.in_hand] {
        assert_eq!(by_animals.as_flattened().iter().sum::<u64>(), positions);
    }
}

#[test]
fn the_command_prints_and_draws() {
    let folder = tempfile::tempdir().unwrap();
    let solved = common::solved_path();
    let (svg, from) = (folder.path().to_str().unwrap(), solved.to_str().unwrap());
    let arguments = [
        "statistics",
        "--every",
        "400009",
        "--from",
        from,
        "--svg",
        svg,
    ];
    let (code, text, _) = common::run(&arguments, b"");
    assert_eq!(code, Some(0));
    assert!(
        text.contains("  2d3c\t-78\t") && text.contains("  2c2b\t-76\t"),
        "{text}"
    );
    assert!(text.contains("The longest win: 173 plies, in "), "{text}");
    for name in [
        "by-animals",
        "by-hands",
        "by-moves",
        "by-plies",
        "longest-win",
    ] {
        let svg = std::fs::read_to_string(folder.path().join(format!("{name}.svg")));
        assert!(svg.unwrap().ends_with("</svg>\n"));
    }
}
