//! The two alphabets of positions and drops.
//!
//! Most programs use the letters of the animals: C, E, G and L. Lishogi uses those of the
//! corresponding shogi pieces: P, B, R and K. No letter is in both alphabets, so SFEN and USI moves
//! are read in either, and answers use the letters of the question.
//!
//! Lishogi's rules differ in two cases that best play never reaches: a lion on the far rank that is
//! attacked, and not caught, wins only once nothing attacks it; and if both lions stand on their far
//! ranks, the first player's wins.

use super::{HandKind, Kind, Side};

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
    /// The letters of chick, elephant, giraffe and lion.
    const fn alphabet(self) -> [u8; 4] {
        match self {
            Letters::Animals => *b"CEGL",
            Letters::Shogi => *b"PBRK",
        }
    }

    /// The letter of a piece of this side; hens have the letter of chicks.
    pub const fn letter(self, side: Side, kind: Kind) -> char {
        // The code of the hen follows those of the others.
        let large = self.alphabet()[(kind as usize - 1) % 4];
        match side {
            Side::Sente => large as char,
            Side::Gote => large.to_ascii_lowercase() as char,
        }
    }

    /// The piece with this letter, large or small, and its alphabet.
    pub(crate) fn read(letter: char) -> Option<(Kind, Letters)> {
        [Letters::Animals, Letters::Shogi]
            .into_iter()
            .flat_map(|letters| Kind::ALL.map(|kind| (kind, letters)))
            .find(|&(kind, letters)| {
                letters.letter(Side::Sente, kind) == letter.to_ascii_uppercase()
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
