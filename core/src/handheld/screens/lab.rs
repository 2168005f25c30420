//! The running experiment: composite Monte Carlo counts the ways to place N queens, or to pack the
//! paper's box with the 35 hexominoes.
//!
//! The counts up to 27 queens are known, so one can watch the estimate approach them. The exact counts of the
//! paper's own two problems, 45 queens and the box, are unknown. The box is drawn while it is packed.

mod experiments;
mod figures;
mod picture;

use embedded_graphics::prelude::*;

use self::experiments::{EXPERIMENTS, Experiment, Problem, Running};
use self::figures::{count_line, draw_error, percent_line};
use self::picture::Picture;
use super::ink::{LINE, write, write_right};
use super::list::{TOP, draw_heading, draw_row};
use super::{Button, ON};
use crate::estimate::{Figure, Statistics, nearest_power_of_two};
use crate::handheld::text::line;
use crate::handheld::{Frame, Language, Menu, Next, Phrase};

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
            Button::A | Button::B => return Next::Menu(Menu::Main, Some(Phrase::Lab)),
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
        let statistics = self.statistics().filter(|done| done.trials > 0);
        let error = statistics.and_then(error);
        let known = match experiment.is_exact {
            true => Phrase::Exact,
            false => Phrase::Paper,
        };
        let trials = |done: &Statistics| line(format_args!("{}", done.trials));
        let rows = [
            (Phrase::Trials, statistics.map(trials)),
            (
                Phrase::Estimate,
                statistics.map(|done| count_line(done.mean)),
            ),
            (Phrase::Error, error.map(percent_line)),
            (known, Some(count_line(experiment.known))),
        ];
        for (row, (name, figure)) in rows.iter().enumerate() {
            draw_row(row, false, name.text(language), figure.as_deref(), frame);
        }
        if let Some(error) = error {
            draw_error(error, Point::new(60, TOP + 2 * LINE), 22, frame);
        }
        let hint = Phrase::OtherBoard.text(language);
        write(hint, Point::new(4, TOP + 4 * LINE), ON, frame);
    }

    /// The box on the left, the figures on the right.
    fn draw_box(&self, language: Language, frame: &mut Frame) {
        const LEFT: i32 = 80;
        const RIGHT: i32 = 128;
        let left = |row: i32| Point::new(LEFT, TOP + row * LINE);
        draw_heading(Phrase::Hexominoes.text(language), frame);
        self.picture.draw(Point::new(1, TOP + 1), frame);
        for (place, name) in [(0, Phrase::Estimate), (3, Phrase::Paper)] {
            write(name.text(language), left(place), ON, frame);
        }
        let right = |row: i32| Point::new(RIGHT, TOP + row * LINE);
        let paper = line(format_args!("{:.2}", Figure(self.experiment().known)));
        write_right(&paper, right(4), ON, frame);
        let Some(statistics) = self.statistics() else {
            return;
        };
        let trials = Phrase::TrialsDone.with(language, statistics.trials);
        write_right(&trials, Point::new(RIGHT, 0), ON, frame);
        let mean = statistics.mean;
        if mean == 0.0 {
            let none = Phrase::NoneYet.text(language);
            return write_right(none, right(1), ON, frame);
        }
        let error = error(statistics);
        // As many digits as mean anything: one more below a tenth or so.
        let is_rough = error.is_none_or(|error| nearest_power_of_two(10.0 * error) >= 0);
        let digits = if is_rough { 1 } else { 2 };
        let estimate = line(format_args!("{:.digits$}", Figure(mean)));
        write_right(&estimate, right(1), ON, frame);
        if let Some(error) = error {
            write_right(&percent_line(error), right(2), ON, frame);
            draw_error(error, left(2) + Point::new(11, 0), 11, frame);
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

    /// Counts until this many trials are done, each of which takes at most `longest` ticks. Returns the relative
    /// error after `early` trials.
    fn run(lab: &mut Lab, trials: u64, longest: u32, early: u64) -> f64 {
        let (mut last, mut waited, mut error) = (0, 0, f64::NAN);
        while last < trials {
            lab.tick();
            waited += 1;
            assert!(waited <= longest, "{last} trials");
            let done = lab.pulse().map_or(0, |(trials, _)| trials);
            if done > last {
                (last, waited) = (done, 0);
                if done == early {
                    error = lab.statistics().unwrap().relative_error();
                }
            }
        }
        error
    }

    /// Fails if the estimate is off by more than four of its standard errors.
    fn check_mean(lab: &Lab) {
        let statistics = lab.statistics().unwrap();
        let off = statistics.mean - lab.experiment().known;
        let within = 4.0 * statistics.standard_error();
        assert!(off.abs() <= within, "off by {off}, at most {within}");
    }

    /// A trial visits about as many nodes as the tree has for each of the threshold's: some
    /// thousands, and a tick does two thousand. The longest of these takes 40 times the mean.
    /// Where the count is known, the estimate of 200 trials is within four of its standard errors,
    /// which one seed in some thousands would miss; and the error is a quarter of what it was
    /// after twelve trials, give or take a factor of two.
    #[test]
    fn queens_finish_trials_and_close_in() {
        for (choice, wanted) in [8, 12, 16, 20, 27, 45].into_iter().enumerate() {
            let mut lab = Lab::of(choice);
            let Problem::Queens(queens, _) = &lab.experiment().problem else {
                panic!("it is about queens");
            };
            assert_eq!(queens.size(), wanted);
            let early = run(&mut lab, 200, 400, 12);
            if lab.experiment().is_exact {
                check_mean(&lab);
            }
            let shrunk = lab.statistics().unwrap().relative_error() / early;
            let is_right = (0.125..0.5).contains(&shrunk);
            assert!(
                is_right,
                "{wanted} queens: {early} became {shrunk} of itself"
            );
        }
    }

    /// A trial of the box takes 79 ticks in the mean, and one in five finds something; the longest
    /// of these takes 535. Sixty trials leave an error of a half or so, beside which that of the
    /// paper's 1.16e25 is nothing, and are held to four of it.
    #[test]
    fn the_box_finishes_trials_and_closes_in() {
        let mut lab = Lab::of(6);
        run(&mut lab, 60, 1_000, 0);
        check_mean(&lab);
        let error = lab.statistics().unwrap().relative_error();
        assert!((0.15..0.6).contains(&error));
    }
}
