//! The overwrite table: a hash table that always writes.
//!
//! A new entry replaces the one in its slot. There are no chains, no second probes and no
//! full table; memory is fixed and both operations take constant time. In a game tree this
//! is useful because equal positions occur close together in time, before they are overwritten.
//!
//! # How much survives
//! With `M` slots, uniform keys and `α = 1 − 1/M`, an entry is still there after `t` further
//! writes with probability `α^t`, and `t` writes into an empty table leave `M(1 − α^t)` slots
//! occupied. `cargo lab overwrite` measures both, and what the table saves in edge-matching puzzles,
//! the paper's experiment.
//!
//! # False hits
//! A slot does not hold the key but a [`Mark`]: eight bits of generation and some verification
//! bits of the key, disjoint from those that choose the slot. A probe that lands on *another*
//! key's slot is taken for a hit with probability 2^−v:
//!
//! | mark  | verification bits v | false hits per foreign slot probed |
//! |-------|--------------------:|-----------------------------------:|
//! | `u16` |                   8 |                            1 / 256 |
//! | `u32` |                  24 |                     1 / 16,777,216 |
//! | `[u32; 2]` |             56 | none but for equal keys, from 256 slots on |
//!
//! # Clearing
//! [`OverwriteTable::clear`] advances the generation, which makes every slot stale at once,
//! and wipes one 255th of the slots. A generation number is used again after 255 clearings;
//! by then every slot has been wiped, so no stale entry becomes valid again. The cost of wiping
//! is thereby spread over the clearings.

/// A value that a slot can store.
pub trait Stored: Copy {
    /// Fills slots that were never written. All zero bits keep a `static` table out of flash.
    const EMPTY: Self;
}

macro_rules! stored {
    ($($value:ty: $empty:expr,)+) => {
        $(impl Stored for $value {
            const EMPTY: Self = $empty;
        })+
    };
}
stored!(u8: 0, i8: 0, u16: 0, i16: 0, [i16; 2]: [0; 2], u32: 0, (): (),);

/// Generations in use; zero marks a slot that was never written or has been wiped.
const GENERATIONS: u8 = u8::MAX;

/// The word that identifies the key and the generation of a slot.
pub trait Mark: Copy + Eq {
    /// The mark of an empty slot: generation zero.
    const EMPTY: Self;
    /// Bits of the key it keeps; a foreign slot passes for a hit with probability 2^−this.
    const VERIFICATION_BITS: u32;
    /// Joins a generation with the verification bits of a key.
    fn new(generation: u8, key: u64) -> Self;
    /// The generation it was made with.
    fn generation(self) -> u8;
}

macro_rules! mark {
    ($word:ty) => {
        impl Mark for $word {
            const EMPTY: Self = 0;
            const VERIFICATION_BITS: u32 = <$word>::BITS - 8;

            fn new(generation: u8, key: u64) -> Self {
                (key as $word) << 8 | generation as $word
            }

            fn generation(self) -> u8 {
                self as u8
            }
        }
    };
}
mark!(u16);
mark!(u32);

/// In halves: a slot with a small value takes 12 bytes, where a `u64` would have it take 16.
impl Mark for [u32; 2] {
    const EMPTY: Self = [0; 2];
    const VERIFICATION_BITS: u32 = 56;

    fn new(generation: u8, key: u64) -> Self {
        let mark = key << 8 | u64::from(generation);
        [mark as u32, (mark >> 32) as u32]
    }

    fn generation(self) -> u8 {
        self[0] as u8
    }
}

/// One place in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<V, W> {
    pub(super) mark: W,
    pub(super) value: V,
}

/// A table of `SLOTS` slots that always writes; see the [module](self).
///
/// Keys are 64-bit hashes: the upper half chooses the slot, the lower bits verify it, so they
/// must be well mixed. `W` is the width of the [`Mark`].
///
/// ```
/// use dobutsu_core::table::OverwriteTable;
///
/// let mut table: OverwriteTable<i16, 1024> = OverwriteTable::new();
/// table.put(0x9E37_79B9_7F4A_7C15, -78);
/// assert_eq!(table.get(0x9E37_79B9_7F4A_7C15), Some(-78));
/// table.clear();
/// assert_eq!(table.get(0x9E37_79B9_7F4A_7C15), None);
/// ```
#[derive(Clone, Debug)]
pub struct OverwriteTable<V, const SLOTS: usize, W = u32> {
    slots: [Slot<V, W>; SLOTS],
    /// Clearings so far, modulo the number of generations. Not the generation itself, which
    /// starts at one: a new table is to be all zero bits.
    cleared: u8,
}

impl<V: Stored, const SLOTS: usize, W: Mark> Default for OverwriteTable<V, SLOTS, W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Stored, const SLOTS: usize, W: Mark> OverwriteTable<V, SLOTS, W> {
    /// Slots wiped for good by each clearing.
    const WIPED_PER_CLEARING: usize = SLOTS.div_ceil(GENERATIONS as usize);

    /// An empty table, fit for a `static`.
    pub const fn new() -> Self {
        const {
            assert!(
                SLOTS > 0 && SLOTS <= 1 << 31,
                "a table needs 1 to 2^31 slots"
            )
        };
        Self {
            slots: [Slot {
                mark: W::EMPTY,
                value: V::EMPTY,
            }; SLOTS],
            cleared: 0,
        }
    }

    /// The value last written under this key, unless it was overwritten or cleared since.
    pub fn get(&self, key: u64) -> Option<V> {
        let slot = &self.slots[Self::index(key)];
        (slot.mark == W::new(self.generation(), key)).then_some(slot.value)
    }

    /// Writes, and replaces the entry in the slot.
    pub fn put(&mut self, key: u64, value: V) {
        let mark = W::new(self.generation(), key);
        self.slots[Self::index(key)] = Slot { mark, value };
    }

    /// Empties the table: one new generation, and a 255th of the slots wiped.
    pub fn clear(&mut self) {
        let chunk = Self::WIPED_PER_CLEARING;
        let from = (self.cleared as usize * chunk).min(SLOTS);
        let to = (from + chunk).min(SLOTS);
        for slot in &mut self.slots[from..to] {
            slot.mark = W::EMPTY;
        }
        self.cleared = (self.cleared + 1) % GENERATIONS;
    }

    /// The number of slots with a live entry; takes a pass over the table.
    pub fn occupied(&self) -> usize {
        let live = |slot: &&Slot<V, W>| slot.mark.generation() == self.generation();
        self.slots.iter().filter(live).count()
    }

    /// Whether the slot of this key holds a live entry, and if so the entry and whether it is
    /// this key's own. Replacement schemes decide by it.
    pub(super) fn occupant(&self, key: u64) -> Option<(Slot<V, W>, bool)> {
        let slot = self.slots[Self::index(key)];
        let own = slot.mark == W::new(self.generation(), key);
        (slot.mark.generation() == self.generation()).then_some((slot, own))
    }

    /// Moves an entry that was in the same place of an equal table, cleared in step, into the
    /// slot of this key.
    pub(super) fn inherit(&mut self, key: u64, slot: Slot<V, W>) {
        self.slots[Self::index(key)] = slot;
    }

    fn generation(&self) -> u8 {
        self.cleared + 1
    }

    /// Scales the upper half of the key to the table: a multiplication, or a shift if `SLOTS`
    /// is a power of two; the chip has no division.
    fn index(key: u64) -> usize {
        (((key >> 32) * SLOTS as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests;
