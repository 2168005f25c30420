//! Every entry of the menus: its label, its setting, when it is offered and what it does.

use super::{Item, Menu, MenuScreen};
use crate::game::{Diagram, Side};
use crate::handheld::Handheld;
use crate::handheld::clock::Timing;
use crate::handheld::desk::Desk;
use crate::handheld::lessons;
use crate::handheld::matches::{Match, Mode, Reason, Task};
use crate::handheld::next::Next;
use crate::handheld::opponents;
use crate::handheld::screens::Screen;
use crate::handheld::screens::moves::MovesScreen;
use crate::handheld::screens::opponents::{OpponentsScreen, numbered};
use crate::handheld::settings::{Brightness, Choice, Controller, Language, Seat, Shown, Volume};
use crate::handheld::text::{Line, Phrase};
use crate::handheld::turning::{Turning, Worth};
use crate::player::Level;

/// An entry of a menu.
pub(super) struct Entry {
    pub(super) label: Line,
    /// What it is set to, or a count.
    pub(super) setting: Option<Line>,
    /// Whether it can be chosen now.
    pub(super) is_offered: bool,
    pub(super) action: Action,
}

/// What an entry does.
pub(super) enum Action {
    /// A does this.
    Go(Next),
    /// A and Right step to the next value, Left to the one before.
    Turn(fn(&mut Handheld, bool)),
}

impl Entry {
    fn when(self, is_offered: bool) -> Entry {
        Entry { is_offered, ..self }
    }

    fn showing(self, setting: Line) -> Entry {
        let setting = Some(setting);
        Entry { setting, ..self }
    }
}

