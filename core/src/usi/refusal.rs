//! Why a command is refused, in a sentence.

use core::fmt;

use crate::game::{Ending, SfenError, UsiError};

/// Why a command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The line, or a move in it, does not fit.
    TooLong,
    /// The line is not UTF-8.
    NotText,
    /// Not a command of USI.
    Command,
    /// `setoption` without `name`.
    OptionForm,
    /// An unknown option.
    Option,
    /// Not a number from 1 to this.
    Number(u8),
    /// Not a seed.
    Seed,
    /// Another variant than dobutsu.
    Variant,
    /// Unknown letters.
    Letters,
    /// `position` without `startpos` or `sfen`.
    PositionForm,
    /// The text after `sfen` is not a position.
    Sfen(SfenError),
    /// This move, counted from 1, is not legal.
    Move(usize, UsiError),
    /// The lion was caught before this move, counted from 1.
    Caught(usize),
    /// The game was over before this move, counted from 1.
    Over(usize, Ending),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Refusal::TooLong => write!(f, "the line is longer than {} bytes", super::LINE),
            Refusal::NotText => f.write_str("the line is not UTF-8 text"),
            Refusal::Command => f.write_str("there is no such command"),
            Refusal::OptionForm => {
                f.write_str("an option is set by 'name', its name, 'value' and its value")
            }
            Refusal::Option => f.write_str("there is no such option"),
            Refusal::Number(most) => write!(f, "the option's value must be from 1 to {most}"),
            Refusal::Seed => f.write_str("the seed must be a number from 0 to 2147483647"),
            Refusal::Variant => f.write_str("the only variant is dobutsu"),
            Refusal::Letters => f.write_str("the letters are asked, animals or shogi"),
            Refusal::PositionForm => f.write_str(
                "a position is 'startpos' or 'sfen' and its fields, then perhaps 'moves'",
            ),
            Refusal::Sfen(error) => write!(f, "not a position: {error}"),
            Refusal::Move(number, error) => write!(f, "move {number}: {error}"),
            Refusal::Caught(number) => write!(
                f,
                "move {number}: the game is over before it, the lion is caught"
            ),
            Refusal::Over(number, ending) => {
                write!(f, "move {number}: the game is over before it, {ending}")
            }
        }
    }
}
