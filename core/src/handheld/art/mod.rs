//! Pictures: the animals, the opponents and the kana, drawn for this device and stored as text that a person can
//! read.

mod kana;
mod pictures;
mod sheet;

pub(super) use kana::{KANA_WIDTH, draw_kana, is_kana};
pub use pictures::animal_rows;
pub(super) use pictures::{ANIMAL_SIZE, FACE_SIZE, MARK, MARK_SIZE, animal, draw_rank, face};
