//! Pictures: the five animals, the ten opponents and the kana, drawn for this device and kept as
//! text one can read.

mod animals;
mod faces;
mod kana;
mod sheet;

pub use animals::animal_rows;
pub(super) use animals::{ANIMAL_SIZE, animal};
pub(super) use faces::{FACE_SIZE, MARK, MARK_SIZE, face};
pub(super) use kana::{KANA_WIDTH, draw_kana, is_kana};
