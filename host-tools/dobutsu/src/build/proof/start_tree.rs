//! The start's tree: the shortest way to win whatever the other side plays from the start.

use super::graph::Graph;

/// Makes a policy exact wherever a game from a lost position leads if its wins are the quickest,
/// and gives back the won positions there. Candidates that are quickest already stay.
pub(super) fn play_exactly(graph: &Graph, policy: &mut [u8], from: u32) -> Vec<u32> {
    let mut seen_lost = vec![false; graph.lost() as usize];
    let mut seen_won = vec![false; graph.won() as usize];
    let mut tree = Vec::new();
    let mut stack = vec![from];
    seen_lost[from as usize] = true;
    while let Some(lost) = stack.pop() {
        for &won in graph.replies.of(lost) {
            if std::mem::replace(&mut seen_won[won as usize], true) {
                continue;
            }
            tree.push(won);
            let exact = |lost: u32| graph.exact_lost[lost as usize];
            let quickest = graph.exact[won as usize] - 1;
            if exact(graph.next(policy, won)) != quickest {
                let mut candidates = graph.candidates.of(won).iter();
                let place = candidates.position(|&lost| exact(lost) == quickest);
                policy[won as usize] = place.expect("a quickest candidate") as u8;
            }
            let next = graph.next(policy, won);
            if !std::mem::replace(&mut seen_lost[next as usize], true) {
                stack.push(next);
            }
        }
    }
    tree
}
