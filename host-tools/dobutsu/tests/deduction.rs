//! What a deduction proves is true, whatever the networks think.

mod common;

use std::collections::HashMap;
use std::task::Poll;

use dobutsu::solve::Solved;
use dobutsu_core::database::deduction::{Evidence, Opinion, Witness};
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Deduction, ImageError, Standing};
use dobutsu_core::game::{Position, Value};

/// The truth about losses, with opinions out of thin air.
struct Truth<'a> {
    solved: &'a Solved,
    seed: u64,
    standings: HashMap<Position, Standing>,
    asked: u32,
}

impl Witness for Truth<'_> {
    fn look(&mut self, position: Position) -> Option<Value> {
        Some(self.solved.exact(position)).filter(|&value| !is_open(value))
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        let dice = mix(position.pack() ^ self.seed);
        // Up to ten bits either way; a network is sure of some.
        let odds = |dice: u64| (dice % 5120) as i16 - 2560;
        Ok(Opinion {
            lost: odds(dice),
            drawn: odds(dice >> 32),
        })
    }

    fn recall(&mut self, position: Position) -> Option<Standing> {
        self.standings.get(&position).copied()
    }

    fn remember(&mut self, position: Position, standing: Standing) {
        let value = self.solved.exact(position);
        let agrees = match standing {
            Standing::Lost => matches!(value, Value::Loss(_)),
            Standing::Won => matches!(value, Value::Win(_)),
            Standing::Drawn => value == Value::Draw,
            Standing::NotLost => !matches!(value, Value::Loss(_)),
        };
        assert!(agrees, "{position:?} is {value:?}, not {standing:?}");
        self.standings.insert(position, standing);
    }

    fn is_lost(&mut self, position: Position, _: &Evidence) -> Result<bool, ImageError> {
        self.asked += 1;
        Ok(matches!(self.solved.exact(position), Value::Loss(_)))
    }
}

#[test]
fn deductions_are_true_whatever_the_networks_think() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let count = u64::from(solved.index().count());
    let mut deduced = 0;
    for seed in 0..3 {
        let mut truth = Truth {
            solved: &solved,
            seed: mix(seed),
            standings: HashMap::new(),
            asked: 0,
        };
        for game in 0..500 {
            let number = (mix(game << 8 | seed) % count) as u32;
            if !is_open(solved.value_of(number)) {
                continue;
            }
            let mut deduction = Deduction::new(solved.index().position(number).unwrap());
            while let Poll::Pending = deduction.step(&mut truth).unwrap() {}
        }
        deduced += truth.standings.len() as u32 - truth.asked;
    }
    assert!(deduced > 0, "nothing was deduced");
}
