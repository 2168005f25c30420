//! The values of a game's positions, one byte each, for the graph of the review.

use crate::game::Value;
use crate::player::PLIES;
use crate::player::Verdict;

/// What is known about every position of a game, by ply.
#[derive(Clone, Debug)]
pub(crate) struct Graph([u8; PLIES + 1]);

// Values as bytes: wins by half their odd distance, losses after them, then these.
const LOSSES: u8 = 100;
const DRAW: u8 = 253;
const UNCLEAR: u8 = 254;
const UNKNOWN: u8 = 255;

impl Graph {
    pub(super) const fn new() -> Graph {
        Graph([UNKNOWN; PLIES + 1])
    }

    /// What was found for the side to move at a ply; `None` if nobody has asked.
    pub(super) fn at(&self, ply: usize) -> Option<Verdict> {
        Some(match *self.0.get(ply)? {
            UNKNOWN => return None,
            UNCLEAR => Verdict::Unclear(0),
            DRAW => Verdict::Exact(Value::Draw),
            win @ 0..LOSSES => Verdict::Exact(Value::Win(2 * win + 1)),
            loss => Verdict::Exact(Value::Loss(2 * (loss - LOSSES))),
        })
    }

    pub(super) fn set(&mut self, ply: usize, verdict: Verdict) {
        if let Some(byte) = self.0.get_mut(ply) {
            *byte = match verdict {
                // The review asks for distances: a bare result does not come here.
                Verdict::Won | Verdict::Lost | Verdict::Unclear(_) => UNCLEAR,
                Verdict::Exact(Value::Draw) => DRAW,
                Verdict::Exact(Value::Win(plies)) => (plies / 2).min(LOSSES - 1),
                Verdict::Exact(Value::Loss(plies)) => LOSSES + (plies / 2).min(DRAW - LOSSES - 1),
            };
        }
    }

    /// The first ply up to `last` that nobody has asked about.
    pub(super) fn first_unknown(&self, last: usize) -> Option<usize> {
        self.0
            .iter()
            .take(last + 1)
            .position(|&byte| byte == UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_the_game_fits_a_byte() {
        let mut graph = Graph::new();
        assert_eq!(graph.first_unknown(PLIES), Some(0));
        for plies in -172..=173i16 {
            let Some(value) = Value::from_plies(plies) else {
                continue;
            };
            graph.set(7, Verdict::Exact(value));
            assert_eq!(graph.at(7), Some(Verdict::Exact(value)));
        }
        graph.set(0, Verdict::Unclear(55));
        assert_eq!(graph.at(0), Some(Verdict::Unclear(0)));
        assert_eq!(graph.first_unknown(1), Some(1));
        assert_eq!(graph.at(PLIES + 1), None);
    }
}
