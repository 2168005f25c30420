use std::boxed::Box;
use std::collections::BTreeMap;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;

/// What a list stands for, written out in full: the slow twin compares whole trees.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Expression {
    Atom(u16),
    Pair(Box<Expression>, Box<Expression>),
}

#[derive(Clone, Debug)]
enum Op {
    Atom(u16),
    /// Join two of the lists made so far.
    Cons(usize, usize),
    Find(usize, usize),
    /// Go back to the state after this share of the operations so far.
    Release(usize),
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    prop::collection::vec(
        prop_oneof![
            2 => (0u16..6).prop_map(Op::Atom),
            8 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Op::Cons(a, b)),
            4 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Op::Find(a, b)),
            1 => any::<usize>().prop_map(Op::Release),
        ],
        0..120,
    )
}

/// Runs an operation list on the arena and on a map from S-expressions to handles.
fn run(ops: &[Op]) {
    const CELLS: usize = 24;
    let mut lists: HashList<u16, CELLS, 29> = HashList::new();
    let mut known: Vec<(Expression, List)> = Vec::new();
    let mut model: BTreeMap<Expression, List> = BTreeMap::new();
    let mut cells: Vec<Expression> = Vec::new();
    for op in ops {
        match *op {
            Op::Atom(atom) => known.push((Expression::Atom(atom), lists.atom(atom))),
            Op::Cons(a, b) | Op::Find(a, b) if !known.is_empty() => {
                let (left, l) = known[a % known.len()].clone();
                let (right, r) = known[b % known.len()].clone();
                if depth(&left).max(depth(&right)) > 12 {
                    continue;
                }
                let whole = Expression::Pair(Box::new(left), Box::new(right));
                let there = model.get(&whole).copied();
                assert_eq!(lists.find(l, r), there);
                if matches!(op, Op::Find(..)) {
                    continue;
                }
                match lists.cons(l, r) {
                    Ok(list) => {
                        assert!(there.is_none_or(|there| there == list));
                        if there.is_none() {
                            cells.push(whole.clone());
                            model.insert(whole.clone(), list);
                        }
                        known.push((whole, list));
                    }
                    Err(error) => {
                        assert_eq!(error, HashListError::Full);
                        assert!(there.is_none() && lists.cells() == CELLS);
                    }
                }
            }
            Op::Release(to) => {
                let to = to % (cells.len() + 1);
                lists.release(to);
                for gone in cells.drain(to..) {
                    model.remove(&gone);
                }
                known.retain(|(expression, _)| match expression {
                    Expression::Atom(_) => true,
                    Expression::Pair(..) => model.contains_key(expression),
                });
            }
            _ => {}
        }
        assert_eq!(lists.cells(), model.len());
        assert_eq!(lists.bytes(), model.len() * 8);
    }
    // Equal structure, equal handle, and the other way round; and every handle reads back.
    for (a, list_a) in &known {
        assert_eq!(&read(&lists, *list_a), a);
        for (b, list_b) in &known {
            assert_eq!(a == b, list_a == list_b);
        }
    }
}

fn depth(expression: &Expression) -> usize {
    match expression {
        Expression::Atom(_) => 0,
        Expression::Pair(left, right) => 1 + depth(left).max(depth(right)),
    }
}

fn read(lists: &HashList<u16, 24, 29>, list: List) -> Expression {
    match lists.node(list).unwrap() {
        Node::Atom(atom) => Expression::Atom(atom),
        Node::Cell(left, right) => {
            Expression::Pair(Box::new(read(lists, left)), Box::new(read(lists, right)))
        }
    }
}

proptest! {
    #[test]
    fn agrees_with_a_map_of_expressions(ops in ops()) {
        run(&ops);
    }
}

/// The fuzz target: any bytes are an operation list.
pub(super) fn fuzz_hash_list(data: &[u8]) {
    let ops: Vec<Op> = data
        .chunks_exact(3)
        .map(|bytes| {
            let (a, b) = (bytes[1] as usize, bytes[2] as usize);
            match bytes[0] % 16 {
                0..3 => Op::Atom(bytes[1] as u16),
                3..11 => Op::Cons(a, b),
                11..15 => Op::Find(a, b),
                _ => Op::Release(a),
            }
        })
        .collect();
    run(&ops);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn survives_any_operation_list(data in prop::collection::vec(any::<u8>(), 0..600)) {
        fuzz_hash_list(&data);
    }
}

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
