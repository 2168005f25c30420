//! The occupied slots of an overwrite table: expectation and distribution, against simulation.

use dobutsu_core::estimate::Random;
use dobutsu_core::table::OverwriteTable;
use serde::Serialize;

/// Occupied slots after `t` writes, expected: M(1 − α^t).
pub(super) fn expected(m: usize, t: usize) -> f64 {
    m as f64 * (1.0 - (1.0 - 1.0 / m as f64).powi(t as i32))
}

/// P(t, k, M) for k = 0 … M by the paper's recurrence, which loses no digits:
/// a write meets an occupied slot with probability k/M and fills a new one otherwise.
pub(super) fn distribution(m: usize, t: usize) -> Vec<f64> {
    let size = m as f64;
    let mut now = vec![0.0; m + 1];
    now[0] = 1.0;
    for _ in 0..t {
        for k in (1..=m).rev() {
            now[k] = k as f64 / size * now[k] + (m - k + 1) as f64 / size * now[k - 1];
        }
        now[0] = 0.0;
    }
    now
}

/// P(t, k, M) by the closed form, M^−t C(M,k) Σ (−1)^i C(k,i) (k−i)^t, in whole numbers;
/// `None` where they outgrow 128 bits. (The sum in the paper ends at k − 1 and lacks the (k − i).)
#[cfg(test)]
fn closed_form(m: u32, t: u32, k: u32) -> Option<f64> {
    let mut sum = 0i128;
    for i in 0..=k {
        let term = i128::from(k - i)
            .checked_pow(t)?
            .checked_mul(binomial(k, i)?)?;
        sum = if i % 2 == 0 {
            sum.checked_add(term)?
        } else {
            sum.checked_sub(term)?
        };
    }
    let count = binomial(m, k)?.checked_mul(sum)?;
    Some(count as f64 / i128::from(m).checked_pow(t)? as f64)
}

#[cfg(test)]
fn binomial(n: u32, k: u32) -> Option<i128> {
    let mut value = 1i128;
    for i in 0..k {
        value = value.checked_mul(i128::from(n - i))? / i128::from(i + 1);
    }
    Some(value)
}

/// The distribution after t writes into M slots, and how well a simulation fits it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Spread {
    /// Slots.
    pub(super) m: usize,
    /// Writes.
    pub(super) t: usize,
    /// Tables simulated.
    pub(super) tables: u32,
    /// Occupied slots: M(1 − α^t), and the mean with half its 95 % interval.
    pub(super) expected: f64,
    pub(super) mean: f64,
    pub(super) margin: f64,
    /// Pearson's χ² over every k with an expected count of five tables or more, and the rest as one.
    pub(super) chi_square: f64,
    /// Its degrees of freedom.
    pub(super) degrees: usize,
}

/// Simulates `tables` real tables of `M` slots with `t` writes each.
pub(super) fn spread<const M: usize>(t: usize, tables: u32, seed: u64) -> Spread {
    let shares = distribution(M, t);
    let mut counts = Vec::new();
    let mut seen = vec![0u32; M + 1];
    let mut table: Box<OverwriteTable<(), M>> = Box::default();
    for number in 0..tables {
        let mut random = Random::for_trial(seed, number.into());
        table.clear();
        (0..t).for_each(|_| table.put(key(&mut random), ()));
        seen[table.occupied()] += 1;
        counts.push(table.occupied() as f64);
    }
    let n = f64::from(tables);
    let (mut chi_square, mut rest) = (0.0, (n, n));
    let mut bars = 0;
    for k in 0..=M {
        let (wanted, got) = (n * shares[k], f64::from(seen[k]));
        if wanted >= 5.0 {
            chi_square += (got - wanted).powi(2) / wanted;
            rest = (rest.0 - wanted, rest.1 - got);
            bars += 1;
        }
    }
    if rest.0 > 1.0 {
        chi_square += (rest.1 - rest.0).powi(2) / rest.0;
    }
    let (mean, margin) = dobutsu::levels::mean_and_margin(&counts);
    let degrees = bars - usize::from(rest.0 <= 1.0);
    Spread {
        m: M,
        t,
        tables,
        expected: expected(M, t),
        mean,
        margin,
        chi_square,
        degrees,
    }
}

fn key(random: &mut Random) -> u64 {
    u64::from(random.bits()) << 32 | u64::from(random.bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_form_and_recurrence_are_one_distribution() {
        for (m, t) in [(1, 3), (5, 9), (16, 20), (12, 6)] {
            let by_recurrence = distribution(m, t);
            for (k, wanted) in by_recurrence.iter().enumerate() {
                let closed = closed_form(m as u32, t as u32, k as u32).unwrap();
                assert!((closed - wanted).abs() < 1e-12, "P({t},{k},{m})");
            }
        }
    }

    #[test]
    fn the_mean_of_the_distribution_is_the_formula() {
        for (m, t) in [(10, 4), (100, 100), (64, 500)] {
            let p = distribution(m, t);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mean: f64 = p.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
            assert!((mean - expected(m, t)).abs() < 1e-9);
        }
    }

    #[test]
    fn real_tables_fill_as_the_distribution_says() {
        let spread = spread::<64>(80, 4000, 3);
        // χ² has mean f and variance 2f.
        let limit = spread.degrees as f64 + 5.0 * (2.0 * spread.degrees as f64).sqrt();
        assert!(spread.chi_square < limit, "{}", spread.chi_square);
    }
}