impl Handheld {
    /// What an item of a menu is now, in this language.
    pub(super) fn entry_of(&self, menu: Menu, item: Item, language: Language) -> Entry {
        let entry = |label, action| Entry {
            label,
            setting: None,
            is_offered: true,
            action,
        };
        let text = |phrase: Phrase| phrase.with(language, "");
        let go = |phrase, next| entry(text(phrase), Action::Go(next));
        let open = |phrase, screen| go(phrase, Next::Open(screen));
        let submenu = |phrase, menu| open(phrase, Screen::Menu(MenuScreen::new(menu)));
        let on_desk = |phrase, act| go(phrase, Next::Desk(act));
        let run = |phrase, act| go(phrase, Next::Run(act));
        let turn = |phrase, value, act| entry(text(phrase), Action::Turn(act)).showing(value);
        let switch = |is_on| text(if is_on { Phrase::On } else { Phrase::Off });

        let settings = &self.settings;
        let played = self.desk.current();
        let mode = played.map(Match::mode);
        let finish = played.and_then(Match::finish);
        let is_over = finish.is_some();
        let has_moves = played.is_some_and(|played| played.game().plies() > 0);
        let here = played.map_or(Diagram::START, Match::diagram);
        match item {
            Item::English => entry(
                Phrase::Name.with(Language::English, ""),
                Action::Go(Next::Run(|device| {
                    device.answer_language(Language::English)
                })),
            ),
            Item::Kana => entry(
                Phrase::Name.with(Language::Kana, ""),
                Action::Go(Next::Run(|device| device.answer_language(Language::Kana))),
            ),

            // The main menu.
            Item::Continue => {
                on_desk(Phrase::Continue, Desk::return_to_game).when(self.desk.game().is_some())
            }
            Item::NewGame => submenu(Phrase::NewGame, Menu::NewGame),
            Item::Learn => {
                let next = Item::Lesson(self.learned.next());
                go(Phrase::Learn, Next::MenuAt(Menu::Lessons, next))
            }
            Item::Puzzles => submenu(Phrase::Puzzles, Menu::Puzzles),
            Item::Games => {
                submenu(Phrase::LastGames, Menu::Games).when(!Menu::Games.items(self).is_empty())
            }
            Item::Analyse => submenu(Phrase::Analyse, Menu::Analyse),
            Item::Opponents => {
                let shown = OpponentsScreen::new(settings.level);
                open(Phrase::Opponents, Screen::Opponents(shown))
            }
            Item::Lab => open(Phrase::Lab, Screen::Lab),
            Item::Settings => submenu(Phrase::Settings, Menu::Settings),
            Item::About => open(Phrase::About, Screen::About),
            Item::Main => go(Phrase::ToMenu, Next::MainMenu(None)),

            // Lessons, puzzles and the last games.
            Item::Lesson(number) => {
                let lesson = lessons::ALL.get(usize::from(number));
                let title = lesson.map_or(Phrase::Learn, |lesson| lesson.title);
                let entry = go(title, Next::Lesson(number));
                match self.learned.has(number) {
                    true => entry.showing(text(Phrase::Learned)),
                    false => entry,
                }
            }
            Item::ContinuePuzzle => {
                on_desk(Phrase::Continue, Desk::resume_puzzle).when(self.desk.puzzle().is_some())
            }
            Item::Missed => {
                let left = self.desk.missed().all().len();
                on_desk(Phrase::MissedChances, Desk::seek_missed)
                    .when(left > 0)
                    .showing(Phrase::LeftToFind.with(language, left))
            }
            Item::Goal(plies) => {
                let label = Phrase::Goal.with(language, plies);
                let solved = self.desk.tally().solved(plies);
                entry(label, Action::Go(Next::Puzzle(plies)))
                    .when(plies <= self.consultation.longest_puzzle())
                    .showing(Phrase::SolvedCount.with(language, solved))
            }
            Item::NextPuzzle => match mode {
                Some(Mode::Puzzle {
                    task: Task::WinIn(plies),
                    ..
                }) => go(Phrase::NextPuzzle, Next::Puzzle(plies)),
                _ => on_desk(Phrase::NextPuzzle, Desk::seek_missed)
                    .when(!self.desk.missed().all().is_empty()),
            },
            Item::Retry => on_desk(Phrase::Retry, Desk::retry_puzzle).when(has_moves),
            Item::Game(number) => {
                let (label, result) = self.game_line(number, language);
                entry(label, Action::Go(Next::Recall(number))).showing(result)
            }

            // A new game.
            Item::Start => run(Phrase::Start, |device| {
                device.propose_game(device.settings.handicap.start())
            }),
            Item::Seat => {
                let seat = match settings.seat {
                    Seat::First => Phrase::First,
                    Seat::Second => Phrase::Second,
                    Seat::Random => Phrase::Random,
                    Seat::Pair => Phrase::Pair,
                };
                turn(Phrase::YouPlay, text(seat), |device, forward| {
                    device.settings.seat = device.settings.seat.turned(forward);
                })
            }
            Item::Opponent => {
                let name = numbered(settings.level, language);
                turn(Phrase::Opponent, name, |device, forward| {
                    device.settings.turn_level(forward);
                })
            }
            Item::Clock => {
                let timing = timing_line(settings.clock, language);
                turn(Phrase::Clock, timing, |device, forward| {
                    device.settings.clock = device.settings.clock.turned(forward);
                })
            }
            Item::Handicap => {
                let missing = text(settings.handicap.phrase());
                turn(Phrase::Handicap, missing, |device, forward| {
                    device.settings.handicap = device.settings.handicap.turned(forward);
                })
            }
            Item::Replace => match menu {
                Menu::Replace(start) => go(Phrase::Yes, Next::Begin(start)),
                _ => go(Phrase::Yes, Next::Stay),
            },
            Item::Back => go(Phrase::No, menu.back()),

            // During a match and after it.
            Item::Hint if matches!(mode, Some(Mode::Puzzle { .. })) => {
                on_desk(Phrase::Solution, Desk::show_hint)
            }
            Item::Hint => on_desk(Phrase::Hint, Desk::show_hint),
            Item::Undo => {
                let is_time_up = finish.is_some_and(|finish| finish.reason == Reason::TimeUp);
                let is_allowed = settings.undo || mode == Some(Mode::Study);
                // A game among the last ones stays as it was.
                let can_change = is_allowed && !self.desk.is_recalled();
                on_desk(Phrase::Undo, Desk::take_back).when(has_moves && !is_time_up && can_change)
            }
            Item::Moves => run(Phrase::Moves, |device| {
                device.desk.help();
                Next::Open(Screen::Moves(MovesScreen::new()))
            })
            .when(!is_over),
            Item::Review => run(Phrase::Review, Handheld::review).when(has_moves),
            Item::Resign => submenu(Phrase::Resign, Menu::Resign),
            Item::ReallyResign => on_desk(Phrase::Yes, Desk::resign),
            Item::Agree => on_desk(Phrase::Yes, Desk::agree),
            Item::Again => {
                let start = played.map_or(Diagram::START, |played| played.diagram_at(0));
                go(Phrase::Again, Next::Begin(start))
            }
            Item::NextOpponent => {
                let next = self.next_opponent();
                let name = next.map_or("-", |next| opponents::name(next).text(language));
                let act = Next::Run(|device| {
                    if let Some(level) = device.next_opponent() {
                        device.settings.level = level;
                    }
                    Next::Begin(Diagram::START)
                });
                entry(Phrase::NextUp.with(language, name), Action::Go(act)).when(next.is_some())
            }
            Item::Turning => open(Phrase::TurningPoint, Screen::Turning),
            Item::PlayOn => {
                let ply = self.turning_point().map(|(ply, _)| ply);
                let next = ply.map_or(Next::Stay, Next::PlayOn);
                go(Phrase::PlayFromHere, next).when(ply.is_some())
            }
            Item::FindIt => match self.person_mistake() {
                Some((ply, Worth::Draw)) => {
                    go(Phrase::FindTheDraw, Next::FindAgain(ply, Worth::Draw))
                }
                Some((ply, worth)) => go(Phrase::FindTheWin, Next::FindAgain(ply, worth)),
                None => go(Phrase::FindTheWin, Next::Stay).when(false),
            },

            // Analysis and setting up.
            Item::FromGame => {
                let label = match menu {
                    Menu::Pause | Menu::Over => Phrase::Analyse,
                    _ => Phrase::FromGame,
                };
                on_desk(label, Desk::study_game).when(self.desk.game().is_some())
            }
            Item::FromStart => on_desk(Phrase::FromStart, |desk| desk.study(Diagram::START)),
            Item::SetUp if menu == Menu::Analyse => go(Phrase::SetUp, Next::SetUp(Diagram::START)),
            Item::SetUp => go(Phrase::SetUp, Next::SetUp(here)),
            Item::StartPosition => go(Phrase::StartPosition, Next::SetUp(Diagram::START)),
            Item::Clear => run(Phrase::AllInHand, |device| {
                device.setup.clear();
                Next::Open(Screen::Setup)
            }),
            Item::SideToMove => {
                let side = match self.setup.side() {
                    Side::Sente => Phrase::First,
                    Side::Gote => Phrase::Second,
                };
                turn(Phrase::SideToMove, text(side), |device, _| {
                    device.setup.turn_side();
                })
            }
            Item::Done => run(Phrase::Done, |device| match device.setup.diagram() {
                Ok(diagram) => {
                    device.desk.study(diagram);
                    Next::Board
                }
                Err(sentence) => Next::Tell(sentence),
            }),
            Item::PlayFromHere if menu == Menu::Setup => run(Phrase::PlayFromHere, |device| {
                match device.setup.diagram() {
                    Ok(diagram) => device.propose_game(diagram),
                    Err(sentence) => Next::Tell(sentence),
                }
            }),
            Item::PlayFromHere => run(Phrase::PlayFromHere, |device| {
                let here = device.desk.current().map_or(Diagram::START, Match::diagram);
                device.propose_game(Diagram::new(here.position, here.side))
            })
            .when(!is_over),

            // Settings.
            Item::Language => turn(Phrase::Language, text(Phrase::Name), |device, forward| {
                device.settings.language = device.settings.language.turned(forward);
            }),
            Item::Shown => {
                let shown = match settings.shown {
                    Shown::Nothing => Phrase::Off,
                    Shown::Result => Phrase::ResultOnly,
                    Shown::Distance => Phrase::Distance,
                };
                turn(Phrase::Values, text(shown), |device, forward| {
                    device.settings.shown = device.settings.shown.turned(forward);
                })
            }
            Item::UndoAllowed => turn(Phrase::Undo, switch(settings.undo), |device, _| {
                device.settings.undo ^= true;
            }),
            Item::Dots => turn(Phrase::Dots, switch(settings.dots), |device, _| {
                device.settings.dots ^= true;
            }),
            Item::Volume => {
                let volume = match settings.volume {
                    Volume::Off => Phrase::Off,
                    Volume::Quiet => Phrase::Quiet,
                    Volume::Loud => Phrase::Loud,
                };
                turn(Phrase::Volume, text(volume), |device, forward| {
                    device.settings.volume = device.settings.volume.turned(forward);
                })
            }
            Item::Brightness => {
                let brightness = match settings.brightness {
                    Brightness::Low => Phrase::Dark,
                    Brightness::Medium => Phrase::Middling,
                    Brightness::High => Phrase::Bright,
                };
                turn(Phrase::Brightness, text(brightness), |device, forward| {
                    device.settings.brightness = device.settings.brightness.turned(forward);
                })
            }
            Item::UpsideDown => {
                let is_turned = switch(settings.is_upside_down);
                turn(Phrase::UpsideDown, is_turned, |device, _| {
                    device.settings.is_upside_down ^= true;
                })
            }
            Item::Controller => {
                let controller = match settings.controller {
                    Controller::Detected => Phrase::Automatic,
                    Controller::Sh1106 => Phrase::Sh1106,
                    Controller::Ssd1306 => Phrase::Ssd1306,
                };
                turn(Phrase::Controller, text(controller), |device, forward| {
                    device.settings.controller = device.settings.controller.turned(forward);
                })
            }
            Item::Update => open(Phrase::Update, Screen::Update),
        }
    }

