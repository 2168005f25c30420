//! The ten opponents, one at a time: face, name, level, and how the games against it ended.

use core::fmt::Display;

use embedded_graphics::prelude::*;

use super::ink::{LINE, draw_doubled, fill, lines, write, write_lines, write_right};
use super::list::draw_heading;
use super::notice::draw_edge;
use super::{Button, OFF, ON};
use crate::handheld::menu::{Item, Menu};
use crate::handheld::next::Next;

use crate::handheld::Frame;
use crate::handheld::art::{FACE_SIZE, MARK, MARK_SIZE, face};
use crate::handheld::opponents::{AllTotals, Farewell, Totals, name, next, numbered};
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;
use crate::player::Level;

/// The opponent that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpponentsScreen {
    level: Level,
}

/// The ladder under the picture: ten rungs from the first opponent to the last.
const RUNG: i32 = 12;
const LADDER: Point = Point::new(6, 56);

impl OpponentsScreen {
    /// Beginning with this one.
    pub(crate) const fn new(level: Level) -> OpponentsScreen {
        OpponentsScreen { level }
    }

    pub(crate) fn press(&mut self, button: Button) -> Next {
        let number = self.level.number();
        let (other, around) = match button {
            Button::A => return Next::Challenge(self.level),
            Button::B => return Next::Menu(Menu::Main, Some(Item::Opponents)),
            Button::Up | Button::Left => (number - 1, Level::PERFECT),
            Button::Down | Button::Right => (number + 1, Level::FIRST),
        };
        self.level = Level::new(other).unwrap_or(around);
        Next::Stay
    }

    pub(crate) fn draw(&self, all_totals: &AllTotals, language: Language, frame: &mut Frame) {
        draw_heading(&numbered(self.level, language), frame);
        draw_large(self.level, Point::new(4, 14), frame);
        if self.level == Level::PERFECT {
            let text = Phrase::PlaysPerfectly.text(language);
            write_right(text, Point::new(126, 0), ON, frame);
        }
        let totals = all_totals.against(self.level);
        let counts = [
            (Phrase::Won, totals.won),
            (Phrase::DrawnGames, totals.drawn),
            (Phrase::Lost, totals.lost),
        ];
        let mut at = Point::new(54, 14);
        for (phrase, count) in counts {
            write(phrase.text(language), at, ON, frame);
            let count = Phrase::Number.with(language, count);
            write_right(&count, Point::new(126, at.y), ON, frame);
            at.y += LINE;
        }
        if totals.is_unaided {
            MARK.draw(at + Point::new(0, 1), ON, frame);
            let beside = at + Point::new(MARK_SIZE + 4, 0);
            write(Phrase::WithoutHelp.text(language), beside, ON, frame);
        }
        self.draw_ladder(all_totals, frame)
    }

    /// A dot for who is still to be beaten, a square for who was, the mark for who was without
    /// help; the one that is shown stands on light ground.
    fn draw_ladder(&self, all_totals: &AllTotals, frame: &mut Frame) {
        for (level, place) in Level::all().zip(0..) {
            let corner = LADDER + Point::new(place * RUNG, 0);
            let ink = if level == self.level {
                let ground = Size::new_equal(MARK_SIZE as u32 + 1);
                fill(
                    corner - Point::new(1, 0),
                    ground + Size::new(1, 0),
                    ON,
                    frame,
                );
                OFF
            } else {
                ON
            };
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
}

/// A face, twice as large.
fn draw_large(level: Level, corner: Point, frame: &mut Frame) {
    draw_doubled(corner, frame, |small| {
        face(level).draw(Point::zero(), ON, small)
    });
}

/// Who one is about to play, under the menu of a new game.
pub(crate) fn draw_card(level: Level, totals: Totals, language: Language, frame: &mut Frame) {
    let corner = Point::new(4, 44);
    face(level).draw(corner, ON, frame);
    let beside = corner + Point::new(FACE_SIZE + 6, 0);
    let title = match level {
        Level::PERFECT => Phrase::PlaysPerfectly.with(language, ""),
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

/// What an opponent says when a game is over.
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
