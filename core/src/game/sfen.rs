//! SFEN: positions as text.
//!
//! `gle/1c1/1C1/ELG b - 1`: four ranks from the top, capital letters for sente, `+C` for a hen,
//! digits for empty squares; the side to move; the pieces in hand (`2Ge`); the move number. Lishogi
//! writes the same as `rkb/1p1/1P1/BKR b - 1`; see [`Letters`].

use core::fmt;
use core::str::FromStr;

use super::diagram::{Diagram, Side};
use super::hands::Hands;
use super::letters::Letters;
use super::piece::{HandKind, Kind, Owner, Piece};
use super::position::{Position, PositionError};
use super::square::Square;

/// Why a text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SfenError {
    /// The board, the side to move or the hands are missing.
    TooShort,
    /// Something follows the move number.
    Trailing,
    /// The board has not four ranks.
    Ranks,
    /// This rank, counted from 1 at the top, has not three squares.
    Files(u8),
    /// A letter that names no piece.
    UnknownPiece(char),
    /// A letter of one alphabet among those of the other.
    MixedLetters(char),
    /// A plus sign before anything but a chick.
    Promoted(char),
    /// The side to move is neither `b` nor `w`.
    UnknownSide,
    /// The hands are neither `-` nor counts and letters of chicks, elephants and giraffes.
    Hands,
    /// The move number is not a number from 1 to 65535.
    Number,
    /// A side's lion is not on the board.
    MissingLion(Side),
    /// A side has more than one lion.
    SecondLion(Side),
    /// More than two of a kind.
    TooMany(HandKind),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lion = |side| match side {
            Side::Sente => "'L'",
            Side::Gote => "'l'",
        };
        let name = |kind| match kind {
            HandKind::Chick => "chicks and hens",
            HandKind::Elephant => "elephants",
            HandKind::Giraffe => "giraffes",
        };
        match *self {
            SfenError::TooShort => {
                write!(f, "an SFEN needs a board, a side to move and the hands")
            }
            SfenError::Trailing => write!(f, "there is more text after the move number"),
            SfenError::Ranks => write!(f, "the board needs four ranks separated by '/'"),
            SfenError::Files(rank) => write!(f, "rank {rank} needs exactly three squares"),
            SfenError::UnknownPiece(letter) => write!(f, "'{letter}' is no piece"),
            SfenError::MixedLetters(letter) => write!(
                f,
                "'{letter}' is of another alphabet than the letters before it"
            ),
            SfenError::Promoted(letter) => {
                write!(f, "only a chick can be promoted, not '{letter}'")
            }
            SfenError::UnknownSide => write!(f, "the side to move must be 'b' or 'w'"),
            SfenError::Hands => write!(
                f,
                "the hands must be '-' or letters of c, e and g (or p, b and r) with an optional count"
            ),
            SfenError::Number => write!(f, "the move number must be from 1 to 65535"),
            SfenError::MissingLion(side) => {
                write!(f, "the lion {} is not on the board", lion(side))
            }
            SfenError::SecondLion(side) => {
                write!(f, "there is more than one lion {}", lion(side))
            }
            SfenError::TooMany(kind) => write!(f, "there are more than two {}", name(kind)),
        }
    }
}

impl core::error::Error for SfenError {}

impl FromStr for Diagram {
    type Err = SfenError;

    /// Reads an SFEN in either alphabet; the move number may be left out.
    fn from_str(text: &str) -> Result<Diagram, SfenError> {
        Diagram::read(text).map(|(diagram, _)| diagram)
    }
}

impl Diagram {
    /// Reads an SFEN and returns its letters too; the move number may be left out. A handicap, fewer
    /// than eight pieces, is allowed; see [`Position::complete`].
    pub fn read(text: &str) -> Result<(Diagram, Letters), SfenError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or(SfenError::TooShort)?;
        let side = fields.next().ok_or(SfenError::TooShort)?;
        let hands = fields.next().ok_or(SfenError::TooShort)?;
        let number = match fields.next() {
            None => 1,
            Some(digits) => match digits.parse() {
                Ok(number) if number > 0 => number,
                _ => return Err(SfenError::Number),
            },
        };
        if fields.next().is_some() {
            return Err(SfenError::Trailing);
        }
        let side = match side {
            "b" => Side::Sente,
            "w" => Side::Gote,
            _ => return Err(SfenError::UnknownSide),
        };
        let mut pieces = Pieces { letters: None };
        let squares = pieces.read_board(board)?;
        let hands = pieces.read_hands(hands)?;
        // The letters are sente's view; a position is seen from the side to move.
        let position = Position::new(&squares, hands).map_err(|error| match error {
            PositionError::MissingLion(owner) => SfenError::MissingLion(Side::Sente.of(owner)),
            PositionError::SecondLion(owner) => SfenError::SecondLion(Side::Sente.of(owner)),
            PositionError::TooMany(kind) => SfenError::TooMany(kind),
            // Codes come from pieces, so every one is known; a handicap is allowed.
            PositionError::UnknownCode | PositionError::TooFew(_) => SfenError::Ranks,
        })?;
        let position = match side {
            Side::Sente => position,
            Side::Gote => position.rotated(),
        };
        let diagram = Diagram {
            position,
            side,
            number,
        };
        // There are lions on the board, so letters were read.
        Ok((diagram, pieces.letters.unwrap_or_default()))
    }
}

