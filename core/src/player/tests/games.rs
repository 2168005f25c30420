//! Games: repetition, endings and undo.

use std::string::ToString;
use std::vec::Vec;

use proptest::prelude::*;

use super::super::*;
use crate::game::tests::diagrams;
use crate::game::{After, Diagram, HandKind, Move, Outcome, Side, Square};

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let mv = game.diagram().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = Game::new(Diagram::START);
    play(&mut game, "1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 1c1d");
    assert_eq!((game.times_seen(), game.outcome()), (2, None));
    play(&mut game, "3b3a");
    assert_eq!(game.times_seen(), 3);
    assert_eq!(game.outcome(), Some(Outcome::Repetition));
    assert_eq!(game.outcome().and_then(Outcome::winner), None);
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_same_picture_with_the_other_side_to_move_is_another_position() {
    // Sente walks its lion around a triangle while gote goes out and back: the same diagram with
    // gote to move, which the packed position alone cannot tell from the first.
    let start: Diagram = "1l1/3/3/1L1 b GECgec 1".parse().unwrap();
    let mut game = Game::new(start);
    play(&mut game, "2d1d 2a3a 1d1c 3a2a 1c2d");
    assert_eq!(game.diagram().position, start.position);
    assert_eq!(game.diagram().side, Side::Gote);
    assert_eq!(game.times_seen(), 1);
}

#[test]
fn a_caught_lion_a_try_and_a_missed_catch_end_the_game() {
    let mut caught = Game::new("gle/1C1/3/ELG b C 1".parse().unwrap());
    play(&mut caught, "2b2a+");
    assert_eq!(caught.outcome(), Some(Outcome::Catch(Side::Sente)));
    assert_eq!(
        caught.play(Move::Drop {
            kind: HandKind::Chick,
            to: Square::A2
        }),
        Err(GameError::Over)
    );
    assert_eq!(caught.diagram().side, Side::Sente);
    caught.undo();
    assert_eq!(
        (caught.diagram().side, caught.outcome()),
        (Side::Sente, None)
    );

    let mut tried = Game::new("3/L2/2l/3 b 2G2E2C 1".parse().unwrap());
    play(&mut tried, "3b3a");
    assert_eq!(tried.outcome(), Some(Outcome::Try(Side::Sente)));

    let mut missed = Game::new("3/Lg1/2l/3 b G2E2C 1".parse().unwrap());
    play(&mut missed, "3b2a");
    assert_eq!(missed.outcome(), None, "the giraffe can catch the lion");
    play(&mut missed, "1c1d");
    assert_eq!(missed.outcome(), Some(Outcome::Try(Side::Sente)));
}

#[test]
fn a_full_game_says_so_and_stays_as_it_was() {
    let mut game = Game::new(Diagram::START);
    let mut dice = Dice::new(4);
    while game.plies() < PLIES {
        let moves = game.diagram().position.moves();
        game.play(moves[dice.below(moves.len())]).unwrap();
        // A move that ends the game is taken back, and sometimes more, so that there is always another way.
        if game.outcome().is_some() {
            (0..1 + dice.below(3)).for_each(|_| assert!(game.undo().is_some()));
        }
    }
    let before = game.diagram().to_string();
    let mv = game.diagram().position.moves()[0];
    assert_eq!(game.play(mv), Err(GameError::Full));
    assert_eq!((game.diagram().to_string(), game.plies()), (before, PLIES));
    let replayed = replay(Diagram::START, game.moves());
    for (ply, &diagram) in replayed.iter().enumerate() {
        assert_eq!(game.diagram_at(ply), diagram, "before ply {ply}");
        assert!(game.plies_at(diagram.position).any(|found| found == ply));
    }
}

/// The slow twin: every diagram of a game by the rules alone.
fn replay(start: Diagram, moves: &[Move]) -> Vec<Diagram> {
    let mut diagrams = std::vec![start];
    let mut now = start;
    for &mv in moves {
        if let After::Position(next) = now.position.play(mv) {
            now = now.next(next);
            diagrams.push(now);
        }
    }
    diagrams
}

proptest! {
    #[test]
    fn undo_takes_back_any_game(start in diagrams(), choices in prop::collection::vec(any::<usize>(), 0..40)) {
        let mut game = Game::new(start);
        let mut seen = std::vec![(game.diagram(), game.outcome())];
        for choice in choices {
            let moves = game.diagram().position.moves();
            if game.outcome().is_some() {
                break;
            }
            game.play(moves[choice % moves.len()]).unwrap();
            seen.push((game.diagram(), game.outcome()));
        }
        while let Some(expected) = seen.pop() {
            prop_assert_eq!((game.diagram(), game.outcome()), expected);
            let diagrams = replay(start, game.moves());
            let now = game.diagram();
            let same = |&&then: &&Diagram| (then.position, then.side) == (now.position, now.side);
            prop_assert_eq!(game.times_seen(), diagrams.iter().filter(same).count());
            for (ply, &diagram) in diagrams.iter().enumerate() {
                prop_assert_eq!(game.diagram_at(ply), diagram);
            }
            prop_assert_eq!(game.undo().is_some(), !seen.is_empty());
        }
    }
}