    /// The turning point of the match in use, if it is over and the point is known.
    fn turning_point(&self) -> Option<(usize, Worth)> {
        let played = self.desk.current()?;
        played.finish()?;
        match self.consultation.turning(played) {
            Turning::At(ply, worth) => Some((ply, worth)),
            _ => None,
        }
    }

    /// The turning point, if it was a person's mistake.
    fn person_mistake(&self) -> Option<(usize, Worth)> {
        let played = self.desk.current()?;
        let (ply, worth) = self.turning_point()?;
        let side = played.game().side_at(ply);
        let is_person = match played.mode() {
            Mode::Solo { you, .. } => side == you,
            _ => true,
        };
        is_person.then_some((ply, worth))
    }

    /// The next stronger opponent than that of the match in use.
    fn next_opponent(&self) -> Option<Level> {
        match self.desk.current()?.mode() {
            Mode::Solo { level, .. } => opponents::next(level),
            _ => None,
        }
    }

    /// Starts a game; if another one is running, asks first.
    fn propose_game(&mut self, start: Diagram) -> Next {
        if self.desk.is_game_running() {
            Next::Open(Screen::Menu(MenuScreen::new(Menu::Replace(start))))
        } else {
            Next::Begin(start)
        }
    }
}

/// How much time players have.
fn timing_line(timing: Timing, language: Language) -> Line {
    let Timing { minutes, seconds } = timing;
    match (minutes, seconds) {
        (0, 0) => Phrase::Off.with(language, ""),
        (_, 0) => Phrase::Minutes.with(language, minutes),
        (0, _) => Phrase::SecondsAMove.with(language, seconds),
        _ => Phrase::MinutesAndMore.with_all(language, &[&minutes, &seconds]),
    }
}
