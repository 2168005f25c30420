//! The turning point of a game that is over: the position, the move that was played and the one that would have kept
//! the result.

use core::fmt::Display;

use embedded_graphics::prelude::*;

use super::board_view::{BESIDE, BoardView, WIDTH_BESIDE, places, squares};
use super::ink::{lines, write_lines};
use super::list::move_line;
use super::review::ReviewScreen;
use super::{Button, Context, Screen};
use crate::handheld::menu::{Item, Menu};
use crate::handheld::next::Next;

use crate::game::{Hands, Move, Side};
use crate::handheld::Frame;
use crate::handheld::consultation::Question;
use crate::handheld::matches::{Match, Mode};
use crate::handheld::opponents;
use crate::handheld::settings::Language;
use crate::handheld::text::{Line, Phrase};
use crate::handheld::turning::{Turning, Worth};
use crate::player::Need;

/// The advice that the search for the turning point needs.
pub(crate) fn search(context: Context<'_>) -> Option<Question> {
    context.played.finish()?;
    match context.turning() {
        Turning::Ask(ply) => Some((context.played.diagram_at(ply).position, Need::Result)),
        _ => None,
    }
}

/// The advice that the screen needs: after the search, the move that would have kept the result.
pub(crate) fn question(context: Context<'_>) -> Option<Question> {
    match context.turning() {
        Turning::At(ply, _) => {
            let position = context.played.diagram_at(ply).position;
            context.consultation.open_question(position, [Need::Move])
        }
        _ => search(context),
    }
}

impl Context<'_> {
    fn turning(&self) -> Turning {
        self.consultation.turning(self.played)
    }

    /// The ply on the screen: the turning point, or the end.
    fn turning_ply(&self) -> usize {
        match self.turning() {
            Turning::At(ply, _) => ply,
            _ => self.played.game().plies(),
        }
    }
}

pub(crate) fn press(button: Button, context: Context<'_>) -> Next {
    match button {
        Button::A => Next::Menu(Menu::Turning, None),
        Button::B => Next::BoardMenu(Some(Item::Turning)),
        // The arrows lead to the rest of the game.
        _ => Next::Open(Screen::Review(ReviewScreen::at(context.turning_ply()))),
    }
}

pub(crate) fn draw(context: Context<'_>, frame: &mut Frame) {
    let Context { played, moment, .. } = context;
    let ply = context.turning_ply();
    let (diagram, bottom) = (played.diagram_at(ply), played.bottom());
    let mut view = BoardView::of_match(played, ply);
    let best = best(context);
    if let Turning::At(..) = context.turning() {
        let thrown = played.game().moves().get(ply);
        view.last = thrown.map_or(view.last, |&mv| squares(places(bottom, diagram.side, mv)));
        if let (Some(mv), true) = (best, moment.blinks()) {
            view.advised = places(bottom, diagram.side, mv);
        }
    }
    view.hands = Hands::EMPTY;
    view.caught = None;
    view.draw(frame);
    let sentence = match context.turning() {
        Turning::Ask(_) => moment.thinking(),
        turning => sentence(played, turning, best, moment.language),
    };
    let corner = Point::new(BESIDE, 1);
    write_lines(lines(&sentence, WIDTH_BESIDE), corner, frame);
}

/// The move that would have kept the result, once it is known.
fn best(context: Context<'_>) -> Option<Move> {
    let Turning::At(ply, _) = context.turning() else {
        return None;
    };
    let position = context.played.diagram_at(ply).position;
    let advice = context.consultation.advice_on(position, Need::Move)?;
    advice.best().first().map(|best| best.mv)
}

/// The name of a player of a match.
fn called(played: &Match, side: Side, language: Language) -> &'static str {
    let phrase = match (played.mode(), side) {
        (Mode::Solo { you, .. } | Mode::Puzzle { you, .. }, _) if you == side => Phrase::You,
        (Mode::Solo { level, .. }, _) => opponents::name(level),
        (_, Side::Sente) => Phrase::TheFirst,
        (_, Side::Gote) => Phrase::TheSecond,
    };
    phrase.text(language)
}

/// The turning point in a sentence.
pub(crate) fn sentence(
    played: &Match,
    turning: Turning,
    best: Option<Move>,
    language: Language,
) -> Line {
    let with_player = |phrase: Phrase, side| phrase.with(language, called(played, side, language));
    match turning {
        Turning::Ask(_) => Line::new(),
        Turning::At(ply, worth) => {
            let diagram = played.diagram_at(ply);
            let line =
                |mv: Option<&Move>| mv.map_or(Line::new(), |&mv| move_line(diagram, mv, language));
            let thrown = line(played.game().moves().get(ply));
            let who = called(played, played.game().side_at(ply), language);
            let best = line(best.as_ref());
            let parts: [&dyn Display; 4] = [&who, &(ply + 1), &thrown, &best];
            let phrase = match worth {
                Worth::Win => Phrase::ThrewWin,
                Worth::Draw => Phrase::ThrewDraw,
            };
            phrase.with_all(language, &parts)
        }
        Turning::Never(Some(side)) => with_player(Phrase::AlwaysWon, side),
        Turning::Never(None) => Phrase::AlwaysDrawn.with(language, ""),
        Turning::Ended(Some(side)) => with_player(Phrase::EndedWon, side),
        Turning::Ended(None) => Phrase::EndedDrawn.with(language, ""),
        Turning::Before(ply) => Phrase::DecidedBefore.with(language, ply),
    }
}
