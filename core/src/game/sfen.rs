//! SFEN: positions as text.
//!
//! `gle/1c1/1C1/ELG b - 1`: four ranks from the top, capital letters for sente, `+C` for a hen,
//! digits for empty squares; the side to move; the pieces in hand (`2Ge`); the move number. Lishogi
//! writes the same as `rkb/1p1/1P1/BKR b - 1`; see [`Letters`].

use core::fmt;
use core::str::FromStr;

use super::{
    Diagram, HandKind, Hands, Kind, Letters, Owner, Piece, Position, PositionError, Side, Square,
};

errors! {
    /// Why a text is not a position.
    pub enum SfenError {
        TooShort => "an SFEN needs a board, a side to move and the hands",
        Trailing => "there is more text after the move number",
        Ranks => "the board needs four ranks separated by '/'",
        Files(rank: u8) => "rank {rank} needs exactly three squares",
        UnknownPiece(letter: char) => "'{letter}' is no piece",
        MixedLetters(letter: char) => "'{letter}' is of another alphabet than the letters before it",
        Promoted(letter: char) => "only a chick can be promoted, not '{letter}'",
        UnknownSide => "the side to move must be 'b' or 'w'",
        Hands => "the hands must be '-' or letters of c, e and g (or p, b and r) with an optional count",
        Number => "the move number must be from 1 to 65535",
        Position(error: PositionError) => "{error}",
    }
}

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
    ///
    /// # Errors
    /// [`SfenError`] if the text is not a position.
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
        let letters = None;
        let mut pieces = Pieces { side, letters };
        let squares = pieces.read_board(board)?;
        let hands = pieces.read_hands(hands)?;
        let diagram = Diagram {
            position: Position::new(&squares, hands).map_err(SfenError::Position)?,
            side,
            number,
        };
        // There are lions on the board, so letters were read.
        Ok((diagram, pieces.letters.unwrap_or_default()))
    }
}

/// Reads pieces as the side to move sees them, all in the alphabet of the first.
struct Pieces {
    side: Side,
    letters: Option<Letters>,
}

impl Pieces {
    fn read_board(&mut self, text: &str) -> Result<[Option<Piece>; Square::COUNT], SfenError> {
        let mut squares = [None; Square::COUNT];
        let mut ranks = text.split('/');
        for rank in 0..4 {
            let wrong_length = SfenError::Files(rank as u8 + 1);
            let mut file = 0;
            let mut letters = ranks.next().ok_or(SfenError::Ranks)?.chars();
            while let Some(mut letter) = letters.next() {
                if let Some(empty @ 1..=3) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let is_promoted = letter == '+';
                if is_promoted {
                    letter = letters.next().ok_or(wrong_length)?;
                }
                let mut piece = self.read_piece(letter)?;
                if is_promoted {
                    if piece.kind != Kind::Chick {
                        return Err(SfenError::Promoted(letter));
                    }
                    piece.kind = Kind::Hen;
                }
                let square = Square::at(file, rank).ok_or(wrong_length)?;
                squares[self.side.printed(square).index()] = Some(piece);
                file += 1;
            }
            if file != 3 {
                return Err(wrong_length);
            }
        }
        match ranks.next() {
            None => Ok(squares),
            Some(_) => Err(SfenError::Ranks),
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
            let kind = piece.kind.captured().ok_or(SfenError::Hands)?;
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
        let owner = match letter.is_ascii_uppercase() == (self.side == Side::Sente) {
            true => Owner::Mine,
            false => Owner::Theirs,
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

impl Diagram {
    /// Displays the diagram as an SFEN in these letters; [`Display`](fmt::Display) writes the animals'.
    pub fn sfen(self, letters: Letters) -> impl fmt::Display {
        fmt::from_fn(move |f| write_sfen(f, self, letters))
    }
}

fn write_sfen(f: &mut fmt::Formatter<'_>, diagram: Diagram, letters: Letters) -> fmt::Result {
    let Diagram { side, number, .. } = diagram;
    let position = diagram.seen_by(Side::Sente);
    let letter = |owner, kind| letters.letter(Side::Sente.of(owner), kind);
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
