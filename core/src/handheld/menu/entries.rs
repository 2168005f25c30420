//! Every entry of the menus: its label, its value, when it is offered and what it does.

use super::{Item, Menu};
use crate::game::{Diagram, Side};
use crate::handheld::Handheld;
use crate::handheld::desk::Desk;
use crate::handheld::lessons;
use crate::handheld::matches::{Match, Mode, Reason, Task};
use crate::handheld::next::Next;
use crate::handheld::opponents;
use crate::handheld::screens::Screen;
use crate::handheld::screens::lesson::LessonScreen;
use crate::handheld::screens::moves::MovesScreen;
use crate::handheld::screens::opponents::OpponentsScreen;
use crate::handheld::settings::{Language, Setting, Settings};
use crate::handheld::text::{Line, Phrase};
use crate::handheld::turning::{Turning, Worth};
use crate::player::Level;

/// An entry of a menu as it is now.
pub(super) struct Entry {
    pub(super) label: Line,
    /// The value of a setting, or a count.
    pub(super) value: Option<Line>,
    /// Whether it can be chosen now.
    pub(super) is_offered: bool,
    /// What A does. `None` for a setting: A and Right set its next value, Left the one before.
    pub(super) action: Option<Next>,
}

impl Entry {
    fn when(self, is_offered: bool) -> Entry {
        Entry { is_offered, ..self }
    }

    fn showing(self, value: Line) -> Entry {
        let value = Some(value);
        Entry { value, ..self }
    }
}

/// The setting that an item changes, with its label.
fn setting<'a>(
    item: Item,
    settings: &'a mut Settings,
    side_to_move: &'a mut Side,
) -> Option<(Phrase, &'a mut dyn Setting)> {
    let (label, setting): (_, &mut dyn Setting) = match item {
        Item::Seat => (Phrase::YouPlay, &mut settings.seat),
        Item::Opponent => (Phrase::Opponent, &mut settings.level),
        Item::Clock => (Phrase::Clock, &mut settings.clock),
        Item::Handicap => (Phrase::Handicap, &mut settings.handicap),
        Item::SideToMove => (Phrase::SideToMove, side_to_move),
        Item::Language => (Phrase::Language, &mut settings.language),
        Item::Shown => (Phrase::Values, &mut settings.shown),
        Item::UndoAllowed => (Phrase::Undo, &mut settings.undo),
        Item::Dots => (Phrase::Dots, &mut settings.dots),
        Item::Volume => (Phrase::Volume, &mut settings.volume),
        Item::Brightness => (Phrase::Brightness, &mut settings.brightness),
        Item::UpsideDown => (Phrase::UpsideDown, &mut settings.is_upside_down),
        Item::Controller => (Phrase::Controller, &mut settings.controller),
        _ => return None,
    };
    Some((label, setting))
}

impl Handheld {
    /// Sets the next value of a setting in a menu, or the one before.
    pub(crate) fn turn(&mut self, item: Item, forward: bool) {
        if let Some((_, setting)) = setting(item, &mut self.settings, &mut self.setup.side) {
            setting.turn(forward);
        }
    }

