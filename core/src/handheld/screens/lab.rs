//! The running experiment: composite Monte Carlo counts the ways to place N queens.
//!
//! The counts up to 27 queens are known, so the estimate can be watched closing in on the truth.
//! The paper's own board, 45 queens, is the last choice; nobody knows its count.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::entries::Item;
use super::ink::{LINE, write};
use super::list::{TOP, draw_heading, draw_row};
use super::{Button, Next, ON};
use crate::estimate::{
    Choice, Composite, Cutoff, FRACTION_LIMBS, Figure, Goal, Product, Queens, Settings,
};
use crate::handheld::settings::Language;
use crate::handheld::text::{Line, Phrase};

/// So many queens to place, the product at which a descent turns into a search, and the count if
/// known.
struct Problem {
    queens: Queens,
    /// The binary logarithm of the threshold; about that of the tree's size, less ten to twelve, so
    /// that a trial takes a few ticks. The paper's best for 45 queens is 10^38, 2^126.
    threshold: u8,
    size: u8,
    count: Option<u64>,
}

const fn problem(size: u8, threshold: u8, count: Option<u64>) -> Problem {
    match Queens::new(size) {
        Some(queens) => Problem {
            queens,
            threshold,
            size,
            count,
        },
        None => panic!("a board has 1 to 64 rows"),
    }
}

/// Known counts: sequence A000170 of the OEIS.
static PROBLEMS: [Problem; 6] = [
    problem(8, 10, Some(92)),
    problem(12, 10, Some(14_200)),
    problem(16, 20, Some(14_772_512)),
    problem(20, 30, Some(39_029_188_884)),
    problem(27, 50, Some(234_907_967_154_122_528)),
    problem(45, 120, None),
];

/// The deepest board.
const DEPTH: usize = 45;

/// Nodes visited in one tick.
const BUDGET: u32 = 2_000;

/// The experiment and what it is about.
#[derive(Clone, Debug)]
pub(crate) struct Lab {
    choice: usize,
    composite: Option<Composite<'static, Queens, DEPTH>>,
}

impl Lab {
    /// An experiment that has not begun.
    pub(crate) const fn new() -> Lab {
        Lab {
            choice: 3,
            composite: None,
        }
    }

    fn problem(&self) -> &'static Problem {
        &PROBLEMS[self.choice % PROBLEMS.len()]
    }

    /// How many trials are done.
    pub(crate) fn trials(&self) -> Option<u64> {
        let composite = self.composite.as_ref()?;
        Some(composite.statistics().trials)
    }

    pub(crate) fn press(&mut self, button: Button) -> Next {
        let step = match button {
            Button::Left => PROBLEMS.len() - 1,
            Button::Right => 1,
            Button::Up | Button::Down => return Next::Stay,
            Button::A | Button::B => return Next::MainMenu(Some(Item::Lab)),
        };
        self.choice = (self.choice + step) % PROBLEMS.len();
        self.composite = None;
        Next::Stay
    }

    /// Works for a tick. The first one only sets up the board: a display that takes half a tick
    /// for a picture would never show the empty table otherwise.
    pub(crate) fn tick(&mut self) {
        let problem = self.problem();
        if self.composite.is_none() {
            let limbs = usize::from(problem.threshold / 32);
            let threshold = Product::shifted(1 << (problem.threshold % 32), FRACTION_LIMBS + limbs);
            let settings = Settings {
                cutoff: Cutoff::Product(threshold),
                goal: Goal::Solutions,
                choice: Choice::Uniform,
                windows: None,
                seed: 1,
            };
            // A board of this list is never too deep.
            self.composite = Composite::new(&problem.queens, settings, 0).ok();
        } else if let Some(composite) = &mut self.composite {
            let _ = composite.step(BUDGET);
        }
    }

    pub(crate) fn draw<D: DrawTarget<Color = BinaryColor>>(
        &self,
        language: Language,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let problem = self.problem();
        draw_heading(&Phrase::Queens.with(language, problem.size), target)?;
        let mut rows: [(Phrase, Line); 4] = [
            (Phrase::Trials, Line::new()),
            (Phrase::Estimate, Line::new()),
            (Phrase::Error, Line::new()),
            (Phrase::Exact, Line::new()),
        ];
        // Every figure has at most fourteen characters, and a line has room for more.
        let statistics = self
            .composite
            .as_ref()
            .map(|composite| composite.statistics());
        if let Some(statistics) = statistics.filter(|statistics| statistics.trials > 0) {
            let trials = statistics.trials;
            let _ = write!(rows[0].1, "{trials}");
            let _ = write!(rows[1].1, "{:.4}", statistics.mean());
            if trials > 1 {
                let _ = write!(rows[2].1, "{:.1}", statistics.standard_error());
            }
        }
        let _ = match problem.count {
            Some(count) => write!(rows[3].1, "{:.4}", Figure::from_u64(count)),
            None => write!(rows[3].1, "?"),
        };
        for (row, (name, figure)) in rows.iter().enumerate() {
            draw_row(row, false, name.text(language), Some(figure), target)?;
        }
        let hint = Phrase::OtherBoard.text(language);
        write(hint, Point::new(4, TOP + 4 * LINE), ON, target).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trial visits about as many nodes as the tree has for each of the threshold's: some
    /// thousands, and a tick does two thousand. The longest of these takes 40 times the mean.
    #[test]
    fn every_board_finishes_trials_in_bounded_ticks() {
        for (choice, problem) in PROBLEMS.iter().enumerate() {
            let mut lab = Lab {
                choice,
                composite: None,
            };
            let (mut last, mut longest) = (0, 0);
            let mut waited = 0;
            while last < 50 {
                lab.tick();
                waited += 1;
                longest = longest.max(waited);
                assert!(waited <= 400, "{} queens: {last} trials", problem.size);
                if lab.trials().unwrap_or(0) > last {
                    last = lab.trials().unwrap_or(0);
                    waited = 0;
                }
            }
            std::println!("{} queens: at most {longest} ticks a trial", problem.size);
        }
    }
}
