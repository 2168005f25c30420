//! The turning point of a game that is over: the position, the move that was played and the one that would have kept
//! the result.

use core::fmt::Display;

use embedded_graphics::prelude::*;

use super::board_view::{BESIDE, BoardView, WIDTH_BESIDE, places, squares};
use super::ink::{lines, write_lines};
use super::list::move_line;
use super::review::ReviewScreen;
use super::{Button, Context, Screen};
use crate::game::{Hands, Move, Side};
use crate::handheld::turning::{Turning, Worth};
use crate::handheld::{
    Frame, Language, Line, Match, Menu, Mode, Next, Phrase, Question, opponents,
};
use crate::player::Need;

/// The advice that the search for the turning point needs.
pub(crate) fn search(context: Context<'_>) -> Option<Question> {
    match context.turning() {
        Turning::Ask(ply) if context.played.is_over() => {
            Some((context.played.diagram_at(ply).position, Need::Result))
        }
        _ => None,
    }
}

/// The advice that the screen needs: after the search, the move that would have kept the result.
pub(crate) fn question(context: Context<'_>) -> Option<Question> {
    let Some((ply, _)) = context.turning_point() else {
        return search(context);
    };
    let position = context.played.diagram_at(ply).position;
    context.consultation.open_question(position, [Need::Move])
}

/// The ply on the screen: the turning point, or the end.
fn shown_ply(context: Context<'_>) -> usize {
    let end = context.played.game().plies();
    context.turning_point().map_or(end, |(ply, _)| ply)
}

pub(crate) fn press(button: Button, context: Context<'_>) -> Next {
    match button {
        Button::A => Next::Menu(Menu::Turning, None),
        Button::B => Next::BoardMenu(Some(Phrase::TurningPoint)),
        // The arrows lead to the rest of the game.
        _ => Next::Open(Screen::Review(ReviewScreen::at(shown_ply(context)))),
    }
}

pub(crate) fn draw(context: Context<'_>, frame: &mut Frame) {
    let Context { played, moment, .. } = context;
    let mut view = BoardView::of_match(played, shown_ply(context));
    let mut best = None;
    if let Some((ply, _)) = context.turning_point() {
        let diagram = played.diagram_at(ply);
        let places = |mv| places(played.bottom(), diagram.side, mv);
        if let Some(&thrown) = played.game().moves().get(ply) {
            view.last = squares(places(thrown));
        }
        // The move that would have kept the result, once it is known.
        let advice = context.consultation.advice_on(diagram.position, Need::Move);
        best = advice.and_then(|advice| Some(advice.best().first()?.mv));
        if let (Some(mv), true) = (best, moment.blinks()) {
            view.advised = places(mv).map(Some);
        }
    }
    view.layout.hands = Hands::EMPTY;
    view.caught = None;
    view.draw(frame);
    let sentence = match context.turning() {
        Turning::Ask(_) => moment.thinking(),
        turning => sentence(played, turning, best, moment.language),
    };
    let corner = Point::new(BESIDE, 1);
    write_lines(lines(&sentence, WIDTH_BESIDE), corner, frame);
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
            let line = |mv: Option<Move>| mv.map(|mv| move_line(diagram, mv, language));
            let thrown = line(played.game().moves().get(ply).copied()).unwrap_or_default();
            let who = called(played, played.game().side_at(ply), language);
            let best = line(best).unwrap_or_default();
            let parts: [&dyn Display; 4] = [&who, &(ply + 1), &thrown, &best];
            let phrase = match worth {
                Worth::Win => Phrase::ThrewWin,
                Worth::Draw => Phrase::ThrewDraw,
            };
            phrase.with_all(language, &parts)
        }
        Turning::Never(Some(side)) => with_player(Phrase::AlwaysWon, side),
        Turning::Never(None) => Phrase::AlwaysDrawn.line(language),
        Turning::Ended(Some(side)) => with_player(Phrase::EndedWon, side),
        Turning::Ended(None) => Phrase::EndedDrawn.line(language),
        Turning::Before(ply) => Phrase::DecidedBefore.with(language, ply),
    }
}