    /// The entry of an item of a menu, in this language.
    pub(super) fn entry_of(&self, menu: Menu, item: Item, language: Language) -> Entry {
        let text = |phrase: Phrase| phrase.with(language, "");
        let (mut settings, mut side) = (self.settings, self.setup.side);
        if let Some((label, setting)) = setting(item, &mut settings, &mut side) {
            return Entry {
                label: text(label),
                value: Some(setting.name(language)),
                is_offered: true,
                action: None,
            };
        }
        let entry = |label, next| Entry {
            label,
            value: None,
            is_offered: true,
            action: Some(next),
        };
        let go = |phrase, next| entry(text(phrase), next);
        let open = |phrase, screen| go(phrase, Next::Open(screen));
        let submenu = |phrase, menu| go(phrase, Next::Menu(menu, None));
        let on_desk = |phrase, act| go(phrase, Next::Desk(act));
        let run = |phrase, act| go(phrase, Next::Run(act));

        let played = self.desk.current();
        let mode = played.map(Match::mode);
        let is_over = played.is_some_and(Match::is_over);
        let has_moves = played.is_some_and(|played| played.game().plies() > 0);
        let here = played.map_or(Diagram::START, Match::diagram);
        match item {
            Item::English => entry(
                Phrase::Name.with(Language::English, ""),
                Next::Run(|device| device.answer_language(Language::English)),
            ),
            Item::Kana => entry(
                Phrase::Name.with(Language::Kana, ""),
                Next::Run(|device| device.answer_language(Language::Kana)),
            ),

            // The main menu.
            Item::Continue => {
                on_desk(Phrase::Continue, Desk::return_to_game).when(self.desk.game().is_some())
            }
            Item::NewGame => submenu(Phrase::NewGame, Menu::NewGame),
            Item::Learn => {
                let next = Item::Lesson(self.learned.next());
                go(Phrase::Learn, Next::Menu(Menu::Lessons, Some(next)))
            }
            Item::Puzzles => submenu(Phrase::Puzzles, Menu::Puzzles),
            Item::Games => {
                let has_games = !Menu::Games.definition(self).items.is_empty();
                submenu(Phrase::LastGames, Menu::Games).when(has_games)
            }
            Item::Analyse => submenu(Phrase::Analyse, Menu::Analyse),
            Item::Opponents => {
                let shown = OpponentsScreen::new(settings.level);
                open(Phrase::Opponents, Screen::Opponents(shown))
            }
            Item::Lab => open(Phrase::Lab, Screen::Lab),
            Item::Settings => submenu(Phrase::Settings, Menu::Settings),
            Item::About => open(Phrase::About, Screen::About),
            Item::Main => submenu(Phrase::ToMenu, Menu::Main),

            // Lessons, puzzles and the last games.
            Item::Lesson(number) => {
                let lesson = lessons::ALL.get(usize::from(number));
                let title = lesson.map_or(Phrase::Learn, |lesson| lesson.title);
                let entry = open(title, Screen::Lesson(LessonScreen::new(number)));
                match self.learned.has(number) {
                    true => entry.showing(text(Phrase::Learned)),
                    false => entry,
                }
            }
            Item::Unfinished => {
                on_desk(Phrase::Continue, Desk::resume_puzzle).when(self.desk.puzzle.is_some())
            }
            Item::Missed => {
                let left = self.desk.missed.all().len();
                on_desk(Phrase::MissedChances, Desk::seek_missed)
                    .when(left > 0)
                    .showing(Phrase::LeftToFind.with(language, left))
            }
            Item::Goal(plies) => {
                let label = Phrase::Goal.with(language, plies);
                let solved = self.desk.tally.solved(plies);
                entry(label, Next::Puzzle(plies))
                    .when(plies <= self.consultation.longest_puzzle())
                    .showing(Phrase::SolvedCount.with(language, solved))
            }
            Item::NextPuzzle => match played.and_then(Match::task) {
                Some(Task::WinIn(plies)) => go(Phrase::NextPuzzle, Next::Puzzle(plies)),
                _ => on_desk(Phrase::NextPuzzle, Desk::seek_missed)
                    .when(!self.desk.missed.all().is_empty()),
            },
            Item::Retry => on_desk(Phrase::Retry, Desk::retry_puzzle).when(has_moves),
            Item::Game(number) => {
                let (label, result) = self.game_line(number, language);
                entry(label, Next::Recall(number)).showing(result)
            }

            // A new game.
            Item::Start => run(Phrase::Start, |device| {
                device.propose_game(device.settings.handicap.start())
            }),
            Item::Replace => match menu {
                Menu::Replace(start) => go(Phrase::Yes, Next::Begin(start)),
                _ => go(Phrase::Yes, Next::Stay),
            },
            Item::Back => go(Phrase::No, menu.definition(self).back),

            // During a match and after it.
            Item::Hint if matches!(mode, Some(Mode::Puzzle { .. })) => {
                on_desk(Phrase::Solution, Desk::show_hint)
            }
            Item::Hint => on_desk(Phrase::Hint, Desk::show_hint),
            Item::Undo => {
                let finish = played.and_then(Match::finish);
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
                entry(Phrase::NextUp.with(language, name), act).when(next.is_some())
            }
            Item::Turning => open(Phrase::TurningPoint, Screen::Turning),
            Item::PlayOn => {
                let ply = self.turning_point().map(|(ply, _)| ply);
                let next = ply.map_or(Next::Stay, Next::PlayOn);
                go(Phrase::PlayFromHere, next).when(ply.is_some())
            }
            Item::FindIt => {
                let mistake = self.person_mistake();
                let phrase = match mistake {
                    Some((_, Worth::Draw)) => Phrase::FindTheDraw,
                    _ => Phrase::FindTheWin,
                };
                let next = mistake.map_or(Next::Stay, |(ply, worth)| Next::FindAgain(ply, worth));
                go(phrase, next).when(mistake.is_some())
            }

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
                let here = |played: &Match| played.start_at(played.game().plies());
                device.propose_game(device.desk.current().map_or(Diagram::START, here))
            })
            .when(!is_over),
            Item::Update => open(Phrase::Update, Screen::Update),
            // Settings have returned above.
            Item::Seat
            | Item::Opponent
            | Item::Clock
            | Item::Handicap
            | Item::SideToMove
            | Item::Language
            | Item::Shown
            | Item::UndoAllowed
            | Item::Dots
            | Item::Volume
            | Item::Brightness
            | Item::UpsideDown
            | Item::Controller => go(Phrase::No, Next::Stay).when(false),
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

    /// Begins a game, after a confirmation if another one is running.
    fn propose_game(&mut self, start: Diagram) -> Next {
        if self.desk.is_game_running() {
            Next::Menu(Menu::Replace(start), None)
        } else {
            Next::Begin(start)
        }
    }
}
