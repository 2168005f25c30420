//! Operation lists on the hash list, against a map of S-expressions.

use std::collections::BTreeMap;
use std::rc::Rc;

use dobutsu_core::table::hash_list::{HashList, HashListError, List, Node};

const CELLS: usize = 24;

type Lists = HashList<u16, CELLS, 29>;

/// A list as a whole tree, for the slow twin.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Expression {
    Atom(u16),
    Pair(Rc<Expression>, Rc<Expression>),
}

impl Expression {
    fn depth(&self) -> usize {
        match self {
            Expression::Atom(_) => 0,
            Expression::Pair(left, right) => 1 + left.depth().max(right.depth()),
        }
    }
}

/// The twin takes exponential time for deeper trees.
const MAX_DEPTH: usize = 9;

#[derive(Default)]
struct Twin {
    /// Lists made or named so far, newest last.
    known: Vec<(Expression, List)>,
    /// Every stored cell by what it stands for.
    stored: BTreeMap<Expression, List>,
    /// The same in the order they were made.
    order: Vec<Expression>,
}

/// Takes bytes by threes as operations: an atom, a cell of two known lists, a look-up of one,
/// or a release; checks every answer against the twin.
pub fn fuzz_hash_list(data: &[u8]) {
    let mut lists = Lists::new();
    let mut twin = Twin::default();
    for operation in data.chunks_exact(3) {
        let (a, b) = (operation[1] as usize, operation[2] as usize);
        match operation[0] % 16 {
            0..3 => {
                let atom = u16::from(operation[1] % 8);
                twin.known.push((Expression::Atom(atom), lists.atom(atom)));
            }
            code @ 3..15 if !twin.known.is_empty() => join(&mut lists, &mut twin, a, b, code < 11),
            15 => release(&mut lists, &mut twin, a),
            _ => {}
        }
        assert_eq!(lists.cells(), twin.stored.len());
        assert_eq!(lists.bytes(), 8 * twin.stored.len());
    }
    // Equal structure, equal handle, and the other way round; and every handle reads back.
    for (expression, list) in &twin.known {
        assert_eq!(read(&lists, *list), *expression);
        for (other, other_list) in &twin.known {
            assert_eq!(expression == other, list == other_list);
        }
    }
}

fn join(lists: &mut Lists, twin: &mut Twin, a: usize, b: usize, make: bool) {
    let (left, left_list) = twin.known[a % twin.known.len()].clone();
    let (right, right_list) = twin.known[b % twin.known.len()].clone();
    let whole = Expression::Pair(Rc::new(left), Rc::new(right));
    if whole.depth() > MAX_DEPTH {
        return;
    }
    let there = twin.stored.get(&whole).copied();
    let cells = lists.cells();
    assert_eq!(lists.find(left_list, right_list), there);
    assert_eq!(lists.cells(), cells, "looking up creates nothing");
    if !make {
        return;
    }
    match lists.cons(left_list, right_list) {
        Ok(list) => {
            assert!(there.is_none_or(|there| there == list));
            if there.is_none() {
                twin.order.push(whole.clone());
                twin.stored.insert(whole.clone(), list);
            }
            twin.known.push((whole, list));
        }
        Err(error) => {
            assert_eq!(error, HashListError::Full);
            assert!(there.is_none() && lists.cells() == CELLS);
        }
    }
}

fn release(lists: &mut Lists, twin: &mut Twin, to: usize) {
    let to = to % (twin.order.len() + 1);
    lists.release(to);
    for gone in twin.order.drain(to..) {
        twin.stored.remove(&gone);
    }
    let stored = &twin.stored;
    twin.known.retain(|(expression, _)| match expression {
        Expression::Atom(_) => true,
        Expression::Pair(..) => stored.contains_key(expression),
    });
}

fn read(lists: &Lists, list: List) -> Expression {
    match lists.node(list) {
        Ok(Node::Atom(atom)) => Expression::Atom(atom),
        Ok(Node::Cell(left, right)) => {
            Expression::Pair(Rc::new(read(lists, left)), Rc::new(read(lists, right)))
        }
        Err(error) => panic!("{error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn agrees_with_a_map_of_expressions(data in prop::collection::vec(any::<u8>(), 0..500)) {
            fuzz_hash_list(&data);
        }
    }
}
