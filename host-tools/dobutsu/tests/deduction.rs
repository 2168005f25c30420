//! What a deduction proves is true, and an image answers what was built in, whatever the networks
//! think.

use std::collections::HashMap;
use std::task::Poll;

use dobutsu::build::{image_of, networks_bytes};
use dobutsu::parallel::{POSITIONS, all_cores, in_chunks};
use dobutsu::solve::Solved;
use dobutsu_core::database::combiner::Combiner;
use dobutsu_core::database::deduction::{Deduced, Opinion, Witness};
use dobutsu_core::database::dominance::{Direction, STEPS, neighbour};
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::parameters::Parameters;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Database, Deduction, ImageError, ImageWitness, Standing, ValueCache};
use dobutsu_core::game::{Position, Value};

use crate::common;

fn assert_true(standing: Standing, position: Position, value: Value) {
    let agrees = standing.agrees(value);
    assert!(agrees, "{position:?} is {value:?}, not {standing:?}");
}

/// The truth about losses, with random predictions.
struct Truth<'a> {
    solved: &'a Solved,
    seed: u64,
    parameters: Parameters,
    /// Nothing is remembered where this is missing.
    deduced: Option<HashMap<Position, Deduced>>,
    asked: u32,
}

impl Truth<'_> {
    /// Up to ten bits either way; a network is sure of some.
    fn odds(&self, position: Position, what: u64) -> i16 {
        (mix(position.pack() ^ self.seed ^ what << 60) % 5120) as i16 - 2560
    }
}

impl Witness for Truth<'_> {
    fn parameters(&self) -> Parameters {
        self.parameters
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        Some(self.solved.exact(position)).filter(|&value| !is_open(value))
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        Ok(Opinion {
            lost: self.odds(position, 0),
            drawn: self.odds(position, 1),
        })
    }

    fn recall(&mut self, position: Position) -> Option<Deduced> {
        self.deduced.as_ref()?.get(&position).copied()
    }

    fn remember(&mut self, position: Position, deduced: Deduced) {
        assert_true(deduced.standing, position, self.solved.exact(position));
        if let Some(known) = &mut self.deduced {
            known.insert(position, deduced);
        }
    }

    fn combine(
        &mut self,
        combiner: Combiner,
        position: Position,
        inputs: &[i16],
    ) -> Result<[i32; 2], ImageError> {
        assert_eq!(inputs.len(), combiner.inputs());
        let what = 2 + 2 * combiner as u64;
        Ok([what, what + 1].map(|what| self.odds(position, what).into()))
    }

    fn is_lost(&mut self, position: Position, _: i32) -> Result<bool, ImageError> {
        self.asked += 1;
        Ok(matches!(self.solved.exact(position), Value::Loss(_)))
    }
}

fn deduce(witness: &mut impl Witness, position: Position) -> Standing {
    let mut deduction = Deduction::new(position);
    loop {
        if let Poll::Ready(standing) = deduction.step(witness).unwrap() {
            return standing;
        }
    }
}

/// Parameters under which all stages are reached: random predictions are hardly ever as sure as a
/// network's.
const EAGER: Parameters = Parameters {
    limit: 30,
    ..Parameters::STAGED
};

#[test]
fn deductions_are_true_whatever_the_networks_think() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let count = u64::from(solved.index().count());
    let mut deduced = 0;
    for (seed, parameters) in [Parameters::ONE_STAGE, EAGER, Parameters::STAGED]
        .into_iter()
        .enumerate()
    {
        let seed = seed as u64;
        let mut truth = Truth {
            solved: &solved,
            seed: mix(seed),
            parameters,
            deduced: Some(HashMap::new()),
            asked: 0,
        };
        for game in 0..500 {
            let number = (mix(game << 8 | seed) % count) as u32;
            if is_open(solved.value_of(number)) {
                deduce(&mut truth, solved.index().position(number).unwrap());
            }
        }
        deduced += truth.deduced.unwrap().len() as u32 - truth.asked;
    }
    assert!(deduced > 0, "nothing was deduced");
}

/// The limit counts remembered work, so memory changes no standing, no work and no question.
#[test]
fn deductions_do_not_depend_on_what_is_remembered() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let count = u64::from(solved.index().count());
    let truth = |deduced| Truth {
        solved: &solved,
        seed: 5,
        parameters: EAGER,
        deduced,
        asked: 0,
    };
    let mut remembering = truth(Some(HashMap::new()));
    let mut limited = 0;
    for game in 0..200 {
        let number = (mix(game) % count) as u32;
        if !is_open(solved.value_of(number)) {
            continue;
        }
        let position = solved.index().position(number).unwrap();
        let standing = deduce(&mut remembering, position);
        assert_eq!(deduce(&mut truth(None), position), standing, "{position:?}");
        let deduced = remembering.deduced.as_ref().unwrap()[&position.canonical()];
        limited += u32::from(deduced.work > EAGER.limit as u16);
    }
    assert!(limited > 0, "no deduction reaches the limit");
}

/// See the documentation of `dobutsu_core::database::dominance` for the argument.
#[test]
#[ignore = "long: every pair of positions of which one is a step better"]
fn dominance_holds_for_all_positions() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let index = solved.index();
    let parts = in_chunks(
        all_cores(),
        0..index.count(),
        POSITIONS,
        |numbers, pairs: &mut u64| {
            index.for_each(numbers, |number, position| {
                for step in 0..STEPS {
                    let better = neighbour(position, Direction::Better, step);
                    let Some(better) = better.filter(|better| !better.is_decided()) else {
                        continue;
                    };
                    *pairs += 1;
                    let value = solved.value_of(number);
                    let better_value = solved.exact(better);
                    assert!(
                        better_value >= value,
                        "{position:?} is {value}, but {better:?} is {better_value}"
                    );
                }
            });
        },
    );
    assert_eq!(parts.iter().sum::<u64>(), 151_118_073);
}

#[test]
fn an_image_of_some_positions_knows_them_through_the_reader() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    // Weights out of thin air, small enough that the network is not always sure.
    let networks: Vec<u8> = (0..networks_bytes() as u64)
        .map(|place| (mix(place) % 5) as u8)
        .collect();
    let numbers = 40_000_000..40_006_000;
    let image = image_of(&solved, &networks, numbers.clone()).unwrap();
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
        assert_true(deduce(&mut witness, position), position, value);
    });
    assert!(asked > 1000, "{asked} positions asked about");
}
