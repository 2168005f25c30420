//! The options.

use core::fmt;

use super::command::Refusal;
use crate::game::{Letters, MAX_MOVES};
use crate::player::{Dice, Level};

/// The options and their values.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) level: Level,
    /// The number of moves to analyse.
    pub(super) lines: u8,
    /// Decides among equally good moves.
    pub(super) dice: Dice,
    /// The letters of the answers, if they do not follow the position's.
    always: Option<Letters>,
    /// The letters of the last position that had any.
    asked: Letters,
}

impl Options {
    pub(super) const fn new() -> Options {
        Options {
            level: Level::PERFECT,
            lines: 1,
            dice: Dice::new(1),
            always: None,
            asked: Letters::Animals,
        }
    }

    /// The letters to answer in.
    pub(super) fn letters(&self) -> Letters {
        self.always.unwrap_or(self.asked)
    }

    /// Notes the letters of a position.
    pub(super) fn asked_in(&mut self, letters: Letters) {
        self.asked = letters;
    }

    /// Sets an option. Capitals make no difference in names.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let number = |most| match value.parse() {
            Ok(number @ 1..) if number <= most => Ok(number),
            _ => Err(Refusal::Number(most)),
        };
        if is("Level") {
            let most = Level::PERFECT.number();
            self.level = Level::new(number(most)?).ok_or(Refusal::Number(most))?;
        } else if is("MultiPV") {
            self.lines = number(MAX_MOVES as u8)?;
        } else if is("Seed") {
            let seed: i32 = value.parse().map_err(|_| Refusal::Seed)?;
            self.dice = Dice::new(u32::try_from(seed).map_err(|_| Refusal::Seed)?);
        } else if is("USI_Variant") || is("UCI_Variant") {
            if !value.eq_ignore_ascii_case("dobutsu") {
                return Err(Refusal::Variant);
            }
            // Lishogi's programs set it; they expect lishogi's letters even after `startpos`.
            self.asked = Letters::Shogi;
        } else if is("Letters") {
            self.always = match value {
                "asked" => None,
                "animals" => Some(Letters::Animals),
                "shogi" => Some(Letters::Shogi),
                _ => return Err(Refusal::Letters),
            };
        } else if !(is("USI_Hash") || is("USI_Ponder") || is("Threads")) {
            // Programs send these three to every engine; they have no effect.
            return Err(Refusal::Option);
        }
        Ok(())
    }
}

pub(super) fn introduce(out: &mut impl fmt::Write) -> fmt::Result {
    let (levels, seeds) = (Level::PERFECT.number(), i32::MAX);
    writeln!(
        out,
        "id name dobutsu {version}
id author the dobutsu handheld authors
option name USI_Ponder type check default false
option name Level type spin default {levels} min 1 max {levels}
option name MultiPV type spin default 1 min 1 max {MAX_MOVES}
option name USI_Variant type combo default dobutsu var dobutsu
option name Letters type combo default asked var asked var animals var shogi
option name Seed type spin default 1 min 0 max {seeds}
usiok",
        version = crate::VERSION
    )
}
