//! Weights under which promises agree best with the solutions found.
//!
//! The nodes of a level are a multinomial: under weights θ a node with features φ and weight w
//! has the chance w·exp(θ·φ) over the sum of these. The fitted θ gives the greatest likelihood
//! to the shares of the solutions, all levels together, less a little for the size of θ, which
//! also settles what the levels cannot tell apart. The logarithm is concave, so Newton's method
//! finds its one maximum.

use dobutsu_core::estimate::{MAX_PIECES, Policy};

use super::population::Point;

const PIECES: usize = 35;
/// Pieces, digits of the number of branches, edges across and along.
const FEATURES: usize = PIECES + 8 + 2;
/// The price of θ²/2, beside a likelihood summed over 27 levels.
const RIDGE: f64 = 0.02;
/// A level with fewer nodes is followed whole and teaches nothing.
const FEWEST: usize = 200;
/// 64ths of an octave in a natural unit.
const PARTS: f64 = 64.0 / std::f64::consts::LN_2;
/// The middle of a policy's range: 9 octaves of 18.
const MIDDLE: f64 = 9.0 * 64.0;

type Vector = [f64; FEATURES];

/// θ, in natural logarithms.
#[derive(Clone, Debug)]
pub(super) struct Weights(Vector);

impl Default for Weights {
    fn default() -> Self {
        Self([0.0; FEATURES])
    }
}

/// The features of a point that are not 0.
fn features(point: &Point) -> impl Iterator<Item = (usize, f64)> {
    let frontier = point.frontier;
    let placed = point.placed;
    (0..PIECES)
        .filter(move |piece| placed >> piece & 1 != 0)
        .map(|piece| (piece, 1.0))
        .chain([
            (PIECES + usize::from(frontier.digits), 1.0),
            (FEATURES - 2, f64::from(frontier.across)),
            (FEATURES - 1, f64::from(frontier.along)),
        ])
}

impl Weights {
    /// The logarithm of a point's promise.
    pub(super) fn of(&self, point: &Point) -> f64 {
        features(point)
            .map(|(feature, value)| self.0[feature] * value)
            .sum()
    }

    /// The weights that suit `levels` best, looked for from here.
    pub(super) fn fitted(mut self, levels: &[Vec<Point>]) -> Self {
        for _ in 0..20 {
            let (mut gradient, mut curvature) = (self.0.map(|x| -RIDGE * x), Matrix::ridge());
            for points in levels.iter().filter(|points| points.len() >= FEWEST) {
                self.add_level(points, &mut gradient, &mut curvature);
            }
            let step = curvature.solve(gradient);
            let largest = step.iter().fold(0f64, |largest, x| largest.max(x.abs()));
            // Far from the maximum a whole step may lead astray.
            let share = (0.5 / largest).min(1.0);
            for (weight, step) in self.0.iter_mut().zip(step) {
                *weight += share * step;
            }
            if largest < 1e-6 {
                break;
            }
        }
        self
    }

    /// Adds one level's part of the gradient and, negated, of the second derivative.
    fn add_level(&self, points: &[Point], gradient: &mut Vector, curvature: &mut Matrix) {
        let found: f64 = points.iter().map(|point| point.worth).sum();
        if found <= 0.0 {
            return;
        }
        let worths: Vec<f64> = points
            .iter()
            .map(|point| point.weight + self.of(point))
            .collect();
        let top = worths.iter().copied().fold(f64::MIN, f64::max);
        let total: f64 = worths.iter().map(|worth| (worth - top).exp()).sum();
        let mut mean = [0.0; FEATURES];
        for (point, worth) in points.iter().zip(worths) {
            let (chance, share) = ((worth - top).exp() / total, point.worth / found);
            for (feature, value) in features(point) {
                mean[feature] += chance * value;
                gradient[feature] += (share - chance) * value;
                for (other, factor) in features(point) {
                    curvature.0[feature][other] += chance * value * factor;
                }
            }
        }
        for (row, x) in curvature.0.iter_mut().zip(mean) {
            for (cell, y) in row.iter_mut().zip(mean) {
                *cell -= x * y;
            }
        }
    }

