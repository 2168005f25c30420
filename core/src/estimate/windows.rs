//! Many paths in one trial, held together by weight windows.
//!
//! One descent multiplies the chances of all its steps, so that its result spreads wider by a
//! factor at every level. Here a trial follows *all* children of a node, each with its parent's
//! product as its weight, and thins them out: a child whose weight lies below the window of its
//! level survives with the probability weight over window and, if it does, carries the weight of
//! the window; one above goes on unchanged. This is the splitting and Russian roulette of particle
//! transport (Kahn and Harris, 1951). The number of paths of a level is then about the width asked
//! for, and the variances of the levels add instead of multiplying. The first levels are followed
//! completely as long as they have fewer nodes than that: a stratified start.
//!
//! Survivors are chosen by systematic sampling: each level has a pointer with a random start, every
//! child moves it on by its probability, and the one that carries it past a whole number survives.
//! Which children a level is offered depends on the pointers of the levels above alone, and its own
//! is uniform whatever they are, so every child has exactly its probability and the mean is right.
//! All this needs no more memory than a search: one node a level.

use heapless::Vec;

use super::figure::{nearest_power_of_two, power_of_two};
use super::{Cutoff, Problem, Random, Settings, SetupError};

/// The levels that can have a window.
pub(crate) const LEVELS: usize = 65;
/// A window that every child passes.
const OPEN: i16 = i16::MIN;
/// Windows must not depend on the seed of the trials that use them.
const WINDOWS_SEED: u64 = 0x5eed;

/// The window of each level: the weight that survives for certain, as a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    exponents: [i16; LEVELS],
}

impl Windows {
    /// Windows found before: those of the levels from the first below the root on. Further levels
    /// have none.
    pub(crate) const fn found(exponents: &[i16]) -> Self {
        let mut windows = Self {
            exponents: [OPEN; LEVELS],
        };
        let mut level = 1;
        while level < LEVELS && level <= exponents.len() {
            windows.exponents[level] = exponents[level - 1];
            level += 1;
        }
        windows
    }

    /// The same raised by this many powers of two, for fewer paths.
    #[cfg(test)]
    pub(crate) fn raised(mut self, powers: i16) -> Self {
        for exponent in self
            .exponents
            .iter_mut()
            .filter(|exponent| **exponent != OPEN)
        {
            *exponent += powers;
        }
        self
    }

    /// Windows that let about `width` paths through at each level down to the cutoff.
    ///
    /// Measures, level by level, the weight of the children that the levels above let through,
    /// and divides it by `width`. The random numbers are always the same, so equal settings have
    /// equal windows on every machine. Takes about as long as half a trial for every level.
    ///
    /// # Errors
    /// If `width` is 0, or the tree deeper than `DEPTH` or 64.
    pub fn for_width<P: Problem, const DEPTH: usize>(
        problem: &P,
        settings: &Settings,
        width: u32,
    ) -> Result<Self, SetupError> {
        if width == 0 {
            return Err(SetupError::NoWidth);
        }
        if problem.max_depth() > DEPTH.min(LEVELS - 1) {
            return Err(SetupError::TooDeep);
        }
        let mut windows = Self::found(&[]);
        let mut spread = Spread::<DEPTH>::new();
        let mut stack: Vec<P::Node, DEPTH> = Vec::new();
        let last = match settings.cutoff {
            Cutoff::Level(level) => usize::from(level),
            Cutoff::Product(_) => problem.max_depth(),
        };
        for level in 1..=last {
            let mut random = Random::for_trial(WINDOWS_SEED, level as u64);
            let mut offered = 0.0;
            spread.begin(&mut random);
            spread.enter(&mut stack, problem.root(), 1.0);
            while !stack.is_empty() {
                let Step::Kept(child, weight) = spread.advance(problem, &windows, &mut stack)
                else {
                    continue;
                };
                if stack.len() == level {
                    offered += weight;
                } else if !settings.cutoff.is_reached(stack.len(), weight) {
                    spread.enter(&mut stack, child, weight);
                }
            }
            if offered == 0.0 {
                break;
            }
            windows.exponents[level] = nearest_power_of_two(offered / f64::from(width)) as i16;
        }
        Ok(windows)
    }
}

