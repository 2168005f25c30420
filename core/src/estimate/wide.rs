//! Whole numbers of a fixed, large size: products and sums without an FPU and without rounding.

/// An unsigned number of `N` 32-bit limbs, the lowest first.
///
/// Limbs are 32 bits because the Cortex-M0+ multiplies 32-bit words. Nothing here rounds, so
/// sums do not depend on the order in which they are formed; that is what lets statistics of
/// many machines add up to the very bits one machine would have got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u32; N]);

impl<const N: usize> Wide<N> {
    /// Nothing.
    pub const ZERO: Self = Self([0; N]);

    /// The number with these limbs, the lowest first.
    pub const fn from_limbs(limbs: [u32; N]) -> Self {
        Self(limbs)
    }

    /// The limbs, the lowest first.
    pub fn limbs(&self) -> &[u32; N] {
        &self.0
    }

    /// `value` times 2^(32 × `limb`).
    pub fn shifted(value: u64, limb: usize) -> Self {
        const { assert!(N >= 2) };
        let mut limbs = [0; N];
        if let Some(low) = limbs.get_mut(limb) {
            *low = value as u32;
        }
        if let Some(high) = limbs.get_mut(limb + 1) {
            *high = (value >> 32) as u32;
        }
        Self(limbs)
    }

    /// `value` times 2^`place`; what does not fit is dropped.
    pub fn placed(value: u64, place: u32) -> Self {
        let (limb, shift) = ((place / 32) as usize, place % 32);
        let mut number = Self::shifted(value << shift, limb);
        if let Some(top) = number.0.get_mut(limb + 2) {
            // Shifted twice, so that a shift by 0 leaves nothing.
            *top = (value >> 32 >> (32 - shift)) as u32;
        }
        number
    }

    /// The same number with more limbs.
    pub fn widen<const M: usize>(&self) -> Wide<M> {
        const { assert!(M >= N) };
        let mut limbs = [0; M];
        limbs[..N].copy_from_slice(&self.0);
        Wide(limbs)
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }

    /// Whether the topmost limb is in use: one more [`scale`](Self::scale) might not fit.
    pub fn is_nearly_full(&self) -> bool {
        self.0[N - 1] != 0
    }

    /// Multiplies by `factor`; returns what did not fit.
    pub fn scale(&mut self, factor: u32) -> u32 {
        let mut carry = 0;
        for limb in &mut self.0 {
            let wide = u64::from(*limb) * u64::from(factor) + carry;
            *limb = wide as u32;
            carry = wide >> 32;
        }
        carry as u32
    }

    /// Divides by `divisor`, dropping the remainder; division by 0 gives 0.
    pub fn divide(&mut self, divisor: u32) {
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            let wide = rest << 32 | u64::from(*limb);
            // The quotient fits: `rest` is below the divisor.
            *limb = wide.checked_div(u64::from(divisor)).unwrap_or(0) as u32;
            rest = wide.checked_rem(u64::from(divisor)).unwrap_or(0);
        }
    }

    /// Adds `other`; returns whether the sum did not fit.
    pub fn add<const M: usize>(&mut self, other: &Wide<M>) -> bool {
        const { assert!(M <= N) };
        let mut carry = 0;
        let addends = other.0.iter().copied().chain(core::iter::repeat(0));
        for (limb, addend) in self.0.iter_mut().zip(addends) {
            let wide = u64::from(*limb) + u64::from(addend) + carry;
            *limb = wide as u32;
            carry = wide >> 32;
        }
        carry != 0
    }

    /// Subtracts `other`; returns whether it was the larger.
    pub fn subtract(&mut self, other: &Self) -> bool {
        let mut borrow = false;
        for (limb, &subtrahend) in self.0.iter_mut().zip(&other.0) {
            let (once, under) = limb.overflowing_sub(subtrahend);
            let (twice, again) = once.overflowing_sub(u32::from(borrow));
            *limb = twice;
            borrow = under || again;
        }
        borrow
    }

    /// The product of two numbers, for which `N` must have room.
    pub fn product<const A: usize, const B: usize>(a: &Wide<A>, b: &Wide<B>) -> Self {
        const { assert!(N >= A + B) };
        let mut limbs = [0; N];
        for (i, &left) in a.0.iter().enumerate() {
            if left == 0 {
                continue;
            }
            let mut carry = 0;
            for (j, &right) in b.0.iter().enumerate() {
                let wide = u64::from(left) * u64::from(right) + u64::from(limbs[i + j]) + carry;
                limbs[i + j] = wide as u32;
                carry = wide >> 32;
            }
            limbs[i + B] = carry as u32;
        }
        Self(limbs)
    }

    /// How many bits the number has: 0 for 0, else one more than the place of its highest bit.
    pub fn bits(&self) -> u32 {
        match self.0.iter().rposition(|&limb| limb != 0) {
            Some(top) => 32 * top as u32 + 32 - self.0[top].leading_zeros(),
            None => 0,
        }
    }

    /// The 64 bits from bit `place` upwards.
    pub fn window(&self, place: u32) -> u64 {
        let (limb, shift) = ((place / 32) as usize, place % 32);
        let at = |index: usize| u64::from(self.0.get(index).copied().unwrap_or(0));
        let low = at(limb) | at(limb + 1) << 32;
        match shift {
            0 => low,
            _ => low >> shift | at(limb + 2) << (64 - shift),
        }
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Four = Wide<4>;

    fn four(value: u128) -> Four {
        Wide(core::array::from_fn(|i| (value >> (32 * i)) as u32))
    }

    proptest! {
        #[test]
        fn agrees_with_the_compilers_own_numbers(a: u128, b: u128, small: u32, shift in 0u32..128) {
            let (a, b) = (a >> (shift / 2), b >> shift);
            let mut sum = four(a);
            prop_assert_eq!(sum.add(&four(b)), a.checked_add(b).is_none());
            prop_assert_eq!(sum, four(a.wrapping_add(b)));

            let mut difference = four(a);
            prop_assert_eq!(difference.subtract(&four(b)), a < b);
            prop_assert_eq!(difference, four(a.wrapping_sub(b)));

            let mut scaled = four(a);
            let carry = scaled.scale(small);
            prop_assert_eq!(scaled, four(a.wrapping_mul(u128::from(small))));
            prop_assert_eq!(carry == 0, a.checked_mul(u128::from(small)).is_some());

            let mut divided = four(a);
            divided.divide(small);
            prop_assert_eq!(divided, four(a.checked_div(u128::from(small)).unwrap_or(0)));

            prop_assert_eq!(four(a).cmp(&four(b)), a.cmp(&b));
            prop_assert_eq!(four(a).bits(), 128 - a.leading_zeros());
            prop_assert_eq!(four(a).window(shift), (a >> shift) as u64);
            prop_assert_eq!(Four::placed(a as u64, shift), four(u128::from(a as u64) << shift));

            let (x, y) = (a as u64, b as u64);
            let narrow = |value| Wide::<2>::shifted(value, 0);
            prop_assert_eq!(Four::product(&narrow(x), &narrow(y)), four(u128::from(x) * u128::from(y)));
        }

        /// Scaling up and dividing down again is exact, however long the chain.
        #[test]
        fn a_chain_of_factors_divides_back_to_one(factors in proptest::collection::vec(1u32..=256, 0..40)) {
            let mut number = Wide::<12>::shifted(1, 2);
            for &factor in &factors {
                prop_assert_eq!(number.scale(factor), 0);
            }
            for &factor in &factors {
                number.divide(factor);
            }
            prop_assert_eq!(number, Wide::shifted(1, 2));
        }
    }
}
