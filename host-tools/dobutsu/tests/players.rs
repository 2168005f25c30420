//! Perfect play and the levels, on the solved game.

use std::collections::HashMap;

use dobutsu::image::ImageFile;
use dobutsu::levels::play_out;
use dobutsu::solve::SolvedAdviser;
use dobutsu_core::database::Workspace;
use dobutsu_core::game::{Diagram, Move, Value};
use dobutsu_core::player::{Adviser, DatabaseAdviser, Dice, Game, Level, Need, Verdict};

use crate::common;

/// A position won in wl plies is won in at most wl, one lost in wl lasts at least wl, and a drawn one is not lost: the
/// definition of the succinct-database paper.
#[test]
fn perfect_play_keeps_the_value() {
    let solved = common::solved();
    let mut dice = Dice::new(11);
    let mut seen = HashMap::new();
    for (sfen, plies) in common::known_values() {
        let start: Diagram = sfen.parse().unwrap();
        let plies: i16 = plies.parse().unwrap();
        let value = Value::from_plies(plies).unwrap();
        if start.position.ending().is_some() {
            continue;
        }
        for other in [Level::FIRST, Level::new(5).unwrap(), Level::PERFECT] {
            let mut game = Game::new(start);
            let mut adviser = SolvedAdviser::new(&solved);
            let choose = |Diagram { position, side, .. }| {
                let is_first = side == start.side;
                let level = if is_first { Level::PERFECT } else { other };
                let advice = adviser.ask(position, level.need(position, dice))?;
                Ok(level.choose(&advice, &mut dice))
            };
            play_out(&mut game, choose).unwrap();
            let winner = game.outcome().and_then(|outcome| outcome.winner());
            let took = game.plies();
            let won = winner == Some(start.side);
            let lost = winner == Some(start.side.other());
            let kept = match value {
                Value::Win(plies) => won && took <= usize::from(plies),
                Value::Draw => !lost,
                Value::Loss(plies) => !lost || took >= usize::from(plies),
            };
            assert!(kept, "{sfen}: {winner:?} in {took} against {other:?}");
            if other == Level::PERFECT {
                let exact = match value {
                    Value::Draw => winner.is_none(),
                    _ => took == usize::from(plies.unsigned_abs()),
                };
                assert!(exact, "{sfen}: {took} plies between perfect players");
            }
            *seen.entry(won).or_insert(0) += 1;
        }
    }
    assert!(seen[&true] > 1000 && seen[&false] > 100, "{seen:?}");
}

/// The chip's adviser against the solved game: whatever is needed, all its answers are right.
#[test]
fn advice_from_the_image_equals_the_solved_game() {
    let solved = common::solved();
    let image = ImageFile::read(&common::image_path()).unwrap();
    let workspace = Box::<Workspace<1024>>::default();
    let mut adviser = DatabaseAdviser::new(image.database().unwrap(), workspace);
    let (mut moves, mut choices) = (0, 0);
    for (sfen, _) in common::known_values().step_by(50) {
        let start: Diagram = sfen.parse().unwrap();
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
                Verdict::Exact(exact) => assert_eq!(Some(exact), value, "{need:?} {sfen}"),
                said => assert_eq!(Some(said), value.map(bare), "{need:?} {sfen}"),
            }
            let exact = advice.verdict().and_then(Verdict::value).is_some();
            assert!(exact || need != Need::Value, "{sfen}");
            assert_eq!(advice.moves().is_empty(), need == Need::Result, "{sfen}");
            let mut said = advice.moves().iter();
            let all_best = said.all(|advised| best.contains(&advised.mv));
            assert!(all_best, "{need:?} {sfen}");
            choices += advice.moves().len().saturating_sub(1);
        }
        for advised in advise(Need::Within(9)).moves() {
            let exact = right.on(advised.mv).and_then(Verdict::value).unwrap();
            match advised.verdict {
                Verdict::Exact(said) => assert_eq!(said, exact, "{sfen}"),
                said => assert!(said == bare(exact) && exact.plies().abs() > 9, "{sfen}"),
            }
        }
        assert_eq!(advise(Need::EVERY), right, "{sfen}");
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
