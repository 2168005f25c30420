//! Passes presses, ticks and advice to the current screen, and draws it.

use super::screens::board;
use super::screens::{Context, Moment, about, moves, notice, opponents, title, turning};
use super::{
    Button, Flight, Frame, Handheld, Menu, Mode, Next, Notice, Phrase, Question, Screen, Shown,
    Turning,
};
use crate::player::{Advice, Need};

impl Handheld {
    /// Handles a press.
    pub fn press(&mut self, button: Button) {
        let asleep = self.is_asleep();
        self.idle = 0;
        // A press cancels a restart that was not made.
        self.is_updating = false;
        // A press that wakes the device or removes a notice does nothing else.
        if asleep || (self.screen != Screen::Title && self.remove_notice()) {
            return;
        }
        let (mut screen, mut flight) = (self.screen, None);
        let next = match (&mut screen, self.context()) {
            (Screen::Title, _) if self.asks_language => Next::Menu(Menu::Language, None),
            // The owner of a new device may want to learn the rules.
            (Screen::Title, _) if self.is_fresh => Next::Menu(Menu::Main, Some(Phrase::Learn)),
            (Screen::Title, _) => Next::Menu(Menu::Main, None),
            (Screen::Menu(menu), _) => menu.press(button, self),
            (Screen::Board(board), Some(context)) => board.press(button, context, &mut flight),
            (Screen::Moves(at), Some(context)) => moves::press(at, button, context),
            (Screen::Review(review), Some(context)) => review.press(button, context),
            (Screen::Turning, Some(context)) => turning::press(button, context),
            (Screen::Lesson(lesson), _) => lesson.press(button, &mut flight),
            (Screen::Setup, _) => self.setup.press(button),
            (Screen::Opponents(shown), _) => opponents::press(shown, button),
            (Screen::Lab, _) => self.lab.press(button),
            (Screen::About, _) => about::press(button),
            (Screen::Update, _) => notice::press_update(button),
            // These screens are about a match.
            (Screen::Board(_) | Screen::Moves(_) | Screen::Review(_) | Screen::Turning, None) => {
                Next::Menu(Menu::Main, None)
            }
        };
        (self.screen, self.flight) = (screen, flight);
        self.apply(next);
        self.track_match();
        self.keep_changes();
    }

    /// Removes the notice over the screen; returns whether there was one.
    fn remove_notice(&mut self) -> bool {
        self.mishap.take().is_some() || self.notices.pop_front().is_some()
    }

    /// Advances the time by a tick, a twentieth of a second.
    pub fn tick(&mut self) {
        if !self.is_asleep() {
            self.idle = self.idle.wrapping_add(1);
        }
        self.flight = self.flight.and_then(Flight::after_tick);
        match &mut self.screen {
            Screen::Board(board) => {
                board.tick();
                if self.notices.is_empty()
                    && let Some(sentence) = self.desk.tick()
                {
                    // Keeps the display on, so that it is seen.
                    self.idle = 0;
                    self.tell(sentence);
                    self.sound_match();
                }
            }
            Screen::Lab => self.lab.tick(),
            _ => {}
        }
        self.move_or_offer();
        self.keep_changes();
    }

    /// Accepts the advice that [`Request::Think`](super::Request::Think) asks for, and on the board the least
    /// distance while it is being counted; any other is ignored.
    pub fn advise(&mut self, advice: &Advice) {
        let asked = self.question();
        let Some((_, need)) = asked.filter(|&(position, _)| position == advice.position()) else {
            return;
        };
        if !advice.answers(need) {
            let is_counted = need == Need::Value && advice.at_least().is_some();
            if is_counted && matches!(self.screen, Screen::Board(_)) {
                self.consultation.take(advice);
            }
            return;
        }
        match (&mut self.screen, self.desk.current()) {
            (Screen::Review(review), Some(played)) => {
                self.consultation
                    .take_in_review(advice, played, Some(review.ply()));
            }
            (_, Some(played)) if played.is_over() => {
                self.consultation.take_in_review(advice, played, None);
            }
            _ => self.consultation.take(advice),
        }
        self.move_or_offer();
        self.keep_changes();
    }

    /// Makes the device's move if it is due, and offers a draw if that is due.
    fn move_or_offer(&mut self) {
        if let (Screen::Board(board), Some(context)) = (&self.screen, self.context())
            && !self.has_notice()
            && let Some(need) = board.need_due(context)
            && let before = context.played.diagram()
            && let Some(advice) = self.consultation.advice_on(before.position, need)
        {
            let result = self.desk.answer(advice);
            self.show_move(result.map(|mv| mv.map(|mv| Flight::new(before, mv))));
        }
        self.track_match();
        if let (Screen::Board(board), Some(context)) = (&self.screen, self.context())
            && self.notices.is_empty()
            && board.offers_draw(context)
        {
            self.desk.offer_draw();
            self.open_menu(Menu::Agree, None);
            self.tell(Phrase::OfferDraw);
        }
    }

