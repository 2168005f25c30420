//! Every text has its glyphs and its room.

use super::super::art::is_kana;
use super::super::text::Phrase;
use super::*;

#[test]
fn every_character_can_be_drawn() {
    for &phrase in Phrase::ALL {
        for language in [Language::English, Language::Kana] {
            for character in phrase.text(language).chars() {
                let is_drawable = character.is_ascii() || is_kana(character);
                assert!(is_drawable, "{phrase:?} has {character:?}");
            }
        }
    }
}

#[test]
fn every_line_has_room_for_its_number() {
    for &phrase in Phrase::ALL {
        for language in [Language::English, Language::Kana] {
            let text = phrase.text(language);
            if text.contains('%') {
                let parts: [&dyn core::fmt::Display; 4] = [&u16::MAX; 4];
                let count = text.matches('%').count();
                let line = phrase.with_all(language, &parts[..count]);
                assert_eq!(line.len(), text.len() + 4 * count, "{phrase:?}");
            }
        }
    }
}
