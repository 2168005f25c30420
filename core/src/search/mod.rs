//! Bounded depth-first search, for players without a database and for experiments.
//!
//! [`Search`] is a stepper: iterative deepening, principal-variation alpha-beta on an explicit
//! stack, a budget of nodes per [`Search::step`]. It can stop after any step with a usable move,
//! and its results do not depend on the size of the budgets.
//!
//! Its results about the end of the game are exact: an iteration of depth d sees every end
//! within d + 1 plies, the extra one because a catch or a try that stands is seen without making
//! the move. Repetition plays no part below the root, so scores belong to positions, not paths,
//! and may be kept in a table: a win needs no position twice.
//!
//! # RAM and speed
//! No recursion: the stack bound is in the type. `Search<PLIES>` is `PLIES` nodes of 72 bytes
//! (position 8, key 8, moves 40, window and scores 8, counters 5, the rest padding),
//! 360 bytes of move history and 56 bytes of state: 2,720 bytes for 32 plies. `step` needs 972
//! bytes of call stack on the chip, whatever the position and the depth.
//!
//! On thumbv6m (optimised for speed, emulated Cortex-M0+, four positions, 3,000 nodes each) a
//! node takes 1,457 to 1,736 instructions, 2,119 to 2,519 cycles without flash cache misses:
//! 50,000 to 59,000 nodes a second at 125 MHz. Of these the key is 28 instructions, a table
//! probe 19, the evaluation 114.

mod evaluate;
mod key;
mod node;
mod ordering;
mod score;
mod stepper;

pub use key::key;
pub use score::{Report, Score};
pub use stepper::Search;