/// The chance of surviving a window of 2^`exponent`, in parts of 2^32; `None` if it is certain.
///
/// It is rounded down, but never to 0: a survivor's weight is divided by the chance that was given.
#[inline]
fn chance(weight: f64, exponent: i16) -> Option<u32> {
    if exponent == OPEN {
        return None;
    }
    let chance = (weight * power_of_two(32 - i32::from(exponent))) as u64;
    u32::try_from(chance).ok().map(|chance| chance.max(1))
}

/// The weight of a survivor of this chance.
#[inline]
fn divided(weight: f64, chance: u32) -> f64 {
    weight * power_of_two(32) / f64::from(chance)
}

/// The result of one step through the paths of a trial.
pub(super) enum Step<N> {
    /// The node had no further children; its parent is next.
    Up,
    /// A leaf, with its parent's weight.
    Leaf(N, f64),
    /// A child that did not survive.
    Lost,
    /// A child that did.
    Kept(N, f64),
}

/// The state of a trial of many paths; the open nodes are on the stepper's stack.
#[derive(Clone, Debug)]
pub(super) struct Spread<const DEPTH: usize> {
    weights: Vec<f64, DEPTH>,
    pointers: [u32; LEVELS],
}

impl<const DEPTH: usize> Spread<DEPTH> {
    pub(super) const fn new() -> Self {
        Self {
            weights: Vec::new(),
            pointers: [0; LEVELS],
        }
    }

    /// Starts a trial.
    pub(super) fn begin(&mut self, random: &mut Random) {
        self.weights.clear();
        self.pointers.fill_with(|| random.bits());
    }

    /// Continues below `node`.
    pub(super) fn enter<N>(&mut self, stack: &mut Vec<N, DEPTH>, node: N, weight: f64) {
        // A path is never longer than the tree is deep, which was checked.
        let _ = stack.push(node);
        let _ = self.weights.push(weight);
    }

    /// Takes the next child of the topmost node.
    #[inline]
    pub(super) fn advance<P: Problem>(
        &mut self,
        problem: &P,
        windows: &Windows,
        stack: &mut Vec<P::Node, DEPTH>,
    ) -> Step<P::Node> {
        let level = stack.len();
        let (Some(top), Some(&weight)) = (stack.last_mut(), self.weights.last()) else {
            return Step::Up;
        };
        let Some(child) = problem.descend(top) else {
            stack.pop();
            self.weights.pop();
            return Step::Up;
        };
        if problem.is_leaf(&child) {
            return Step::Leaf(child, weight);
        }
        let place = level.min(LEVELS - 1);
        let Some(chance) = chance(weight, windows.exponents[place]) else {
            return Step::Kept(child, weight);
        };
        let (moved, passed) = self.pointers[place].overflowing_add(chance);
        self.pointers[place] = moved;
        match passed {
            true => Step::Kept(child, divided(weight, chance)),
            false => Step::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Chance times new weight is the old weight, and a survivor has the weight of its window
        /// or, where the chance is rounded up to one part in 2^32, less.
        #[test]
        fn survivors_carry_the_weight_of_the_lost(
            mantissa in 1.0f64..2.0, power in 0i32..120, exponent in -20i16..200,
        ) {
            let weight = mantissa * power_of_two(power);
            let window = power_of_two(i32::from(exponent));
            let Some(chance) = chance(weight, exponent) else {
                prop_assert!(weight >= window);
                return Ok(());
            };
            prop_assert!(weight < window);
            let share = f64::from(chance) / power_of_two(32);
            let survivor = divided(weight, chance);
            prop_assert!((survivor * share / weight - 1.0).abs() < 1e-15);
            prop_assert!(chance == 1 || (1.0..=2.0).contains(&(survivor / window)));
        }
    }
}
