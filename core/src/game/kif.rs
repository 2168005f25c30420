//! KIF moves: `２二ひよこ(23)` for a step, `２一ひよこ成(22)` when it makes a hen, `２三ひよこ打` for a
//! drop, `同　ぞう(11)` for a step to where the last move went.
//!
//! Files are counted from the right as sente sits, ranks from the top: A1 is `３一`. This is how
//! lishogi writes games; animals by other names, and squares in other digits, are read as well.

use core::fmt;

use super::{Diagram, Kind, Move, Square};

errors! {
    /// Why a text is not a move in KIF.
    pub enum KifError {
        Form => "a move looks like ２二ひよこ(23), 同　ぞう(11) or ２三ひよこ打",
        Square => "a square is a file from １ to ３ and a rank from 一 to 四",
        Same => "同 stands for the last move's square, and there is no last move",
        Animal => "no animal of that name",
        Other => "another animal stands where the move begins, or none",
        Promotion => "a chick that steps to the far rank is promoted, and nothing else",
        Illegal => "the move is not legal in this position",
    }
}

/// The names of the animals in the order of [`Kind::ALL`], the one that is written first.
const NAMES: [&[&str]; 5] = [
    &["ひよこ", "ヒヨコ", "ひ", "ヒ", "歩"],
    &["ぞう", "ゾウ", "ぞ", "ゾ", "象", "像", "角"],
    &["きりん", "キリン", "き", "キ", "麒麟", "飛"],
    &["ライオン", "らいおん", "ラ", "ら", "王", "玉"],
    &["にわとり", "ニワトリ", "に", "ニ", "鶏", "と"],
];

pub(crate) const fn kif_name(kind: Kind) -> &'static str {
    NAMES[kind as usize - 1][0]
}

/// The animal that a text begins with, and the text after its name.
pub(crate) fn read_animal(text: &str) -> Option<(Kind, &str)> {
    let names = Kind::ALL.into_iter().zip(NAMES);
    let names = names.flat_map(|(kind, names)| names.iter().map(move |name| (kind, name)));
    // Of two names that fit, the longer one counts.
    names
        .filter_map(|(kind, &name)| Some((kind, text.strip_prefix(name)?)))
        .min_by_key(|(_, rest)| rest.len())
}

/// The number that a digit of any script stands for.
pub(crate) fn read_digit(letter: char) -> Option<usize> {
    let scripts = ["123456789", "１２３４５６７８９", "一二三四五六七八九"];
    scripts
        .iter()
        .find_map(|digits| digits.chars().position(|digit| digit == letter))
        .map(|place| place + 1)
}

/// The rank's number, as KIF writes it.
pub(crate) const RANKS: [&str; 4] = ["一", "二", "三", "四"];

/// A square as it is printed: file from the right, then rank.
fn read_square(letters: &mut core::str::Chars<'_>) -> Result<Square, KifError> {
    let mut number = || letters.next().and_then(read_digit).ok_or(KifError::Form);
    let (file, rank) = (number()?, number()?);
    3usize
        .checked_sub(file)
        .and_then(|file| Square::at(file, rank - 1))
        .ok_or(KifError::Square)
}

impl Diagram {
    /// Reads a legal move in KIF; `last` as for [`Diagram::kif`].
    /// Text after the move, such as its time, is ignored.
    ///
    /// # Errors
    /// [`KifError`] if the text does not begin with a legal move.
    pub(crate) fn parse_kif(self, text: &str, last: Option<Square>) -> Result<Move, KifError> {
        let text = text.trim_start_matches(['▲', '△', '☗', '☖']);
        let (to, rest) = match text.strip_prefix(['同', '仝']) {
            Some(rest) => (last.ok_or(KifError::Same)?, rest.trim_start()),
            None => {
                let mut letters = text.chars();
                let to = read_square(&mut letters)?;
                (self.side.printed(to), letters.as_str().trim_start())
            }
        };
        let (kind, rest) = read_animal(rest).ok_or(KifError::Animal)?;
        let rest = rest.trim_start();
        if rest.starts_with('打') {
            let kind = kind.captured().filter(|_| kind != Kind::Hen);
            let mv = Move::Drop {
                kind: kind.ok_or(KifError::Illegal)?,
                to,
            };
            return self.legal(mv);
        }
        let (written, rest) = match (rest.strip_prefix("不成"), rest.strip_prefix("成")) {
            (Some(rest), _) => (Some(false), rest),
            (None, Some(rest)) => (Some(true), rest),
            (None, None) => (None, rest),
        };
        let from = rest.trim_start().strip_prefix(['(', '（']);
        let mut letters = from.ok_or(KifError::Form)?.chars();
        let from = self.side.printed(read_square(&mut letters)?);
        if !matches!(letters.next(), Some(')' | '）')) {
            return Err(KifError::Form);
        }
        let piece = self.position.piece_at(from);
        if piece.map(|piece| piece.kind) != Some(kind) {
            return Err(KifError::Other);
        }
        let mv = self.legal(Move::Step { from, to })?;
        match written.is_none_or(|written| written == self.position.promotes(mv)) {
            true => Ok(mv),
            false => Err(KifError::Promotion),
        }
    }

    fn legal(self, mv: Move) -> Result<Move, KifError> {
        match self.position.is_legal(mv) {
            true => Ok(mv),
            false => Err(KifError::Illegal),
        }
    }

    /// Displays the move as KIF text. `last` is the square of the last move, as seen by the side to move.
    ///
    /// ```
    /// use dobutsu_core::game::Diagram;
    ///
    /// let mv = Diagram::START.parse_move("2c2b").unwrap();
    /// assert_eq!(Diagram::START.kif(mv, None).to_string(), "２二ひよこ(23)");
    /// ```
    pub fn kif(self, mv: Move, last: Option<Square>) -> impl fmt::Display {
        let kind = match mv {
            Move::Step { from, .. } => self.position.piece_at(from).map(|piece| piece.kind),
            Move::Drop { kind, .. } => Some(kind.kind()),
        };
        let name = kif_name(kind.unwrap_or(Kind::Lion));
        let promotes = self.position.promotes(mv);
        fmt::from_fn(move |f| {
            match mv {
                Move::Step { to, .. } if last == Some(to) => write!(f, "同　{name}")?,
                _ => {
                    let to = self.side.printed(mv.to());
                    let file = ["３", "２", "１"][to.file()];
                    write!(f, "{file}{}{name}", RANKS[to.rank()])?;
                }
            }
            match mv {
                Move::Drop { .. } => f.write_str("打"),
                Move::Step { from, .. } => {
                    let from = self.side.printed(from);
                    let grows = if promotes { "成" } else { "" };
                    write!(f, "{grows}({}{})", 3 - from.file(), from.rank() + 1)
                }
            }
        })
    }
}
