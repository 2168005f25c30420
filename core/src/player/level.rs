//! Levels: how far ahead a player sees the end, and what it goes by when it does not.

use super::advice::{Advice, Need, Verdict};
use super::dice::Dice;
use super::impression::impression;
use crate::game::{Move, Position, Value};

/// How well to play, from 1, which a beginner beats, to [perfect](Level::PERFECT).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Level(u8);

/// How far a weak level sees, and how it errs beyond.
struct Foresight {
    /// An end that is at most this many plies away is never overlooked.
    sure: u8,
    /// Beyond that, the chance of seeing it halves each time the end is this many plies further away.
    half: u8,
    /// How far guesses at unclear moves scatter, in hundredths of a chick.
    scatter: u16,
}

/// The foresight of levels 1 to 9. Level 1 sees that it can catch the lion (1 ply), but may leave its
/// own to be caught (2 plies); from level 2 on no lion is left hanging.
///
/// Chosen so that each level scores between 60 and 80 % against the one below; see
/// [the table](super#levels).
const FORESIGHT: [Foresight; 9] = [
    Foresight::new(1, 1, 450),
    Foresight::new(2, 1, 700),
    Foresight::new(2, 2, 340),
    Foresight::new(3, 3, 200),
    Foresight::new(5, 5, 160),
    Foresight::new(7, 9, 130),
    Foresight::new(9, 20, 100),
    Foresight::new(12, 43, 90),
    Foresight::new(18, 92, 80),
];

/// After this many halvings, when a sixteenth is left, the end is not looked for at all: on the chip
/// every ply of every move takes its time.
const HALVINGS: u8 = 4;

/// How far away a draw is to someone who has to see that nobody can force anything.
const DRAW_DISTANCE: u8 = 24;

impl Level {
    /// The level a beginner beats.
    pub const FIRST: Level = Level(1);
    /// Sees everything the adviser knows; with the database, perfect play.
    pub const PERFECT: Level = Level(FORESIGHT.len() as u8 + 1);

    /// All levels, the weakest first.
    pub fn all() -> impl ExactSizeIterator<Item = Level> + DoubleEndedIterator {
        (1..Self::PERFECT.0 + 1).map(Level)
    }

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

    /// What it needs to be told to choose a move: an end so far away that it would never be seen
    /// is not worth counting to.
    pub fn need(self) -> Need {
        match FORESIGHT.get(usize::from(self.0) - 1) {
            None => Need::Choice,
            Some(foresight) => Need::Within(foresight.horizon()),
        }
    }

    /// Picks one of the advised moves; `None` if there is none.
    ///
    /// Among equals the dice decide, so that games differ.
    pub fn choose(self, advice: &Advice, dice: &mut Dice) -> Option<Move> {
        match FORESIGHT.get(usize::from(self.0) - 1) {
            None => {
                let best = advice.best();
                best.get(dice.below(best.len())).map(|advised| advised.mv)
            }
            Some(foresight) => {
                let scored = advice.moves().iter().map(|advised| {
                    let score =
                        foresight.score(advice.position(), advised.mv, advised.verdict, dice);
                    // A second throw decides between equal scores.
                    ((score, dice.seed()), advised.mv)
                });
                scored.max_by_key(|&(score, _)| score).map(|(_, mv)| mv)
            }
        }
    }
}

impl Foresight {
    const fn new(sure: u8, half: u8, scatter: u16) -> Foresight {
        Foresight {
            sure,
            half,
            scatter,
        }
    }

    /// What a move seems to be worth.
    fn score(&self, position: Position, mv: Move, verdict: Verdict, dice: &mut Dice) -> i32 {
        const CERTAIN: i32 = 1 << 16;
        match verdict {
            Verdict::Exact(Value::Win(plies)) if self.sees(plies, dice) => {
                CERTAIN - i32::from(plies)
            }
            Verdict::Exact(Value::Loss(plies)) if self.sees(plies, dice) => {
                i32::from(plies) - CERTAIN
            }
            Verdict::Exact(Value::Draw) if self.sees(DRAW_DISTANCE, dice) => 0,
            _ => {
                // The sum of two throws: small slips are likelier than large ones.
                let scatter = usize::from(self.scatter);
                let slip = dice.below(scatter + 1) + dice.below(scatter + 1);
                i32::from(impression(position, mv)) + slip as i32 - scatter as i32
            }
        }
    }

    /// The furthest end that can be noticed.
    fn horizon(&self) -> u8 {
        let beyond = self.half.saturating_mul(HALVINGS);
        self.sure.saturating_add(beyond - 1)
    }

    /// Whether an end this many plies away is noticed.
    fn sees(&self, plies: u8, dice: &mut Dice) -> bool {
        if plies > self.horizon() {
            return false;
        }
        let beyond = plies.saturating_sub(self.sure);
        let halvings = beyond / self.half;
        // Between two halvings the chance falls in a straight line.
        let part = u16::from(beyond % self.half) * 128 / u16::from(self.half);
        let chance = 256u16.saturating_sub(part) >> halvings;
        dice.chance(chance)
    }
}
