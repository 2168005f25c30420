//! The screens: plain functions from what is to be shown to pixels.

mod board;
mod game;
mod ink;
mod lists;
mod notice;
mod review;
mod setup;
mod title;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::{Handheld, Screen, Source};

impl Handheld {
    /// Draws the present picture, whatever was there before.
    pub fn draw<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        target.clear(BinaryColor::Off)?;
        if self.is_asleep() {
            return Ok(());
        }
        let language = self.settings.language;
        match (self.screen, self.notices.front()) {
            (Screen::Title, _) => title::draw_title(language, self.blinks(), target),
            (_, Some(sentence)) => notice::draw_notice(sentence.text(language), target),
            (Screen::Menu(menu, at), None) => self.draw_menu(menu, usize::from(at), target),
            (Screen::Board(pointer), None) => self.draw_game(pointer, target),
            (Screen::Moves(at), None) => self.draw_moves(usize::from(at), target),
            (Screen::Review(ply, aspect), None) => {
                self.draw_review(usize::from(ply), aspect, target)
            }
            (Screen::Setup, None) => self.draw_setup(target),
            (Screen::Quest, None) => self.draw_quest(target),
            (Screen::Lab, None) => self.draw_lab(target),
            (Screen::About, None) => {
                let knows_all = self.source == Some(Source::Database);
                title::draw_about(language, knows_all, target)
            }
        }
    }

    /// On for half of every second.
    fn blinks(&self) -> bool {
        (self.clock / (super::TICKS_PER_SECOND / 2)).is_multiple_of(2)
    }

    /// The dots behind what takes a while: none to three, and again.
    const fn dots(&self) -> u16 {
        self.idle / 6 % 4
    }

    /// What the passing of time does to the picture. A tick that leaves this as it was leaves
    /// the picture as it was, and nobody needs to draw it.
    pub fn pulse(&self) -> Pulse {
        let lab = self.lab.composite().filter(|_| self.screen == Screen::Lab);
        Pulse {
            searched: (self.screen == Screen::Quest).then_some(self.idle),
            trials: lab.map(|composite| composite.statistics().trials),
            blinks: self.blinks(),
            dots: self.dots(),
            played: self.bout().map_or(0, |bout| bout.game().plies()),
            notices: self.notices.len(),
            asleep: self.is_asleep(),
        }
    }
}

/// The state of everything in a picture that moves by itself; see [`Handheld::pulse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    searched: Option<u16>,
    trials: Option<u64>,
    blinks: bool,
    dots: u16,
    played: usize,
    notices: usize,
    asleep: bool,
}
