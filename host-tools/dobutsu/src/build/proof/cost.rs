//! What a policy costs to store.

use dobutsu_core::database::odds::Class;

use super::game::{NO_CLASS, WonGame};
use crate::build::answers::least_bits;

/// What the questions about a policy's choices come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Positions where it does not take the first candidate.
    pub corrections: u64,
    /// Bits of filters and answers.
    pub bits: f64,
}

/// What storing this policy costs.
pub fn cost(game: &WonGame, policy: &[u8]) -> Cost {
    let mut classes = [(0usize, 0usize); Class::COUNT];
    let mut cost = Cost::default();
    for won in 0..game.graph.won() {
        let first = game.graph.candidates.start(won);
        let taken = usize::from(policy[won as usize]);
        cost.corrections += u64::from(taken > 0);
        for place in 0..=taken {
            let class = game.classes[first + place];
            if class != NO_CLASS {
                let (yes, no) = &mut classes[usize::from(class)];
                *if place == taken { yes } else { no } += 1;
            }
        }
    }
    cost.bits = classes
        .into_iter()
        .map(|(yes, no)| least_bits(yes.max(no), yes.min(no)))
        .sum();
    cost
}
