//! Kifu: games as text, in KIF or as a list of USI moves.
//!
//! KIF is the format that shogi players exchange, here as lishogi writes it (手合割：どうぶつしょうぎ).
//! The list has the arguments of USI's `position`: `startpos` or `sfen …`, then `moves …`, on any number
//! of lines. The words before the moves may be left out.
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

use super::game::{Game, GameError};
use crate::game::{KifError, Letters, PositionError, SfenError, UsiError};

/// A game, with the names and remarks of its text.
#[derive(Clone, Debug)]
pub struct Kifu<'a> {
    /// The game.
    pub game: Game,
    /// The players' names, sente's first; empty if they are not known.
    pub names: [&'a str; 2],
    /// How the players ended it, if the last move did not: 投了 for resigning and so on.
    pub closing: Option<&'a str>,
    /// The line, counted from 1, of the first move after the end of the game. Such moves are not read.
    pub after_end: Option<usize>,
    /// The number of variations, which are not read.
    pub variations: usize,
}

/// Why a text is not a kifu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KifuError {
    /// The line of the mistake, counted from 1.
    pub line: usize,
    /// The mistake.
    pub mistake: Mistake,
}

errors! {
    /// A mistake in a line.
    pub enum Mistake {
        Nothing => "there is no move in it",
        OtherGame => "the game is not どうぶつしょうぎ",
        Rank => "a rank of the board has three squares, each ・ or an animal",
        Ranks => "the board has four ranks",
        Hand => "a hand is なし or the animals in it",
        Position(error: PositionError) => "{error}",
        Sfen(error: SfenError) => "{error}",
        Kif(error: KifError) => "{error}",
        Usi(error: UsiError) => "{error}",
        Game(error: GameError) => "{error}",
    }
}

impl fmt::Display for KifuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.mistake)
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
            after_end: None,
            variations: 0,
        }
    }

    /// Reads a kifu in either format: a list has only ASCII letters, KIF has others. The moves after the
    /// end of a game and variations are skipped.
    ///
    /// # Errors
    /// [`KifuError`] if the text is neither, or the game is longer than [`PLIES`](super::PLIES).
    pub fn read(text: &'a str) -> Result<Kifu<'a>, KifuError> {
        Self::read_with(text, |_| {})
    }

    /// As [`read`](Kifu::read); calls `played` after each move with its line, counted from 1.
    ///
    /// # Errors
    /// As [`read`](Kifu::read).
    pub fn read_with(text: &'a str, played: impl FnMut(usize)) -> Result<Kifu<'a>, KifuError> {
        let text = text.trim_start_matches('\u{FEFF}');
        match text.is_ascii() {
            true => usi::read(text, played),
            false => kif::read(text, played),
        }
    }

    /// Displays the kifu as KIF.
    pub fn kif(&self) -> impl fmt::Display {
        fmt::from_fn(|f| kif::write(f, self))
    }

    /// Displays the game as a list of USI moves, in the animals' letters.
    pub fn usi(&self) -> impl fmt::Display {
        self.usi_in(Letters::Animals)
    }

    /// Displays the game as a list of USI moves in these letters.
    pub fn usi_in(&self, letters: Letters) -> impl fmt::Display {
        fmt::from_fn(move |f| usi::write(f, &self.game, letters))
    }
}
