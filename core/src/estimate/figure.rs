//! A rounded number for people to read: the last step before the screen.

use core::fmt;

use super::Wide;

/// `mantissa` × 2^`exponent`; the mantissa's top bit is set unless the number is 0.
///
/// Each operation drops less than one unit of the 64th bit, a relative error below 2^-63. A
/// standard error takes about five of them and a decimal about a hundred, so a shown figure is
/// good to 2^-56, some sixteen digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    mantissa: u64,
    exponent: i32,
}

impl Figure {
    /// The number 0.
    pub const ZERO: Self = Self {
        mantissa: 0,
        exponent: 0,
    };

    /// A whole number.
    pub fn from_u64(value: u64) -> Self {
        match value {
            0 => Self::ZERO,
            _ => Self {
                mantissa: value << value.leading_zeros(),
                exponent: -(value.leading_zeros() as i32),
            },
        }
    }

    /// `number` divided by 2^`fraction_bits`.
    pub fn from_wide<const N: usize>(number: &Wide<N>, fraction_bits: u32) -> Self {
        let bits = number.bits();
        let figure = match bits.checked_sub(64) {
            Some(place) => Self {
                mantissa: number.window(place),
                exponent: place as i32,
            },
            None => Self::from_u64(number.window(0)),
        };
        match figure.mantissa {
            0 => Self::ZERO,
            _ => Self {
                exponent: figure.exponent - fraction_bits as i32,
                ..figure
            },
        }
    }

    /// Whether the number is 0.
    pub fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// The product.
    pub fn times(self, other: Self) -> Self {
        let wide = u128::from(self.mantissa) * u128::from(other.mantissa);
        let exponent = self.exponent + other.exponent;
        match (wide >> 64) as u64 {
            0 => Self::ZERO,
            high if high >> 63 != 0 => Self {
                mantissa: high,
                exponent: exponent + 64,
            },
            _ => Self {
                mantissa: (wide >> 63) as u64,
                exponent: exponent + 63,
            },
        }
    }

    /// The quotient; 0 if `other` is 0.
    pub fn over(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::ZERO;
        }
        // Long division, a bit at a time: this runs a few times a second at most, and the
        // chip has no 128-bit divider worth linking. The first bit is the only one that may
        // be 0, since both mantissas have their top bit set.
        let divisor = other.mantissa;
        let mut rest = self.mantissa;
        let mut quotient = 0u64;
        let mut exponent = self.exponent - other.exponent - 63;
        if rest >= divisor {
            rest -= divisor;
            quotient = 1;
        }
        let places = if quotient == 0 { 64 } else { 63 };
        exponent += 63 - places;
        for _ in 0..places {
            let carry = rest >> 63;
            rest <<= 1;
            quotient <<= 1;
            if carry != 0 || rest >= divisor {
                rest = rest.wrapping_sub(divisor);
                quotient |= 1;
            }
        }
        Self {
            mantissa: quotient,
            exponent,
        }
    }

    /// The square root.
    pub fn square_root(self) -> Self {
        if self.is_zero() {
            return self;
        }
        // An even exponent, and 127 or 128 bits so that the root has 64.
        let shift = 64 - (self.exponent & 1);
        let mut rest = u128::from(self.mantissa) << shift;
        let exponent = self.exponent - shift;
        let mut root = 0u128;
        let mut bit = 1u128 << 126;
        while bit != 0 {
            if rest >= root + bit {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
            bit >>= 2;
        }
        let root = root as u64;
        Self {
            mantissa: root << root.leading_zeros(),
            exponent: exponent / 2 - root.leading_zeros() as i32,
        }
    }

    /// The exponent of the power of two nearest in proportion; 0 for 0.
    pub fn nearest_power_of_two(self) -> i32 {
        /// The square root of 2, in the place of a mantissa.
        const HALFWAY: u64 = 0xB504_F333_F9DE_6484;
        match self.mantissa {
            0 => 0,
            mantissa => self.exponent + 63 + i32::from(mantissa > HALFWAY),
        }
    }

    /// The nearest double, put together from its bits; infinite or 0 outside a double's range.
    pub fn to_f64(self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        // Round to 53 bits; the carry may ripple into the exponent.
        let rounded = (self.mantissa >> 11) + (self.mantissa >> 10 & 1);
        let biased = self.exponent + 63 + 1023;
        match biased {
            ..1 => 0.0,
            1..2047 => f64::from_bits(((biased as u64) << 52) + (rounded - (1 << 52))),
            2047.. => f64::INFINITY,
        }
    }

    /// Decimal digits: a number of exactly `digits` digits (1 to 18) and the power of ten it is
    /// to be multiplied by.
    pub fn decimal(self, digits: u32) -> (u64, i32) {
        if self.is_zero() {
            return (0, 0);
        }
        let ten = Self::from_u64(10);
        let limit = Self::from_u64(10u64.pow(digits.clamp(1, 18)));
        let mut scaled = self;
        let mut power = 0;
        while !scaled.is_below(limit) {
            scaled = scaled.over(ten);
            power += 1;
        }
        while scaled.times(ten).is_below(limit) {
            scaled = scaled.times(ten);
            power -= 1;
        }
        // Below 10^18 < 2^60, so the exponent lies between -63 and -4.
        let shift = (-scaled.exponent) as u32;
        let whole = scaled.mantissa.checked_shr(shift).unwrap_or(0);
        let round = scaled.mantissa >> (shift - 1) & 1;
        match whole + round {
            full if full == 10u64.pow(digits.clamp(1, 18)) => (full / 10, power + 1),
            number => (number, power),
        }
    }

    fn is_below(self, other: Self) -> bool {
        match (self.mantissa, other.mantissa) {
            (_, 0) => false,
            (0, _) => true,
            (a, b) => (self.exponent, a) < (other.exponent, b),
        }
    }
}

