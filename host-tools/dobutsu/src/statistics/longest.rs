//! The longest wins, and one of them move by move.

use std::fmt;

use dobutsu_core::game::{After, Diagram, Kind, Move, Side, Value};

use crate::counted;
use crate::solve::Solved;
use crate::tsume::best_play;

/// The positions with the longest win.
pub(super) struct Longest {
    pub(super) plies: u8,
    positions: usize,
    /// The first of them.
    pub(super) diagram: Diagram,
    line: Vec<Move>,
}

impl Longest {
    pub(super) fn find(solved: &Solved) -> Option<Longest> {
        let mut plies = 0;
        let mut found = Vec::new();
        for number in 0..solved.index().count() {
            if let Value::Win(length) = solved.value_of(number)
                && length >= plies
            {
                if length > plies {
                    found.clear();
                    plies = length;
                }
                found.push(number);
            }
        }
        let position = solved.index().position(*found.first()?)?;
        Some(Longest {
            plies,
            positions: found.len(),
            diagram: Diagram::new(position, Side::Sente),
            line: best_play(solved, position),
        })
    }
}

impl fmt::Display for Longest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nThe longest win: {} plies, in {} positions, such as {}",
            self.plies, self.positions, self.diagram
        )?;
        let (mut captures, mut drops, mut hens, mut checks, mut lions) = (0, 0, 0, 0, 0);
        let mut here = self.diagram;
        write!(f, " ")?;
        for &mv in &self.line {
            write!(f, " {}", here.usi(mv))?;
            captures += usize::from(here.position.piece_at(mv.to()).is_some());
            hens += usize::from(here.position.promotes(mv));
            match mv {
                Move::Drop { .. } => drops += 1,
                Move::Step { from, .. } => {
                    let piece = here.position.piece_at(from);
                    lions += usize::from(piece.is_some_and(|piece| piece.kind == Kind::Lion));
                }
            }
            if let After::Position(next) = here.position.play(mv) {
                checks += usize::from(next.in_check());
                here = here.next(next);
            }
        }
        writeln!(
            f,
            "\n  It has {}, {}, {}, {} and {}.",
            counted(captures, "capture"),
            counted(drops, "drop"),
            counted(lions, "lion step"),
            counted(hens, "new hen"),
            counted(checks, "check")
        )
    }
}
