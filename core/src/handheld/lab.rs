//! The running experiment: composite Monte Carlo counts the ways to place N queens.
//!
//! The counts up to 27 queens are known, so the estimate can be watched closing in on the truth.
//! The paper's own board, 45 queens, is the last choice; nobody knows its count.

use crate::estimate::{Choice, Composite, Cutoff, FRACTION_LIMBS, Goal, Product, Queens, Settings};

/// A board to try, the product at which a descent turns into a search, and the count if known.
pub(super) struct Board {
    queens: Queens,
    /// The binary logarithm of the threshold; about that of the tree's size, less ten to twelve.
    threshold: u8,
    pub(super) size: u8,
    pub(super) count: Option<u64>,
}

const fn board(size: u8, threshold: u8, count: Option<u64>) -> Board {
    match Queens::new(size) {
        Some(queens) => Board {
            queens,
            threshold,
            size,
            count,
        },
        None => panic!("a board has 1 to 64 rows"),
    }
}

/// Known counts: sequence A000170 of the OEIS.
pub(super) static BOARDS: [Board; 6] = [
    board(8, 10, Some(92)),
    board(12, 10, Some(14_200)),
    board(16, 20, Some(14_772_512)),
    board(20, 30, Some(39_029_188_884)),
    board(27, 50, Some(234_907_967_154_122_528)),
    board(45, 62, None),
];

/// The deepest board.
const DEPTH: usize = 45;

/// Nodes visited in one tick.
const BUDGET: u32 = 2_000;

/// The experiment and the board it is about.
#[derive(Clone, Debug)]
pub(super) struct Lab {
    choice: usize,
    composite: Option<Composite<'static, Queens, DEPTH>>,
}

impl Lab {
    /// An experiment that has not begun.
    pub(super) const fn new() -> Lab {
        Lab {
            choice: 3,
            composite: None,
        }
    }

    /// The board in use.
    pub(super) fn board(&self) -> &'static Board {
        &BOARDS[self.choice % BOARDS.len()]
    }

    /// The estimator, once it has begun.
    pub(super) const fn composite(&self) -> Option<&Composite<'static, Queens, DEPTH>> {
        self.composite.as_ref()
    }

    /// Goes to the next or previous board and begins anew.
    pub(super) fn turn(&mut self, forward: bool) {
        let step = if forward { 1 } else { BOARDS.len() - 1 };
        self.choice = (self.choice + step) % BOARDS.len();
        self.composite = None;
    }

    /// Works for a tick. The first one only sets up the board: a display that takes half a tick
    /// for a picture would never show the empty table otherwise.
    pub(super) fn step(&mut self) {
        let board = self.board();
        if self.composite.is_none() {
            let limbs = usize::from(board.threshold / 32);
            let threshold = Product::shifted(1 << (board.threshold % 32), FRACTION_LIMBS + limbs);
            let settings = Settings {
                cutoff: Cutoff::Product(threshold),
                goal: Goal::Solutions,
                choice: Choice::Uniform,
                windows: None,
                seed: 1,
            };
            // A board of this list is never too deep.
            self.composite = Composite::new(&board.queens, settings, 0).ok();
        } else if let Some(composite) = &mut self.composite {
            let _ = composite.step(BUDGET);
        }
    }
}
