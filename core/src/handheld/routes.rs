//! Which screen gets a press, an answer or the display, what it is handed, and what comes next.

use super::Frame;
use super::consultation::Question;
use super::desk::BoardContext;
use super::menu::{Item, Menu};
use super::next::Next;
use super::screens::board;
use super::screens::flight::Flight;
use super::screens::opponents::draw_farewell;
use super::screens::{Moment, about, battery, mishap, moves, notice, title, turning, update};
use super::text::Phrase;
use super::turning::Turning;
use super::{Button, Handheld, Notice, Screen};
use crate::player::Advice;

impl Handheld {
    /// Handles a press.
    pub fn press(&mut self, button: Button) {
        let asleep = self.is_asleep();
        self.idle = 0;
        // A press cancels a restart that was not made.
        self.is_updating = false;
        // The press that wakes the device, or puts a notice away, does nothing else.
        if asleep || (self.screen != Screen::Title && self.put_notice_away()) {
            return;
        }
        let mut screen = self.screen;
        let (played, board_context) = (self.desk.current(), self.board_context());
        let next = match &mut screen {
            Screen::Title if self.asks_language => Next::Menu(Menu::Language, None),
            // The owner of a new device may want to learn the rules.
            Screen::Title if self.is_fresh => Next::Menu(Menu::Main, Some(Item::Learn)),
            Screen::Title => Next::Menu(Menu::Main, None),
            Screen::Menu(menu) => menu.press(button, self),
            Screen::Board(board) => board.press(button, board_context, &self.consultation),
            Screen::Moves(moves) => moves.press(button, played, &self.consultation),
            Screen::Review(review) => review.press(button, played),
            Screen::Turning => turning::press(button, played, &self.consultation),
            Screen::Lesson(lesson) => lesson.press(button),
            Screen::Setup => self.setup.press(button),
            Screen::Opponents(opponents) => opponents.press(button),
            Screen::Lab => self.lab.press(button),
            Screen::About => about::press(button),
            Screen::Update => update::press(button),
        };
        self.screen = screen;
        self.apply(next);
        self.track_match();
        self.keep_changes();
    }

    /// Puts away what lies over the screen; whether there was anything.
    fn put_notice_away(&mut self) -> bool {
        self.mishap.take().is_some() || self.notices.pop_front().is_some()
    }

