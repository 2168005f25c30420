//! Small games made up at random: fast propagation against a slow twin, and what corrections do.

use dobutsu_core::database::ribbon::mix;
use proptest::prelude::*;

use super::bound::Bound;
use super::graph::{Graph, NEAREST_LOSS};
use super::greedy::correct;
use super::lists::Lists;
use super::part::Part;
use super::propagation::{Lengths, NEVER, propagate};
use super::shorten::shorten;
use super::slack::take_back;
use super::start_tree::play_exactly;

/// Plies to the end of what is lost at once.
const NEAREST: u8 = NEAREST_LOSS as u8;

/// A game of this many positions, solved by repeated sweeps; only what is won or lost is kept.
fn made_up(count: usize, seed: u64) -> Graph {
    let mut state = seed;
    let mut random = |below: usize| {
        state = state.wrapping_add(1);
        (mix(state) % below as u64) as usize
    };
    let children: Vec<Vec<usize>> = (0..count)
        .map(|number| {
            let ends = number < count / 20;
            let moves = if ends { 0 } else { 1 + random(4) };
            let mut children: Vec<usize> = (0..moves).map(|_| random(count)).collect();
            children.sort_unstable();
            children.dedup();
            children
        })
        .collect();
    // Even distances are losses, odd ones wins.
    let mut distance: Vec<Option<u8>> = vec![None; count];
    loop {
        let before = distance.clone();
        for (number, children) in children.iter().enumerate() {
            let of = |even: u8| move |plies: &u8| plies % 2 == even;
            let known = || children.iter().filter_map(|&child| before[child]);
            distance[number] = match known().filter(of(0)).min() {
                _ if children.is_empty() => Some(NEAREST),
                Some(lost) => Some(lost + 1),
                None if known().count() == children.len() => known().max().map(|won| won + 1),
                None => None,
            };
        }
        if distance == before {
            break;
        }
    }
    let kind = |even: u8| -> Vec<usize> {
        let of_kind = |&number: &usize| distance[number].is_some_and(|plies| plies % 2 == even);
        (0..count).filter(of_kind).collect()
    };
    let (won, lost) = (kind(1), kind(0));
    let place = |list: &[usize], child: usize| list.binary_search(&child).ok().map(|at| at as u32);
    let lists = |from: &[usize], to: &[usize]| -> Vec<Vec<u32>> {
        let to = |&number: &usize| {
            let children = children[number].iter();
            children.filter_map(|&child| place(to, child)).collect()
        };
        from.iter().map(to).collect()
    };
    let exact = |of: &[usize]| of.iter().filter_map(|&number| distance[number]).collect();
    graph_of(
        lists(&won, &lost),
        lists(&lost, &won),
        exact(&won),
        exact(&lost),
    )
}

fn graph_of(
    candidates: Vec<Vec<u32>>,
    replies: Vec<Vec<u32>>,
    exact: Vec<u8>,
    exact_lost: Vec<u8>,
) -> Graph {
    let lists = |lists: Vec<Vec<u32>>| {
        let lengths: Vec<u8> = lists.iter().map(|list| list.len() as u8).collect();
        Lists::new(lengths.into_iter(), lists.concat())
    };
    Graph::new(lists(candidates), lists(replies), exact, exact_lost)
}

/// The same as `propagate`, by sweeping over everything until nothing changes.
fn slow_twin(graph: &Graph, policy: &[u8]) -> Lengths {
    let mut lengths = Lengths {
        won: vec![NEVER; graph.won() as usize],
        lost: vec![NEVER; graph.lost() as usize],
    };
    loop {
        let before = lengths.clone();
        for won in 0..graph.won() {
            let next = before.lost[graph.next(policy, won) as usize];
            lengths.won[won as usize] = next.saturating_add(1);
        }
        for lost in 0..graph.lost() {
            let replies = graph.replies.of(lost).iter();
            let longest = replies.map(|&won| before.won[won as usize]).max();
            let exact = u16::from(graph.exact_lost[lost as usize]);
            lengths.lost[lost as usize] = match longest {
                Some(plies) => plies.saturating_add(1).max(exact),
                None => exact,
            };
        }
        if lengths == before {
            return lengths;
        }
    }
}

fn first_everywhere(graph: &Graph) -> Vec<u8> {
    vec![0; graph.won() as usize]
}

