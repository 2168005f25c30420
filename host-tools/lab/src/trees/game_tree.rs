//! Dobutsu shogi's own game tree, to a depth.

use dobutsu_core::estimate::Problem;
use dobutsu_core::game::{After, Moves, Position};

/// The games of a given length from a position; what is counted are those that last that long,
/// which is what perft counts. Repetition is not looked for.
#[derive(Clone, Copy, Debug)]
pub struct GameTree {
    start: Position,
    depth: u8,
}

/// A position in the tree, with its moves unless the game or the depth ends there.
#[derive(Clone, Debug)]
pub struct GameNode {
    position: Position,
    moves: Moves,
    taken: u8,
    ply: u8,
}

impl GameTree {
    /// The games of `depth` plies from `start`.
    pub fn new(start: Position, depth: u8) -> Self {
        Self { start, depth }
    }

    fn node(&self, position: Position, ply: u8) -> GameNode {
        let ends = ply == self.depth || position.ending().is_some();
        GameNode {
            position,
            moves: if ends { Moves::new() } else { position.moves() },
            taken: 0,
            ply,
        }
    }
}

impl Problem for GameTree {
    type Node = GameNode;

    fn root(&self) -> GameNode {
        self.node(self.start, 0)
    }

    #[inline]
    fn branches(&self, node: &GameNode) -> u32 {
        // At most MAX_MOVES, and never more taken than there are.
        node.moves.len() as u32 - u32::from(node.taken)
    }

    #[inline]
    fn descend(&self, node: &mut GameNode) -> Option<GameNode> {
        let &mv = node.moves.get(usize::from(node.taken))?;
        node.taken += 1;
        let ply = node.ply + 1;
        Some(match node.position.play(mv) {
            After::Position(position) => self.node(position, ply),
            After::Caught => GameNode {
                position: node.position,
                moves: Moves::new(),
                taken: 0,
                ply,
            },
        })
    }

    fn skip(&self, node: &mut GameNode, count: u32) {
        node.taken += count.min(self.branches(node)) as u8;
    }

    #[inline]
    fn is_leaf(&self, node: &GameNode) -> bool {
        usize::from(node.taken) == node.moves.len()
    }

    fn is_solution(&self, leaf: &GameNode) -> bool {
        leaf.ply == self.depth
    }

    fn max_depth(&self) -> usize {
        usize::from(self.depth)
    }
}
