//! A set of up to 256 branches, one bit each.

/// A set of small numbers; the branches of a node that are still open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices([u64; 4]);

impl Choices {
    /// One more than the largest number a set can hold.
    pub const CAPACITY: usize = 256;
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);
    /// The full set.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// Adds `item`.
    pub fn insert(&mut self, item: u8) {
        self.0[usize::from(item >> 6)] |= 1 << (item & 63);
    }

    /// Takes `item` out.
    #[inline]
    pub fn remove(&mut self, item: u8) {
        self.0[usize::from(item >> 6)] &= !(1 << (item & 63));
    }

    /// Whether `item` is in the set.
    pub fn contains(&self, item: u8) -> bool {
        self.0[usize::from(item >> 6)] >> (item & 63) & 1 != 0
    }

    /// What is in both sets.
    #[inline(always)]
    pub fn and(self, other: &Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Self([a & e, b & f, c & g, d & h])
    }

    /// What is in this set and not in the other.
    #[inline(always)]
    pub fn without(self, other: &Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    /// Whether nothing is in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// How many numbers are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Takes out the smallest number.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u8> {
        for (base, word) in [0, 64, 128, 192].into_iter().zip(&mut self.0) {
            if *word != 0 {
                // At most 63: the word is not 0.
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(base + bit);
            }
        }
        None
    }

    /// Takes out the `count` smallest numbers.
    pub fn strike(&mut self, mut count: u32) {
        for word in &mut self.0 {
            let ones = word.count_ones();
            if count >= ones {
                count -= ones;
                *word = 0;
            } else {
                for _ in 0..count {
                    *word &= *word - 1;
                }
                return;
            }
        }
    }
}

impl IntoIterator for Choices {
    type Item = u8;
    type IntoIter = Items;

    fn into_iter(self) -> Items {
        Items(self)
    }
}

/// The numbers of a set, ascending.
#[derive(Clone, Debug)]
pub struct Items(Choices);

impl Iterator for Items {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_like_a_sorted_list(items in proptest::collection::btree_set(any::<u8>(), 0..256), skip in 0u32..300) {
            let mut set = Choices::EMPTY;
            for &item in &items {
                set.insert(item);
            }
            prop_assert_eq!(set.len() as usize, items.len());
            prop_assert_eq!(set.is_empty(), items.is_empty());
            for item in 0..=255 {
                prop_assert_eq!(set.contains(item), items.contains(&item));
            }
            let mut others = set;
            for &item in items.iter().step_by(2) {
                others.remove(item);
            }
            prop_assert!(others.into_iter().eq(items.iter().copied().skip(1).step_by(2)));
            set.strike(skip);
            prop_assert!(set.into_iter().eq(items.into_iter().skip(skip as usize)));
        }
    }
}
