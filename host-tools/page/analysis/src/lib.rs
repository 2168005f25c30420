//! What the analysis board in the browser knows: `dobutsu-core` behind lines of text.
//!
//! A request is one line, its fields divided by tabs; the answer is lines of the same kind. What
//! cannot be done is answered by a single line `error` with a sentence.
//!
//! | request | answer |
//! |---|---|
//! | `open` | `image` and its bytes: the database is sound, every checksum looked at |
//! | `game` SFEN moves | `start` SFEN; for every move `ply` USI SFEN; `legal` moves; `check`; `over` reason winner |
//! | `score` text | `score` and the game as `position` of USI takes it: the text is KIF or a list of USI moves |
//! | `kif` SFEN moves | `kif`, then the lines of the game as KIF |
//! | `results` SFEN | for every move `move` USI and `won`, `draw` or `lost` |
//! | `begin` SFEN | nothing: exact values are looked for from now on |
//! | `step` budget | `done` 0 or 1; for every move `move` USI and its value, or `?` so far |
//! | `value` SFEN | `value` of the position, exact |
//! | `line` SFEN plies | `line` and best moves, to the end of the game or this many |
//! | `choose` level seed SFEN | `choice` and the move this level makes |
//! | `puzzle` plies number | `puzzle` SFEN: won in exactly so many plies, in one way |
//!
//! Moves are USI, divided by blanks where there are several. A value is that of the side to move, a
//! move's that of the player who makes it. A game may be played on from any position; `-` stands for
//! the position after a lion was caught, which is none. Reasons are `catch`, `try`, `nomove` and
//! `repetition`, winners `b`, `w` and `-`.
#![cfg_attr(target_arch = "wasm32", no_std)]

mod analysis;
mod answer;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use analysis::{Analysis, CACHE_SLOTS};
pub use answer::Answer;
