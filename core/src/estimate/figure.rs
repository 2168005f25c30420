//! Numbers of any size for a small screen, without the formatting code of the library.

use core::fmt;

/// A finite number that is not negative; prints as `1.0825e38`.
///
/// The precision is the number of decimals, 4 unless given.
///
/// ```
/// use dobutsu_core::estimate::Figure;
///
/// assert_eq!(std::format!("{:.2}", Figure(0.000_724)), "7.24e-4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure(pub f64);

impl Figure {
    /// A number of exactly `digits` digits (1 to 15) and the power of ten to multiply it by.
    ///
    /// Scaling takes at most a few hundred roundings, so that twelve digits are right.
    pub(crate) fn decimal(self, digits: u32) -> (u64, i32) {
        let limit = 10u64.pow(digits.clamp(1, 15)) as f64;
        let (mut scaled, mut power) = (self.0, 0);
        if !(scaled > 0.0 && scaled < f64::INFINITY) {
            return (0, 0);
        }
        while scaled >= limit {
            scaled /= 10.0;
            power += 1;
        }
        while scaled * 10.0 < limit {
            scaled *= 10.0;
            power -= 1;
        }
        match scaled + 0.5 {
            rounded if rounded >= limit => (limit as u64 / 10, power + 1),
            rounded => (rounded as u64, power),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = f.precision().unwrap_or(4).min(14);
        let (number, power) = self.decimal(width as u32 + 1);
        let unit = 10u64.pow(width as u32);
        let power = if number == 0 { 0 } else { power + width as i32 };
        match width {
            0 => write!(f, "{number}e{power}"),
            _ => write!(f, "{}.{:0width$}e{power}", number / unit, number % unit),
        }
    }
}

const FRACTION: u64 = (1 << 52) - 1;

/// 2^`exponent`, for −1022 to 1023.
pub(super) const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The exponent of the power of two nearest in proportion; 0 for 0.
pub(crate) fn nearest_power_of_two(number: f64) -> i32 {
    if number <= 0.0 {
        return 0;
    }
    let fraction = number.to_bits() & FRACTION;
    let is_above = fraction > core::f64::consts::SQRT_2.to_bits() & FRACTION;
    (number.to_bits() >> 52) as i32 - 1023 + i32::from(is_above)
}

/// The square root, to a relative error of 2^-52; 0 for what is not positive.
///
/// The library has none without an operating system.
pub(super) fn square_root(number: f64) -> f64 {
    if number <= 0.0 {
        return 0.0;
    }
    // Half the exponent is within 6 % of the root; each step of Newton's squares the error.
    let mut root = f64::from_bits((number.to_bits() >> 1) + (511 << 52) + (1 << 51));
    for _ in 0..5 {
        root = 0.5 * (root + number / root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::{format, string::ToString};

    prop_compose! {
        fn double()(mantissa in 1.0f64..2.0, power in -300i32..300) -> f64 {
            mantissa * 2f64.powi(power)
        }
    }

    proptest! {
        #[test]
        fn roots_and_powers_agree_with_the_library(number in double()) {
            prop_assert!((square_root(number) / number.sqrt() - 1.0).abs() <= f64::EPSILON);
            prop_assert_eq!(f64::from(nearest_power_of_two(number)), number.log2().round());
            let power = nearest_power_of_two(number);
            prop_assert_eq!(power_of_two(power), 2f64.powi(power));
        }

        /// Nine digits at most, of which a hundred roundings leave an error of a millionth of the last.
        #[test]
        fn prints_the_nearest_decimal(mantissa in 1.0f64..10.0, power in -80i32..80, decimals in 0usize..9) {
            let value = mantissa * 10f64.powi(power);
            let ours = format!("{:.decimals$}", Figure(value));
            let (digits, power) = ours.split_once('e').unwrap();
            prop_assert_eq!(digits.len(), decimals + 1 + usize::from(decimals > 0));
            let unit = 10f64.powi(power.parse::<i32>().unwrap() - decimals as i32);
            let off = (ours.parse::<f64>().unwrap() - value) / unit;
            prop_assert!(off.abs() <= 0.500_001, "{} for {}", ours, value);
        }
    }

    #[test]
    fn some_figures_in_print() {
        assert_eq!(Figure(0.0).to_string(), "0.0000e0");
        assert_eq!(Figure(1.0).to_string(), "1.0000e0");
        assert_eq!(Figure(99_999_999.0).to_string(), "1.0000e8");
        assert_eq!(Figure(2_279_184.0).to_string(), "2.2792e6");
        assert_eq!(format!("{:.0}", Figure(449.0)), "4e2");
        assert_eq!(Figure(f64::INFINITY).to_string(), "0.0000e0");
    }
}
