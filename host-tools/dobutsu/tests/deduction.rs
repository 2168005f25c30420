//! What a deduction proves is true, and an image answers what was built in, whatever the networks
//! think.

use std::collections::HashMap;
use std::task::Poll;

use dobutsu::build::{image_of, networks_bytes};
use dobutsu::solve::Solved;
use dobutsu_core::database::deduction::{Opinion, Witness};
use dobutsu_core::database::evidence::Evidence;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{
    Database, Deduction, Edition, ImageError, ImageWitness, Standing, ValueCache,
};
use dobutsu_core::game::{Position, Value};

use crate::common;

fn assert_true(standing: Standing, position: Position, value: Value) {
    let agrees = match standing {
        Standing::Lost => matches!(value, Value::Loss(_)),
        Standing::Won => matches!(value, Value::Win(_)),
        Standing::Drawn => value == Value::Draw,
        Standing::NotLost => !matches!(value, Value::Loss(_)),
    };
    assert!(agrees, "{position:?} is {value:?}, not {standing:?}");
}

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
        assert_true(standing, position, self.solved.exact(position));
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
            while deduction.step(&mut truth).unwrap().is_pending() {}
        }
        deduced += truth.standings.len() as u32 - truth.asked;
    }
    assert!(deduced > 0, "nothing was deduced");
}

#[test]
fn an_image_of_some_positions_knows_them_through_the_reader() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    // Weights out of thin air, small enough that the network is not always sure.
    let networks: Vec<u8> = (0..networks_bytes() as u64)
        .map(|place| (mix(place) % 5) as u8)
        .collect();
    let numbers = 40_000_000..40_006_000;
    let image = image_of(&solved, &networks, Edition::Full, numbers.clone(), &|_| {}).unwrap();
    let database = Database::open(&image[..]).unwrap();
    let mut asked = 0;
    solved.index().for_each(numbers, |number, position| {
        let value = solved.value_of(number);
        if !is_open(value) {
            return;
        }
        asked += 1;
        // Nothing remembered may hide a mistake.
        let mut cache = ValueCache::<256>::new();
        let mut witness = ImageWitness {
            database: &database,
            cache: &mut cache,
        };
        let mut deduction = Deduction::new(position);
        let standing = loop {
            if let Poll::Ready(standing) = deduction.step(&mut witness).unwrap() {
                break standing;
            }
        };
        assert_true(standing, position, value);
    });
    assert!(asked > 1000, "{asked} positions asked about");
}
