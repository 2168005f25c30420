//! Scores: games written down, as KIF or as a list of USI moves.
//!
//! KIF is what shogi players exchange; for this game it looks as lishogi writes it, 手合割 and all.
//! The list is what `position` of USI takes: `startpos` or `sfen …`, then `moves …`, the words before
//! the moves left out or not, over as many lines as one likes.
//!
//! ```
//! use dobutsu_core::player::Kifu;
//!
//! let list = Kifu::read("startpos moves 2c2b 1a2b").unwrap();
//! let kif = list.kif().to_string();
//! assert!(kif.contains("   2   同　ぞう(11)"));
//! assert_eq!(Kifu::read(&kif).unwrap().usi().to_string(), list.usi().to_string());
//! ```

mod kif;
mod usi;

use core::fmt;

pub use kif::KifText;
pub use usi::UsiText;

use super::game::{Game, GameError};
use crate::game::{KifError, Letters, PositionError, SfenError, UsiError};

/// A game as it was written down.
#[derive(Clone, Debug)]
pub struct Kifu<'a> {
    /// The game.
    pub game: Game,
    /// The players' names, sente's first; empty if they are not known.
    pub names: [&'a str; 2],
    /// How the players ended it, if the last move did not: 投了 for resigning and so on.
    pub closing: Option<&'a str>,
}

/// Why a text is not a kifu, and in which line, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KifuError {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub mistake: Mistake,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// There is no move and no position in the whole text.
    Nothing,
    /// The kifu of another game.
    OtherGame,
    /// A rank of the board that has not three squares of animals.
    Rank,
    /// A board that has not four ranks.
    Ranks,
    /// A hand that is neither なし nor animals.
    Hand,
    /// A board that cannot be.
    Position(PositionError),
    /// The text after `sfen` is not a position.
    Sfen(SfenError),
    /// Not a move in KIF.
    Kif(KifError),
    /// Not a move in USI.
    Usi(UsiError),
    /// The move cannot be made.
    Game(GameError),
}

impl fmt::Display for KifuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.mistake {
            Mistake::Nothing => f.write_str("there is no move in it"),
            Mistake::OtherGame => f.write_str("it is a game of something else than どうぶつしょうぎ"),
            Mistake::Rank => f.write_str("a rank of the board has three squares, each ・ or an animal"),
            Mistake::Ranks => f.write_str("the board has four ranks"),
            Mistake::Hand => f.write_str("a hand is なし or the animals in it"),
            Mistake::Position(error) => error.fmt(f),
            Mistake::Sfen(error) => error.fmt(f),
            Mistake::Kif(error) => error.fmt(f),
            Mistake::Usi(error) => error.fmt(f),
            Mistake::Game(GameError::Over) => f.write_str(
                "the game is over before this move (a try that is not caught stands, unlike on lishogi)",
            ),
            Mistake::Game(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for KifuError {}

impl<'a> Kifu<'a> {
    /// A game without names.
    pub const fn new(game: Game) -> Kifu<'a> {
        Kifu {
            game,
            names: [""; 2],
            closing: None,
        }
    }

    /// Reads a kifu of either kind: a list has only ASCII letters, KIF never.
    pub fn read(text: &'a str) -> Result<Kifu<'a>, KifuError> {
        let text = text.trim_start_matches('\u{FEFF}');
        match text.is_ascii() {
            true => usi::read(text),
            false => kif::read(text),
        }
    }

    /// The kifu as KIF.
    pub const fn kif(&self) -> KifText<'_> {
        KifText(self)
    }

    /// The game as a list of USI moves, in the animals' letters.
    pub const fn usi(&self) -> UsiText<'_> {
        UsiText {
            game: &self.game,
            letters: Letters::Animals,
        }
    }
}
