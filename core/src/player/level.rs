//! Levels: how many positions a player searches, and how mistaken it is.

use super::advice::{Advice, Need, QuickSearch};
use super::dice::Dice;
use crate::game::{After, Move, Position};

/// Playing strength, from 1, which a beginner beats, to [perfect](Level::PERFECT).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The parameters of a weak level: it searches a few positions with random errors, or takes the perfect player's
/// move. It never needs a distance, so it never thinks longer than the perfect player.
struct Skill {
    /// The chance of a random move, out of 256.
    careless: u16,
    /// The chance of the perfect player's move, out of 256.
    notices: u16,
    /// Positions it searches otherwise.
    positions: u16,
    /// The largest error of its evaluations.
    scatter: u8,
}

/// The skills of levels 1 to 9, chosen so that each level scores between 60 and 80 % against the
/// one below; the figures are in the project's `MEASUREMENTS.md`. Only the first may leave its lion
/// to be caught for no reason.
const SKILLS: [Skill; 9] = [
    Skill::new(44, 0, 40, 120),
    Skill::new(0, 0, 40, 120),
    Skill::new(0, 0, 45, 60),
    Skill::new(0, 0, 75, 55),
    Skill::new(0, 0, 140, 35),
    Skill::new(0, 0, 320, 24),
    Skill::new(0, 64, 600, 15),
    Skill::new(0, 150, 800, 12),
    Skill::new(0, 218, 1000, 10),
];

impl Level {
    /// The level a beginner beats.
    pub const FIRST: Level = Level(1);
    /// Uses everything that the adviser knows; with the database, perfect play.
    pub const PERFECT: Level = Level(SKILLS.len() as u8 + 1);

    /// All levels, the weakest first.
    #[rustfmt::skip]
    pub const ALL: [Level; SKILLS.len() + 1] = [
        Level(1), Level(2), Level(3), Level(4), Level(5),
        Level(6), Level(7), Level(8), Level(9), Level::PERFECT,
    ];

    /// The level with this number.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Self::PERFECT.0 {
            Some(Level(number))
        } else {
            None
        }
    }

    /// From 1 to that of [`Level::PERFECT`].
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The advice needed to choose a move.
    ///
    /// At the start a perfect player needs more than one best move, so that games begin differently. This takes
    /// four to six times as long.
    ///
    /// The dice are not advanced, so that the need stays the same until a move is
    /// [chosen](Level::choose), which advances them.
    pub fn need(self, position: Position, mut dice: Dice) -> Need {
        let Some(skill) = self.skill() else {
            return if position == Position::START {
                Need::Choice
            } else {
                Need::Move
            };
        };
        // Not the dice that choose the move.
        let mut dice = Dice::new(dice.seed());
        if dice.chance(skill.notices) {
            return Need::Move;
        }
        Need::QuickSearch(QuickSearch {
            positions: skill.positions,
            scatter: skill.scatter,
            seed: dice.seed(),
        })
    }

    /// Picks one of the advised moves; `None` if there is none.
    ///
    /// Among equals the dice decide, so that games differ.
    pub fn choose(self, advice: &Advice, dice: &mut Dice) -> Option<Move> {
        let best = advice.best();
        let chosen = best.get(dice.below(best.len()))?.mv;
        let careless = self.skill().map_or(0, |skill| skill.careless);
        // No level overlooks a lion that can be caught.
        if advice.position().play(chosen) == After::Caught || !dice.chance(careless) {
            return Some(chosen);
        }
        let moves = advice.position().moves();
        moves.get(dice.below(moves.len())).copied()
    }

    fn skill(self) -> Option<&'static Skill> {
        SKILLS.get(usize::from(self.0) - 1)
    }
}

impl Skill {
    const fn new(careless: u16, notices: u16, positions: u16, scatter: u8) -> Skill {
        Skill {
            careless,
            notices,
            positions,
            scatter,
        }
    }
}
