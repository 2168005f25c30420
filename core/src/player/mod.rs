//! Who moves, and how well: perfect play, weaker levels, and hints.
//!
//! Everything that thinks is an [`Adviser`]: asked about a position, it works in small steps and
//! then has an [`Advice`], moves with a [`Verdict`] each. The database ([`DatabaseAdviser`]), the
//! search that stands in for it ([`SearchAdviser`]), the device's choice between the two
//! ([`DeviceAdviser`]) and the solver's own table on a PC all fit this one seam, and nothing beyond
//! it asks which of them is there.
//!
//! A [`Level`] picks one of the advised moves. [`Level::PERFECT`] plays as the succinct-database
//! paper defines perfect play: it wins in at most as many plies as the value says, loses in no
//! fewer, and keeps a draw a draw. Weaker levels are given the same advice and overlook part of
//! it, the more likely the further away the end is.
//!
//! # Levels
//! Each level against the one below: 1,000 games, sides alternating, openings of up to three
//! random moves, the solved game as adviser (`cargo lab levels`). A draw counts half.
//!
//! | levels | won | drawn | lost | score |
//! |---|---:|---:|---:|---:|
//! | 2 against 1 | 714 | 8 | 278 | 71.8 % |
//! | 3 against 2 | 751 | 3 | 246 | 75.2 % |
//! | 4 against 3 | 713 | 3 | 284 | 71.5 % |
//! | 5 against 4 | 730 | 7 | 263 | 73.3 % |
//! | 6 against 5 | 708 | 18 | 274 | 71.7 % |
//! | 7 against 6 | 763 | 21 | 216 | 77.3 % |
//! | 8 against 7 | 767 | 29 | 204 | 78.2 % |
//! | 9 against 8 | 761 | 50 | 189 | 78.6 % |
//! | 10 against 9 | 729 | 93 | 178 | 77.5 % |
//!
//! # Costs
//! On the chip a step of the database, one child of a position, takes 100,000 instructions on
//! average, about a millisecond. Over the device's own moves in games against level 5:
//!
//! | move of | steps, median | 90th percentile | at most |
//! |---|---:|---:|---:|
//! | level 1 | 127 | 341 | 632 |
//! | level 3 | 363 | 1,154 | 2,241 |
//! | level 5 | 852 | 2,990 | 5,683 |
//! | level 7 | 701 | 2,258 | 4,135 |
//! | level 9 | 977 | 3,006 | 6,304 |
//! | level 10, choosing among best moves | 90 | 149 | 206 |
//! | the exact value of a position | 21 | 194 | 1,060 |
//!
//! Perfect play is the cheapest: it needs no distances, and weak levels need those of every move
//! they might see to its end.
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
mod database_adviser;
mod decision;
mod device_adviser;
mod dice;
mod game;
mod impression;
mod level;
mod score;
mod search_adviser;
mod ties;

pub use advice::{Advice, Advised, Adviser, AdviserError, Need, Verdict};
pub use database_adviser::DatabaseAdviser;
pub use device_adviser::{AdviserTables, CACHE_SLOTS, DeviceAdviser, SEARCH_SLOTS, SHARE};
pub use dice::Dice;
pub use game::{Game, GameError, PLIES};
pub use level::Level;
pub use score::{KifScore, Mistake, Score, ScoreError, UsiScore};
pub use search_adviser::SearchAdviser;

#[cfg(test)]
mod tests;