    /// The weights as the search takes them; the average of `points` gets the middle of its
    /// range.
    pub(super) fn to_policy<'a>(&self, points: impl Iterator<Item = &'a Point>) -> Policy {
        // The same for every piece makes no difference within a level, so let the mean be 0.
        let mut even = self.clone();
        let mean = self.0[..PIECES].iter().sum::<f64>() / PIECES as f64;
        even.0[..PIECES].iter_mut().for_each(|x| *x -= mean);
        let (mut count, mut sum) = (0.0, 0.0);
        for point in points {
            count += 1.0;
            sum += even.of(point);
        }
        let parts = |x: f64| (PARTS * x).round() as i16;
        let weight = |feature: usize| parts(even.0[feature]);
        Policy {
            pieces: std::array::from_fn(|piece| if piece < PIECES { weight(piece) } else { 0 }),
            branches: std::array::from_fn(|digits| weight(PIECES + digits)),
            across: weight(FEATURES - 2),
            along: weight(FEATURES - 1),
            base: (MIDDLE - PARTS * sum / f64::max(count, 1.0)).round() as i16,
        }
    }
}

const _: () = assert!(PIECES <= MAX_PIECES);

/// A symmetric, positive definite matrix.
struct Matrix([Vector; FEATURES]);

impl Matrix {
    fn ridge() -> Self {
        let mut matrix = Self([[0.0; FEATURES]; FEATURES]);
        for (place, row) in matrix.0.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        matrix
    }

    /// The vector this matrix turns into `right`, by Gauss's elimination.
    fn solve(mut self, mut right: Vector) -> Vector {
        for pivot in 0..FEATURES {
            let (above, below) = self.0.split_at_mut(pivot + 1);
            let row = &above[pivot];
            for (place, other) in (pivot + 1..).zip(below) {
                let factor = other[pivot] / row[pivot];
                for (cell, x) in other[pivot..].iter_mut().zip(&row[pivot..]) {
                    *cell -= factor * x;
                }
                right[place] -= factor * right[pivot];
            }
        }
        for pivot in (0..FEATURES).rev() {
            let row = &self.0[pivot];
            let known: f64 = (pivot + 1..FEATURES).map(|k| row[k] * right[k]).sum();
            right[pivot] = (right[pivot] - known) / row[pivot];
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dobutsu_core::estimate::{Frontier, Random};

    /// Points whose worth follows from known weights teach those weights.
    #[test]
    fn weights_are_found_again() {
        let mut random = Random::for_trial(5, 0);
        let known = Weights(std::array::from_fn(|feature| match feature {
            ..PIECES => (feature as f64 - 17.0) / 20.0,
            _ if feature < FEATURES - 2 => 0.1 * (feature - PIECES) as f64,
            _ => -0.3,
        }));
        let points: Vec<Point> = (0..1_500)
            .map(|_| {
                let mut point = Point {
                    placed: u64::from(random.bits()) << 32 | u64::from(random.bits()),
                    frontier: Frontier {
                        across: random.below(12) as u8,
                        along: random.below(12) as u8,
                        digits: random.below(8) as u8,
                    },
                    weight: f64::from(random.below(100)) / 50.0,
                    worth: 0.0,
                    parent: 0,
                };
                point.worth = (point.weight + known.of(&point)).exp();
                point
            })
            .collect();
        // Many like levels, so that the price of θ² hardly matters.
        let levels = vec![points; 20];
        let found = Weights::default().fitted(&levels);
        let off = |feature: usize| found.0[feature] - known.0[feature];
        for pair in [
            [0, 34],
            [3, 17],
            [FEATURES - 2, FEATURES - 1],
            [PIECES, PIECES + 7],
        ] {
            let [a, b] = pair.map(off);
            assert!((a - b).abs() < 0.05, "{pair:?}: {a} and {b}");
        }
        assert!(off(FEATURES - 1).abs() < 0.01);
    }

    #[test]
    fn a_solution_solves() {
        let mut matrix = Matrix::ridge();
        let mut turned = Matrix::ridge();
        for (i, row) in matrix.0.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell += 1.0 / (1.0 + i.abs_diff(j) as f64);
                turned.0[i][j] = *cell;
            }
        }
        let right: Vector = std::array::from_fn(|i| (i as f64).sin());
        let solution = matrix.solve(right);
        for (row, expected) in turned.0.iter().zip(right) {
            let sum: f64 = row.iter().zip(solution).map(|(a, b)| a * b).sum();
            assert!((sum - expected).abs() < 1e-9, "{sum} for {expected}");
        }
    }
}
