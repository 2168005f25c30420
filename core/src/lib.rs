//! Dobutsu shogi, animal chess on 3×4 squares: rules, search, the solved game's database, players, and a
//! handheld that plays it. No `std`, no allocation, no `unsafe`: the same code runs on the RP2040, on a
//! PC, in a browser and under the tests.
//!
//! # Rules
//! ```
//! use dobutsu_core::game::{After, Diagram};
//!
//! let start: Diagram = "gle/1c1/1C1/ELG b - 1".parse()?;
//! assert_eq!(start.position.moves().len(), 4);
//! let mv = start.parse_move("2c2b").unwrap(); // the chick takes the chick
//! let After::Position(position) = start.position.play(mv) else { unreachable!() };
//! assert_eq!(start.next(position).to_string(), "gle/1C1/3/ELG w C 2");
//! # Ok::<(), dobutsu_core::game::SfenError>(())
//! ```
//!
//! # Exact values
//! A [`Database`](database::Database) knows the value of every position, and the best moves. It reads an
//! image that the project's command builds (1.7 MB); the image is not part of this package.
//!
//! ```
//! use dobutsu_core::database::{Database, ProbeError};
//! use dobutsu_core::game::{Position, Value};
//!
//! /// `Value::Loss(78)` for the start: it is lost in 78 plies.
//! fn value(image: &[u8], position: Position) -> Result<Value, ProbeError> {
//!     Database::open(image)?.value(position)
//! }
//! ```
//!
//! # Search
//! Without an image, a [`Search`](search::Search) finds a move in a fixed number of positions.
//!
//! ```
//! use dobutsu_core::game::{Diagram, Value};
//! use dobutsu_core::search::Search;
//! use dobutsu_core::table::OneLevel;
//!
//! let diagram: Diagram = "g1e/1l1/cC1/ELG b - 1".parse()?;
//! let mut table: OneLevel<1024> = OneLevel::new();
//! let mut search: Search<16> = Search::new(diagram.position);
//! let _ = search.step(&mut table, 10_000);
//! assert_eq!(search.report().value(), Some(Value::Win(1)));
//! # Ok::<(), dobutsu_core::game::SfenError>(())
//! ```
//!
//! # Order of the modules
//! Each module uses only those that stand before it in this list:
//! 1. [`game`]: the rules, positions, moves and their notations;
//! 2. [`table`]: tables of fixed size for searches;
//! 3. [`search`]: bounded depth-first search;
//! 4. [`database`]: the solved game in an image, read from flash;
//! 5. [`player`]: players of ten levels, and a game being played;
//! 6. [`usi`]: the engine that speaks USI, lines in, lines out;
//! 7. [`estimate`]: how large a search tree is, by composite Monte Carlo;
//! 8. [`handheld`]: the device as a state machine, buttons in, pictures out;
//! 9. [`saves`]: the game and the settings in flash, safe from power cuts.
//!
//! The test `street` reads this list and fails if a module is missing from it or uses one that stands
//! after it.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(test)]
extern crate std;

#[macro_use]
mod errors;

pub mod database;
pub mod estimate;
pub mod game;
#[cfg(feature = "handheld")]
pub mod handheld;
pub mod player;
#[cfg(feature = "saves")]
pub mod saves;
pub mod search;
pub mod table;
pub mod usi;

/// The version of the project, as the handheld and the tools report it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's example, to be run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
