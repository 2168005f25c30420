//! The small edition's policy: how to win every won position, proven.
//!
//! Of the lost children the policy takes the one that the network for wins thinks nearest to its
//! end; alone it runs in circles from a third of the won positions. Corrected at a few of them it
//! wins everywhere, whatever the other side does. The corrections are found here in four steps:
//! 1. along the start's tree the quickest wins are taken (`start_tree`);
//! 2. where the policy runs in circles, few positions are corrected so that it wins everywhere
//!    (`undone`, `greedy`);
//! 3. where wins take too long, positions are corrected that make many of them shorter
//!    (`shorten`), until none takes longer than its limit (`bound`);
//! 4. corrections that limits leave time for doing without are taken back (`slack`).
//!
//! That the policy of a finished image wins everywhere is then found out anew, through the reader
//! (`proven`), when it is built and again by `dobutsu verify`.

mod bound;
mod cost;
mod game;
mod graph;
mod greedy;
mod lists;
mod numbering;
mod part;
mod propagation;
mod proven;
mod shorten;
mod slack;
mod start_tree;
mod undone;

#[cfg(test)]
mod tests;

use dobutsu_core::database::ImageError;
use dobutsu_core::game::Position;

pub use self::bound::Bound;
pub use self::cost::{Cost, cost};
pub use self::game::WonGame;
pub use self::graph::Graph;
pub use self::propagation::{Lengths, NEVER, propagate};
pub use self::proven::Proof;
use super::policy::Corrections;
use super::predictions::Predictions;

/// How long the small edition's wins may take: what fits.
pub const BOUND: Bound = Bound::new(400, 64);

/// About how often [`winning_policy`] has something to say.
const NOTES: u64 = 20;

/// The policy that wins everywhere: the first candidates, corrected.
///
/// `start` is the place of the start among the lost positions; `note` is told what was done.
pub fn winning_policy(
    graph: &Graph,
    start: Option<u32>,
    bound: Option<Bound>,
    note: &dyn Fn(String),
) -> Vec<u8> {
    let mut base = vec![0; graph.won() as usize];
    if let Some(start) = start {
        start_tree::play_exactly(graph, &mut base, start);
    }
    let mut policy = greedy::correct(graph, &base, note);
    slack::take_back(graph, &mut policy);
    if let Some(bound) = bound {
        shorten::shorten(graph, &mut policy, &base, bound, note);
    }
    policy
}

/// The corrections of the policy that a small image stores. `progress` is told of twice the
/// number of positions.
pub(super) fn corrections(
    predictions: &Predictions,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Corrections, ImageError> {
    let (game, _) = WonGame::new(predictions, threads, |_| Ok(0), progress)?;
    let index = predictions.solved.index();
    let start = game.lost_place(index.rank(Position::START));
    let note = |_| progress(u64::from(index.count()) / NOTES);
    let policy = winning_policy(&game.graph, start, Some(BOUND), &note);
    let choice = |number| Some((number, policy[game.won_place(number)? as usize]));
    Ok((0..index.count()).filter_map(choice).collect())
}
