//! The proof of an image's policy, through the reader.

use std::fmt;

use dobutsu_core::database::ImageError;
use dobutsu_core::game::Position;

use super::bound::Bound;
use super::game::WonGame;
use super::propagation::{NEVER, propagate};
use crate::build::predictions::Predictions;

/// What was found out about the policy of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Won positions where looking ahead is not enough and the policy has to choose.
    pub positions: u32,
    /// Those that it does not win by force.
    pub endless: u32,
    /// Those that it wins, but later than their limit.
    pub late: u32,
    /// The plies of the longest win.
    pub longest: u16,
    /// The plies to the end from the start, against the defence that makes them most.
    pub from_start: u16,
    /// The same with best play.
    pub exact_from_start: u16,
    /// Whether lengths fall with every move, so that all of this follows.
    pub certain: bool,
    /// The limits.
    pub bound: Bound,
}

impl Proof {
    /// Reads an image's move in every won position and follows all of them to their ends.
    pub(crate) fn find(
        predictions: &Predictions,
        bound: Bound,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Proof, ImageError> {
        let (game, policy) = WonGame::read(predictions, threads, progress)?;
        let lengths = propagate(&game.graph, &policy);
        let graph = &game.graph;
        let wins = || lengths.won.iter().zip(&graph.exact);
        let finite = || wins().filter(|(length, _)| **length != NEVER);
        let late = finite().filter(|&(&length, &exact)| length > bound.limit(exact));
        let solved = predictions.solved;
        let start = game.lost_place(solved.index().rank(Position::START));
        Ok(Proof {
            positions: graph.won(),
            endless: graph.won() - finite().count() as u32,
            late: late.count() as u32,
            longest: finite().map(|(&length, _)| length).max().unwrap_or(0),
            from_start: start.map_or(NEVER, |start| lengths.lost[start as usize]),
            exact_from_start: solved.exact(Position::START).plies().unsigned_abs(),
            certain: lengths.prove(graph, &policy),
            bound,
        })
    }

    /// Whether every won position is won by force and in time, from the start as quickly as can be.
    pub fn holds(&self) -> bool {
        let quickest = self.from_start == self.exact_from_start;
        self.certain && self.endless == 0 && self.late == 0 && quickest
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof {
            positions,
            endless,
            late,
            longest,
            from_start,
            bound,
            ..
        } = self;
        writeln!(f, "{positions} won positions followed to every end")?;
        writeln!(f, "{endless} not won by force")?;
        writeln!(f, "{late} won later than {bound} plies for a distance of D")?;
        write!(
            f,
            "longest win {longest} plies, from the start {from_start}"
        )
    }
}