fn corrected(graph: &Graph, base: &[u8]) -> Vec<u8> {
    let mut policy = correct(graph, base, &|_| {});
    take_back(graph, &mut policy);
    policy
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn propagation_agrees_with_its_twin(seed: u64, count in 20usize..2000, choices: u64) {
        let graph = made_up(count, seed);
        let any = |won: u32| {
            let candidates = graph.candidates.of(won).len() as u64;
            (mix(choices ^ u64::from(won)) % candidates) as u8
        };
        let policy: Vec<u8> = (0..graph.won()).map(any).collect();
        let lengths = propagate(&graph, &policy);
        prop_assert_eq!(&lengths, &slow_twin(&graph, &policy));
        prop_assert_eq!(lengths.prove(&graph, &policy), lengths.are_finite());
    }

    #[test]
    fn a_corrected_policy_wins_everywhere(seed: u64, count in 20usize..3000) {
        let graph = made_up(count, seed);
        let policy = corrected(&graph, &first_everywhere(&graph));
        prop_assert!(slow_twin(&graph, &policy).are_finite());
    }

    #[test]
    fn limits_are_kept(seed: u64, count in 20usize..3000, factor in 100u32..300, more in 0u32..12) {
        let graph = made_up(count, seed);
        let base = first_everywhere(&graph);
        let bound = Bound::new(factor, more);
        let mut policy = corrected(&graph, &base);
        shorten(&graph, &mut policy, &base, bound, &|_| {});
        let lengths = slow_twin(&graph, &policy);
        for (length, exact) in lengths.won.into_iter().zip(&graph.exact) {
            prop_assert!(length <= bound.limit(*exact), "{length} for {exact}");
        }
    }

    #[test]
    fn a_part_tells_the_same_lengths(seed: u64, count in 20usize..3000, plies in 7u8..40) {
        let graph = made_up(count, seed);
        let mut policy = corrected(&graph, &first_everywhere(&graph));
        let lengths = propagate(&graph, &policy);
        let part = Part::beyond(&graph, &lengths, plies);
        let mut here = part.policy(&policy);
        // Corrections that make wins shorter, some of them less than what stays outside.
        let seen = propagate(&part.graph, &here);
        for won in 0..part.graph.won() {
            let candidates = part.graph.candidates.of(won);
            let place = mix(seed ^ u64::from(won)) as usize % candidates.len();
            if seen.lost[candidates[place] as usize] < seen.won[won as usize] {
                here[won as usize] = place as u8;
            }
        }
        part.put_back(&here, &mut policy);
        let shorter = propagate(&part.graph, &here).won;
        let whole = propagate(&graph, &policy).won;
        let late = (0..whole.len()).filter(|&won| lengths.won[won] > u16::from(plies));
        let there: Vec<u16> = late.map(|won| whole[won]).collect();
        prop_assert_eq!(shorter, there);
    }

    #[test]
    fn a_tree_is_played_exactly_and_stays_so(seed: u64, count in 20usize..3000) {
        let graph = made_up(count, seed);
        let mut longest: Vec<u32> = (0..graph.lost()).collect();
        longest.sort_by_key(|&lost| graph.exact_lost[lost as usize]);
        if let Some(from) = longest.pop() {
            let mut base = first_everywhere(&graph);
            play_exactly(&graph, &mut base, from);
            let mut policy = corrected(&graph, &base);
            shorten(&graph, &mut policy, &base, Bound::new(150, 2), &|_| {});
            let exact = u16::from(graph.exact_lost[from as usize]);
            prop_assert_eq!(slow_twin(&graph, &policy).lost[from as usize], exact);
        }
    }
}

/// Two won positions that send each other round in a circle, and a way out of each.
fn circle() -> Graph {
    // Lost 0 is the end; 1 and 2 have the won positions 0 and 1 as replies.
    graph_of(
        vec![vec![2, 0], vec![1, 0]],
        vec![vec![], vec![0], vec![1]],
        vec![7, 7],
        vec![6, 8, 8],
    )
}

#[test]
fn one_correction_opens_a_circle() {
    let graph = circle();
    assert!(!propagate(&graph, &[0, 0]).are_finite());
    let policy = corrected(&graph, &[0, 0]);
    assert_eq!(policy.iter().filter(|&&place| place > 0).count(), 1);
    let lengths = propagate(&graph, &policy);
    assert!(lengths.prove(&graph, &policy));
    assert_eq!(lengths.won.iter().max(), Some(&9));
}

#[test]
fn without_a_correction_there_is_no_proof() {
    let graph = made_up(3000, 1);
    let policy = corrected(&graph, &first_everywhere(&graph));
    let lengths = propagate(&graph, &policy);
    assert!(lengths.prove(&graph, &policy));
    let corrections = (0..policy.len()).filter(|&won| policy[won] > 0);
    let mut needed = 0;
    for won in corrections.clone() {
        let mut less = policy.clone();
        less[won] = 0;
        let without = propagate(&graph, &less);
        assert_eq!(
            without.prove(&graph, &less),
            slow_twin(&graph, &less).are_finite()
        );
        // The old lengths prove nothing about another policy, either.
        assert!(!lengths.prove(&graph, &less));
        needed += usize::from(!without.are_finite());
    }
    let all = corrections.count();
    assert!(
        needed > 0 && 2 * needed >= all,
        "{needed} of {all} are needed"
    );
}

#[test]
fn limits_are_what_they_say() {
    let bound: Bound = "4+64".parse().expect("a bound");
    assert_eq!(bound, Bound::new(400, 64));
    assert_eq!(bound.limit(7), 91);
    assert_eq!(bound.to_string(), "4·D + 64");
    for wrong in ["4", "0.5+1", "x+1", "4+", "4+-1", "1e9+1"] {
        assert!(wrong.parse::<Bound>().is_err(), "{wrong}");
    }
}
