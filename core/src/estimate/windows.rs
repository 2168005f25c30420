//! Many paths in one trial, held together by weight windows.
//!
//! One descent multiplies the chances of all its steps, so that its result spreads wider by a
//! factor at every level. Here a trial follows *all* children of a node, each with its parent's
//! product as its weight, and thins them out: a child whose weight times promise lies below the
//! window of its level survives with the chance that is missing and, if it does, carries the
//! weight that brings it up to the window; one above goes on as it is. This is the splitting
//! and Russian roulette of particle transport (Kahn and Harris, 1951). The paths of a level are
//! then about as many as asked for, all promise about the same, and the variances of the
//! levels add instead of multiplying. The first levels, as long as they have fewer nodes than
//! that, are followed whole: a stratified start.
//!
//! Who survives is decided by systematic sampling: each level has a pointer with a random
//! start, every child moves it on by its chance, and the one that carries it past a whole
//! number survives. Which children a level is offered depends on the pointers of the levels
//! above alone, and its own is uniform whatever they are, so every child has exactly its chance
//! and the mean is right. All this needs no more memory than a search: one node a level.

use heapless::Vec;

use super::{
    Branching, Cutoff, FRACTION_LIMBS, Figure, Goal, LEVELS, MAX_PROMISE, Problem, Product, Random,
    Settings, SetupError, Wide,
};

const FRACTION_BITS: i32 = 32 * FRACTION_LIMBS as i32;
/// A window so low that every child lies above it.
const OPEN: i16 = i16::MIN;
/// The chance in finding windows must not depend on the seed of the trials that use them.
const WINDOWS_SEED: u64 = 0x5eed;

/// The window of each level: weight times promise that survives for sure, as a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    exponents: [i16; LEVELS],
}

impl Windows {
    /// Windows found before: those of the levels from the first below the root on. Further levels
    /// have none.
    pub const fn found(exponents: &[i16]) -> Self {
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

    /// The same raised by so many powers of two, for fewer paths.
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
    /// Finds them by looking: level by level, what the paths let through so far are offered,
    /// divided by `width`. The chance in it is always the same, so equal settings have equal
    /// windows on every machine. Takes about as long as half a trial for every level.
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
        let mut windows = Self {
            exponents: [OPEN; LEVELS],
        };
        let mut spread = Spread::<DEPTH>::new();
        let mut stack: Vec<P::Node, DEPTH> = Vec::new();
        let last = match settings.cutoff {
            Cutoff::Level(level) => usize::from(level),
            Cutoff::Product(_) => problem.max_depth(),
        };
        for level in 1..=last {
            let mut random = Random::for_trial(WINDOWS_SEED, level as u64);
            let mut offered = Wide::<14>::ZERO;
            spread.begin(&mut random);
            spread.enter(&mut stack, problem.root(), Weight::ONE);
            while !stack.is_empty() {
                let Step::Kept(child, weight) =
                    spread.advance(problem, settings, &windows, &mut stack)
                else {
                    continue;
                };
                let product = weight.product();
                if stack.len() == level {
                    let mut worth = product.widen::<13>();
                    worth.scale(promise(problem, settings, &child));
                    offered.add(&worth);
                } else if !settings.cutoff.is_reached(stack.len(), &product) {
                    spread.enter(&mut stack, child, weight);
                }
            }
            if offered.is_zero() {
                break;
            }
            let share = Figure::from_wide(&offered, FRACTION_BITS as u32)
                .over(Figure::from_u64(u64::from(width)));
            // Below 2^(32 × 14), so it fits.
            windows.exponents[level] = share.nearest_power_of_two() as i16;
        }
        Ok(windows)
    }
}

/// The promise of a child, as far as the settings look ahead.
pub(super) fn promise<P: Problem>(problem: &P, settings: &Settings, child: &P::Node) -> u32 {
    match (settings.choice, settings.goal) {
        (Branching::Uniform, _) => 1,
        (Branching::Lookahead, Goal::Solutions) => problem.promise(child).min(MAX_PROMISE),
        // A dead end is a leaf too and must keep its chance.
        (Branching::Lookahead, Goal::Leaves) => problem.promise(child).clamp(1, MAX_PROMISE),
    }
}

/// The weight of a path: `mantissa` × 2^`place` in the units of a [`Product`]. The mantissa's
/// top bit is set, and each level drops less than one unit of its last, so the relative error
/// of d levels stays below d × 2^-63.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    mantissa: u64,
    place: u16,
}

impl Weight {
    /// The root's weight.
    pub(super) const ONE: Self = Self {
        mantissa: 1 << 63,
        place: FRACTION_BITS as u16 - 63,
    };

    /// The weight as a product.
    pub(super) fn product(&self) -> Product {
        Product::placed(self.mantissa, u32::from(self.place))
    }