/// Scientific notation, `1.0825e38`; the precision is the number of decimals, 4 unless given.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(4).min(17) as u32;
        let (number, power) = self.decimal(decimals + 1);
        let unit = 10u64.pow(decimals);
        let width = decimals as usize;
        let power = if self.is_zero() {
            0
        } else {
            power + decimals as i32
        };
        match width {
            0 => write!(f, "{number}e{power}"),
            _ => write!(f, "{}.{:0width$}e{power}", number / unit, number % unit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::{format, string::ToString};

    fn figure(value: f64) -> Figure {
        let mantissa = (value.to_bits() & ((1 << 52) - 1)) | 1 << 52;
        let exponent = (value.to_bits() >> 52) as i32 - 1023 - 52;
        Figure {
            mantissa: mantissa << 11,
            exponent: exponent - 11,
        }
    }

    /// Ours is cut off after 64 bits and rounded to 53, the double's is rounded once: together at
    /// most 2^-53 + 2^-53 + 2^-63 of the truth, which is less than two units of a double.
    fn near(ours: f64, double: f64) -> bool {
        (ours - double).abs() <= double.abs() * 2.0 * f64::EPSILON
    }

    prop_compose! {
        /// A double of any size whose square is one too.
        fn double()(mantissa in 1.0f64..2.0, power in -500i32..500) -> f64 {
            mantissa * 2f64.powi(power)
        }
    }

    proptest! {
        #[test]
        fn agrees_with_doubles(a in double(), b in double()) {
            prop_assert_eq!(figure(a).to_f64(), a);
            prop_assert!(near(figure(a).times(figure(b)).to_f64(), a * b));
            prop_assert!(near(figure(a).over(figure(b)).to_f64(), a / b));
            prop_assert!(near(figure(a).square_root().to_f64(), a.sqrt()));
            prop_assert_eq!(figure(a).is_below(figure(b)), a < b);
        }

        /// Above the square root of 2, which no double is, the next power is the nearer.
        #[test]
        fn the_nearest_power_of_two_is_found(mantissa in 1u64 << 52..1 << 53, power in -500i32..500) {
            let is_above = u128::from(mantissa).pow(2) > 1 << 105;
            let number = mantissa as f64 * 2f64.powi(power - 52);
            prop_assert_eq!(figure(number).nearest_power_of_two(), power + i32::from(is_above));
        }

        /// Nine digits at most, of which a hundred operations and the doubles of this test lose less
        /// than 10^9 × (100 × 2^-63 + 2^-51), a millionth of the last.
        #[test]
        fn prints_the_nearest_decimal(mantissa in 1.0f64..10.0, power in -80i32..80, decimals in 0usize..9) {
            let value = mantissa * 10f64.powi(power);
            let ours = format!("{:.decimals$}", figure(value));
            let (digits, power) = ours.split_once('e').unwrap();
            prop_assert_eq!(digits.len(), decimals + 1 + usize::from(decimals > 0));
            let unit = 10f64.powi(power.parse::<i32>().unwrap() - decimals as i32);
            let off = (ours.parse::<f64>().unwrap() - value) / unit;
            prop_assert!(off.abs() <= 0.500_001, "{} for {}", ours, value);
        }

        #[test]
        fn wide_numbers_keep_their_top_bits(value: u128) {
            let wide = Wide::<4>::from_limbs(core::array::from_fn(|i| (value >> (32 * i)) as u32));
            prop_assert!(near(Figure::from_wide(&wide, 64).to_f64(), value as f64 / 2f64.powi(64)));
        }
    }

    #[test]
    fn some_figures_in_print() {
        let print = |value: u64| Figure::from_u64(value).to_string();
        assert_eq!(print(0), "0.0000e0");
        assert_eq!(print(1), "1.0000e0");
        assert_eq!(print(99_999_999), "1.0000e8");
        assert_eq!(print(2_279_184), "2.2792e6");
        assert_eq!(format!("{:.1}", Figure::from_u64(u64::MAX)), "1.8e19");
        assert_eq!(format!("{:.0}", Figure::from_u64(449)), "4e2");
    }
}
