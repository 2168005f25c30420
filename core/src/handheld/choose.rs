//! Where each entry of the menus leads.

use super::desk::Desk;
use super::matches::{Match, Mode, Task};
use super::screens::Next;
use super::screens::entries::Item;
use super::screens::menu::Menu;
use super::screens::moves::MovesScreen;
use super::screens::opponents::OpponentsScreen;
use super::screens::quest::Quest;
use super::screens::review::ReviewScreen;
use super::screens::setup::Setup;
use super::{Handheld, Screen, Settings};
use crate::game::Diagram;

impl Handheld {
    /// Does what an entry of a menu stands for.
    pub(super) fn choose(&mut self, menu: Menu, item: Item) -> Next {
        match item {
            Item::NewGame => Next::menu(Menu::NewGame),
            Item::Learn => Next::MenuAt(Menu::Lessons, Item::Lesson(self.learned.next())),
            Item::Lesson(number) => Next::Lesson(number),
            Item::Puzzles => Next::menu(Menu::Puzzles),
            Item::Analyse => Next::menu(Menu::Analyse),
            Item::Settings => Next::menu(Menu::Settings),
            Item::Resign => Next::menu(Menu::Resign),
            Item::Opponents => {
                let shown = OpponentsScreen::new(self.settings.level);
                Next::Open(Screen::Opponents(shown))
            }
            Item::Lab => Next::Open(Screen::Lab),
            Item::About => Next::Open(Screen::About),
            Item::Moves => {
                self.desk.help();
                Next::Open(Screen::Moves(MovesScreen::new()))
            }
            Item::Update => Next::Open(Screen::Update),
            Item::Review => self.review(),
            Item::Main => Next::MainMenu(None),
            Item::Back if matches!(menu, Menu::Replace(_)) => Next::MainMenu(None),
            Item::Back => Next::Board,

            Item::Start => self.propose_game(Diagram::START),
            Item::Replace => match menu {
                Menu::Replace(start) => self.begin_game(start),
                _ => Next::Stay,
            },
            Item::Again => {
                let start = self.desk.current().map(|played| played.diagram_at(0));
                self.begin_game(start.unwrap_or(Diagram::START))
            }
            Item::NextOpponent => {
                if let Some(level) = self.menu_facts().next_opponent() {
                    self.settings.level = level;
                }
                self.begin_game(Diagram::START)
            }
            Item::Continue => self.on_board(Desk::return_to_game),
            Item::Hint => self.on_board(Desk::show_hint),
            Item::Undo => self.on_board(Desk::take_back),
            Item::ReallyResign => {
                let next = self.on_board(Desk::resign);
                self.sound_match();
                next
            }
            Item::Agree => self.on_board(Desk::agree),

            Item::Turning => Next::Open(Screen::Turning),
            Item::PlayOn => match self.menu_facts().turned_at() {
                Some(ply) => self.on_board(|desk| desk.play_on(ply)),
                None => Next::Stay,
            },
            Item::FindIt => match self.menu_facts().slip() {
                Some((ply, worth)) => self.on_board(|desk| desk.seek_thrown_away(ply, worth)),
                None => Next::Stay,
            },

            Item::Goal(plies) => self.quest(plies),
            Item::NextPuzzle => match self.desk.current().map(Match::mode) {
                Some(Mode::Puzzle { task, .. }) => match task {
                    Task::WinIn(plies) => self.quest(plies),
                    Task::Find(_) => self.on_board(Desk::seek_missed),
                },
                _ => Next::Stay,
            },
            Item::Missed => self.on_board(Desk::seek_missed),
            Item::ContinuePuzzle => self.on_board(Desk::resume_puzzle),
            Item::Retry => self.on_board(Desk::retry_puzzle),

            Item::FromGame => self.on_board(Desk::study_game),
            Item::FromStart => self.on_board(|desk| desk.study(Diagram::START)),
            Item::SetUp => {
                let shown = self.desk.current().filter(|_| menu != Menu::Analyse);
                self.set_up(shown.map_or(Diagram::START, Match::diagram))
            }
            Item::StartPosition => self.set_up(Diagram::START),
            Item::Clear => {
                self.setup.clear();
                Next::Open(Screen::Setup)
            }
            Item::Done => match self.setup.diagram() {
                Ok(diagram) => self.on_board(|desk| desk.study(diagram)),
                Err(sentence) => Next::Tell(sentence),
            },
            Item::PlayFromHere => self.play_from_here(menu),

            // These are turned, not chosen.
            Item::Seat | Item::Opponent | Item::Clock | Item::SideToMove => Next::Stay,
            Item::Language | Item::Shown | Item::UndoAllowed | Item::Dots => Next::Stay,
            Item::Volume | Item::Brightness | Item::UpsideDown | Item::Controller => Next::Stay,
        }
    }

    /// Does something on the desk, and shows the board.
    fn on_board(&mut self, act: impl FnOnce(&mut Desk)) -> Next {
        act(&mut self.desk);
        Next::Board
    }

    /// Starts a game, unless one is running: then the player is asked first.
    fn propose_game(&mut self, start: Diagram) -> Next {
        if self.desk.is_game_running() {
            Next::menu(Menu::Replace(start))
        } else {
            self.begin_game(start)
        }
    }

    fn begin_game(&mut self, start: Diagram) -> Next {
        let Settings {
            seat, level, clock, ..
        } = self.settings;
        self.on_board(|desk| desk.begin_game(start, seat, level, clock))
    }

    fn quest(&mut self, plies: u8) -> Next {
        Next::Open(Screen::Quest(Quest::new(plies, self.desk.seed())))
    }

    fn review(&mut self) -> Next {
        self.desk.help();
        let Some(played) = self.desk.current() else {
            return Next::Stay;
        };
        Next::Open(Screen::Review(ReviewScreen::new(played)))
    }

    fn set_up(&mut self, start: Diagram) -> Next {
        self.setup = Setup::new(start);
        Next::Open(Screen::Setup)
    }

    /// Starts a game from the position on the board, or from the one that was set up.
    fn play_from_here(&mut self, menu: Menu) -> Next {
        let diagram = match (menu, self.desk.current()) {
            (Menu::Pause, Some(played)) => Ok(played.diagram()),
            _ => self.setup.diagram(),
        };
        match diagram {
            Ok(diagram) => self.propose_game(Diagram::new(diagram.position, diagram.side)),
            Err(sentence) => Next::Tell(sentence),
        }
    }
}
