//! The rules of dobutsu shogi: squares, pieces, positions, moves, endings, and their notations.
//!
//! A [`Position`] has eight bytes and is always seen from the side to move, whose pieces move towards
//! rank 1. A [`Diagram`] adds the [`Side`], for SFEN and people. Players, and the history for
//! threefold repetition, are in [`player`](crate::player).
//!
//! ```
//! use dobutsu_core::game::{After, Diagram};
//!
//! let start: Diagram = "gle/1c1/1C1/ELG b - 1".parse().unwrap();
//! let catch_the_chick = start.parse_move("2c2b").unwrap();
//! let After::Position(next) = start.position.play(catch_the_chick) else { unreachable!() };
//! assert!(next.in_check());
//! assert_eq!(next.moves().len(), 5);
//! ```

mod attacks;
mod bitboards;
mod diagram;
mod ending;
mod kif;
mod letters;
mod moves;
mod piece;
mod position;
mod sfen;
mod square;
mod square_set;
mod symmetry;
mod usi;
mod value;

pub use attacks::reach;
pub(crate) use attacks::reach_mask;
pub(crate) use bitboards::Bitboards;
pub use bitboards::safe_children;
pub use diagram::{Diagram, Side};
pub use ending::{After, Ending, Outcome};
pub use kif::KifError;
pub(crate) use kif::{RANKS, kif_name, read_animal, read_digit};
pub use letters::Letters;
pub use moves::{MAX_MOVES, Mobility, Move, Moves};
pub use piece::{HandKind, Hands, Kind, Owner, Piece};
pub use position::{Position, PositionError};
pub use sfen::SfenError;
pub use square::Square;
pub use square_set::{SquareSet, Squares};
pub use usi::UsiError;
pub use value::Value;

#[cfg(test)]
pub(crate) mod tests;
