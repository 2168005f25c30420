//! Who must be done when, and who need not be corrected if he waits that long.

use super::graph::Graph;
use super::propagation::{Lengths, NEVER, Wave, propagate};

/// Corrects a policy so that every won position is done at its limit.
///
/// Whoever is not is corrected then, to the first candidate that is done. There must be one: it is
/// so if limits leave room for best play, or if they are what a policy itself [requires](required).
pub(super) fn keep_within(graph: &Graph, policy: &mut [u8], limits: &[u16]) {
    let mut due: Vec<Vec<u32>> = Vec::new();
    for won in (0..graph.won()).filter(|&won| graph.candidates.of(won).len() > 1) {
        let limit = usize::from(limits[won as usize]);
        if due.len() <= limit {
            due.resize(limit + 1, Vec::new());
        }
        due[limit].push(won);
    }
    let mut wave = Wave::new(graph);
    while !wave.is_over() || usize::from(wave.plies) + 1 < due.len() {
        wave.advance(policy);
        for &won in due.get(usize::from(wave.plies)).into_iter().flatten() {
            if wave.lengths.won[won as usize] == NEVER {
                let candidates = graph.candidates.of(won).iter();
                let mut done = candidates.map(|&lost| wave.lengths.lost[lost as usize] != NEVER);
                // What is asked about first costs least to store.
                let place = done.position(|done| done).expect("a candidate in time");
                policy[won as usize] = place as u8;
                wave.finish(won);
            }
        }
    }
}

/// When each won position must be done so that all of them keep within their limits, if whoever
/// waits for it goes on waiting. Lengths are those of the policy.
fn required(graph: &Graph, policy: &[u8], lengths: &Lengths, limits: &[u16]) -> Vec<u16> {
    let mut by_length: Vec<Vec<u32>> = Vec::new();
    for won in 0..graph.won() {
        let length = usize::from(lengths.won[won as usize]);
        if by_length.len() <= length {
            by_length.resize(length + 1, Vec::new());
        }
        by_length[length].push(won);
    }
    let mut required = limits.to_vec();
    let mut required_lost = vec![NEVER; graph.lost() as usize];
    // Whoever waits takes longer: his turn comes first.
    for &won in by_length.iter().rev().flatten() {
        let waiting = graph.waiting.of(won).iter();
        let soonest = waiting.map(|&lost| required_lost[lost as usize]).min();
        let own = &mut required[won as usize];
        *own = soonest.map_or(*own, |soonest| (*own).min(soonest - 1));
        let next = &mut required_lost[graph.next(policy, won) as usize];
        *next = (*next).min(*own - 1);
    }
    required
}

/// Returns to the choices of another policy where limits allow for that, all together; whether
/// that changed anything.
pub(super) fn relax(graph: &Graph, policy: &mut Vec<u8>, base: &[u8], limits: &[u16]) -> bool {
    let lengths = propagate(graph, policy);
    let required = required(graph, policy, &lengths, limits);
    // Nobody waits longer than he may, so whoever is not corrected now finds what he waits for.
    let mut relaxed = base.to_vec();
    keep_within(graph, &mut relaxed, &required);
    let changed = relaxed != *policy;
    *policy = relaxed;
    changed
}

/// Goes back to earlier candidates wherever that takes no longer. No length grows by that, and
/// what is asked about earlier costs less to store.
pub(super) fn take_back(graph: &Graph, policy: &mut [u8]) {
    let lengths = propagate(graph, policy);
    for won in 0..graph.won() {
        let candidates = graph.candidates.of(won);
        let taken = usize::from(policy[won as usize]);
        let length = lengths.lost[candidates[taken] as usize];
        let early = candidates[..taken]
            .iter()
            .position(|&lost| lengths.lost[lost as usize] <= length);
        if let Some(place) = early {
            policy[won as usize] = place as u8;
        }
    }
}
