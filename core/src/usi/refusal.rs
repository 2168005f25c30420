//! The reasons for which a command is refused.

use super::LINE;
use crate::game::{Ending, SfenError, UsiError};

errors! {
    /// Why a command is refused. Moves are counted from 1.
    pub(super) enum Refusal {
        TooLong => "the line is longer than {LINE} bytes",
        NotText => "the line is not UTF-8 text",
        Command => "there is no such command",
        OptionForm => "an option is set by 'name', its name, 'value' and its value",
        Option => "there is no such option",
        Number(most: u8) => "the option's value must be from 1 to {most}",
        Seed => "the seed must be a number from 0 to 2147483647",
        Variant => "the only variant is dobutsu",
        Letters => "the letters are asked, animals or shogi",
        PositionForm => "a position is 'startpos' or 'sfen' and its fields, then perhaps 'moves'",
        Sfen(error: SfenError) => "not a position: {error}",
        Move(number: usize, error: UsiError) => "move {number}: {error}",
        Caught(number: usize) => "move {number}: the game is over before it, the lion is caught",
        Over(number: usize, ending: Ending) => "move {number}: the game is over before it, {ending}",
    }
}
