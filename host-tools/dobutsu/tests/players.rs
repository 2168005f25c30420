//! Perfect play and the levels, on the solved game.

use std::collections::HashMap;

use dobutsu::image::ImageFile;
use dobutsu::solve::{Solved, SolvedAdviser};
use dobutsu_core::database::ValueCache;
use dobutsu_core::game::{Diagram, Move, Side, Value};
use dobutsu_core::player::{Adviser, DatabaseAdviser, Dice, Game, Level, Need, Verdict};

use crate::common;

/// Plays a position out; the winner and how many plies it took. `None` for a draw.
fn play_out(
    solved: &Solved,
    start: Diagram,
    levels: [Level; 2],
    dice: &mut Dice,
) -> (Option<Side>, usize) {
    let mut game = Game::new(start);
    let mut adviser = SolvedAdviser::new(solved);
    while game.outcome().is_none() {
        let Diagram { position, side, .. } = game.diagram();
        let level = if side == start.side {
            levels[0]
        } else {
            levels[1]
        };
        let advice = adviser.ask(position, level.need(position, *dice)).unwrap();
        let mv = level.choose(&advice, dice).unwrap();
        if game.play(mv).is_err() {
            break;
        }
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner());
    (winner, game.plies())
}

/// The definition of the succinct-database paper: win in at most wl plies, lose in no fewer, keep a draw a draw.
#[test]
fn perfect_play_keeps_what_the_value_promises() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut dice = Dice::new(11);
    let mut seen = HashMap::new();
    for line in include_str!("../../../core/tests/data/values.tsv").lines() {
        let mut fields = line.split('\t');
        let start: Diagram = fields.next().unwrap().parse().unwrap();
        let plies: i16 = fields.next().unwrap().parse().unwrap();
        let value = Value::from_plies(plies).unwrap();
        if start.position.ending().is_some() {
            continue;
        }
        for other in [Level::FIRST, Level::new(5).unwrap(), Level::PERFECT] {
            let levels = [Level::PERFECT, other];
            let (winner, took) = play_out(&solved, start, levels, &mut dice);
            let won = winner == Some(start.side);
            let lost = winner == Some(start.side.other());
            let kept = match value {
                Value::Win(plies) => won && took <= usize::from(plies),
                Value::Draw => !lost,
                Value::Loss(plies) => !lost || took >= usize::from(plies),
            };
            assert!(kept, "{line}: {winner:?} in {took} against {other:?}");
            if other == Level::PERFECT {
                let exact = match value {
                    Value::Draw => winner.is_none(),
                    _ => took == usize::from(plies.unsigned_abs()),
                };
                assert!(exact, "{line}: {took} plies between perfect players");
            }
            *seen.entry(won).or_insert(0) += 1;
        }
    }
    assert!(seen[&true] > 1000 && seen[&false] > 100, "{seen:?}");
}

/// The chip's adviser against the solver's table: whatever is needed, all it says is right.
#[test]
fn advice_from_the_image_equals_the_solved_game() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let image = ImageFile::read(&common::image_path()).unwrap();
    let cache = Box::<ValueCache<1024>>::default();
    let mut adviser = DatabaseAdviser::new(image.database().unwrap(), cache);
    let (mut moves, mut choices) = (0, 0);
    for line in include_str!("../../../core/tests/data/values.tsv")
        .lines()
        .step_by(50)
    {
        let start: Diagram = line.split('\t').next().unwrap().parse().unwrap();
        let right = solved.advice(start.position);
        let value = right.verdict().and_then(Verdict::value);
        let best: Vec<Move> = right.best().iter().map(|advised| advised.mv).collect();
        // In slices, as on the chip.
        let mut advise = |need| {
            adviser.begin(start.position, need);
            while adviser.step(1000).unwrap().is_pending() {}
            adviser.advice()
        };
        for need in [Need::Result, Need::Move, Need::Choice, Need::Value] {
            let advice = advise(need);
            assert!(advice.answers(need) && advice.answers(Need::Result));
            match advice.verdict().unwrap() {
                Verdict::Exact(exact) => assert_eq!(Some(exact), value, "{need:?} {line}"),
                said => assert_eq!(Some(said), value.map(bare), "{need:?} {line}"),
            }
            let exact = advice.verdict().and_then(Verdict::value).is_some();
            assert!(exact || need != Need::Value, "{line}");
            assert_eq!(advice.moves().is_empty(), need == Need::Result, "{line}");
            let mut said = advice.moves().iter();
            assert!(
                said.all(|advised| best.contains(&advised.mv)),
                "{need:?} {line}"
            );
            choices += advice.moves().len().saturating_sub(1);
        }
        let near = advise(Need::Within(9));
        for advised in near.moves() {
            let exact = right.on(advised.mv).and_then(Verdict::value).unwrap();
            match advised.verdict {
                Verdict::Exact(said) => assert_eq!(said, exact, "{line}"),
                said => assert!(said == bare(exact) && exact.plies().abs() > 9, "{line}"),
            }
        }
        assert_eq!(advise(Need::EVERY), right, "{line}");
        moves += right.moves().len();
    }
    assert!(moves > 400 && choices > 20, "{moves} {choices}");
}

/// A value without its distance.
fn bare(value: Value) -> Verdict {
    match value {
        Value::Win(_) => Verdict::Won,
        Value::Loss(_) => Verdict::Lost,
        Value::Draw => Verdict::Exact(Value::Draw),
    }
}
