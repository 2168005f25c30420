use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::table::OneLevel;
use crate::table::entry::Bound;
use crate::table::transposition::tests::{Level, SLOTS, key, slot, stored};

#[derive(Clone, Debug)]
enum Op {
    Keep(u8),
    Look(u8, u8),
    Begin,
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    prop::collection::vec(
        prop_oneof![
            10 => (0u8..60).prop_map(Op::Keep),
            10 => (0u8..60, 0u8..6).prop_map(|(key, draft)| Op::Look(key, draft)),
            1 => Just(Op::Begin),
        ],
        0..600,
    )
}

proptest! {
    /// The slow twin is the paper's program: two tables and two references to them.
    #[test]
    fn agrees_with_two_maps(ops in ops()) {
        let mut turns: InTurn<OneLevel<SLOTS>> = InTurn::default();
        let (mut previous, mut current) = (Level::new(), Level::new());
        for (n, op) in ops.into_iter().enumerate() {
            match op {
                Op::Keep(k) => {
                    let entry = Entry::new((n % 500) as i16, 1, Bound::Exact, 0);
                    turns.keep(key(k), entry);
                    current.insert(slot(k), (k, entry));
                }
                Op::Look(k, draft) => {
                    let wanted = stored(&current, k).or_else(|| stored(&previous, k));
                    prop_assert_eq!(turns.look(key(k), draft), wanted);
                }
                Op::Begin => {
                    turns.begin();
                    previous.clear();
                    std::mem::swap(&mut previous, &mut current);
                }
            }
        }
        prop_assert_eq!(turns.current().slots().occupied(), current.len());
        prop_assert_eq!(turns.previous().slots().occupied(), previous.len());
        turns.clear();
        prop_assert_eq!(turns.current().slots().occupied(), 0);
        prop_assert_eq!(turns.previous().slots().occupied(), 0);
    }
}
