//! What is counted over the solved game, against what can be known otherwise.

use dobutsu::solve::Solved;
use dobutsu::statistics::Counts;
use dobutsu_core::game::{After, Owner, Position, Value};

use crate::common;

/// Whether a position is not lost, and a free capture exists but every one worsens the result: by the
/// advice, slowly.
fn every_capture_is_wrong(solved: &Solved, position: Position) -> Option<bool> {
    let sign = |value: Value| value.plies().signum();
    let here = sign(solved.exact(position));
    if here < 0 {
        return None;
    }
    let advice = solved.advice(position);
    let mut kept = Vec::new();
    for advised in advice.moves() {
        let taken = position.piece_at(advised.mv.to());
        if let (After::Position(next), Some(_)) = (position.play(advised.mv), taken)
            && next
                .attackers(Owner::Mine, advised.mv.to().rotated())
                .is_empty()
            && !next.can_catch()
        {
            kept.push(sign(advised.verdict.value()?) == here);
        }
    }
    match kept.is_empty() {
        true => None,
        false => Some(!kept.contains(&true)),
    }
}

#[test]
fn the_survey_agrees_with_a_slow_twin() {
    const EVERY: u32 = 50_021;
    let solved = Solved::read(&common::solved_path()).expect("the solved game is sound");
    let counts = Counts::collect(&solved, 2, EVERY, &|_| {});
    assert_eq!(counts, Counts::collect(&solved, 1, EVERY, &|_| {}));
    let numbers = (0..solved.index().count()).step_by(EVERY as usize);
    let (mut results, mut moves, mut there, mut wrong) = ([0; 3], 0, 0, 0);
    for number in numbers.clone() {
        let position = solved.index().position(number).expect("a position");
        let place = 1 - usize::from(solved.value_of(number).plies() > 0)
            + usize::from(solved.value_of(number).plies() < 0);
        results[place] += 1;
        moves += position.moves().len() as u64;
        if let Some(all_wrong) = every_capture_is_wrong(&solved, position) {
            there += 1;
            wrong += u64::from(all_wrong);
        }
    }
    assert_eq!(counts.positions(), numbers.len() as u64);
    assert_eq!(counts.results, results);
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
    let by_animals: u64 = counts.by_animals.iter().flatten().sum();
    let in_hand: u64 = counts.in_hand.iter().flatten().sum();
    assert_eq!(
        (by_animals, in_hand),
        (counts.positions(), counts.positions())
    );
}

#[test]
fn the_command_tells_of_the_start_and_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = common::solved_path();
    let arguments = [
        "statistics",
        "--every",
        "400009",
        "--from",
        solved.to_str().expect("a name"),
        "--svg",
    ];
    let arguments = [&arguments[..], &[folder.path().to_str().expect("a name")]].concat();
    let output = common::dobutsu(&arguments, b"");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.contains("  2d3c\t-78\t") && text.contains("  2c2b\t-76\t"),
        "{text}"
    );
    assert!(text.contains("The longest win: 173 plies, in "), "{text}");
    for name in ["by-animals", "by-hands", "moves", "plies", "longest"] {
        let svg = std::fs::read_to_string(folder.path().join(format!("{name}.svg")));
        assert!(svg.expect("a picture").ends_with("</svg>\n"));
    }
}
