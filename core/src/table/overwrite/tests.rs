use std::collections::HashMap;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Op {
    Put(u64, u16),
    Get(u64),
    Clear,
}

/// Few keys, so that they come back, over few slots, so that they collide.
fn ops() -> impl Strategy<Value = Vec<Op>> {
    let key = (0u64..600).prop_map(mix);
    prop::collection::vec(
        prop_oneof![
            8 => (key.clone(), any::<u16>()).prop_map(|(key, value)| Op::Put(key, value)),
            8 => key.prop_map(Op::Get),
            1 => Just(Op::Clear),
        ],
        0..600,
    )
}

/// A bijection of 64-bit words (Vigna's splitmix64 finaliser): distinct numbers, distinct keys.
fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ n >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ n >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ n >> 31
}

/// The slow twin: a map from slot to the whole key and its value.
type Model = HashMap<u64, (u64, u16)>;

fn slot(key: u64, slots: u64) -> u64 {
    (((key >> 32) as u128 * slots as u128) >> 32) as u64
}

proptest! {
    #[test]
    fn agrees_with_a_map_from_slots(ops in ops()) {
        const SLOTS: usize = 300;
        let mut table: OverwriteTable<u16, SLOTS, [u32; 2]> = OverwriteTable::new();
        let mut model = Model::new();
        for op in ops {
            match op {
                Op::Put(key, value) => {
                    table.put(key, value);
                    model.insert(slot(key, SLOTS as u64), (key, value));
                }
                Op::Get(key) => {
                    let held = model.get(&slot(key, SLOTS as u64));
                    let wanted = held.filter(|(held, _)| *held == key).map(|(_, value)| *value);
                    prop_assert_eq!(table.get(key), wanted);
                }
                Op::Clear => {
                    table.clear();
                    model.clear();
                }
            }
            prop_assert_eq!(table.occupied(), model.len());
        }
    }

    /// Generation numbers return every 255 clearings; entries of old ones must not.
    #[test]
    fn nothing_returns_from_an_old_generation(clearings in 1usize..1100, key: u64, seed: u64) {
        let mut table: OverwriteTable<u16, 1000> = OverwriteTable::new();
        for n in 0..200 {
            table.put(mix(seed ^ n), 1);
        }
        table.put(key, 7);
        for _ in 0..clearings {
            table.clear();
            prop_assert_eq!(table.get(key), None);
            prop_assert_eq!(table.occupied(), 0);
        }
        table.put(key, 9);
        prop_assert_eq!(table.get(key), Some(9));
    }
}

/// Fills every slot, then probes with keys that were never written: whatever answers is false.
fn false_hits<const SLOTS: usize, W: Mark>(probes: u64) -> u64 {
    let mut table: OverwriteTable<(), SLOTS, W> = OverwriteTable::new();
    for n in 0..20 * SLOTS as u64 {
        table.put(mix(n), ());
    }
    assert!(
        table.occupied() == SLOTS,
        "every probe is to meet a foreign key"
    );
    (0..probes)
        .filter(|n| table.get(mix(1 << 40 | n)).is_some())
        .count() as u64
}

#[test]
fn false_hits_are_as_rare_as_stated() {
    // 2^20 probes at 2^-8: 4096 ± 64; six standard deviations either way.
    let with_eight_bits = false_hits::<1000, u16>(1 << 20);
    assert!(
        (3712..=4480).contains(&with_eight_bits),
        "{with_eight_bits}"
    );
    // 2^22 probes at 2^-24: a quarter of one expected; more than five has odds of 1 in 10^7.
    let with_24_bits = false_hits::<1000, u32>(1 << 22);
    assert!(with_24_bits <= 5, "{with_24_bits}");
    assert_eq!(false_hits::<1000, [u32; 2]>(1 << 20), 0);
}

#[test]
fn occupancy_follows_the_formula() {
    const M: usize = 4000;
    let mut table: OverwriteTable<(), M> = OverwriteTable::new();
    for t in 1..=12_000u64 {
        table.put(mix(t), ());
        if t % 1000 == 0 {
            let expected = M as f64 * (1.0 - (1.0 - 1.0 / M as f64).powi(t as i32));
            let off = (table.occupied() as f64 - expected).abs();
            // The deviation of the occupancy stays below 0.4 √M for every t.
            assert!(off < 5.0 * 0.4 * (M as f64).sqrt(), "{t}: off by {off}");
        }
    }
}

#[test]
fn a_slot_is_as_small_as_it_can_be() {
    assert_eq!(size_of::<Slot<u16, u16>>(), 4);
    assert_eq!(size_of::<Slot<i16, u32>>(), 8);
    assert_eq!(size_of::<Slot<u32, u32>>(), 8);
    assert_eq!(size_of::<OverwriteTable<u32, 8192>>(), 64 * 1024 + 4);
}
