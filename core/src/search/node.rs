//! One position on the path being searched.

use super::ordering::NO_MOVE;
use super::score::Score;
use crate::game::{MAX_MOVES, Position};

/// A position under search: its moves, those tried so far, and their results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) key: u64,
    moves: [u8; MAX_MOVES],
    count: u8,
    /// The number of moves begun; the last of them may still be under search.
    tried: u8,
    pub(super) draft: u8,
    /// The window on entry, which decides the kind of bound of the result.
    floor: Score,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) best: Score,
    pub(super) best_move: u8,
    /// The move under search was given a window of one point, to see whether it beats alpha.
    pub(super) scouting: bool,
}

impl Node {
    pub(super) const EMPTY: Node = Node {
        position: Position::START,
        key: 0,
        moves: [NO_MOVE; MAX_MOVES],
        count: 0,
        tried: 0,
        draft: 0,
        floor: Score(0),
        alpha: Score(0),
        beta: Score(0),
        best: Score(0),
        best_move: NO_MOVE,
        scouting: false,
    };

    pub(super) fn new(
        position: Position,
        key: u64,
        (moves, count): ([u8; MAX_MOVES], u8),
        draft: u8,
        (alpha, beta): (Score, Score),
    ) -> Node {
        Node {
            position,
            key,
            moves,
            count,
            draft,
            floor: alpha,
            alpha,
            beta,
            best: Score::WIN.negated(),
            ..Node::EMPTY
        }
    }

    /// The move under search, or the last one searched.
    pub(super) fn current(&self) -> u8 {
        match self.tried.checked_sub(1) {
            Some(at) => self.moves[at as usize],
            None => NO_MOVE,
        }
    }

    /// Advances to the next move.
    pub(super) fn next(&mut self) -> Option<u8> {
        if self.tried >= self.count {
            return None;
        }
        self.tried += 1;
        Some(self.current())
    }

    /// Whether the move under search is the first: it gets the whole window.
    pub(super) fn is_first(&self) -> bool {
        self.tried <= 1
    }

    /// Whether the result is at most the score: no move reached the window.
    pub(super) fn failed_low(&self) -> bool {
        self.best <= self.floor
    }

    /// Whether the result is at least the score: a move refuted the position.
    pub(super) fn failed_high(&self) -> bool {
        self.best >= self.beta
    }
}
