//! The values of a game's positions, one byte each, for the graph of the review.

use crate::game::Value;
use crate::player::PLIES;
use crate::player::Verdict;

/// What is known about the positions of a game, by ply.
#[derive(Clone, Debug)]
pub(crate) struct Graph([u8; PLIES + 1]);

// A verdict as a byte: half the distance of a win, `LOSSES` and half the distance of a loss, or one of these. A
// result without a distance is marked as `SO_FAR` until the distance has been asked for.
const LOSSES: u8 = 100;
const WON: u8 = 249;
const LOST: u8 = 250;
const WON_SO_FAR: u8 = 251;
const LOST_SO_FAR: u8 = 252;
const DRAW: u8 = 253;
const UNCLEAR: u8 = 254;
const UNKNOWN: u8 = 255;

impl Graph {
    pub(super) const fn new() -> Graph {
        Graph([UNKNOWN; PLIES + 1])
    }

    /// The verdict for the side to move at a ply; `None` if it is not known.
    pub(super) fn at(&self, ply: usize) -> Option<Verdict> {
        Some(match *self.0.get(ply)? {
            UNKNOWN => return None,
            UNCLEAR => Verdict::Unclear(0),
            DRAW => Verdict::Exact(Value::Draw),
            WON | WON_SO_FAR => Verdict::Won,
            LOST | LOST_SO_FAR => Verdict::Lost,
            win @ 0..LOSSES => Verdict::Exact(Value::Win(2 * win + 1)),
            loss => Verdict::Exact(Value::Loss(2 * (loss - LOSSES))),
        })
    }

    /// Sets the verdict at a ply; `is_all` if the distance was asked for as well.
    pub(super) fn set(&mut self, ply: usize, verdict: Verdict, is_all: bool) {
        if let Some(byte) = self.0.get_mut(ply) {
            *byte = match verdict {
                Verdict::Won if is_all => WON,
                Verdict::Lost if is_all => LOST,
                // A result without a distance does not replace a distance.
                Verdict::Won | Verdict::Lost if is_settled(*byte) => return,
                Verdict::Won => WON_SO_FAR,
                Verdict::Lost => LOST_SO_FAR,
                Verdict::Unclear(_) => UNCLEAR,
                Verdict::Exact(Value::Draw) => DRAW,
                Verdict::Exact(Value::Win(plies)) => (plies / 2).min(LOSSES - 1),
                Verdict::Exact(Value::Loss(plies)) => LOSSES + (plies / 2).min(WON - LOSSES - 1),
            };
        }
    }

    /// Whether the verdict at a ply is final.
    pub(super) fn is_settled(&self, ply: usize) -> bool {
        self.0.get(ply).is_some_and(|&byte| is_settled(byte))
    }

    /// The first ply up to `last` whose verdict is not final.
    pub(super) fn first_unsettled(&self, last: usize) -> Option<usize> {
        (0..=last).find(|&ply| !self.is_settled(ply))
    }
}

const fn is_settled(byte: u8) -> bool {
    !matches!(byte, WON_SO_FAR | LOST_SO_FAR | UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_the_game_fits_in_a_byte() {
        let mut graph = Graph::new();
        assert_eq!(graph.first_unsettled(PLIES), Some(0));
        for plies in -172..=173i16 {
            let Some(value) = Value::from_plies(plies) else {
                continue;
            };
            graph.set(7, Verdict::Exact(value), true);
            assert_eq!(graph.at(7), Some(Verdict::Exact(value)));
        }
        graph.set(0, Verdict::Unclear(55), true);
        assert_eq!(graph.at(0), Some(Verdict::Unclear(0)));
        assert_eq!(graph.first_unsettled(1), Some(1));
        assert_eq!(graph.at(PLIES + 1), None);
    }

    #[test]
    fn a_result_is_settled_once_the_distance_was_asked_for() {
        let values = [Value::Win(9), Value::Loss(8)];
        for (result, value) in [Verdict::Won, Verdict::Lost].into_iter().zip(values) {
            let mut graph = Graph::new();
            graph.set(0, result, false);
            assert_eq!((graph.at(0), graph.is_settled(0)), (Some(result), false));
            graph.set(0, result, true);
            assert_eq!((graph.at(0), graph.is_settled(0)), (Some(result), true));
            graph.set(0, Verdict::Exact(value), true);
            graph.set(0, result, false);
            assert_eq!(graph.at(0), Some(Verdict::Exact(value)));
        }
    }
}
