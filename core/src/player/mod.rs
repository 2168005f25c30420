//! Players of ten levels, and a game being played.
//!
//! An [`Adviser`] works on a position in small steps and returns an [`Advice`]: moves with a [`Verdict`] each. The
//! database ([`DatabaseAdviser`]), the search that takes its place ([`SearchAdviser`]), the device's choice between
//! the two ([`DeviceAdviser`]) and the solved file on a PC implement this trait.
//!
//! A [`Level`] determines the advice that it [needs](Need) and picks one of the advised moves. [`Level::PERFECT`] plays
//! as the succinct-database paper defines perfect play: it wins in at most as many plies as the value
//! says, loses in no fewer, and keeps a draw a draw. A weaker level takes a [`QuickSearch`]: a search
//! of a few positions with random errors. The upper ones sometimes take the perfect player's move instead. No
//! level needs the distance of a position, so a weaker level never thinks longer than the perfect one.
//!
//! The levels are set so that each scores between 60 and 80 % against the one below; the project's
//! `MEASUREMENTS.md` has the figures, and what a move of each level costs.
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
mod device_adviser;
mod dice;
mod game;
mod kifu;
mod level;
mod search_adviser;

pub use advice::{Advice, Advised, Adviser, AdviserError, Need, QuickSearch, Verdict};
pub use database_adviser::DatabaseAdviser;
pub use device_adviser::{
    AdviserTables, CACHE_SLOTS, DeviceAdviser, SEARCH_SLOTS, SHARE, SearchTable,
};
pub use dice::Dice;
pub use game::{Game, GameError, PLIES};
pub use kifu::{Kifu, KifuError, Mistake};
pub use level::Level;
pub use search_adviser::SearchAdviser;

#[cfg(test)]
mod tests;
