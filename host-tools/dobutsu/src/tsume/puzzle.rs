//! A puzzle with its solution and its level.

use std::iter::repeat_n;

use dobutsu_core::game::{
    After, Diagram, HandKind, Kind, Letters, Move, Owner, Piece, Position, Side, Square, Value,
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
        let mut moves = Vec::new();
        for &mv in &self.solution {
            moves.push(here.usi_in(mv, letters).to_string());
            if let After::Position(next) = here.position.play(mv) {
                here = here.next(next);
            }
        }
        moves.join(" ")
    }

    /// The board in letters, with the hands above and below it.
    pub fn board(&self, letters: Letters) -> String {
        let position = self.diagram.position;
        let letter = |owner, kind| letters.letter(Side::Sente.of(owner), kind);
        let hand = |owner| -> String {
            let kinds = HandKind::ALL.into_iter().rev();
            let held = kinds.map(|kind| (letter(owner, kind.kind()), position.hand(owner, kind)));
            held.flat_map(|(letter, count)| repeat_n(letter, count.into()))
                .collect()
        };
        let rule = "   +---+---+---+\n";
        let mut text = format!("     3   2   1   {}\n{rule}", hand(Owner::Theirs));
        for (rank, name) in ["a", "b", "c", "d"].iter().enumerate() {
            text += "   |";
            for file in 0..3 {
                let piece = Square::at(file, rank).and_then(|square| position.piece_at(square));
                text += &match piece {
                    None => "   |".to_owned(),
                    Some(Piece {
                        owner,
                        kind: Kind::Hen,
                    }) => format!("+{} |", letter(owner, Kind::Hen)),
                    Some(Piece { owner, kind }) => format!(" {} |", letter(owner, kind)),
                };
            }
            text += &format!(" {name}\n{rule}");
        }
        text + &format!("                 {}\n", hand(Owner::Mine))
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
        while 2 * found <= TRIES && 2 * missed < TRIES {
            match choice(solved, position, *level, found + missed) == Some(only) {
                true => found += 1,
                false => missed += 1,
            }
        }
        2 * found > TRIES
    };
    Level::ALL.into_iter().find(finds).unwrap_or(Level::PERFECT)
}

/// The move that a level chooses in its first game with this seed, by the same steps as the engine.
fn choice(solved: &Solved, position: Position, level: Level, seed: u32) -> Option<Move> {
    // A new adviser each time, because a search remembers earlier ones.
    let mut adviser = SolvedAdviser::new(solved);
    let mut dice = Dice::new(seed);
    let advice = adviser.ask(position, level.need(position, dice)).ok()?;
    level.choose(&advice, &mut dice)
}