    /// Discards values of an earlier match in use, and stores the turning point of a match that is over once it is
    /// known: a win or draw that the person missed becomes a puzzle.
    fn track_match(&mut self) {
        if self.tracked_turn != self.desk.turn {
            self.tracked_turn = self.desk.turn;
            self.consultation.turn_to(self.desk.current());
        }
        let Some(played) = self.desk.current() else {
            return;
        };
        if !played.is_over() || played.status.is_searched {
            return;
        }
        match self.consultation.turning(played) {
            Turning::Ask(_) => {}
            Turning::At(ply, worth) => self.desk.note_turning(Some((ply, worth))),
            _ => self.desk.note_turning(None),
        }
    }

    /// Shows a move that was made, or the notice that rejects it.
    pub(super) fn show_move(&mut self, result: Result<Option<Flight>, Phrase>) {
        match result {
            Ok(_) => self.sound_match(),
            Err(sentence) => self.tell(sentence),
        }
        self.flight = result.unwrap_or(None);
        if let (Screen::Board(board), Some(played)) = (&mut self.screen, self.desk.current()) {
            board.show_move(played);
        }
    }

    /// Writes the save record if something on the desk has changed.
    fn keep_changes(&mut self) {
        if core::mem::take(&mut self.desk.is_changed) {
            self.keep();
        }
    }

    /// The advice that the screen needs and that is not known yet.
    pub(super) fn question(&self) -> Option<Question> {
        let context = self.context()?;
        match &self.screen {
            // The turning point is searched for while the end of the game is on the screen.
            Screen::Board(_) => board::question(context).or_else(|| turning::search(context)),
            Screen::Menu(menu) if menu.is_over() => turning::search(context),
            Screen::Turning => turning::question(context),
            Screen::Moves(_) => moves::question(context),
            Screen::Review(review) => review.question(context),
            _ => None,
        }
    }

    /// Draws the current picture over the whole frame.
    pub fn draw(&self, frame: &mut Frame) {
        *frame = Frame::new();
        if self.is_asleep() {
            return;
        }
        self.draw_screen(frame);
        if self.is_low {
            notice::draw_battery(frame);
        }
    }

    fn draw_screen(&self, frame: &mut Frame) {
        let (moment, language) = (self.moment(), self.settings.language);
        if self.screen == Screen::Title {
            return title::draw(moment, frame);
        }
        if let Some(mishap) = &self.mishap {
            return notice::draw_mishap(mishap, language, frame);
        }
        if let Some(&waiting) = self.notices.front() {
            return match waiting {
                Notice::Sentence(sentence) => notice::draw(sentence.text(language), frame),
                Notice::Farewell(level, farewell) => {
                    opponents::draw_farewell(level, farewell, language, frame)
                }
            };
        }
        let consultation = &self.consultation;
        match (&self.screen, self.context()) {
            (Screen::Title, _) => {}
            (Screen::Menu(menu), _) => menu.draw(self, frame),
            (Screen::Board(board), Some(context)) => board.draw(context, frame),
            (Screen::Moves(at), Some(context)) => moves::draw(*at, context, frame),
            (Screen::Review(review), Some(context)) => review.draw(context, frame),
            (Screen::Turning, Some(context)) => turning::draw(context, frame),
            (Screen::Lesson(lesson), _) => lesson.draw(moment, self.flight, frame),
            (Screen::Setup, _) => self.setup.draw(language, frame),
            (Screen::Opponents(shown), _) => {
                opponents::draw(*shown, &self.desk.all_totals, language, frame)
            }
            (Screen::Lab, _) => self.lab.draw(language, frame),
            (Screen::About, _) => about::draw(language, consultation.has_database(), frame),
            (Screen::Update, _) => notice::draw(Phrase::ReallyUpdate.text(language), frame),
            (Screen::Board(_) | Screen::Moves(_) | Screen::Review(_) | Screen::Turning, None) => {}
        }
    }

    /// What every picture depends on.
    pub(super) fn moment(&self) -> Moment {
        Moment {
            language: self.settings.language,
            idle: self.idle,
        }
    }

    /// The match in use as the screens show it.
    pub(super) fn context(&self) -> Option<Context<'_>> {
        let (played, is_hinted) = (self.desk.current()?, self.desk.is_hinted);
        let shown = match played.mode() {
            // The task of a puzzle gives its value away.
            Mode::Puzzle { .. } => Shown::Nothing,
            Mode::Study => Shown::Distance,
            Mode::Solo { .. } | Mode::Pair if is_hinted => Shown::Distance,
            Mode::Solo { .. } | Mode::Pair => self.settings.shown,
        };
        Some(Context {
            played,
            consultation: &self.consultation,
            moment: self.moment(),
            flight: self.flight,
            dice: self.desk.dice,
            is_hinted,
            shown,
            has_dots: self.settings.dots,
        })
    }
}
