//! The consequences of a press: another screen, a move, a change of a setting.

use super::menu::{MenuScreen, SettingOf};
use super::screens::board::BoardScreen;
use super::screens::review::ReviewScreen;
use super::{
    Desk, Farewell, Flight, Handheld, Language, Match, Menu, Notice, Phrase, Screen, Seat,
    Settings, Setup, Shown, Tune,
};
use crate::game::{Diagram, Move};
use crate::player::Level;

/// The consequence of a press beyond the state of the screen itself.
#[derive(Clone, Copy)]
pub(crate) enum Next {
    /// Nothing else changes.
    Stay,
    /// Another screen.
    Open(Screen),
    /// A menu, at this entry or at the first.
    Menu(Menu, Option<Phrase>),
    /// The board of the match in use.
    Board,
    /// The menu of the match in use, at this entry.
    BoardMenu(Option<Phrase>),
    /// A move in the match in use.
    Play(Move),
    /// A move in a copy of the match in use, then the best moves one by one.
    Line(Move),
    /// A lesson was completed.
    Learned(u8),
    /// The menu of a new game, against the opponent of this level.
    Challenge(Level),
    /// A new game that begins with this diagram.
    Begin(Diagram),
    /// A puzzle of this length.
    Puzzle(u8),
    /// One of the last games; 0 is the one on the board.
    Recall(u8),
    /// The screen that sets up a position, from this one.
    SetUp(Diagram),
    /// A notice.
    Tell(Phrase),
    /// The next value of what an entry sets, or with `false` the one before.
    Turn(SettingOf, bool),
    /// A change on the desk, then the board.
    Desk(fn(&mut Desk)),
    /// A change of the device, and what follows it.
    Run(fn(&mut Handheld) -> Next),
}

impl Handheld {
    /// Applies the consequence of a press.
    pub(super) fn apply(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Open(screen) => self.screen = screen,
            Next::Menu(menu, entry) => {
                if menu == Menu::Main {
                    // The main menu is about the game, even after a puzzle or an analysis.
                    self.desk.return_to_game();
                }
                self.open_menu(menu, entry);
            }
            Next::Learned(number) => {
                self.learned.add(number);
                self.tune = Some(Tune::Lesson);
                self.keep();
            }
            Next::Board => self.screen = Screen::Board(BoardScreen::new()),
            Next::BoardMenu(entry) => self.open_board_menu(entry),
            Next::Play(mv) => self.play(mv),
            Next::Line(mv) => self.begin_line(mv),
            Next::Challenge(level) => {
                self.settings.level = level;
                if self.settings.seat == Seat::Pair {
                    self.settings.seat = Seat::First;
                }
                self.keep();
                self.open_menu(Menu::NewGame, None);
            }
            Next::Begin(start) => {
                let Settings {
                    seat, level, clock, ..
                } = self.settings;
                self.desk.begin_game(start, seat, level, clock);
                self.apply(Next::Board);
                if start.position.missing().is_some() {
                    self.tell(Phrase::OutsideDatabase);
                }
            }
            Next::Puzzle(plies) => {
                self.desk.next_puzzle(plies);
                self.apply(Next::Board);
            }
            Next::Recall(number) => {
                self.desk.recall(number);
                let next = self.review();
                self.apply(next);
            }
            Next::SetUp(start) => {
                self.setup = Setup::new(start);
                self.screen = Screen::Setup;
            }
            Next::Tell(sentence) => self.tell(sentence),
            Next::Turn(setting, forward) => {
                setting(&mut self.settings, &mut self.setup.side).turn(forward);
                self.keep();
            }
            Next::Desk(act) => {
                let was_over = self.is_over();
                act(&mut self.desk);
                if self.is_over() && !was_over {
                    self.sound_match();
                }
                self.apply(Next::Board);
            }
            Next::Run(act) => {
                let next = act(self);
                self.apply(next);
            }
        }
    }

    /// Opens a menu at an entry, or at its first.
    pub(super) fn open_menu(&mut self, menu: Menu, entry: Option<Phrase>) {
        self.screen = Screen::Menu(MenuScreen::new(menu, entry, self));
    }

    /// Opens the menu of the match in use; after a game the opponent's farewell is shown first.
    fn open_board_menu(&mut self, entry: Option<Phrase>) {
        let is_over = self.is_over();
        let menu = if is_over { Menu::Over } else { Menu::Pause };
        let farewell = self.desk.farewell.take().filter(|_| is_over);
        // After a win the next opponent is suggested.
        let has_won = matches!(farewell, Some((_, Farewell::Won { .. })));
        self.open_menu(menu, entry.or(has_won.then_some(Phrase::NextUp)));
        if let Some((level, farewell)) = farewell {
            self.notify(Notice::Farewell(level, farewell));
        }
    }

    fn is_over(&self) -> bool {
        self.desk.current().is_some_and(Match::is_over)
    }

    /// Plays a person's move.
    fn play(&mut self, mv: Move) {
        // Seeing the value of the position counts as help.
        if self.settings.shown != Shown::Nothing {
            self.desk.help();
        }
        if self.hint() != Some(mv) {
            self.desk.is_line = false;
        }
        let result = self.desk.play(mv);
        self.show_move(result.map(|()| self.flight));
    }

    /// Plays a move in a copy of the game, after which the best moves are shown one by one.
    fn begin_line(&mut self, mv: Move) {
        self.desk.begin_line();
        let before = self.desk.current().map(Match::diagram);
        self.apply(Next::Board);
        let result = self.desk.play(mv);
        self.show_move(result.map(|()| before.map(|before| Flight::new(before, mv))));
    }

    /// The review of the match in use.
    pub(super) fn review(&mut self) -> Next {
        self.desk.help();
        let Some(played) = self.desk.current() else {
            return Next::Stay;
        };
        Next::Open(Screen::Review(ReviewScreen::at(played.game().plies())))
    }

    /// Sets the language of a new device.
    pub(super) fn answer_language(&mut self, language: Language) -> Next {
        self.set_language(language);
        self.keep();
        Next::Menu(Menu::Main, Some(Phrase::Learn))
    }
}