/// Reads pieces, all in the alphabet of the first.
struct Pieces {
    letters: Option<Letters>,
}

impl Pieces {
    fn read_board(&mut self, text: &str) -> Result<[Option<Piece>; Square::COUNT], SfenError> {
        let mut squares = [None; Square::COUNT];
        let mut ranks = 0;
        for rank in text.split('/') {
            if ranks == 4 {
                return Err(SfenError::Ranks);
            }
            let wrong_length = SfenError::Files(ranks as u8 + 1);
            let mut file = 0;
            let mut letters = rank.chars();
            while let Some(letter) = letters.next() {
                if let Some(empty @ 1..=3) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let piece = if letter == '+' {
                    let promoted = letters.next().ok_or(wrong_length)?;
                    match self.read_piece(promoted)? {
                        Piece {
                            owner,
                            kind: Kind::Chick,
                        } => Piece {
                            owner,
                            kind: Kind::Hen,
                        },
                        _ => return Err(SfenError::Promoted(promoted)),
                    }
                } else {
                    self.read_piece(letter)?
                };
                let square = Square::at(file, ranks).ok_or(wrong_length)?;
                squares[square.index()] = Some(piece);
                file += 1;
            }
            if file != 3 {
                return Err(wrong_length);
            }
            ranks += 1;
        }
        if ranks == 4 {
            Ok(squares)
        } else {
            Err(SfenError::Ranks)
        }
    }

    fn read_hands(&mut self, text: &str) -> Result<Hands, SfenError> {
        let mut hands = Hands::EMPTY;
        if text == "-" {
            return Ok(hands);
        }
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let (count, letter) = match letter.to_digit(10) {
                Some(count @ 1..) => (count as u8, letters.next().ok_or(SfenError::Hands)?),
                Some(0) => return Err(SfenError::Hands),
                None => (1, letter),
            };
            let piece = self.read_piece(letter)?;
            let kind = match piece.kind.captured() {
                Some(kind) => kind,
                None => return Err(SfenError::Hands),
            };
            let held = &mut hands[(piece.owner, kind)];
            *held = held.saturating_add(count);
        }
        Ok(hands)
    }

    fn read_piece(&mut self, letter: char) -> Result<Piece, SfenError> {
        let (kind, letters) = Letters::read(letter).ok_or(SfenError::UnknownPiece(letter))?;
        if *self.letters.get_or_insert(letters) != letters {
            return Err(SfenError::MixedLetters(letter));
        }
        let owner = if letter.is_ascii_uppercase() {
            Owner::Mine
        } else {
            Owner::Theirs
        };
        Ok(Piece { owner, kind })
    }
}

/// Writes the SFEN in the animals' letters.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sfen(Letters::Animals).fmt(f)
    }
}

/// Displays a diagram as SFEN; made by [`Diagram::sfen`].
#[derive(Clone, Copy, Debug)]
pub struct Sfen {
    diagram: Diagram,
    letters: Letters,
}

impl Sfen {
    pub(super) const fn new(diagram: Diagram, letters: Letters) -> Sfen {
        Sfen { diagram, letters }
    }
}

impl fmt::Display for Sfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagram {
            position,
            side,
            number,
        } = self.diagram;
        let position = match side {
            Side::Sente => position,
            Side::Gote => position.rotated(),
        };
        let letter = |owner, kind| self.letters.letter(Side::Sente.of(owner), kind);
        for rank in 0..4 {
            if rank > 0 {
                write!(f, "/")?;
            }
            let mut empty = 0;
            for file in 0..3 {
                match Square::at(file, rank).and_then(|square| position.piece_at(square)) {
                    None => empty += 1,
                    Some(Piece { owner, kind }) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        if kind == Kind::Hen {
                            write!(f, "+")?;
                        }
                        write!(f, "{}", letter(owner, kind))?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        let side = match side {
            Side::Sente => "b",
            Side::Gote => "w",
        };
        write!(f, " {side} ")?;
        let mut nothing_held = true;
        for owner in Owner::ALL {
            for kind in HandKind::ALL.into_iter().rev() {
                let held = position.hand(owner, kind);
                if held > 1 {
                    write!(f, "{held}")?;
                }
                if held > 0 {
                    nothing_held = false;
                    write!(f, "{}", letter(owner, kind.kind()))?;
                }
            }
        }
        if nothing_held {
            write!(f, "-")?;
        }
        write!(f, " {number}")
    }
}
