//! The two alphabets of positions and drops.
//!
//! Most programs use the letters of the animals: C, E, G and L. Lishogi uses those of the
//! corresponding shogi pieces: P, B, R and K. No letter is in both alphabets, so SFEN and USI moves
//! are read in either, and answers use the letters of the question.
//!
//! Lishogi's rules differ in two cases that best play never reaches: a lion on the far rank that is
//! attacked, and not caught, wins only once nothing attacks it; and if both lions stand on their far
//! ranks, the first player's wins.

use super::diagram::Side;
use super::piece::{HandKind, Kind};

/// An alphabet for the pieces.
///
/// ```
/// use dobutsu_core::game::{Diagram, Letters};
///
/// let (start, letters) = Diagram::read("rkb/1p1/1P1/BKR b - 1").unwrap();
/// assert_eq!((start, letters), (Diagram::START, Letters::Shogi));
/// assert_eq!(start.sfen(Letters::Animals).to_string(), "gle/1c1/1C1/ELG b - 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Letters {
    /// C, E, G, L: chick, elephant, giraffe, lion.
    #[default]
    Animals,
    /// P, B, R, K: pawn, bishop, rook, king, as lishogi writes them.
    Shogi,
}

impl Letters {
    /// The letter of a piece of this side; hens go by their chick's letter.
    pub const fn letter(self, side: Side, kind: Kind) -> char {
        let large = match (self, kind) {
            (Letters::Animals, Kind::Chick | Kind::Hen) => 'C',
            (Letters::Animals, Kind::Elephant) => 'E',
            (Letters::Animals, Kind::Giraffe) => 'G',
            (Letters::Animals, Kind::Lion) => 'L',
            (Letters::Shogi, Kind::Chick | Kind::Hen) => 'P',
            (Letters::Shogi, Kind::Elephant) => 'B',
            (Letters::Shogi, Kind::Giraffe) => 'R',
            (Letters::Shogi, Kind::Lion) => 'K',
        };
        match side {
            Side::Sente => large,
            Side::Gote => large.to_ascii_lowercase(),
        }
    }

    /// The piece with this letter, large or small, and its alphabet.
    pub(crate) const fn read(letter: char) -> Option<(Kind, Letters)> {
        Some(match letter.to_ascii_uppercase() {
            'C' => (Kind::Chick, Letters::Animals),
            'E' => (Kind::Elephant, Letters::Animals),
            'G' => (Kind::Giraffe, Letters::Animals),
            'L' => (Kind::Lion, Letters::Animals),
            'P' => (Kind::Chick, Letters::Shogi),
            'B' => (Kind::Elephant, Letters::Shogi),
            'R' => (Kind::Giraffe, Letters::Shogi),
            'K' => (Kind::Lion, Letters::Shogi),
            _ => return None,
        })
    }

    /// The kind dropped by a USI move such as `C*2c` or `P*2c`, and the letters of the move.
    pub(super) fn read_dropped(letter: u8) -> Option<(HandKind, Letters)> {
        let (kind, letters) = Letters::read(char::from(letter))?;
        let droppable = letter.is_ascii_uppercase() && kind != Kind::Hen;
        kind.captured()
            .filter(|_| droppable)
            .map(|kind| (kind, letters))
    }

    /// The letters of a USI move, if it is a drop: a step has none.
    pub(crate) fn of_move(text: &str) -> Option<Letters> {
        match *text.as_bytes() {
            [letter, b'*', ..] => Letters::read_dropped(letter).map(|(_, letters)| letters),
            _ => None,
        }
    }
}
