//! Training examples: random positions with their results, and random choices.

use dobutsu_core::database::features::{Rows, rows};
use dobutsu_core::database::look::is_open;
use dobutsu_core::game::{Position, Value, safe_children};

use super::network::{Pass, Weights};
use crate::solve::Solved;

/// Pseudo-random numbers (SplitMix64: Steele, Lea and Flood, 2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        dobutsu_core::database::ribbon::mix(self.0)
    }

    /// A number from 0 to 1.
    pub(super) fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// A number from −1 to 1.
    pub(super) fn plus_or_minus_one(&mut self) -> f32 {
        2.0 * self.share() - 1.0
    }

    /// A random position that looking ahead leaves open, and its value.
    pub(super) fn open_position(&mut self, solved: &Solved) -> (Position, Value) {
        let count = u64::from(solved.index().count());
        loop {
            let number = (self.next() % count) as u32;
            let value = solved.value_of(number);
            if is_open(value)
                && let Some(position) = solved.index().position(number)
            {
                return (position, value);
            }
        }
    }
}

/// A task for a network.
pub(super) trait Subject: Sync {
    /// The number of outputs that are trained.
    fn outputs(&self) -> usize;

    /// Adds the gradient of one random exercise, times `share`, and returns its cost in bits.
    fn exercise(
        &self,
        weights: &Weights,
        random: &mut Random,
        share: f32,
        gradient: &mut Weights,
    ) -> f32;
}

/// Whether a position is lost, drawn or won: the odds of the first two against the third.
pub(super) struct Results<'a>(pub(super) &'a Solved);

/// Examples with a smaller slope than this are back-propagated with a probability in proportion
/// to it, and a weight that makes up for that: most positions are easy and teach little.
const SMALL: f32 = 0.04;

impl Subject for Results<'_> {
    fn outputs(&self) -> usize {
        2
    }

    fn exercise(
        &self,
        weights: &Weights,
        random: &mut Random,
        share: f32,
        gradient: &mut Weights,
    ) -> f32 {
        let (position, value) = random.open_position(self.0);
        let rows = rows(position);
        let pass = weights.forward(&rows);
        let [lost, drawn] = pass.output;
        let top = lost.max(drawn).max(0.0);
        let odds = [(lost - top).exp(), (drawn - top).exp(), (-top).exp()];
        let all: f32 = odds.iter().sum();
        let truth = match value {
            Value::Loss(_) => 0,
            Value::Draw => 1,
            Value::Win(_) => 2,
        };
        let slope = |result: usize| odds[result] / all - f32::from(u8::from(truth == result));
        let slopes = [slope(0), slope(1)];
        let kept = (slopes[0].abs().max(slopes[1].abs()) / SMALL).min(1.0);
        if random.share() < kept {
            let slopes = slopes.map(|slope| slope * share / kept);
            weights.backward(&rows, &pass, slopes, gradient);
        }
        // The cost of the loss alone: no other answer is stored.
        -(1.0 - slopes[0].abs()).max(1e-7).log2()
    }
}

/// Which child delays a loss longest, or which of the lost children loses quickest.
pub(super) struct Choices<'a> {
    pub(super) solved: &'a Solved,
    /// Whether to choose in lost positions, or in won ones.
    pub(super) lost: bool,
}

impl Subject for Choices<'_> {
    fn outputs(&self) -> usize {
        1
    }

    fn exercise(
        &self,
        weights: &Weights,
        random: &mut Random,
        share: f32,
        gradient: &mut Weights,
    ) -> f32 {
        let candidates = loop {
            let (position, value) = random.open_position(self.solved);
            let wanted = match value {
                Value::Loss(_) => self.lost,
                Value::Win(plies) => !self.lost && plies > 5,
                Value::Draw => false,
            };
            if !wanted {
                continue;
            }
            let candidates = self.candidates(position, value);
            if candidates.iter().any(|&(_, is_best)| !is_best) {
                break candidates;
            }
        };
        let passes: Vec<Pass> = candidates
            .iter()
            .map(|(rows, _)| weights.forward(rows))
            .collect();
        let top = passes
            .iter()
            .map(|pass| pass.output[0])
            .fold(f32::MIN, f32::max);
        let weigh = |pass: &Pass| (pass.output[0] - top).exp();
        let odds: Vec<f32> = passes.iter().map(weigh).collect();
        let all: f32 = odds.iter().sum();
        let graded = || odds.iter().zip(&candidates);
        let best = graded().filter(|(_, (_, best))| *best);
        let right = best.map(|(odds, _)| odds).sum::<f32>().max(1e-9);
        for ((pass, odds), (rows, best)) in passes.iter().zip(&odds).zip(&candidates) {
            let slope = odds / all - if *best { odds / right } else { 0.0 };
            let kept = (slope.abs() / SMALL).min(1.0);
            if random.share() < kept {
                weights.backward(rows, pass, [slope * share / kept, 0.0], gradient);
            }
        }
        cost_in_order(graded().map(|(&odds, &(_, best))| (odds, best)).collect())
    }
}

impl Choices<'_> {
    /// The children among which the database has to choose, and whether each is right.
    fn candidates(&self, position: Position, value: Value) -> Vec<(Rows, bool)> {
        let mut children: Vec<Position> = safe_children(position)
            .map(Position::canonical)
            .filter(|&child| match self.solved.exact(child) {
                Value::Win(plies) => self.lost && plies > 4,
                Value::Loss(plies) => !self.lost && plies > 4,
                Value::Draw => false,
            })
            .collect();
        children.sort_unstable();
        children.dedup();
        let graded = |child| (rows(child), self.solved.exact(child).before() == value);
        children.into_iter().map(graded).collect()
    }
}

/// The cost in bits of asking about the candidates in the order of their odds until one is right.
fn cost_in_order(mut candidates: Vec<(f32, bool)>) -> f32 {
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut rest: f32 = candidates.iter().map(|(odds, _)| odds).sum();
    let mut bits = 0.0;
    // The last needs no question.
    candidates.pop();
    for (odds, best) in candidates {
        let share = (odds / rest.max(1e-20)).clamp(1e-6, 1.0 - 1e-6);
        if best {
            return bits - share.log2();
        }
        bits -= (1.0 - share).log2();
        rest -= odds;
    }
    bits
}
