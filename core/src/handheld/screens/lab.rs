//! The running experiment: composite Monte Carlo counts the ways to place N queens.
//!
//! The counts up to 27 queens are known, so the estimate can be watched closing in on the truth.
//! The paper's own board, 45 queens, is the last choice; nobody knows its count.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::entries::Item;
use super::ink::{LINE, fill, write};
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
            write_count(statistics.mean(), &mut rows[1].1);
            if trials > 1 && !statistics.mean().is_zero() {
                let error = statistics.relative_error();
                write_percent(error, &mut rows[2].1);
                draw_error(error, TOP + 2 * LINE, target)?;
            }
        }
        match problem.count {
            Some(count) => write_count(Figure::from_u64(count), &mut rows[3].1),
            None => drop(rows[3].1.push('?')),
        }
        for (row, (name, figure)) in rows.iter().enumerate() {
            draw_row(row, false, name.text(language), Some(figure), target)?;
        }
        let hint = Phrase::OtherBoard.text(language);
        write(hint, Point::new(4, TOP + 4 * LINE), ON, target).map(|_| ())
    }
}

/// A count of up to seven digits as it is, `14200`; a larger one by its power of ten, `1.0825e38`.
fn write_count(count: Figure, line: &mut Line) {
    let (digits, power) = count.decimal(5);
    let _ = match power {
        ..0 => {
            let unit = 10u64.pow(power.unsigned_abs().min(5));
            write!(line, "{}", (digits + unit / 2) / unit)
        }
        0..=2 => write!(line, "{}", digits * 10u64.pow(power as u32)),
        _ => write!(line, "{count:.4}"),
    };
}

/// Two digits of a share, as a percentage: `12%`, `8.1%`, `0.81%`.
fn write_percent(share: Figure, line: &mut Line) {
    let (digits, power) = share.times(Figure::from_u64(100)).decimal(2);
    // An error is seldom ten times the estimate, and below a millionth it is as good as none.
    let _ = match power {
        0.. => write!(line, "{}%", digits * 10u64.pow(power.min(3) as u32)),
        -1 => write!(line, "{}.{}%", digits / 10, digits % 10),
        -2 => write!(line, "0.{digits:02}%"),
        -3 => write!(line, "0.0{digits:02}%"),
        _ => write!(line, "0.00%"),
    };
}

/// The error as whiskers on both sides of a point. Their length is logarithmic, two pixels for half
/// an error: four times the trials take off as much at a tenth of a percent as at ten.
fn draw_error<D: DrawTarget<Color = BinaryColor>>(
    error: Figure,
    y: i32,
    target: &mut D,
) -> Result<(), D::Error> {
    const MIDDLE: i32 = 60;
    const LONGEST: i32 = 22;
    let square = error.times(error);
    let length = (LONGEST + square.nearest_power_of_two()).clamp(1, LONGEST);
    let line = Size::new(2 * length as u32 + 1, 1);
    fill(Point::new(MIDDLE - length, y + 4), line, ON, target)?;
    fill(
        Point::new(MIDDLE - 1, y + 3),
        Size::new_equal(3),
        ON,
        target,
    )?;
    for end in [MIDDLE - length, MIDDLE + length] {
        fill(Point::new(end, y + 1), Size::new(1, 7), ON, target)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trial visits about as many nodes as the tree has for each of the threshold's: some
    /// thousands, and a tick does two thousand. The longest of these takes 40 times the mean.
    /// Where the count is known, the estimate of 200 trials is within four of its standard errors,
    /// which one seed in some thousands would miss; and the error is a quarter of what it was
    /// after twelve trials, give or take a factor of two.
    fn finishes_trials_and_closes_in(choice: usize, size: u8) {
        let mut lab = Lab {
            choice,
            composite: None,
        };
        assert_eq!(lab.problem().size, size);
        let error = |lab: &Lab| {
            let statistics = lab.composite.as_ref().unwrap().statistics();
            statistics.relative_error().to_f64()
        };
        let (mut last, mut waited, mut early) = (0, 0, f64::NAN);
        while last < 200 {
            lab.tick();
            waited += 1;
            assert!(waited <= 400, "{size} queens: {last} trials");
            let trials = lab.trials().unwrap_or(0);
            if trials > last {
                (last, waited) = (trials, 0);
                if trials == 12 {
                    early = error(&lab);
                }
            }
        }
        let statistics = lab.composite.as_ref().unwrap().statistics();
        if let Some(count) = lab.problem().count {
            let off = statistics.mean().to_f64() - count as f64;
            let within = 4.0 * statistics.standard_error().to_f64();
            assert!(off.abs() <= within, "{size} queens: off by {off}");
        }
        let shrunk = error(&lab) / early;
        assert!(
            (0.125..0.5).contains(&shrunk),
            "{size} queens: {early} became {shrunk} of itself"
        );
    }

    macro_rules! boards {
        ($($name:ident: $choice:expr, $size:expr;)*) => {$(
            #[test]
            fn $name() {
                finishes_trials_and_closes_in($choice, $size);
            }
        )*};
    }

    boards! {
        eight_queens: 0, 8;
        twelve_queens: 1, 12;
        sixteen_queens: 2, 16;
        twenty_queens: 3, 20;
        twenty_seven_queens: 4, 27;
        forty_five_queens: 5, 45;
    }

    #[test]
    fn small_counts_are_written_out() {
        let shown = |count: u64| {
            let mut line = Line::new();
            write_count(Figure::from_u64(count), &mut line);
            line
        };
        assert_eq!(shown(0).as_str(), "0");
        assert_eq!(shown(92).as_str(), "92");
        assert_eq!(shown(14_200).as_str(), "14200");
        assert_eq!(shown(2_279_184).as_str(), "2279200");
        assert_eq!(shown(14_772_512).as_str(), "1.4773e7");
    }

    #[test]
    fn percentages_have_two_digits() {
        let percent = |parts: u64, of: u64| {
            let mut line = Line::new();
            write_percent(
                Figure::from_u64(parts).over(Figure::from_u64(of)),
                &mut line,
            );
            line
        };
        for (parts, of, shown) in [
            (5, 1, "500%"),
            (1, 4, "25%"),
            (81, 1000, "8.1%"),
            (1, 123, "0.81%"),
            (1, 1234, "0.081%"),
            (1, 1_000_000, "0.00%"),
        ] {
            assert_eq!(percent(parts, of).as_str(), shown);
        }
    }
}
