//! The won part of the game as a graph: who may go where, and nothing else.
//!
//! A *won* one is a position won in seven plies or more: the policy chooses among its candidates,
//! the lost children, in the order in which the reader asks about them. A *lost* one is lost in
//! six or more: every reply has to be met. What is nearer to its end, the reader finds by looking
//! ahead and plays exactly, so it is left out: a lost position without replies is lost in six.
//! In a part of the graph replies may be left out as well; the distance of a lost position then
//! says how long they keep it.

use super::lists::Lists;

/// Plies to the end of a lost position all of whose replies are met by looking ahead.
pub(super) const NEAREST_LOSS: u16 = 6;

/// Won and lost positions, each kind numbered by itself.
pub struct Graph {
    /// Of each won position, its candidates.
    pub candidates: Lists,
    /// Of each lost position, its replies that are won in seven or more.
    pub replies: Lists,
    /// Of each lost position, the won ones it is a candidate of.
    pub askers: Lists,
    /// In the order of `askers`: which candidate it is.
    pub asked_as: Vec<u8>,
    /// Of each won position, the lost ones it is a reply to.
    pub waiting: Lists,
    /// Of each won position, the plies to its end with best play.
    pub exact: Vec<u8>,
    /// Of each lost position, the same.
    pub exact_lost: Vec<u8>,
}

impl Graph {
    /// A graph of these lists and distances.
    pub fn new(candidates: Lists, replies: Lists, exact: Vec<u8>, exact_lost: Vec<u8>) -> Graph {
        let (askers, asked_as) = candidates.reversed(replies.len());
        let (waiting, _) = replies.reversed(candidates.len());
        Graph {
            candidates,
            replies,
            askers,
            asked_as,
            waiting,
            exact,
            exact_lost,
        }
    }

    /// How many won positions there are.
    pub fn won(&self) -> u32 {
        self.candidates.len()
    }

    /// How many lost positions there are.
    pub fn lost(&self) -> u32 {
        self.replies.len()
    }

    /// The won positions that have this lost one as a candidate, and as which.
    pub(super) fn asked(&self, lost: u32) -> impl Iterator<Item = (u32, u8)> {
        let places = &self.asked_as[self.askers.start(lost)..];
        self.askers
            .of(lost)
            .iter()
            .copied()
            .zip(places.iter().copied())
    }

    /// The won positions from which this policy goes to a lost one.
    pub(super) fn choosers(&self, policy: &[u8], lost: u32) -> impl Iterator<Item = u32> {
        let asked = self.asked(lost);
        asked.filter_map(|(won, place)| (policy[won as usize] == place).then_some(won))
    }

    /// Where a policy goes from a won position.
    pub fn next(&self, policy: &[u8], won: u32) -> u32 {
        self.candidates.of(won)[usize::from(policy[won as usize])]
    }
}
