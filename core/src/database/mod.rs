//! The database: every legal position's exact value, by random access from read-only flash.
//!
//! ```
//! use dobutsu_core::database::{Database, ImageError, ProbeError};
//! use dobutsu_core::game::{Position, Value};
//!
//! fn value(image: &[u8], position: Position) -> Result<Value, ProbeError> {
//!     Database::open(image)?.value(position)
//! }
//!
//! // With the image that `dobutsu build` writes, the start is lost in 78 plies. Other bytes:
//! let other = [0xFF; 4096];
//! let error = ProbeError::Image(ImageError::Missing);
//! assert_eq!(value(&other, Position::START), Err(error));
//! ```
//!
//! [`Database::value`], [`Database::result`] and [`Database::best_moves`] take as long as they
//! need. On the chip the screen has its turn in between, so there the same is done in small steps:
//! a [`Walk`] finds a value, a [`DatabaseAdviser`](crate::player::DatabaseAdviser) whatever a
//! player needs. The modules that only the builder of images uses are not documented here.
//!
//! # What is stored
//! Looking four plies ahead ([`look`]) settles 47.8 of the 121.1 million positions that the rules
//! leave open. Of the other 73.3 million the image knows three things, each a yes-or-no question:
//! - *is it lost?*, where that cannot be [deduced](deduction) from positions that come before it
//!   in a [natural order](order): four in five;
//! - if lost, *does this move delay longest?*, asked of the candidates, the likeliest first,
//!   until the answer is yes;
//! - if won, *does this move win quickest?*, likewise, with a network of its own.
//!
//! A draw needs no bits: it is not lost and no move leads to a lost position. Distances need none
//! either: a [`Walk`] follows the best moves to the end and counts, and remembers what it learnt
//! in an [overwrite table](crate::table::overwrite). The succinct-database paper stores l(s) for
//! each position, 2.5 bits; its tree of values alone takes 33.6 MB.
//!
//! # How it is stored
//! A small [network] in integers predicts each answer; what remains is to store the
//! surprises. For a loss, [combiners](combiner) add what is known and predicted of children,
//! grandchildren and [better or worse positions](dominance), as far as the image's
//! [parameters] say; for a choice, [perceptrons](perceptron) weigh what looks along the [lines] of
//! the candidates show, in the stages of the image's [plan]. A stage may also prove which candidate
//! is best; then nothing is asked. Questions fall into [classes](odds::Class) by how sure the
//! prediction is. In each, a filter holds the questions answered against it, and a bit separates
//! them from those that pass the filter by chance ([`answers`]). Filters and bits are
//! [ribbons](ribbon): no keys are stored, and a key
//! that was never built in reads as noise, so every question that can be asked must have been
//! built in, and `dobutsu verify` asks every one.
//!
//! # What it costs
//! | section | bytes | entropy |
//! |---|---:|---:|
//! | network for results, parameters and combiners | 41,344 | |
//! | answers: lost? 54,102,144 questions | 581,788 | 548,788 |
//! | network for wins with its plan | 46,792 | |
//! | answers: which move wins? 14,343,724 questions | 494,456 | 468,022 |
//! | network for delays with its plan | 46,792 | |
//! | answers: which move delays? 16,335,887 questions | 460,736 | 435,777 |
//! | image, header included | 1,672,036 | |
//!
//! `dobutsu build` prints these, by class. *Is it lost?* takes 32.9 evaluations on average without a
//! cache: at most 541 in 99 of a hundred positions, 2,259 in 999 of a thousand, 10,014 in all, with 17
//! positions that wait for each other and 210 relatives in hand. Of the open positions 26 % are
//! deduced. It has an entropy of 0.0599 bits an open position, where the network by itself would need
//! 0.234.
//!
//! *Which move?* takes 279 evaluations and 24 questions about losses on average for wins, at most 1,208
//! and 107 in 99 of a hundred choices; for delays 257 and 25, at most 1,216 and 110. Proofs settle 26 % and
//! 13 % of the choices, and the first candidate is best in 95 % of them. `dobutsu train --only plans`
//! prints these figures, for 50,000 choices of each kind that taught nothing.
//!
//! Ribbons of 128 bits over shards of 16,384 keys take 0.8–1.5 % more than the bits they hold. The
//! filters of classes that are not sure have 3–34 % more bits than that, chosen by the builder so
//! that fewer keys pass than by chance. In all, answers take 5.8 % more than their entropy.
//!
//! On the emulated chip at 200 MHz, with the misses of its cache (`cargo xtask test`):
//!
//! | | positions of play | median | 90th percentile | worst |
//! |---|---:|---:|---:|---:|
//! | result | 40 | 2.1 ms | 33 ms | 173 ms |
//! | best move | 30 | 0.64 s | 2.6 s | 3.7 s |
//! | distance of the start, 78 plies | 1 | 63 s | | |
//!
//! Most of it are evaluations, and of these most belong to questions about losses: in 300 positions of
//! play a best move took 1,880 evaluations on average, 1,548 of them by the network for results. Each takes
//! 48,200 cycles with everything around it, 56,300 with a network in flash. The code is
//! copied to RAM (`memory.x`): in flash, code and networks would evict each other from the cache.
//!
//! The work is cut into steps of one evaluation, one look or one question each. What it needs of RAM is in
//! one [workspace](Workspace).
//!
//! # Promises
//! Everything read from the image is bounds-checked, sums wrap, and a walk ends after 173 plies:
//! a damaged image gives an error or, while its checksum has not been looked at, a wrong answer,
//! never a panic and never a walk without end.

// What `dobutsu train`, `build` and `verify` share with the reader.
#[doc(hidden)]
pub mod answers;
mod any_win;
mod blocking;
#[doc(hidden)]
pub mod candidates;
mod child_scan;
#[doc(hidden)]
pub mod combiner;
mod decision;
#[doc(hidden)]
pub mod deduction;
#[doc(hidden)]
pub mod dominance;
#[doc(hidden)]
pub mod evidence;
#[doc(hidden)]
pub mod features;
mod flash;
#[doc(hidden)]
pub mod image;
#[doc(hidden)]
pub mod lines;
#[doc(hidden)]
pub mod look;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod parameters;
#[doc(hidden)]
pub mod perceptron;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod probe;
#[doc(hidden)]
pub mod ribbon;
mod ties;
mod value_cache;
mod walk;
mod workspace;

#[cfg(test)]
mod tests;

pub use blocking::{GameResult, ProbeError};
pub use flash::{Flash, Word, words_at};
pub use image::{ImageCheck, ImageError, ImageLayout};
pub use probe::Database;
pub use walk::{LONGEST, Walk};
pub use workspace::Workspace;

pub(crate) use candidates::sort_few;
pub(crate) use decision::{Decision, Finding, Goal, leading_to};
pub(crate) use ties::Ties;

#[doc(hidden)]
pub use child_scan::ChildScan;
#[doc(hidden)]
pub use deduction::{Deduction, Standing};
#[doc(hidden)]
pub use probe::{ImageGuide, ImageWitness};
#[doc(hidden)]
pub use value_cache::ValueCache;
