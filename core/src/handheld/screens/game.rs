//! The board of a game, puzzle or analysis, with what there is to say about it.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::board::{BESIDE, BoardView, Spot, TEXT_TOP};
use super::ink::{LINE, write, write_right};
use crate::game::{Diagram, Move, Owner, Side, Square, SquareSet, Value};
use crate::handheld::Handheld;
use crate::handheld::bout::{Bout, Finish, Mode, Reason};
use crate::handheld::pointer::{Place, Pointer};
use crate::handheld::settings::{Language, Shown};
use crate::handheld::text::{Line, Phrase};
use crate::player::{Level, Verdict};

/// The position as the player at the bottom sees it.
pub(super) fn seen_from(bottom: Side, diagram: Diagram) -> BoardView {
    BoardView::of(if diagram.side == bottom {
        diagram.position
    } else {
        diagram.position.rotated()
    })
}

/// The places of a move by `side` on a board seen from `bottom`.
pub(super) fn places(bottom: Side, side: Side, mv: Move) -> [Option<Spot>; 2] {
    let upright = side == bottom;
    let seen = |square: Square| if upright { square } else { square.rotated() };
    let owner = if upright { Owner::Mine } else { Owner::Theirs };
    let from = match mv {
        Move::Step { from, .. } => Spot::Square(seen(from)),
        Move::Drop { kind, .. } => Spot::Hand(owner, kind),
    };
    [Some(from), Some(Spot::Square(seen(mv.to())))]
}

/// The squares among the places of a move.
pub(super) fn squares(places: [Option<Spot>; 2]) -> SquareSet {
    places
        .into_iter()
        .fold(SquareSet::default(), |set, place| match place {
            Some(Spot::Square(square)) => set | SquareSet::of(square),
            _ => set,
        })
}

/// What a verdict for the side to move is called.
pub(super) fn verdict_line(verdict: Verdict, shown: Shown, language: Language) -> Line {
    let plain = |phrase: Phrase| phrase.with(language, "");
    match (verdict, shown) {
        (Verdict::Unclear(_), _) => plain(Phrase::Unclear),
        (Verdict::Exact(Value::Draw), _) => plain(Phrase::Drawn),
        (Verdict::Won, _) | (Verdict::Exact(Value::Win(_)), Shown::Result) => {
            plain(Phrase::Winning)
        }
        (Verdict::Lost, _) | (Verdict::Exact(Value::Loss(_)), Shown::Result) => {
            plain(Phrase::Losing)
        }
        (Verdict::Exact(Value::Win(plies)), _) => Phrase::WinIn.with(language, plies),
        (Verdict::Exact(Value::Loss(plies)), _) => Phrase::LossIn.with(language, plies),
    }
}

pub(super) fn finish_phrases(finish: Finish, mode: Mode) -> [Phrase; 2] {
    let who = match (finish.winner, mode) {
        (None, _) => Phrase::Draw,
        (Some(_), Mode::Puzzle { .. }) => Phrase::Solved,
        (Some(side), Mode::Solo { you, .. }) if side == you => Phrase::YouWin,
        (Some(_), Mode::Solo { .. }) => Phrase::YouLose,
        (Some(Side::Sente), _) => Phrase::FirstWins,
        (Some(Side::Gote), _) => Phrase::SecondWins,
    };
    let why = match finish.reason {
        Reason::Catch => Phrase::ByCatch,
        Reason::Try => Phrase::ByTry,
        Reason::NoMove => Phrase::ByNoMove,
        Reason::Repetition => Phrase::ByRepetition,
        Reason::Resigned => Phrase::ByResigning,
        Reason::TooLong => Phrase::ByLength,
    };
    [who, why]
}

impl Handheld {
    pub(super) fn draw_game<D: DrawTarget<Color = BinaryColor>>(
        &self,
        pointer: Pointer,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let Some(bout) = self.bout() else {
            return Ok(());
        };
        let (bottom, diagram) = (bout.bottom(), bout.diagram());
        let mut view = seen_from(bottom, diagram);
        if let Some((mv, side)) = bout.last_move() {
            view.last = squares(places(bottom, side, mv));
        }
        let over = bout.finish().is_some();
        if let (Some(seen), false) = (self.seen(), over) {
            let owner = if seen.upright == bout.awaits_person() {
                Owner::Mine
            } else {
                Owner::Theirs
            };
            let spot = |place| match place {
                Place::Square(square) => Spot::Square(square),
                Place::Hand(kind) => Spot::Hand(owner, kind),
            };
            // The pointer stays in sight while it waits for a press.
            view.pointer = (bout.awaits_person() || self.blinks()).then(|| spot(pointer.at));
            view.held = pointer.held.map(spot);
            view.targets = pointer
                .held
                .map(|from| seen.targets(from))
                .unwrap_or_default();
        }
        if let (Some(mv), true) = (self.hint(), self.blinks()) {
            view.advised = places(bottom, diagram.side, mv);
        }
        view.draw(target)?;
        let mut at = Point::new(BESIDE, TEXT_TOP);
        for line in self.remarks(bout) {
            write(&line, at, BinaryColor::On, target)?;
            at.y += LINE;
        }
        // The name of the square pointed at, as printed on the board.
        if let (Place::Square(square), true) = (pointer.at, bout.awaits_person()) {
            let mut name = Line::new();
            // A name has two characters.
            let _ = write!(name, "{}", bottom.printed(square));
            let right = Point::new(127, TEXT_TOP + LINE);
            write_right(&name, right, BinaryColor::On, target)?;
        }
        Ok(())
    }

    /// Three lines between the hands.
    fn remarks(&self, bout: &Bout) -> [Line; 3] {
        let language = self.settings.language;
        let plain = |phrase: Phrase| phrase.with(language, "");
        let mode = bout.mode();
        if let Some(finish) = bout.finish() {
            let [who, why] = finish_phrases(finish, mode);
            return [plain(who), plain(why), Line::new()];
        }
        let diagram = bout.diagram();
        let turn = match (mode, diagram.side) {
            _ if bout.awaits_device() => self.thinking_line(),
            (Mode::Puzzle { plies, .. }, _) => {
                let left = usize::from(plies).saturating_sub(bout.game().plies());
                Phrase::FindWin.with(language, left)
            }
            (Mode::Solo { .. }, _) => plain(Phrase::YourMove),
            (_, Side::Sente) => plain(Phrase::FirstMoves),
            (_, Side::Gote) => plain(Phrase::SecondMoves),
        };
        let about = match mode {
            _ if bout.awaits_person() && diagram.position.in_check() => plain(Phrase::Check),
            _ if bout.game().times_seen() == 2 => plain(Phrase::SeenTwice),
            Mode::Solo {
                level: Level::PERFECT,
                ..
            } => plain(Phrase::PlaysPerfectly),
            Mode::Solo { level, .. } => Phrase::LevelNumber.with(language, level.number()),
            _ => Phrase::Ply.with(language, bout.game().plies() + 1),
        };
        let value = match self.value_needed() {
            Some(need) if bout.awaits_person() => match self
                .advice_on(diagram.position, need)
                .and_then(|advice| advice.verdict())
            {
                Some(verdict) => verdict_line(verdict, self.value_shown(), language),
                None => self.thinking_line(),
            },
            _ => Line::new(),
        };
        [turn, about, value]
    }

    /// The thinking mark: dots that come and go.
    pub(super) fn thinking_line(&self) -> Line {
        let mut line = Phrase::Thinking.with(self.settings.language, "");
        for _ in 0..self.dots() {
            // There is room for three dots after the longest text.
            let _ = line.push('.');
        }
        line
    }
}
