//! Pictures and tunes: the five animals, the ten opponents and the kana, drawn for this device and kept
//! as text one can read, and the notes of the buzzer.

mod animals;
mod faces;
mod kana;
mod ranks;
mod sheet;
mod tunes;

pub use animals::animal_rows;
pub(super) use animals::{ANIMAL_SIZE, animal};
pub(super) use faces::{FACE_SIZE, MARK, MARK_SIZE, face};
pub(super) use kana::{KANA_WIDTH, draw_kana, is_kana};
pub(super) use ranks::draw_rank;
pub use tunes::{Note, Tune};
