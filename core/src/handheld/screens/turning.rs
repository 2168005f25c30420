//! Where a game that is over was decided: the position, what was played, and what would have held.

use core::fmt::Display;

use embedded_graphics::prelude::*;

use super::board_view::{BESIDE, BoardView, WIDTH_BESIDE, places, squares};
use super::ink::{LINE, lines, write};
use super::list::move_line;
use super::review::ReviewScreen;
use super::{Button, Moment, ON, Screen};
use crate::handheld::menu::Item;
use crate::handheld::menu::Menu;
use crate::handheld::next::Next;

use crate::game::{Hands, Move, Side};
use crate::handheld::Frame;
use crate::handheld::consultation::{Consultation, Question};
use crate::handheld::matches::{Match, Mode};
use crate::handheld::opponents;
use crate::handheld::settings::Language;
use crate::handheld::text::{Line, Phrase};
use crate::handheld::turning::{Turning, Worth};
use crate::player::Need;

/// What has to be known to say where a game was decided, and is not.
pub(crate) fn search(played: &Match, consultation: &Consultation) -> Option<Question> {
    played.finish()?;
    match consultation.turning(played) {
        Turning::Ask(ply) => Some((played.diagram_at(ply).position, Need::Result)),
        _ => None,
    }
}

/// The same, and then what would have held.
pub(crate) fn question(played: &Match, consultation: &Consultation) -> Option<Question> {
    match consultation.turning(played) {
        Turning::At(ply, _) => {
            consultation.open_question(played.diagram_at(ply).position, [Need::Move])
        }
        _ => search(played, consultation),
    }
}

/// The ply that is shown: where it was decided, or the end.
fn shown(played: &Match, consultation: &Consultation) -> usize {
    match consultation.turning(played) {
        Turning::At(ply, _) => ply,
        _ => played.game().plies(),
    }
}

pub(crate) fn press(button: Button, played: Option<&Match>, consultation: &Consultation) -> Next {
    match (button, played) {
        (Button::A, Some(_)) => Next::Menu(Menu::Turning, None),
        (Button::B, _) => Next::BoardMenu(Some(Item::Turning)),
        // To the sides lies the rest of the game.
        (_, Some(played)) => {
            let review = ReviewScreen::at(shown(played, consultation));
            Next::Open(Screen::Review(review))
        }
        (_, None) => Next::Stay,
    }
}

pub(crate) fn draw(
    played: Option<&Match>,
    consultation: &Consultation,
    moment: Moment,
    frame: &mut Frame,
) {
    let Some(played) = played else {
        return;
    };
    let ply = shown(played, consultation);
    let (diagram, bottom) = (played.diagram_at(ply), played.bottom());
    let mut view = BoardView::of_match(played, ply);
    let best = held(played, consultation);
    if let Turning::At(..) = consultation.turning(played) {
        let thrown = played.game().moves().get(ply);
        view.last = thrown.map_or(view.last, |&mv| squares(places(bottom, diagram.side, mv)));
        if let (Some(mv), true) = (best, moment.blinks()) {
            view.advised = places(bottom, diagram.side, mv);
        }
    }
    view.hands = Hands::EMPTY;
    view.caught = None;
    view.draw(frame);
    let mut at = Point::new(BESIDE, 1);
    let sentence = match consultation.turning(played) {
        Turning::Ask(_) => moment.thinking(),
        turning => sentence(played, turning, best, moment.language),
    };
    for line in lines(&sentence, WIDTH_BESIDE) {
        write(line, at, ON, frame);
        at.y += LINE;
    }
}

/// The move that would have held, once it is known.
fn held(played: &Match, consultation: &Consultation) -> Option<Move> {
    let Turning::At(ply, _) = consultation.turning(played) else {
        return None;
    };
    let position = played.diagram_at(ply).position;
    let advice = consultation.advice_on(position, Need::Move)?;
    advice.best().first().map(|best| best.mv)
}

/// What a player of a match is called.
fn called(played: &Match, side: Side, language: Language) -> &'static str {
    let phrase = match (played.mode(), side) {
        (Mode::Solo { you, .. } | Mode::Puzzle { you, .. }, _) if you == side => Phrase::You,
        (Mode::Solo { level, .. }, _) => opponents::name(level),
        (_, Side::Sente) => Phrase::TheFirst,
        (_, Side::Gote) => Phrase::TheSecond,
    };
    phrase.text(language)
}

/// Where it was decided, in a sentence.
pub(in crate::handheld) fn sentence(
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
