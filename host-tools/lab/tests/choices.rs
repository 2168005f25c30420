//! Plans are taught the same every time, and looks and proofs save bytes.

use dobutsu::build;
use dobutsu::solve::Solved;
use dobutsu::train::choices::{FOUR_STEPS, Recipe, Sizes, teach_recipes};

use crate::made;

#[test]
fn stages_save_bytes_the_same_every_time() {
    let solved = Solved::read(&made::solved_path()).unwrap();
    let networks = build::networks(None).unwrap();
    let sizes = Sizes {
        taught: 6000,
        tested: 3000,
        rounds: 4,
    };
    let teach = |stages: &[_]| {
        let recipe = Recipe {
            stages: stages.to_vec(),
            settings: None,
        };
        let taught = teach_recipes(&solved, &networks, &[recipe.clone(), recipe], sizes);
        taught.unwrap().map(|(plan, worth)| (plan, worth.entropy))
    };
    let none = teach(&[]);
    let some = teach(&FOUR_STEPS[..2]);
    assert!(some == teach(&FOUR_STEPS[..2]));
    for ((_, none), (_, some)) in none.iter().zip(&some) {
        // Taught with 100,000 choices it is 0.64 of that for wins and 0.60 for delays.
        assert!(*some < 0.85 * none, "{some} bytes, not {none}");
    }
}
