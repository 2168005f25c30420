//! Hiragana and katakana of 7×7 pixels, with the marks of voiced sounds in the corner.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::sheet::{Bitmap, narrow, sheet};
use crate::handheld::Frame;

/// The characters of the sheet, in its order.
const CHARACTERS: &str = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほ\
まみむめもやゆよらりるれろわをんゃゅょっアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホ\
マミムメモヤユヨラリルレロワヲンャュョッー、。";
const COUNT: usize = 103;

static KANA: [[u16; 7]; COUNT] = narrow(sheet::<7, 7, COUNT>(include_str!("kana.txt"), 10));

/// The distance from one character to the next.
pub(crate) const KANA_WIDTH: i32 = 8;

/// Two strokes, and a ring.
const VOICED: [u16; 3] = [0b101, 0b101, 0b000];
const HALF_VOICED: [u16; 3] = [0b111, 0b101, 0b111];

/// The plain character that a character is derived from, and its mark.
fn taken_apart(character: char) -> Option<(usize, Option<&'static [u16; 3]>)> {
    let plain = |wanted: char| CHARACTERS.chars().position(|known| known == wanted);
    if let Some(index) = plain(character) {
        return Some((index, None));
    }
    // In Unicode the voiced sound follows the plain one, and the half-voiced follows the voiced.
    let before = |steps| char::from_u32(u32::from(character) - steps).and_then(plain);
    match character {
        'が'..='ぽ' | 'ガ'..='ポ' => match (before(1), before(2)) {
            (Some(index), _) => Some((index, Some(&VOICED))),
            (None, Some(index)) => Some((index, Some(&HALF_VOICED))),
            (None, None) => None,
        },
        _ => None,
    }
}

/// Whether there is a picture of this character.
pub(crate) fn is_kana(character: char) -> bool {
    taken_apart(character).is_some()
}

/// Draws a character with the upper left pixel of its plain form at `corner`. A mark is one
/// pixel higher. Unknown characters leave a gap.
pub(crate) fn draw_kana(character: char, corner: Point, color: BinaryColor, frame: &mut Frame) {
    let Some((index, mark)) = taken_apart(character) else {
        return;
    };
    Bitmap::new(&KANA[index], 7).draw(corner, color, frame);
    if let Some(mark) = mark {
        let at = corner + Point::new(5, -1);
        // A clear edge keeps the mark apart from the strokes.
        let edge = Rectangle::new(at - Point::new(1, 0), Size::new(4, 3));
        let Ok(()) = frame.fill_solid(&edge, color.invert());
        Bitmap::new(mark, 3).draw(at, color, frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_its_own_picture() {
        assert_eq!(CHARACTERS.chars().count(), COUNT);
        let mut seen = std::collections::BTreeMap::new();
        for (character, picture) in CHARACTERS.chars().zip(KANA) {
            let other = seen.insert(picture, character);
            // Only the two he are written alike.
            assert!(matches!(other, None | Some('へ')), "{character} {other:?}");
        }
    }

    #[test]
    fn voiced_sounds_are_taken_apart() {
        let parts = |character| taken_apart(character).unwrap();
        let index = |character| parts(character).0;
        assert_eq!(parts('が'), (index('か'), Some(&VOICED)));
        assert_eq!(parts('ば'), (index('は'), Some(&VOICED)));
        assert_eq!(parts('ぱ'), (index('は'), Some(&HALF_VOICED)));
        assert_eq!(parts('ポ'), (index('ホ'), Some(&HALF_VOICED)));
        assert_eq!(parts('っ').1, None);
        assert_eq!(taken_apart('漢'), None);
        assert_eq!(taken_apart('a'), None);
    }
}
