//! A puzzle with its solution and its level.

use std::fmt::Write;

use dobutsu_core::game::{
    After, Diagram, HandKind, Letters, Move, Owner, Position, Side, Square, Value,
};
use dobutsu_core::player::{Adviser, Dice, Level};

use crate::solve::{Solved, SolvedAdviser};

/// A position that sente wins by the only move.
pub struct Puzzle {
    /// The position, sente to move.
    pub diagram: Diagram,
    /// The plies to the win.
    pub plies: u8,
    /// The weakest level that finds the move more often than not.
    pub level: Level,
    /// Best play to the end.
    pub solution: Vec<Move>,
}

/// Attempts of each level.
const TRIES: u32 = 64;

impl Puzzle {
    /// The puzzle in a position; `None` if it is not won.
    pub fn new(solved: &Solved, position: Position) -> Option<Puzzle> {
        let Value::Win(plies) = solved.exact(position) else {
            return None;
        };
        let solution = best_play(solved, position);
        Some(Puzzle {
            diagram: Diagram::new(position, Side::Sente),
            plies,
            level: grade(solved, position, *solution.first()?),
            solution,
        })
    }

    /// The solution as USI moves.
    pub fn solution(&self, letters: Letters) -> String {
        let mut here = self.diagram;
        let mut text = String::new();
        for &mv in &self.solution {
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", here.usi(mv).in_letters(letters));
            if let After::Position(next) = here.position.play(mv) {
                here = here.next(next);
            }
        }
        text
    }

    /// The board in letters, the hands above and below it.
    pub fn board(&self, letters: Letters) -> String {
        let position = self.diagram.position;
        let mut text = String::new();
        let hand = |owner| -> String {
            let held = HandKind::ALL.into_iter().rev().flat_map(|kind| {
                let letter = letters.letter(Side::Sente.of(owner), kind.kind());
                std::iter::repeat_n(letter, position.hand(owner, kind).into())
            });
            held.collect()
        };
        let _ = writeln!(text, "     3   2   1   {}", hand(Owner::Theirs));
        let rule = "   +---+---+---+\n";
        text.push_str(rule);
        for (rank, name) in ["a", "b", "c", "d"].iter().enumerate() {
            text.push_str("   |");
            for file in 0..3 {
                let piece = Square::at(file, rank).and_then(|square| position.piece_at(square));
                let shown = match piece {
                    None => "   ".to_owned(),
                    Some(piece) => {
                        let letter = letters.letter(Side::Sente.of(piece.owner), piece.kind);
                        let hen = piece.kind == dobutsu_core::game::Kind::Hen;
                        format!("{}{letter} ", if hen { '+' } else { ' ' })
                    }
                };
                let _ = write!(text, "{shown}|");
            }
            let _ = writeln!(text, " {name}");
            text.push_str(rule);
        }
        let _ = writeln!(text, "                 {}", hand(Owner::Mine));
        text
    }
}

/// Best moves of both sides to the end, the first of equals.
pub fn best_play(solved: &Solved, start: Position) -> Vec<Move> {
    let mut line = Vec::new();
    let mut position = start;
    // A draw would have no end.
    while position.ending().is_none() && solved.exact(position) != Value::Draw {
        let advice = solved.advice(position);
        let Some(best) = advice.best().first() else {
            break;
        };
        line.push(best.mv);
        match position.play(best.mv) {
            After::Caught => break,
            After::Position(next) => position = next,
        }
    }
    line
}

/// The weakest level that finds the move in more than half of its attempts.
fn grade(solved: &Solved, position: Position, only: Move) -> Level {
    let finds = |level: &Level| {
        let (mut found, mut missed) = (0, 0);
        for seed in 0..TRIES {
            match choice(solved, position, *level, seed) == Some(only) {
                true => found += 1,
                false => missed += 1,
            }
            if 2 * found.max(missed) > TRIES {
                break;
            }
        }
        found > missed
    };
    Level::all().find(finds).unwrap_or(Level::PERFECT)
}

/// The move that a level chooses in its first game with this seed, by the same steps as the engine.
fn choice(solved: &Solved, position: Position, level: Level, seed: u32) -> Option<Move> {
    // A new adviser each time: the search remembers what it has seen.
    let mut adviser = SolvedAdviser::new(solved);
    let mut dice = Dice::new(seed);
    let advice = adviser.ask(position, level.need(position, dice)).ok()?;
    level.choose(&advice, &mut dice)
}
