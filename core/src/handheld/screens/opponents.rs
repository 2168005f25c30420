//! The ten opponents, one at a time: face, name, level and the results of the games.

use core::fmt::Display;

use embedded_graphics::prelude::*;

use super::ink::{LINE, draw_doubled, fill, lines, write, write_lines, write_right};
use super::list::draw_heading;
use super::notice::draw_edge;
use super::{Button, OFF, ON};
use crate::handheld::art::{FACE_SIZE, MARK, MARK_SIZE, face};
use crate::handheld::opponents::{name, next, numbered};
use crate::handheld::settings::Setting;
use crate::handheld::text::line;
use crate::handheld::{AllTotals, Farewell, Frame, Language, Menu, Next, Phrase, Totals};
use crate::player::Level;

/// The ladder under the picture: ten rungs from the first opponent to the last.
const RUNG: i32 = 12;
const LADDER: Point = Point::new(6, 56);

/// Handles a press while this opponent is shown.
pub(crate) fn press(shown: &mut Level, button: Button) -> Next {
    match button {
        Button::A => return Next::Challenge(*shown),
        Button::B => return Next::Menu(Menu::Main, Some(Phrase::Opponents)),
        Button::Up | Button::Left => shown.turn(false),
        Button::Down | Button::Right => shown.turn(true),
    }
    Next::Stay
}

pub(crate) fn draw(shown: Level, all_totals: &AllTotals, language: Language, frame: &mut Frame) {
    draw_heading(&numbered(shown, language), frame);
    draw_large(shown, Point::new(4, 14), frame);
    if shown == Level::PERFECT {
        let text = Phrase::PlaysPerfectly.text(language);
        write_right(text, Point::new(126, 0), ON, frame);
    }
    let totals = all_totals.against(shown);
    let counts = [
        (Phrase::Won, totals.won),
        (Phrase::Drawn, totals.drawn),
        (Phrase::Lost, totals.lost),
    ];
    let mut at = Point::new(54, 14);
    for (phrase, count) in counts {
        write(phrase.text(language), at, ON, frame);
        let count = line(format_args!("{count}"));
        write_right(&count, Point::new(126, at.y), ON, frame);
        at.y += LINE;
    }
    if totals.is_unaided {
        MARK.draw(at + Point::new(0, 1), ON, frame);
        let beside = at + Point::new(MARK_SIZE + 4, 0);
        write(Phrase::WithoutHelp.text(language), beside, ON, frame);
    }
    draw_ladder(shown, all_totals, frame)
}

/// Draws a dot for each opponent that was not beaten, a square for one that was, and the mark for one that was
/// beaten without help. The ground of the opponent shown is lit.
fn draw_ladder(shown: Level, all_totals: &AllTotals, frame: &mut Frame) {
    for (level, place) in Level::ALL.into_iter().zip(0..) {
        let corner = LADDER + Point::new(place * RUNG, 0);
        let is_shown = level == shown;
        if is_shown {
            let ground = Size::new_equal(MARK_SIZE as u32 + 1) + Size::new(1, 0);
            fill(corner - Point::new(1, 0), ground, ON, frame);
        }
        let ink = if is_shown { OFF } else { ON };
        let totals = all_totals.against(level);
        if totals.is_unaided {
            MARK.draw(corner, ink, frame);
        } else if totals.won > 0 {
            fill(corner + Point::new_equal(1), Size::new_equal(5), ink, frame);
        } else {
            fill(corner + Point::new_equal(3), Size::new_equal(2), ink, frame);
        }
    }
}

/// Draws a face twice as large.
fn draw_large(level: Level, corner: Point, frame: &mut Frame) {
    draw_doubled(corner, frame, |small| {
        face(level).draw(Point::zero(), ON, small)
    });
}

/// Draws the chosen opponent under the menu of a new game.
pub(crate) fn draw_card(level: Level, totals: Totals, language: Language, frame: &mut Frame) {
    let corner = Point::new(4, 44);
    face(level).draw(corner, ON, frame);
    let beside = corner + Point::new(FACE_SIZE + 6, 0);
    let title = match level {
        Level::PERFECT => Phrase::PlaysPerfectly.line(language),
        _ => Phrase::LevelNumber.with(language, level.number()),
    };
    let end = write(&title, beside, ON, frame);
    if totals.is_unaided {
        MARK.draw(end + Point::new(6, 1), ON, frame);
    }
    let counts: [&dyn Display; 3] = [&totals.won, &totals.drawn, &totals.lost];
    let line = Phrase::Totals.with_all(language, &counts);
    write(&line, beside + Point::new(0, LINE), ON, frame);
}

/// Draws what an opponent says at the end of a game.
pub(crate) fn draw_farewell(
    level: Level,
    farewell: Farewell,
    language: Language,
    frame: &mut Frame,
) {
    draw_edge(frame);
    draw_large(level, Point::new(6, 12), frame);
    let said = match farewell {
        Farewell::Won { is_unaided: true } if level == Level::PERFECT => Phrase::PerfectBeaten,
        Farewell::Won { is_unaided: true } => Phrase::BeatenAlone,
        Farewell::Won { is_unaided: false } => Phrase::Beaten,
        Farewell::Drawn => Phrase::Even,
        Farewell::Lost => Phrase::NotBeaten,
    };
    let waiting = match farewell {
        Farewell::Won { .. } => next(level),
        Farewell::Drawn | Farewell::Lost => None,
    };
    let coming = waiting.map(|level| Phrase::NextUp.with(language, name(level).text(language)));
    let left = 6 + 2 * FACE_SIZE + 6;
    let room = 126 - left;
    let said = lines(said.text(language), room);
    let coming = lines(coming.as_deref().unwrap_or_default(), room);
    let height = (said.clone().count() + coming.clone().count()) as i32 * LINE;
    let corner = Point::new(left, (64 - height) / 2);
    write_lines(said.chain(coming), corner, frame);
}