    /// Time passes: a twentieth of a second.
    pub fn tick(&mut self) {
        if !self.is_asleep() {
            self.idle = self.idle.wrapping_add(1);
        }
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
            Screen::Lesson(lesson) => lesson.tick(),
            Screen::Lab => self.lab.tick(),
            _ => {}
        }
        self.proceed();
        self.keep_changes();
    }

    /// Takes the answer to a request to think.
    pub fn advise(&mut self, advice: &Advice) {
        let is_asked = |(position, need)| position == advice.position() && advice.answers(need);
        if !self.question().is_some_and(is_asked) {
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
        self.proceed();
        self.keep_changes();
    }

    /// Lets the device move if it is its turn, its advice is ready and enough time has passed.
    fn proceed(&mut self) {
        if let (Screen::Board(board), Some(board_context)) = (&self.screen, self.board_context())
            && !self.has_notice()
            && let Some(advice) = board.advice_due(board_context, &self.consultation)
        {
            let before = board_context.played.diagram();
            let result = self.desk.answer(advice);
            self.show_move(result.map(|mv| mv.map(|mv| Flight::new(before, mv))));
        }
        self.track_match();
        if let (Screen::Board(board), Some(played)) = (&self.screen, self.desk.current())
            && self.notices.is_empty()
            && board.offers_draw(played, &self.consultation)
        {
            self.desk.offer_draw();
            self.open_menu(Menu::Agree, None);
            self.tell(Phrase::OfferDraw);
        }
    }

    /// Keeps up with the match in use: what is known of its positions belongs to it, and once it is
    /// known where it was decided, a win or draw that the person missed becomes a puzzle.
    fn track_match(&mut self) {
        if self.tracked_turn != self.desk.turn {
            self.tracked_turn = self.desk.turn;
            self.consultation.turn_to(self.desk.current());
        }
        let Some(played) = self.desk.current() else {
            return;
        };
        if !played.is_over() || played.notes.is_searched {
            return;
        }
        match self.consultation.turning(played) {
            Turning::Ask(_) => {}
            Turning::At(ply, worth) => self.desk.note_turning(Some((ply, worth))),
            _ => self.desk.note_turning(None),
        }
    }

    /// Shows a move that was made, or the sentence that rejects it.
    pub(super) fn show_move(&mut self, result: Result<Option<Flight>, Phrase>) {
        let flight = result.unwrap_or_else(|sentence| {
            self.tell(sentence);
            None
        });
        if result.is_ok() {
            self.sound_match();
        }
        if let (Screen::Board(board), Some(played)) = (&mut self.screen, self.desk.current()) {
            board.show_move(played, flight);
        }
    }

    /// Asks for what has changed on the desk to be kept.
    fn keep_changes(&mut self) {
        if core::mem::take(&mut self.desk.is_changed) {
            self.keep();
        }
    }

    /// What the screen that is on needs to know and does not.
    pub(super) fn question(&self) -> Option<Question> {
        let consultation = &self.consultation;
        // Where the game was decided is found out while one looks at its end.
        let search = || turning::search(self.desk.current()?, consultation);
        match &self.screen {
            Screen::Board(_) => {
                board::question(self.board_context()?, consultation).or_else(search)
            }
            Screen::Menu(menu) if menu.is_over() => search(),
            Screen::Turning => turning::question(self.desk.current()?, consultation),
            Screen::Moves(_) => moves::question(self.desk.current()?, consultation),
            Screen::Review(review) => review.question(self.desk.current()?, consultation),
            Screen::Title | Screen::Menu(_) | Screen::Lesson(_) => None,
            Screen::Setup | Screen::Opponents(_) | Screen::Lab => None,
            Screen::About | Screen::Update => None,
        }
    }

    /// Draws the present picture, whatever was there before.
    pub fn draw(&self, frame: &mut Frame) {
        *frame = Frame::new();
        if self.is_asleep() {
            return;
        }
        self.draw_screen(frame);
        if self.is_low {
            battery::draw(frame);
        }
    }

    fn draw_screen(&self, frame: &mut Frame) {
        let (moment, language) = (self.moment(), self.settings.language);
        let (played, consultation) = (self.desk.current(), &self.consultation);
        if let Some(mishap) = self
            .mishap
            .as_ref()
            .filter(|_| self.screen != Screen::Title)
        {
            return mishap::draw(mishap, language, frame);
        }
        match (&self.screen, self.notices.front()) {
            (Screen::Title, _) => title::draw(moment, frame),
            (_, Some(Notice::Sentence(sentence))) => notice::draw(sentence.text(language), frame),
            (_, Some(&Notice::Farewell(level, farewell))) => {
                draw_farewell(level, farewell, language, frame)
            }
            (Screen::Menu(menu), None) => menu.draw(self, frame),
            (Screen::Board(board), None) => {
                board.draw(self.board_context(), consultation, moment, frame)
            }
            (Screen::Moves(moves), None) => moves.draw(played, consultation, moment, frame),
            (Screen::Review(review), None) => review.draw(played, consultation, moment, frame),
            (Screen::Turning, None) => turning::draw(played, consultation, moment, frame),
            (Screen::Lesson(lesson), None) => lesson.draw(moment, frame),
            (Screen::Setup, None) => self.setup.draw(language, frame),
            (Screen::Opponents(opponents), None) => {
                opponents.draw(&self.desk.all_totals, language, frame)
            }
            (Screen::Lab, None) => self.lab.draw(language, frame),
            (Screen::About, None) => about::draw(language, consultation.edition(), frame),
            (Screen::Update, None) => update::draw(language, frame),
        }
    }

    /// What every picture depends on.
    pub(super) fn moment(&self) -> Moment {
        Moment {
            language: self.settings.language,
            idle: self.idle,
        }
    }

    /// The match in use and what is shown of it.
    pub(super) fn board_context(&self) -> Option<BoardContext<'_>> {
        self.desk.board_context(self.settings)
    }
}
