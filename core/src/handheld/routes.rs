//! Which screen gets a press, an answer or the display, what it is handed, and what comes next.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::consultation::Question;
use super::desk::InSight;
use super::matches::Match;
use super::screens::board::{self, BoardScreen};
use super::screens::entries::{Item, MenuFacts};
use super::screens::lesson::LessonScreen;
use super::screens::menu::{Menu, MenuScreen};
use super::screens::{Moment, Next, about, battery, mishap, moves, notice, title, update};
use super::text::Phrase;
use super::{Button, Handheld, Screen};
use crate::player::Advice;

impl Handheld {
    /// Handles a press.
    pub fn press(&mut self, button: Button) {
        let asleep = self.is_asleep();
        self.idle = 0;
        // Whoever presses on has not been restarted.
        self.is_updating = false;
        // The press that wakes the device, or puts a notice away, does nothing else.
        if asleep || (self.screen != Screen::Title && self.put_notice_away()) {
            return;
        }
        let mut screen = self.screen;
        let (played, in_sight) = (self.desk.current(), self.in_sight());
        let next = match &mut screen {
            // Whoever has just got the device may want to learn the rules.
            Screen::Title if self.is_fresh => Next::MenuAt(Menu::Main, Item::Learn),
            Screen::Title => Next::menu(Menu::Main),
            Screen::Menu(menu) => menu.press(button, &self.menu_facts()),
            Screen::Board(board) => board.press(button, in_sight, &self.consultation),
            Screen::Moves(moves) => moves.press(button, played, &self.consultation),
            Screen::Review(review) => review.press(button, played),
            Screen::Lesson(lesson) => lesson.press(button),
            Screen::Setup => self.setup.press(button),
            Screen::Quest(quest) => quest.press(button),
            Screen::Lab => self.lab.press(button),
            Screen::About => about::press(button),
            Screen::Update => update::press(button),
        };
        self.screen = screen;
        self.follow(next);
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
            Screen::Board(board) => board.tick(),
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
            (Screen::Quest(quest), _) => {
                if let Some(start) = quest.advise(advice) {
                    self.desk.begin_puzzle(start, quest.plies(), false);
                    self.follow(Next::Board);
                }
            }
            (Screen::Review(review), Some(played)) => {
                self.consultation
                    .take_in_review(advice, played, review.ply());
            }
            _ => self.consultation.take(advice),
        }
        self.proceed();
        self.keep_changes();
    }

    /// Lets the device move if it is its turn, its advice is ready and enough time has passed.
    fn proceed(&mut self) {
        if let (Screen::Board(board), Some(played)) = (&self.screen, self.desk.current())
            && !self.has_notice()
            && let Some(advice) = board.advice_due(played, &self.consultation)
        {
            let result = self.desk.answer(advice);
            self.go_on(result);
        }
    }

    /// Goes on after a move, or the sentence that refuses it.
    fn go_on(&mut self, result: Result<(), Phrase>) {
        if let Err(sentence) = result {
            self.tell(sentence);
        }
        if let (Screen::Board(board), Some(played)) = (&mut self.screen, self.desk.current()) {
            board.go_on(played);
        }
    }

    /// Asks for what has changed on the desk to be kept.
    fn keep_changes(&mut self) {
        if self.desk.take_changed() {
            self.keep();
        }
    }

    /// What the screen that is on needs to know and does not.
    pub(super) fn question(&self) -> Option<Question> {
        let consultation = &self.consultation;
        match &self.screen {
            Screen::Board(_) => board::question(self.in_sight()?, consultation),
            Screen::Moves(_) => moves::question(self.desk.current()?, consultation),
            Screen::Review(review) => review.question(self.desk.current()?, consultation),
            Screen::Quest(quest) => Some(quest.question()),
            Screen::Title | Screen::Menu(_) | Screen::Lesson(_) => None,
            Screen::Setup | Screen::Lab | Screen::About | Screen::Update => None,
        }
    }

    /// Draws the present picture, whatever was there before.
    pub fn draw<D: DrawTarget<Color = BinaryColor>>(&self, target: &mut D) -> Result<(), D::Error> {
        target.clear(BinaryColor::Off)?;
        if self.is_asleep() {
            return Ok(());
        }
        self.draw_screen(target)?;
        if self.is_low {
            battery::draw(target)?;
        }
        Ok(())
    }

    fn draw_screen<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let (moment, language) = (self.moment(), self.settings.language);
        let (played, consultation) = (self.desk.current(), &self.consultation);
        if let Some(mishap) = self
            .mishap
            .as_ref()
            .filter(|_| self.screen != Screen::Title)
        {
            return mishap::draw(mishap, language, target);
        }
        match (&self.screen, self.notices.front()) {
            (Screen::Title, _) => title::draw(moment, target),
            (_, Some(sentence)) => notice::draw(sentence.text(language), target),
            (Screen::Menu(menu), None) => menu.draw(&self.menu_facts(), target),
            (Screen::Board(board), None) => {
                board.draw(self.in_sight(), consultation, moment, target)
            }
            (Screen::Moves(moves), None) => moves.draw(played, consultation, moment, target),
            (Screen::Review(review), None) => review.draw(played, consultation, moment, target),
            (Screen::Lesson(lesson), None) => lesson.draw(moment, target),
            (Screen::Setup, None) => self.setup.draw(language, target),
            (Screen::Quest(quest), None) => quest.draw(moment, target),
            (Screen::Lab, None) => self.lab.draw(language, target),
            (Screen::About, None) => about::draw(language, consultation.is_with_database(), target),
            (Screen::Update, None) => update::draw(language, target),
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
    pub(super) fn in_sight(&self) -> Option<InSight<'_>> {
        self.desk.in_sight(self.settings)
    }

    /// What the menus speak of.
    pub(super) fn menu_facts(&self) -> MenuFacts<'_> {
        MenuFacts {
            settings: self.settings,
            learned: self.learned,
            desk: &self.desk,
            side_to_move: self.setup.side(),
        }
    }

    /// Opens a menu where one left it, at an entry, or at its first.
    fn open_menu(&mut self, menu: Menu, item: Option<Item>) {
        self.screen = Screen::Menu(MenuScreen::at(menu, item, &self.menu_facts()));
    }

    /// Does what a press comes to.
    fn follow(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Open(screen) => self.screen = screen,
            Next::MainMenu(item) => {
                // Whatever was studied, the menu speaks of the game.
                self.desk.return_to_game();
                self.open_menu(Menu::Main, item);
            }
            Next::MenuAt(menu, item) => self.open_menu(menu, Some(item)),
            Next::Lesson(number) => self.screen = Screen::Lesson(LessonScreen::new(number)),
            Next::Learned(number) => {
                self.learned.add(number);
                self.keep();
            }
            Next::Board => self.screen = Screen::Board(BoardScreen::new()),
            Next::BoardMenu(item) => {
                let is_over = self.desk.current().and_then(Match::finish).is_some();
                let menu = if is_over { Menu::Over } else { Menu::Pause };
                self.open_menu(menu, item);
            }
            Next::Play(mv) => {
                // A move can be chosen from the list as well.
                if !matches!(self.screen, Screen::Board(_)) {
                    self.follow(Next::Board);
                }
                let result = self.desk.play(mv);
                self.go_on(result);
            }
            Next::Tell(sentence) => self.tell(sentence),
            Next::Update => self.is_updating = true,
            Next::Turn(Item::SideToMove, _) => self.setup.turn_side(),
            Next::Turn(item, forward) => {
                item.turn(&mut self.settings, forward);
                self.keep();
            }
            Next::Choose(menu, item) => {
                let next = self.choose(menu, item);
                self.follow(next);
            }
        }
    }
}
