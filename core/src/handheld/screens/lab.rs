//! The running experiment: composite Monte Carlo counts the ways to place N queens, or to pack the
//! paper's box with the 35 hexominoes.
//!
//! The counts up to 27 queens are known, so one can watch the estimate approach them. The exact counts of the
//! paper's own two problems, 45 queens and the box, are unknown. The box is drawn while it is packed.

mod experiments;
mod figures;
mod picture;

use core::fmt::Write;

use embedded_graphics::prelude::*;

use self::experiments::{EXPERIMENTS, Experiment, Known, Problem, Running};
use self::figures::{draw_error, write_count, write_percent};
use self::picture::Picture;
use super::ink::{LINE, write, write_right};
use super::list::{TOP, draw_heading, draw_row};
use super::{Button, ON};
use crate::handheld::menu::{Item, Menu};
use crate::handheld::next::Next;

use crate::estimate::{Figure, Statistics, nearest_power_of_two};
use crate::handheld::Frame;
use crate::handheld::settings::Language;
use crate::handheld::text::{Line, Phrase};

/// Nodes visited in one tick.
const BUDGET: u32 = 2_000;

/// Ticks between two pictures of the box, because drawing takes time from counting.
const PICTURE: u8 = 8;

/// The chosen experiment and its progress.
#[derive(Clone, Debug)]
pub(crate) struct Lab {
    choice: usize,
    running: Option<Running>,
    /// The box when a picture was due.
    picture: Picture,
    ticks: u8,
}

impl Lab {
    /// An experiment that has not begun.
    pub(crate) const fn new() -> Lab {
        Lab::of(3)
    }

    const fn of(choice: usize) -> Lab {
        Lab {
            choice,
            running: None,
            picture: Picture::EMPTY,
            ticks: 0,
        }
    }

    fn experiment(&self) -> &'static Experiment {
        &EXPERIMENTS[self.choice % EXPERIMENTS.len()]
    }

    fn statistics(&self) -> Option<&Statistics> {
        self.running.as_ref().map(Running::statistics)
    }

    /// The number of trials done, and of the picture shown.
    pub(crate) fn pulse(&self) -> Option<(u64, u8)> {
        let statistics = self.statistics()?;
        Some((statistics.trials, self.ticks / PICTURE))
    }

    pub(crate) fn press(&mut self, button: Button) -> Next {
        let step = match button {
            Button::Left => EXPERIMENTS.len() - 1,
            Button::Right => 1,
            Button::Up | Button::Down => return Next::Stay,
            Button::A | Button::B => return Next::Menu(Menu::Main, Some(Item::Lab)),
        };
        *self = Lab::of((self.choice + step) % EXPERIMENTS.len());
        Next::Stay
    }

    /// Counts for a tick. The first tick only begins the experiment, so that the empty table is shown.
    pub(crate) fn tick(&mut self) {
        let experiment = self.experiment();
        let Some(running) = &mut self.running else {
            self.running = Running::begin(experiment);
            return;
        };
        running.step(BUDGET);
        if let Problem::Hexominoes = experiment.problem {
            self.ticks = self.ticks.wrapping_add(1);
            if self.ticks.is_multiple_of(PICTURE) {
                self.picture = Picture::of(running.laid());
            }
        }
    }

    pub(crate) fn draw(&self, language: Language, frame: &mut Frame) {
        match &self.experiment().problem {
            Problem::Queens(queens, _) => self.draw_table(queens.size(), language, frame),
            Problem::Hexominoes => self.draw_box(language, frame),
        }
    }

    fn draw_table(&self, size: u8, language: Language, frame: &mut Frame) {
        let experiment = self.experiment();
        draw_heading(&Phrase::Queens.with(language, size), frame);
        let mut rows: [(Phrase, Line); 4] = [
            (Phrase::Trials, Line::new()),
            (Phrase::Estimate, Line::new()),
            (Phrase::Error, Line::new()),
            (experiment.known.name(), Line::new()),
        ];
        // Every figure has at most fourteen characters, and a line has room for more.
        if let Some(statistics) = self.statistics().filter(|done| done.trials > 0) {
            let _ = write!(rows[0].1, "{}", statistics.trials);
            write_count(statistics.mean, &mut rows[1].1);
            if let Some(error) = error(statistics) {
                write_percent(error, &mut rows[2].1);
                draw_error(error, Point::new(60, TOP + 2 * LINE), 22, frame);
            }
        }
        match experiment.known {
            Known::Exactly(count) => write_count(count as f64, &mut rows[3].1),
            Known::Estimate(paper) => drop(rows[3].1.push_str(paper)),
        }
        for (row, (name, figure)) in rows.iter().enumerate() {
            draw_row(row, false, name.text(language), Some(figure), frame);
        }
        let hint = Phrase::OtherBoard.text(language);
        write(hint, Point::new(4, TOP + 4 * LINE), ON, frame);
    }

    /// The box on the left, the figures on the right.
    fn draw_box(&self, language: Language, frame: &mut Frame) {
        const LEFT: i32 = 80;
        const RIGHT: i32 = 128;
        let row = |row: i32| TOP + row * LINE;
        draw_heading(Phrase::Hexominoes.text(language), frame);
        self.picture.draw(Point::new(1, TOP + 1), frame);
        for (place, name) in [(0, Phrase::Estimate), (3, Phrase::Paper)] {
            write(name.text(language), Point::new(LEFT, row(place)), ON, frame);
        }
        if let Known::Estimate(paper) = self.experiment().known {
            write_right(paper, Point::new(RIGHT, row(4)), ON, frame);
        }
        let Some(statistics) = self.statistics() else {
            return;
        };
        let trials = Phrase::TrialsDone.with(language, statistics.trials);
        write_right(&trials, Point::new(RIGHT, 0), ON, frame);
        let mean = statistics.mean;
        if mean == 0.0 {
            let none = Phrase::NoneYet.text(language);
            return write_right(none, Point::new(RIGHT, row(1)), ON, frame);
        }
        let mut line = Line::new();
        let error = error(statistics);
        // As many digits as mean anything: one more below a tenth or so.
        let is_rough = error.is_none_or(|error| nearest_power_of_two(10.0 * error) >= 0);
        let digits = if is_rough { 1 } else { 2 };
        let _ = write!(line, "{:.digits$}", Figure(mean));
        write_right(&line, Point::new(RIGHT, row(1)), ON, frame);
        if let Some(error) = error {
            let mut line = Line::new();
            write_percent(error, &mut line);
            write_right(&line, Point::new(RIGHT, row(2)), ON, frame);
            draw_error(error, Point::new(LEFT + 11, row(2)), 11, frame);
        }
    }
}

