//! What the buttons do on each screen.

use super::bout::{Bout, Mode};
use super::menu::{Item, Menu};
use super::pointer::{Pointed, Pointer};
use super::settings::Choice;
use super::setup::Setup;
use super::{Aspect, Button, Desk, Handheld, Screen};
use crate::game::Diagram;
use crate::player::{Level, Need};

impl Handheld {
    /// Time passes: a twentieth of a second.
    pub fn tick(&mut self) {
        if !self.is_asleep() {
            self.clock = self.clock.wrapping_add(1);
        }
        self.pace = self.pace.saturating_add(1);
        if self.screen == Screen::Lab {
            self.lab.step();
        }
        self.proceed();
    }

    /// Handles a press.
    pub fn press(&mut self, button: Button) {
        let asleep = self.is_asleep();
        self.clock = 0;
        // The press that wakes the device, or puts a notice away, does nothing else.
        if asleep || (self.screen != Screen::Title && self.notices.pop_front().is_some()) {
            return;
        }
        match self.screen {
            Screen::Title => self.screen = Screen::Menu(Menu::Main, 0),
            Screen::Menu(menu, at) => self.press_in_menu(menu, at, button),
            Screen::Board(pointer) => self.press_on_board(pointer, button),
            Screen::Moves(at) => self.press_in_moves(at, button),
            Screen::Review(ply, aspect) => self.press_in_review(ply, aspect, button),
            Screen::Setup => self.press_in_setup(button),
            Screen::Quest => {
                if button == Button::B {
                    self.quest = None;
                    self.screen = Screen::Menu(Menu::Puzzles, 0);
                }
            }
            Screen::Lab => match button {
                Button::Left | Button::Right => self.lab.turn(button == Button::Right),
                Button::A | Button::B => self.open_main(),
                Button::Up | Button::Down => {}
            },
            Screen::About => {
                if matches!(button, Button::A | Button::B) {
                    self.open_main();
                }
            }
        }
    }

    fn open_main(&mut self) {
        // Whatever was studied, the menu speaks of the game.
        self.desk = Desk::Game;
        self.screen = Screen::Menu(Menu::Main, 0);
    }

    fn press_in_menu(&mut self, menu: Menu, at: u8, button: Button) {
        let items = self.items(menu);
        let count = items.len().max(1) as u8;
        let at = at.min(count - 1);
        match button {
            Button::Up => self.screen = Screen::Menu(menu, (at + count - 1) % count),
            Button::Down => self.screen = Screen::Menu(menu, (at + 1) % count),
            Button::B => self.leave_menu(menu),
            Button::Left | Button::Right | Button::A => {
                if let Some(&item) = items.get(usize::from(at)) {
                    if self.setting(item).is_some() && !matches!(item, Item::Goal(_)) {
                        self.change(item, button != Button::Left);
                    } else if button == Button::A {
                        self.choose(menu, item);
                    }
                }
            }
        }
    }

    fn leave_menu(&mut self, menu: Menu) {
        match menu {
            Menu::Main => self.screen = Screen::Title,
            Menu::Pause | Menu::Resign | Menu::Over => self.open_board(),
            Menu::Setup => self.screen = Screen::Setup,
            Menu::NewGame | Menu::Replace | Menu::Puzzles | Menu::Analyse | Menu::Settings => {
                self.open_main();
            }
        }
    }

    /// Steps a setting on or back.
    fn change(&mut self, item: Item, forward: bool) {
        let settings = &mut self.settings;
        match item {
            Item::Seat => settings.seat = settings.seat.turned(forward),
            Item::Level => {
                let number = settings.level.number();
                let number = if forward { number + 1 } else { number - 1 };
                let around = if forward {
                    Level::FIRST
                } else {
                    Level::PERFECT
                };
                settings.level = Level::new(number).unwrap_or(around);
            }
            Item::Language => settings.language = settings.language.turned(forward),
            Item::Shown => settings.shown = settings.shown.turned(forward),
            Item::UndoAllowed => settings.undo = settings.undo.turned(forward),
            Item::SideToMove => {
                self.setup.turn_side();
                return;
            }
            _ => return,
        }
        self.keep();
    }

