//! Why a command was not obeyed, in a sentence.

use core::fmt;

use crate::game::{SfenError, UsiError};

/// Why a command was not obeyed; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The line does not fit.
    TooLong,
    /// The line is not UTF-8.
    NotText,
    /// No command of USI.
    Command,
    /// `setoption` without `name`.
    OptionForm,
    /// An option there is not.
    Option,
    /// A number that is none, or not from 1 to this.
    Number(u8),
    /// A seed that is none.
    Seed,
    /// A variant that is another game.
    Variant,
    /// Letters there are not.
    Letters,
    /// `position` without `startpos` or `sfen`.
    PositionForm,
    /// The text after `sfen` is not a position.
    Sfen(SfenError),
    /// This move, counted from 1, is not one.
    Move(usize, UsiError),
    /// The game was over before this move, counted from 1.
    Over(usize),
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
            Refusal::Over(number) => write!(
                f,
                "move {number}: the game is over before it (a try that is not caught stands, unlike on lishogi)"
            ),
        }
    }
}
