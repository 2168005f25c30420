//! The small image: every result exact, and every won position won.

use dobutsu::image::{ImageAdviser, ImageFile};
use dobutsu::solve::Solved;
use dobutsu_core::database::Edition;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Diagram, Move, Outcome, Position, Side, Value};
use dobutsu_core::player::{Adviser, Game, Need, PLIES, Verdict};

use crate::common;

fn adviser() -> ImageAdviser {
    let image = ImageFile::read(&common::small_path()).unwrap();
    assert_eq!(image.edition(), Ok(Edition::Small));
    image.into_adviser().unwrap()
}

#[test]
fn probe_tells_results_by_a_sign_and_one_move() {
    let rows: Vec<Vec<&str>> = include_str!("../../../core/tests/data/values.tsv")
        .lines()
        .map(|row| row.split('\t').collect())
        .collect();
    let input: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
    let path = common::small_path();
    let output = common::dobutsu(
        &["probe", "--image", path.to_str().unwrap()],
        input.as_bytes(),
    );
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), rows.len());
    for (answer, row) in answers.lines().zip(&rows) {
        let (sign, mv) = answer.split_once('\t').unwrap();
        let plies: i32 = row[1].parse().unwrap();
        assert_eq!(
            sign,
            ["-", "0", "+"][(plies.signum() + 1) as usize],
            "{}",
            row[0]
        );
        let diagram: Diagram = row[0].parse().unwrap();
        assert!(diagram.parse_move(mv).is_ok(), "{answer}");
    }
}

#[test]
fn results_are_exact_and_distances_are_told_only_if_they_are() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut adviser = adviser();
    for number in (0..solved.index().count()).step_by(250_007) {
        let position = solved.index().position(number).unwrap();
        let value = solved.value_of(number);
        for need in [Need::Result, Need::Move, Need::Value, Need::EVERY] {
            let advice = adviser.ask(position, need).unwrap();
            match advice.verdict().unwrap() {
                Verdict::Exact(told) => assert_eq!(told, value, "{position:?}"),
                Verdict::Won => assert!(matches!(value, Value::Win(_)), "{position:?}"),
                Verdict::Lost => assert!(matches!(value, Value::Loss(_)), "{position:?}"),
                Verdict::Unclear(_) => panic!("{position:?} is not known"),
            }
        }
    }
}

/// A game of the image against a defender; how it ended and after how many plies.
fn play(
    adviser: &mut ImageAdviser,
    start: Position,
    image_first: bool,
    mut reply: impl FnMut(Position) -> Move,
) -> (Option<Outcome>, usize) {
    let mut game = Game::new(Diagram::new(start, Side::Sente));
    let mut images_turn = image_first;
    while game.outcome().is_none() && game.plies() < PLIES {
        let position = game.diagram().position;
        let mv = if images_turn {
            common::best_move(adviser, position)
        } else {
            reply(position)
        };
        game.play(mv).unwrap();
        images_turn = !images_turn;
    }
    (game.outcome(), game.plies())
}

/// The longest defence, as the solved game knows it.
fn longest(solved: &Solved, position: Position) -> Move {
    solved.advice(position).best()[0].mv
}

#[test]
fn the_start_is_won_within_78_plies_against_the_longest_defence_and_random_movers() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut adviser = adviser();
    for game in 0..20u64 {
        let mut dice = mix(game + 5);
        let (outcome, plies) = play(&mut adviser, Position::START, false, |position| {
            dice = mix(dice.wrapping_add(1));
            let moves = position.moves();
            match game {
                0 => longest(&solved, position),
                _ => moves[dice as usize % moves.len()],
            }
        });
        assert_eq!(outcome.and_then(Outcome::winner), Some(Side::Gote));
        assert!(
            plies <= 78 && (game > 0 || plies == 78),
            "game {game}: {plies} plies"
        );
    }
}

fn games(count: u64, mut reply: impl FnMut(&Solved, Position, u64) -> Move) {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut adviser = adviser();
    let positions = u64::from(solved.index().count());
    for game in 0..count {
        let number = (mix(game + 77) % positions) as u32;
        let start = solved.index().position(number).unwrap();
        let mut dice = mix(game);
        let (outcome, plies) = play(&mut adviser, start, true, |position| {
            dice = mix(dice.wrapping_add(1));
            reply(&solved, position, dice)
        });
        let value = solved.value_of(number);
        common::assert_kept(Edition::Small, value, outcome, plies, start);
    }
}

fn at_random(_: &Solved, position: Position, dice: u64) -> Move {
    let moves = position.moves();
    moves[dice as usize % moves.len()]
}

#[test]
fn won_positions_are_won_and_drawn_ones_held() {
    games(150, at_random);
    games(150, |solved, position, _| longest(solved, position));
}

#[test]
#[ignore = "long: 10,000 games"]
fn ten_thousand_random_movers_do_not_escape() {
    games(10_000, at_random);
}

/// Each drawn position's chosen move keeps the draw.
#[test]
fn draws_are_held() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut adviser = adviser();
    let drawn = (0..solved.index().count()).step_by(80_021);
    for number in drawn.filter(|&number| solved.value_of(number) == Value::Draw) {
        let position = solved.index().position(number).unwrap();
        let After::Position(next) = position.play(common::best_move(&mut adviser, position)) else {
            panic!("a lion was caught")
        };
        assert_eq!(solved.exact(next), Value::Draw, "{position:?}");
    }
}
