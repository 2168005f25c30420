//! `dobutsu-core` for the analysis board in the browser, by requests and answers in text.
//!
//! A request is a line of fields with tabs between them, the answer has lines of the same kind. If a request is
//! refused, the answer is a single line `error` with the reason.
//!
//! | request | answer |
//! |---|---|
//! | `open` | `image` and its bytes: the database is intact, all checksums were verified |
//! | `game` SFEN moves | `start` SFEN; for every move `ply` USI SFEN; `legal` moves; `check`; `over` reason winner |
//! | `score` text | `score` and the game as `position` of USI takes it: the text is KIF or a list of USI moves |
//! | `kif` SFEN moves | `kif`, then the lines of the game as KIF |
//! | `results` SFEN | for every move `move` USI and `won`, `draw` or `lost` |
//! | `begin` SFEN | nothing: begins the computation of exact values |
//! | `step` budget | `done` 0 or 1; for every move `move` USI and its value, or `?` while it is unknown |
//! | `value` SFEN | `value` of the position, exact |
//! | `line` SFEN plies | `line` and best moves, at most so many |
//! | `choose` level seed SFEN | `choice` and the move of this level |
//! | `puzzle` plies number | `puzzle` SFEN of a position with exactly one quickest win, of so many plies |
//!
//! Moves are USI with spaces between them. The value of a position is for the side to move, the value of a move for the
//! player who makes it. A game may start from any position. `-` instead of an SFEN means that the lion was caught.
//! Reasons are `catch`, `try`, `nomove` and `repetition`, winners `b`, `w` and `-`.
#![cfg_attr(target_arch = "wasm32", no_std)]

mod analysis;
mod answer;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use analysis::{Analysis, CACHE_SLOTS};
pub use answer::Answer;
