//! Who moves, and how well: perfect play, weaker levels, and hints.
//!
//! Everything that thinks is an [`Adviser`]: asked about a position, it works in small steps and
//! then has an [`Advice`], every legal move with a [`Verdict`]. The solved database, the search
//! that stands in for it, and the solver's own table on a PC all fit this one seam, and nothing
//! beyond it asks which of them is there.
//!
//! A [`Level`] picks one of the advised moves. [`Level::PERFECT`] plays as paper 5 defines
//! perfect play: it wins in at most as many plies as the value says, loses in no fewer, and keeps
//! a draw a draw. Weaker levels are given the same advice and overlook part of it, the more
//! likely the further away the end is.
//!
//! # Levels
//! Each level against the one below: 1,000 games, sides alternating, openings of up to three
//! random moves, the solved game as adviser (`dobutsu lab levels`). A draw counts half.
//!
//! | levels | won | drawn | lost | score |
//! |---|---:|---:|---:|---:|
//! | 2 against 1 | 738 | 3 | 259 | 74.0 % |
//! | 3 against 2 | 746 | 5 | 249 | 74.8 % |
//! | 4 against 3 | 692 | 8 | 300 | 69.6 % |
//! | 5 against 4 | 711 | 14 | 275 | 71.8 % |
//! | 6 against 5 | 732 | 8 | 260 | 73.6 % |
//! | 7 against 6 | 757 | 20 | 223 | 76.7 % |
//! | 8 against 7 | 748 | 30 | 222 | 76.3 % |
//! | 9 against 8 | 761 | 50 | 189 | 78.6 % |
//! | 10 against 9 | 729 | 93 | 178 | 77.5 % |
//!
//! ```
//! use dobutsu_core::game::{Diagram, Value};
//! use dobutsu_core::player::{Advice, Dice, Level, Verdict};
//!
//! // The chick catches the lion; everything else is left unclear here.
//! let diagram: Diagram = "gle/1C1/3/ELG b C 1".parse().unwrap();
//! let advice = Advice::of(diagram.position, |_, after| match after.value_by_rule() {
//!     Some(value) => Verdict::Exact(value),
//!     None => Verdict::Unclear(0),
//! });
//! let mv = Level::PERFECT.choose(&advice, &mut Dice::new(7)).unwrap();
//! assert_eq!(diagram.usi(mv).to_string(), "2b2a+");
//! assert_eq!(advice.verdict(), Some(Verdict::Exact(Value::Win(1))));
//! ```

mod advice;
mod dice;
mod game;
mod level;
mod mind;
mod prober;
mod searcher;
mod sight;
mod ties;

pub use crate::search::Progress;
pub use advice::{Advice, Advised, Adviser, AdviserError, Need, Verdict};
pub use dice::Dice;
pub use game::{Game, GameError, PLIES};
pub use level::Level;
pub use mind::{MEMORY_SLOTS, Mind, SEARCH_SLOTS, SHARE, Tables};
pub use prober::Prober;
pub use searcher::Searcher;

#[cfg(test)]
mod tests;
