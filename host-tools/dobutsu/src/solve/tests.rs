//! The index is a bijection, and moves taken back are moves.

use std::collections::BTreeSet;

use dobutsu_core::game::{After, Mobility, Position, safe_children};

use super::index::Index;
use super::retrograde::children;
use super::unmove::predecessors;

/// Every position of the index with this many numbers between them.
fn sample(index: &Index, step: usize) -> impl Iterator<Item = (u32, Position)> {
    let numbers = (0..index.count()).step_by(step);
    numbers.map(|number| {
        (
            number,
            index.position(number).expect("a number of the index"),
        )
    })
}

fn assert_numbered(index: &Index, number: u32, position: Position) {
    assert_eq!(Position::unpack(position.pack()), Ok(position));
    assert_eq!(position.canonical(), position);
    assert_eq!(index.number(position), Some(number), "{position:?}");
    assert_eq!(
        index.number(position.mirrored()),
        Some(number),
        "{position:?}"
    );
}

/// What `predecessors` finds, as numbers.
fn before(index: &Index, position: Position) -> Vec<u32> {
    let mut numbers = Vec::new();
    predecessors(position, |before| {
        assert_eq!(Position::unpack(before.pack()), Ok(before));
        numbers.push(index.number(before).expect("not decided by the rules"));
    });
    numbers.sort_unstable();
    numbers
}

#[test]
fn rank_and_unrank_agree_on_a_sample() {
    let index = Index::build();
    assert_eq!(index.count(), 121_134_668);
    for (number, position) in sample(&index, 1009) {
        assert_numbered(&index, number, position);
    }
    assert_eq!(index.position(index.count()), None);
}

#[test]
#[ignore = "long: every number of the index"]
fn rank_and_unrank_agree_on_all() {
    let index = Index::build();
    let mut next = 0;
    index.for_each(0..index.count(), |number, position| {
        assert_eq!(number, next);
        next += 1;
        assert_numbered(&index, number, position);
    });
    assert_eq!(next, index.count());
}

#[test]
fn ranges_are_walked_in_order_without_gaps() {
    let index = Index::build();
    for start in (0..index.count() - 5000).step_by(2_345_678) {
        let mut numbers = Vec::new();
        index.for_each(start..start + 5000, |number, _| numbers.push(number));
        assert_eq!(numbers, (start..start + 5000).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_taken_back_can_be_played_again() {
    let index = Index::build();
    for (number, position) in sample(&index, 5003) {
        for before in before(&index, position) {
            let before = index.position(before).expect("a number of the index");
            let next: BTreeSet<u32> = safe_children(before).map(|next| index.rank(next)).collect();
            assert!(
                next.contains(&number),
                "{before:?} does not lead to {position:?}"
            );
        }
    }
}

#[test]
fn what_is_played_can_be_taken_back_exactly_once() {
    let index = Index::build();
    // Symmetric positions, rare in a sample, are where moves pair up.
    let symmetric = [
        "1l1/3/3/1L1 b GECgec 1",
        "1l1/c1c/3/GLG b 2E 1",
        "1l1/C1C/1L1/3 b 2E2g 1",
    ];
    let symmetric = symmetric.map(|sfen| {
        let diagram: dobutsu_core::game::Diagram = sfen.parse().expect("a position");
        (
            index.number(diagram.position).expect("an open position"),
            diagram.position,
        )
    });
    for (number, position) in sample(&index, 5003).chain(symmetric) {
        let mut different: Vec<u32> = safe_children(position)
            .map(|next| index.rank(next))
            .collect();
        different.sort_unstable();
        different.dedup();
        for &child in &different {
            let child = index.position(child).expect("a number of the index");
            let times = before(&index, child)
                .iter()
                .filter(|&&found| found == number)
                .count();
            assert_eq!(times, 1, "{position:?} before {child:?}");
        }
        let mobility = Mobility::of(position);
        if mobility.wins_now {
            let ends =
                |mv| matches!(position.play(mv), After::Position(next) if next.ending().is_some());
            assert!(
                position.moves().into_iter().any(ends),
                "{position:?} has no try"
            );
        } else {
            assert_eq!(
                usize::from(children(&index, position, mobility)),
                different.len()
            );
        }
    }
}