/// The relative error, if the estimate has one.
fn error(statistics: &Statistics) -> Option<f64> {
    let has_one = statistics.trials > 1 && statistics.mean > 0.0;
    has_one.then(|| statistics.relative_error())
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
        let mut lab = Lab::of(choice);
        let Problem::Queens(queens, _) = &lab.experiment().problem else {
            panic!("it is about queens");
        };
        assert_eq!(queens.size(), size);
        let error = |lab: &Lab| lab.statistics().unwrap().relative_error();
        let (mut last, mut waited, mut early) = (0, 0, f64::NAN);
        while last < 200 {
            lab.tick();
            waited += 1;
            assert!(waited <= 400, "{size} queens: {last} trials");
            let trials = lab.pulse().map_or(0, |(trials, _)| trials);
            if trials > last {
                (last, waited) = (trials, 0);
                if trials == 12 {
                    early = error(&lab);
                }
            }
        }
        let statistics = lab.statistics().unwrap();
        if let Known::Exactly(count) = lab.experiment().known {
            let off = statistics.mean - count as f64;
            let within = 4.0 * statistics.standard_error();
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

    /// A trial of the box takes 79 ticks in the mean, and one in five finds something; the longest
    /// of these takes 535. Sixty trials leave an error of a half or so, beside which that of the
    /// paper's 1.16e25 is nothing, and are held to four of it.
    #[test]
    fn the_box_finishes_trials_and_closes_in() {
        let mut lab = Lab::of(6);
        let (mut last, mut waited) = (0, 0);
        while last < 60 {
            lab.tick();
            waited += 1;
            assert!(waited <= 1_000, "{last} trials");
            let (trials, _) = lab.pulse().unwrap();
            if trials > last {
                (last, waited) = (trials, 0);
            }
        }
        let statistics = lab.statistics().unwrap();
        let off = statistics.mean - 1.16e25;
        let error = statistics.standard_error();
        assert!(off.abs() <= 4.0 * error, "off by {off}, error {error}");
        assert!((0.15..0.6).contains(&statistics.relative_error()));
    }
}
