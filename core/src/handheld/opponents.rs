//! The ten opponents: every level has a name and a face, and the results of the games against it are saved.

use super::text::line;
use super::{Language, Line, Phrase};
use crate::player::Level;

pub(super) const OPPONENTS: usize = Level::PERFECT.number() as usize;

/// The name of the opponent who plays at a level.
pub(super) const fn name(level: Level) -> Phrase {
    match level.number() {
        1 => Phrase::Mouse,
        2 => Phrase::Rabbit,
        3 => Phrase::Frog,
        4 => Phrase::Pig,
        5 => Phrase::Penguin,
        6 => Phrase::Cat,
        7 => Phrase::Panda,
        8 => Phrase::Fox,
        9 => Phrase::Tiger,
        _ => Phrase::Owl,
    }
}

/// The number of a level and the name of the opponent who plays at it.
pub(super) fn numbered(level: Level, language: Language) -> Line {
    let name = name(level).text(language);
    line(format_args!("{} {name}", level.number()))
}

/// The next stronger opponent.
pub(super) const fn next(level: Level) -> Option<Level> {
    Level::new(level.number() + 1)
}

/// The results of the person's games against one opponent. Only games from the start position count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games won.
    pub won: u16,
    /// Games drawn.
    pub drawn: u16,
    /// Games lost.
    pub lost: u16,
    /// Whether one of them was won without help: no hint, no look at values, no move taken back.
    pub is_unaided: bool,
}

/// The person's result in a game against an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Farewell {
    /// Won; whether without help.
    Won {
        is_unaided: bool,
    },
    Drawn,
    Lost,
}

/// The totals against each opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AllTotals([Totals; OPPONENTS]);

impl AllTotals {
    pub(super) const NONE: AllTotals = AllTotals(
        [Totals {
            won: 0,
            drawn: 0,
            lost: 0,
            is_unaided: false,
        }; OPPONENTS],
    );

    /// The totals against the opponent who plays at a level.
    pub(super) fn against(&self, level: Level) -> Totals {
        self.0[usize::from(level.number()) - 1]
    }

    /// The totals against the opponent who plays at a level, to be changed.
    pub(super) fn against_mut(&mut self, level: Level) -> &mut Totals {
        &mut self.0[usize::from(level.number()) - 1]
    }

    pub(super) fn add(&mut self, level: Level, farewell: Farewell) {
        let totals = self.against_mut(level);
        let count = match farewell {
            Farewell::Won { is_unaided } => {
                totals.is_unaided |= is_unaided;
                &mut totals.won
            }
            Farewell::Drawn => &mut totals.drawn,
            Farewell::Lost => &mut totals.lost,
        };
        *count = count.saturating_add(1);
    }
}
