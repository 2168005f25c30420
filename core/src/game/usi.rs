//! USI moves: `2c2b` for a step, `2b2a+` when it makes a hen, `C*2c` for a drop, which lishogi
//! writes `P*2c`.
//!
//! Files are counted from the right as sente sits, ranks are lettered from the top: A1 is `3a`.

use core::fmt;

use super::{Diagram, Letters, Move, Side, Square};

errors! {
    /// Why a text is not a legal move.
    pub enum UsiError {
        Form => "a move looks like 2c2b, 2b2a+ or C*2c",
        Square => "a square is a file from 1 to 3 and a rank from a to d",
        Dropped => "only C, E and G (or P, B and R) can be dropped",
        Promotion => "only a chick that steps to the far rank is promoted",
        Illegal => "the move is not legal in this position",
    }
}

impl Diagram {
    /// Reads a legal move of the side to move, in either alphabet. The plus sign of a promotion may be left out,
    /// since there is no choice.
    ///
    /// # Errors
    /// [`UsiError`] if the text is not a legal move.
    pub fn parse_move(self, text: &str) -> Result<Move, UsiError> {
        let square = |file: u8, rank: u8| {
            let file = usize::from(b'3'.wrapping_sub(file));
            let rank = usize::from(rank.wrapping_sub(b'a'));
            let printed = Square::at(file, rank).ok_or(UsiError::Square)?;
            Ok(self.side.printed(printed))
        };
        let (mv, plus) = match *text.as_bytes() {
            [kind, b'*', file, rank] => {
                let (kind, _) = Letters::read_dropped(kind).ok_or(UsiError::Dropped)?;
                let to = square(file, rank)?;
                (Move::Drop { kind, to }, false)
            }
            [file, rank, to_file, to_rank, ref plus @ ..] if matches!(plus, [] | [b'+']) => {
                let from = square(file, rank)?;
                let to = square(to_file, to_rank)?;
                (Move::Step { from, to }, !plus.is_empty())
            }
            _ => return Err(UsiError::Form),
        };
        if !self.position.is_legal(mv) {
            return Err(UsiError::Illegal);
        }
        if plus && !self.position.promotes(mv) {
            return Err(UsiError::Promotion);
        }
        Ok(mv)
    }

    /// Displays the move as USI text, in the animals' letters.
    pub fn usi(self, mv: Move) -> impl fmt::Display {
        self.usi_in(mv, Letters::Animals)
    }

    /// Displays the move as USI text in these letters.
    pub fn usi_in(self, mv: Move, letters: Letters) -> impl fmt::Display {
        let promotes = self.position.promotes(mv);
        let square = move |f: &mut fmt::Formatter<'_>, square| {
            let printed = self.side.printed(square);
            let rank = ["a", "b", "c", "d"][printed.rank()];
            write!(f, "{}{rank}", 3 - printed.file())
        };
        fmt::from_fn(move |f| match mv {
            Move::Step { from, to } => {
                square(f, from)?;
                square(f, to)?;
                f.write_str(if promotes { "+" } else { "" })
            }
            Move::Drop { kind, to } => {
                write!(f, "{}*", letters.letter(Side::Sente, kind.kind()))?;
                square(f, to)
            }
        })
    }
}
