//! Who moves, and how well: perfect play, weaker levels, and hints.
//!
//! Everything that thinks is an [`Adviser`]: asked about a position, it works in small steps and
//! then has an [`Advice`], moves with a [`Verdict`] each. The database ([`DatabaseAdviser`]), the
//! search that stands in for it ([`SearchAdviser`]), the device's choice between the two
//! ([`DeviceAdviser`]) and the solver's own table on a PC all fit this one seam, and nothing beyond
//! it asks which of them is there.
//!
//! A [`Level`] says what it needs to know and picks one of the advised moves. [`Level::PERFECT`] plays
//! as the succinct-database paper defines perfect play: it wins in at most as many plies as the value
//! says, loses in no fewer, and keeps a draw a draw. A weaker level takes a [`QuickSearch`]: it searches a
//! few positions and is mistaken about what its moves are worth. The upper ones notice, now and then,
//! what the perfect player sees; they ask for its move, never for a distance. So a thought of a weaker
//! level is either short or one of the perfect player's own.
//!
//! # Levels
//! Each level against the one below: 1,000 games, sides alternating, openings of up to three
//! random moves, the solved game for a database (`dobutsu levels`). A draw counts half; the error is
//! a 95 % interval from pairs of games with the same opening.
//!
//! | levels | won | drawn | lost | score |
//! |---|---:|---:|---:|---:|
//! | 2 against 1 | 766 | 1 | 233 | 76.7 ± 2.6 % |
//! | 3 against 2 | 754 | 7 | 239 | 75.8 ± 2.7 % |
//! | 4 against 3 | 763 | 13 | 224 | 77.0 ± 2.6 % |
//! | 5 against 4 | 725 | 59 | 216 | 75.5 ± 2.5 % |
//! | 6 against 5 | 752 | 39 | 209 | 77.2 ± 2.5 % |
//! | 7 against 6 | 751 | 45 | 204 | 77.3 ± 2.4 % |
//! | 8 against 7 | 680 | 47 | 273 | 70.3 ± 2.7 % |
//! | 9 against 8 | 752 | 54 | 194 | 77.9 ± 2.4 % |
//! | 10 against 9 | 703 | 105 | 192 | 75.5 ± 2.0 % |
//!
//! Levels 1 to 6 ask no database. The others as a device plays with either image (`dobutsu levels --from 6 --image
//! host-tools/dobutsu/data/full.image`, or `small.image`) and without one (`--search`), 1,000 games each:
//!
//! | levels | full image | small image | search |
//! |---|---:|---:|---:|
//! | 7 against 6 | 78.3 ± 2.4 % | 73.8 ± 2.7 % | 76.0 ± 2.5 % |
//! | 8 against 7 | 76.3 ± 2.6 % | 70.7 ± 2.7 % | 73.5 ± 2.5 % |
//! | 9 against 8 | 75.6 ± 2.4 % | 72.4 ± 2.5 % | 69.0 ± 2.5 % |
//! | 10 against 9 | 73.3 ± 1.9 % | 62.1 ± 1.8 % | 56.0 ± 2.2 % |
//!
//! The steps were set with the solved game. Where it is lost, the small image does not know how to delay, and a
//! search sees too little for level 10 to make much of the moves that level 9 gives less thought.
//!
//! # Costs
//! On the emulated chip, with the misses of its cache, over 300 positions of play (`cargo xtask test --long`; by
//! search without those whose end is proven): the 99th percentile and the longest move in millions of cycles, of
//! which a second has 125.
//!
//! | level | positions of a quick search | notices, of 256 moves | full image | small image | search |
//! |---|---:|---:|---:|---:|---:|
//! | 1, 2 | 40 | | 0.5, 0.8 | 0.8, 0.8 | 1.0, 1.0 |
//! | 3 | 45 | | 0.8, 1.0 | 0.8, 1.0 | 0.8, 1.0 |
//! | 4 | 75 | | 1.0, 1.0 | 1.0, 1.0 | 1.0, 1.3 |
//! | 5 | 140 | | 1.0, 1.3 | 1.0, 1.3 | 1.3, 1.3 |
//! | 6 | 320 | | 1.8, 1.8 | 1.8, 1.8 | 1.8, 1.8 |
//! | 7 | 600 | 64 | 70, 84 | 44, 69 | 84, 88 |
//! | 8 | 800 | 150 | 99, 311 | 78, 287 | 87, 91 |
//! | 9 | 1,000 | 218 | 109, 311 | 78, 287 | 90, 92 |
//! | 10 | | | 98, 311 | 78, 287 | 91, 96 |
//!
//! What is noticed costs what a move of level 10 does: a few questions to the database, or, without
//! one, a search of 27,000 positions. No level walks to the end of a line.
//!
//! # What the search remembers
//! 64 KB, spent in six ways: positions to depth 8 from each of 100 positions, after the search two
//! plies before it, and points of 1,000 games against one cleared table at 2,000 positions a move,
//! with 95 % intervals from pairs of games (`cargo lab turns --positions 100 --depths 8
//! --budgets 2000 --games 1000 --rivals kept,turns,two-deep,two-deep-kept,two-deep-turns`, as of commit 7caee80).
//!
//! | | to depth 8 | points |
//! |---|---:|---:|
//! | one table, cleared | 53,405 | |
//! | one table, kept | 49,621 | 530.5 ± 23.5 |
//! | two in turn | 53,432 | 547 ± 20.3 |
//! | twoDeep, cleared | 44,791 | 500.5 ± 3.3 |
//! | twoDeep, kept | 41,426 | 534 ± 23.0 |
//! | twoDeep, two in turn | 41,888 | 546 ± 19.9 |
//!
//! The device has the last: within the errors no other is better at either.
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
