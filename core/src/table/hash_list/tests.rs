//! The large property, agreement with a map of S-expressions under any list of operations, is
//! the fuzz target `fuzz_hash_list` of the host tools.

use std::vec::Vec;

use super::*;

#[test]
fn a_full_arena_loses_nothing() {
    let mut lists: HashList<u16, 4, 6> = HashList::new();
    let made: Vec<List> = (0..4)
        .map(|n| lists.cons(lists.atom(n), lists.atom(n)).unwrap())
        .collect();
    assert_eq!(
        lists.cons(lists.atom(9), lists.atom(9)),
        Err(HashListError::Full)
    );
    for (n, &list) in made.iter().enumerate() {
        assert_eq!(
            lists.cons(lists.atom(n as u16), lists.atom(n as u16)),
            Ok(list)
        );
    }
}

#[test]
fn foreign_lists_are_refused() {
    let mut one: HashList<u16, 4, 6> = HashList::new();
    let list = one.cons(one.atom(1), one.atom(2)).unwrap();
    let mut other: HashList<u16, 4, 6> = HashList::new();
    assert_eq!(other.cons(list, list), Err(HashListError::UnknownList));
    assert_eq!(other.node(list), Err(HashListError::UnknownList));
    assert_eq!(other.halves(list), None);
    one.release(0);
    assert_eq!(one.node(list), Err(HashListError::UnknownList));
}