    /// The chance of surviving a window of 2^`exponent`, in parts of 2^32; `None` if it is 1.
    #[inline]
    fn chance(&self, promise: u32, exponent: i16) -> Option<u32> {
        // The upper half of the mantissa is enough: what counts is that the weight is divided
        // by the very chance that was given.
        let value = (self.mantissa >> 32) * u64::from(promise);
        let shift = i32::from(self.place) + 64 - FRACTION_BITS - i32::from(exponent);
        let chance = match u32::try_from(-shift) {
            Ok(down) => value.checked_shr(down).unwrap_or(0),
            Err(_) if value.leading_zeros() as i32 > shift => value << shift,
            Err(_) => u64::MAX,
        };
        u32::try_from(chance).ok().map(|chance| chance.max(1))
    }

    /// The weight divided by `chance` / 2^32.
    fn over(&self, chance: u32) -> Self {
        let divisor = u64::from(chance);
        let high = self.mantissa >> 32;
        let middle = (high % divisor) << 32 | self.mantissa & u64::from(u32::MAX);
        let low = (middle % divisor) << 32;
        let quotient = u128::from(high / divisor) << 64
            | u128::from(middle / divisor) << 32
            | u128::from(low / divisor);
        // At least 2^95 / 2^32, so there are 64 bits or more.
        let surplus = 64 - quotient.leading_zeros();
        Self {
            mantissa: (quotient >> surplus) as u64,
            place: self.place + surplus as u16,
        }
    }
}

/// What one step through the paths of a trial met.
pub(super) enum Step<N> {
    /// A node without further children, left for its parent.
    Up,
    /// A leaf, with its parent's weight.
    Leaf(N, Weight),
    /// A child that did not survive.
    Lost,
    /// A child that did.
    Kept(N, Weight),
}

/// The state of a trial of many paths; the open nodes are on the stepper's stack.
#[derive(Clone, Debug)]
pub(super) struct Spread<const DEPTH: usize> {
    weights: Vec<Weight, DEPTH>,
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

    /// Goes on below `node`.
    pub(super) fn enter<N>(&mut self, stack: &mut Vec<N, DEPTH>, node: N, weight: Weight) {
        // A path is never longer than the tree is deep, and that was checked.
        let _ = stack.push(node);
        let _ = self.weights.push(weight);
    }

    /// Takes the next child of the topmost node.
    #[inline]
    pub(super) fn advance<P: Problem>(
        &mut self,
        problem: &P,
        settings: &Settings,
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
        let promise = promise(problem, settings, &child);
        let place = level.min(LEVELS - 1);
        match weight.chance(promise, windows.exponents[place]) {
            _ if promise == 0 => Step::Lost,
            None => Step::Kept(child, weight),
            Some(chance) => {
                let (moved, passed) = self.pointers[place].overflowing_add(chance);
                self.pointers[place] = moved;
                match passed {
                    true => Step::Kept(child, weight.over(chance)),
                    false => Step::Lost,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Chance and new weight make up for each other, and a survivor is worth its window.
        ///
        /// The chance wanted is x = mantissa × promise × 2^(place − 64 − exponent). `chance` leaves
        /// out the lower half of the mantissa, which is less than 1 part in 2^31 of it (its top bit
        /// is set), and then what is below 2^-32; and it gives no chance below 2^-32. So
        /// x − x/2^31 − 2^-32 < chance ≤ max(x, 2^-32), and a chance is only called certain if
        /// x ≥ 1. All of it is in whole numbers here: nothing rounds.
        #[test]
        fn survivors_carry_the_weight_of_the_lost(
            chances in proptest::collection::vec(1u32 << 20.., 0..12),
            promise in 1u32..=MAX_PROMISE,
            exponent in -20i16..200,
        ) {
            let mut weight = Weight::ONE;
            for chance in chances {
                weight = weight.over(chance);
            }
            prop_assert!(weight.mantissa >> 63 == 1);
            let product = weight.product();
            prop_assert_eq!(product.bits(), u32::from(weight.place) + 64);
            prop_assert_eq!(product.window(u32::from(weight.place)), weight.mantissa);

            // x in parts of 2^32 is `wanted` / 2^`down`.
            let wanted = u128::from(weight.mantissa) * u128::from(promise);
            let down = i32::from(exponent) + FRACTION_BITS - 32 - i32::from(weight.place);
            let Some(chance) = weight.chance(promise, exponent) else {
                prop_assert!(down <= 0 || wanted >> down >= 1 << 32);
                return Ok(());
            };
            // `wanted` has at most 87 bits, and at least 64.
            prop_assert!(down > 0);
            if down > 87 {
                prop_assert_eq!(chance, 1);
            } else {
                let (given, unit) = (u128::from(chance) << down, 1 << down);
                prop_assert!(given <= wanted.max(unit));
                prop_assert!(given + wanted.div_ceil(1 << 31) + unit > wanted);
            }

            // Both divisions of `over` round down, which together is once: less than a unit.
            let survivor = weight.over(chance);
            let surplus = survivor.place - weight.place;
            let back = |mantissa: u64| (u128::from(mantissa) * u128::from(chance)) << surplus;
            let whole = u128::from(weight.mantissa) << 32;
            prop_assert!(back(survivor.mantissa) <= whole);
            prop_assert!(whole - back(survivor.mantissa) < back(1));
        }
    }

    #[test]
    fn the_root_weighs_one() {
        assert_eq!(Weight::ONE.product(), Product::shifted(1, FRACTION_LIMBS));
    }
}
