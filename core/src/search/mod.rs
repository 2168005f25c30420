//! Bounded depth-first search: the engine when there is no database, and the experiments' tool.
//!
//! [`Search`] is a stepper: iterative deepening, principal-variation alpha-beta on an explicit
//! stack, a budget of nodes per [`Search::step`]. It can stop after any step with a usable move,
//! and how the budget is sliced does not change what it finds.
//!
//! What it says about the end of the game is exact: an iteration of depth d sees every end
//! within d + 1 plies, the extra one because a catch or a try that stands is seen without making
//! the move. Repetition plays no part below the root, so scores belong to positions, not paths,
//! and may be kept in a table: a win needs no position twice.
//!
//! # RAM
//! No recursion. `Search<PLIES>` holds `PLIES` frames of 80 bytes (position 8, key 8, moves 40,
//! window and best score 8, tree size 4, counts and draft 12 with padding), 360 bytes of move
//! history and about 150 bytes of state at the root. The call depth of `step` does not depend
//! on the position or on the depth searched.

mod evaluate;
mod frame;
mod key;
mod ordering;
mod score;
mod stepper;

pub use evaluate::evaluate;
pub use key::key;
pub use ordering::{decode, encode};
pub use score::Score;
pub use stepper::{Progress, Report, Search, Trust};
