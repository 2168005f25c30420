use std::collections::HashMap;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::table::entry::Bound;

const SLOTS: usize = 16;

/// Keys over few slots. Tags and slots are spread by two odd factors, so keys stay distinct.
fn key(n: u8) -> u64 {
    (n as u64).wrapping_mul(0x1F3D_5B79) << 32 | (n as u64).wrapping_mul(0x9E37_79B1)
}

fn writes() -> impl Strategy<Value = Vec<(u8, u8, u32)>> {
    prop::collection::vec((0u8..60, 0u8..20, 1u32..1_000_000), 0..200)
}

fn slot(n: u8) -> u64 {
    ((key(n) >> 32) * SLOTS as u64) >> 32
}

fn entry(n: usize, draft: u8, size: u32) -> Entry {
    Entry::new((n % 500) as i16, draft, Bound::Exact, n as u8, size)
}

/// The slow twin of a one-level scheme: per slot, the key that owns it and its entry.
fn agrees<S: Scheme>(
    writes: &[(u8, u8, u32)],
    replaces: impl Fn(Entry, Entry) -> bool,
) -> Result<(), TestCaseError> {
    let mut table: OneLevel<S, SLOTS> = OneLevel::new();
    let mut model: HashMap<u64, (u8, Entry)> = HashMap::new();
    for (n, &(k, draft, size)) in writes.iter().enumerate() {
        let new = entry(n, draft, size);
        table.keep(key(k), new);
        match model.get(&slot(k)) {
            Some(&(owner, old)) if owner != k && !replaces(new, old) => {}
            _ => {
                model.insert(slot(k), (k, new));
            }
        }
        for k in 0..60 {
            let wanted = model.get(&slot(k)).filter(|(owner, _)| *owner == k);
            prop_assert_eq!(table.look(key(k), 0), wanted.map(|(_, entry)| *entry));
        }
    }
    Ok(())
}

/// The same for two levels.
fn two_levels_agree<S: Scheme>(
    writes: &[(u8, u8, u32)],
    replaces: impl Fn(Entry, Entry) -> bool,
) -> Result<(), TestCaseError> {
    let mut table: TwoLevel<S, SLOTS> = TwoLevel::new();
    let mut upper: HashMap<u64, (u8, Entry)> = HashMap::new();
    let mut lower: HashMap<u64, (u8, Entry)> = HashMap::new();
    for (n, &(k, draft, size)) in writes.iter().enumerate() {
        let new = entry(n, draft, size);
        table.keep(key(k), new);
        match upper.get(&slot(k)).copied() {
            Some((owner, old)) if owner != k => {
                if replaces(new, old) {
                    upper.insert(slot(k), (k, new));
                    lower.insert(slot(k), (owner, old));
                } else {
                    lower.insert(slot(k), (k, new));
                }
            }
            _ => {
                upper.insert(slot(k), (k, new));
            }
        }
        for k in 0..60 {
            let held = |level: &HashMap<u64, (u8, Entry)>| {
                level
                    .get(&slot(k))
                    .filter(|(owner, _)| *owner == k)
                    .map(|(_, entry)| *entry)
            };
            let wanted = held(&upper).or_else(|| held(&lower));
            prop_assert_eq!(table.look(key(k), 0), wanted);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn one_level_schemes_agree_with_maps(writes in writes()) {
        agrees::<New>(&writes, |_, _| true)?;
        agrees::<Old>(&writes, |_, _| false)?;
        agrees::<Deep>(&writes, |new, old| new.draft() >= old.draft())?;
        agrees::<Big1>(&writes, |new, old| new.size() >= old.size())?;
        agrees::<BigAll>(&writes, |new, old| new.size() >= old.size())?;
    }

    #[test]
    fn two_level_schemes_agree_with_maps(writes in writes()) {
        two_levels_agree::<Deep>(&writes, |new, old| new.draft() >= old.draft())?;
        two_levels_agree::<Big1>(&writes, |new, old| new.size() >= old.size())?;
    }
}

#[test]
fn only_a_kept_table_survives_the_beginning_of_a_search() {
    let mut cleared: OneLevel<New, 8> = OneLevel::new();
    let mut kept = Kept(cleared.clone());
    for table in [&mut cleared as &mut dyn TranspositionTable, &mut kept] {
        table.keep(7, entry(0, 1, 1));
        table.begin();
    }
    assert_eq!(cleared.look(7, 0), None);
    assert_eq!(kept.look(7, 0), Some(entry(0, 1, 1)));
    kept.clear();
    assert_eq!(kept.look(7, 0), None);
}