    fn choose(&mut self, menu: Menu, item: Item) {
        let open = |menu| Screen::Menu(menu, 0);
        match item {
            Item::Continue => {
                self.desk = Desk::Game;
                self.open_board();
            }
            Item::NewGame => self.screen = open(Menu::NewGame),
            Item::Puzzles => self.screen = open(Menu::Puzzles),
            Item::Analyse => self.screen = open(Menu::Analyse),
            Item::Settings => self.screen = open(Menu::Settings),
            Item::Lab => self.screen = Screen::Lab,
            Item::About => self.screen = Screen::About,
            Item::Start => self.propose_game(Diagram::START),
            Item::Replace => self.open_game(self.proposed),
            Item::Hint => {
                self.open_board();
                self.hint = true;
                self.helped = true;
                self.keep_puzzle();
            }
            Item::Undo => self.take_back(),
            Item::Moves => self.screen = Screen::Moves(0),
            Item::Review => self.open_review(),
            Item::Resign => self.screen = open(Menu::Resign),
            Item::ReallyResign => self.resign(),
            Item::Back if menu == Menu::Replace => self.open_main(),
            Item::Back => self.open_board(),
            Item::Main => self.open_main(),
            Item::Again => {
                let start = self.bout().map(|bout| bout.diagram_at(0));
                self.open_game(start.unwrap_or(Diagram::START));
            }
            Item::Goal(plies) => self.open_quest(plies),
            Item::ContinuePuzzle => self.resume_puzzle(),
            Item::Retry => {
                if let Some(Mode::Puzzle { plies, .. }) = self.bout().map(Bout::mode)
                    && let Some(start) = self.bout().map(|bout| bout.diagram_at(0))
                {
                    self.open_puzzle(start, plies, self.helped);
                }
            }
            Item::NextPuzzle => {
                if let Some(Mode::Puzzle { plies, .. }) = self.bout().map(Bout::mode) {
                    self.open_quest(plies);
                }
            }
            Item::FromGame => {
                self.study_game();
            }
            Item::FromStart => self.open_study(Diagram::START),
            Item::SetUp => {
                let shown = if menu == Menu::Analyse {
                    None
                } else {
                    self.bout()
                };
                self.setup = Setup::new(shown.map_or(Diagram::START, Bout::diagram));
                self.screen = Screen::Setup;
            }
            Item::StartPosition => {
                self.setup = Setup::new(Diagram::START);
                self.screen = Screen::Setup;
            }
            Item::Clear => {
                self.setup.clear();
                self.screen = Screen::Setup;
            }
            Item::Done => match self.setup.diagram() {
                Ok(diagram) => self.open_study(diagram),
                Err(sentence) => self.tell(sentence),
            },
            Item::PlayFromHere => {
                let diagram = match (menu, self.bout()) {
                    (Menu::Pause, Some(bout)) => Ok(bout.diagram()),
                    _ => self.setup.diagram(),
                };
                match diagram {
                    Ok(diagram) => self.propose_game(Diagram::new(diagram.position, diagram.side)),
                    Err(sentence) => self.tell(sentence),
                }
            }
            Item::Seat
            | Item::Level
            | Item::SideToMove
            | Item::Language
            | Item::Shown
            | Item::UndoAllowed => self.change(item, true),
        }
    }

    fn resign(&mut self) {
        if let Some(bout) = self.bout_mut()
            && bout.finish().is_none()
        {
            bout.resigned = Some(match bout.mode() {
                Mode::Solo { you, .. } => you,
                _ => bout.diagram().side,
            });
            self.keep();
        }
        self.open_board();
    }

    fn press_on_board(&mut self, mut pointer: Pointer, button: Button) {
        let Some(seen) = self.seen() else { return };
        let over = self.bout().and_then(Bout::finish).is_some();
        let open_menu = match button {
            Button::A => over,
            Button::B => over || pointer.held.is_none(),
            _ => false,
        };
        if open_menu {
            self.screen = Screen::Menu(self.board_menu(), 0);
            return;
        }
        if !self.bout().is_some_and(Bout::awaits_person) {
            // While the device thinks, the pointer can already go where it will be wanted.
            if !matches!(button, Button::A | Button::B) {
                let upright = super::pointer::Seen {
                    position: seen.position.rotated(),
                    upright: !seen.upright,
                };
                pointer.press(button, upright);
                self.screen = Screen::Board(pointer);
            }
            return;
        }
        let pointed = pointer.press(button, seen);
        self.screen = Screen::Board(pointer);
        match pointed {
            Pointed::Nothing => {}
            Pointed::Move(mv) => self.make_move(mv),
            Pointed::Menu => self.screen = Screen::Menu(self.board_menu(), 0),
        }
    }

    fn press_in_moves(&mut self, at: u8, button: Button) {
        let advice = self
            .bout()
            .and_then(|bout| self.advice_on(bout.diagram().position, Need::EVERY));
        let count = advice.map_or(0, |advice| advice.moves().len()) as u8;
        let last = count.saturating_sub(1);
        let at = at.min(last);
        // Five moves fit the screen.
        let at = match button {
            Button::Up => at.saturating_sub(1),
            Button::Down => (at + 1).min(last),
            Button::Left => at.saturating_sub(5),
            Button::Right => (at + 5).min(last),
            Button::B => return self.open_board(),
            Button::A => {
                let chosen = advice.and_then(|advice| advice.moves().get(usize::from(at)));
                let mv = chosen.map(|advised| advised.mv);
                let person = self.bout().is_some_and(Bout::awaits_person);
                if let (Some(mv), true) = (mv, person) {
                    self.open_board();
                    self.make_move(mv);
                }
                return;
            }
        };
        self.screen = Screen::Moves(at);
    }

    fn press_in_review(&mut self, ply: u16, aspect: Aspect, button: Button) {
        let last = self.bout().map_or(0, |bout| bout.game().plies() as u16);
        // Along the graph to the sides, along the list up and down; the other way to its ends.
        let (back, on, first, end) = match aspect {
            Aspect::Graph | Aspect::Hands => {
                (Button::Left, Button::Right, Button::Up, Button::Down)
            }
            Aspect::List => (Button::Up, Button::Down, Button::Left, Button::Right),
        };
        self.screen = match button {
            Button::A => Screen::Review(
                ply,
                match aspect {
                    Aspect::Graph => Aspect::Hands,
                    Aspect::Hands => Aspect::List,
                    Aspect::List => Aspect::Graph,
                },
            ),
            Button::B => Screen::Menu(self.board_menu(), 0),
            _ if button == back => Screen::Review(ply.saturating_sub(1), aspect),
            _ if button == on => Screen::Review((ply + 1).min(last), aspect),
            _ if button == first => Screen::Review(0, aspect),
            _ if button == end => Screen::Review(last, aspect),
            _ => Screen::Review(ply, aspect),
        };
    }

    fn press_in_setup(&mut self, button: Button) {
        if button == Button::B && self.setup.held().is_none() {
            self.screen = Screen::Menu(Menu::Setup, 0);
        } else if let Err(sentence) = self.setup.press(button) {
            self.tell(sentence);
        }
    }
}
