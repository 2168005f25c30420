//! A puzzle with its solution and how hard it is.

use std::fmt::Write;

use dobutsu_core::game::{
    After, Diagram, HandKind, Letters, Move, Owner, Position, Side, Square, Value,
};
use dobutsu_core::player::{Dice, Level};

use crate::solve::Solved;

/// A position that sente wins by the only move.
pub struct Puzzle {
    /// The position, sente to move.
    pub diagram: Diagram,
    /// In how many plies.
    pub plies: u8,
    /// The weakest level that finds the move more often than not.
    pub level: Level,
    /// Best play to the end.
    pub solution: Vec<Move>,
}

/// How often each level tries.
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

/// The weakest level that finds the move in more than half its tries.
fn grade(solved: &Solved, position: Position, only: Move) -> Level {
    let advice = solved.advice(position);
    let finds = |level: &Level| {
        let found =
            (0..TRIES).filter(|&seed| level.choose(&advice, &mut Dice::new(seed)) == Some(only));
        2 * found.count() > TRIES as usize
    };
    Level::all().find(finds).unwrap_or(Level::PERFECT)
}
