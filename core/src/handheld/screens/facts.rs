//! What the menus speak of: which entries are to be had now, what they are called and what they are
//! set to.

use super::entries::{Item, listed};
use super::menu::Menu;
use super::opponents::numbered;
use crate::game::Side;
use crate::handheld::clock::Timing;
use crate::handheld::desk::Desk;
use crate::handheld::lessons::{self, Learned};
use crate::handheld::matches::{Mode, Reason, Task};
use crate::handheld::opponents;
use crate::handheld::settings::{Brightness, Controller, Language, Seat, Settings, Shown, Volume};
use crate::handheld::text::{Line, Phrase};
use crate::handheld::turning::{Turning, Worth};
use crate::player::Level;

/// What menus speak of.
pub(crate) struct MenuFacts<'a> {
    pub(crate) settings: Settings,
    /// The lessons done.
    pub(crate) learned: Learned,
    pub(crate) desk: &'a Desk,
    /// Who is to move in the position being set up.
    pub(crate) side_to_move: Side,
    /// Where the match in use was decided, as far as it is known.
    pub(crate) turning: Option<Turning>,
    /// The longest win that a puzzle may ask for.
    pub(crate) longest_puzzle: u8,
}

impl MenuFacts<'_> {
    /// The entries of a menu, whether or not they are to be had now.
    pub(super) fn items(&self, menu: Menu) -> &'static [Item] {
        let played = self.desk.current();
        let is_over = played.is_some_and(|played| played.finish().is_some());
        let mode = played.map(|played| played.mode());
        listed(menu, mode, is_over, self.settings.seat)
    }

    /// Whether an entry of a menu is to be had now.
    pub(super) fn is_offered(&self, menu: Menu, item: Item) -> bool {
        let played = self.desk.current();
        let is_study = played.is_some_and(|played| played.mode() == Mode::Study);
        let is_over = played.is_some_and(|played| played.finish().is_some());
        let finish = played.and_then(|played| played.finish());
        let is_time_up = finish.is_some_and(|finish| finish.reason == Reason::TimeUp);
        let has_moves = played.is_some_and(|played| !played.game().moves().is_empty());
        match item {
            Item::Continue | Item::FromGame => self.desk.game().is_some(),
            Item::ContinuePuzzle => self.desk.puzzle().is_some(),
            Item::NextOpponent => self.next_opponent().is_some(),
            Item::Missed => !self.desk.missed().all().is_empty(),
            Item::Goal(plies) => plies <= self.longest_puzzle,
            Item::NextPuzzle if self.seeks_missed() => !self.desk.missed().all().is_empty(),
            Item::PlayOn => self.turned_at().is_some(),
            Item::FindIt => self.slip().is_some(),
            Item::Moves => !is_over,
            Item::PlayFromHere => menu == Menu::Setup || !is_over,
            Item::Retry | Item::Review => has_moves,
            // Time that is up does not come back.
            Item::Undo => has_moves && !is_time_up && (self.settings.undo || is_study),
            _ => true,
        }
    }

    /// The ply at which the match in use was decided.
    pub(crate) fn turned_at(&self) -> Option<usize> {
        match self.turning {
            Some(Turning::At(ply, _)) => Some(ply),
            _ => None,
        }
    }

    /// The ply, and what was thrown away at it, if it was a person who did so.
    pub(crate) fn slip(&self) -> Option<(usize, Worth)> {
        let played = self.desk.current()?;
        let Some(Turning::At(ply, worth)) = self.turning else {
            return None;
        };
        let side = played.game().side_at(ply);
        let is_person = match played.mode() {
            Mode::Solo { you, .. } => side == you,
            _ => true,
        };
        is_person.then_some((ply, worth))
    }

    /// Whether the match in use is a chance that was let slip.
    fn seeks_missed(&self) -> bool {
        let mode = self.desk.current().map(|played| played.mode());
        let Some(Mode::Puzzle { task, .. }) = mode else {
            return false;
        };
        matches!(task, Task::Find(_))
    }

    /// Who comes after the opponent of the match in use.
    pub(crate) fn next_opponent(&self) -> Option<Level> {
        match self.desk.current()?.mode() {
            Mode::Solo { level, .. } => opponents::next(level),
            _ => None,
        }
    }

    /// What an entry is called.
    pub(super) fn label(&self, menu: Menu, item: Item, language: Language) -> Line {
        let mode = self.desk.current().map(|played| played.mode());
        let in_puzzle = matches!(mode, Some(Mode::Puzzle { .. }));
        let phrase = match item {
            Item::Goal(plies) => return Phrase::Goal.with(language, plies),
            Item::Continue | Item::ContinuePuzzle => Phrase::Continue,
            Item::NewGame => Phrase::NewGame,
            Item::Learn => Phrase::Learn,
            Item::Lesson(number) => {
                let lesson = lessons::ALL.get(usize::from(number));
                lesson.map_or(Phrase::Learn, |lesson| lesson.title)
            }
            Item::Puzzles => Phrase::Puzzles,
            Item::Analyse => Phrase::Analyse,
            Item::Opponents => Phrase::Opponents,
            Item::FromGame if matches!(menu, Menu::Pause | Menu::Over) => Phrase::Analyse,
            Item::Lab => Phrase::Lab,
            Item::Settings => Phrase::Settings,
            Item::About => Phrase::About,
            Item::Start => Phrase::Start,
            Item::Seat => Phrase::YouPlay,
            Item::Opponent => Phrase::Opponent,
            Item::Hint if in_puzzle => Phrase::Solution,
            Item::Hint => Phrase::Hint,
            Item::Undo => Phrase::Undo,
            Item::Moves => Phrase::Moves,
            Item::Review => Phrase::Review,
            Item::Resign => Phrase::Resign,
            Item::ReallyResign | Item::Replace | Item::Agree => Phrase::Yes,
            Item::Turning => Phrase::TurningPoint,
            Item::PlayOn => Phrase::PlayFromHere,
            Item::FindIt => match self.slip() {
                Some((_, Worth::Draw)) => Phrase::FindTheDraw,
                _ => Phrase::FindTheWin,
            },
            Item::Missed => Phrase::MissedChances,
            Item::Clock => Phrase::Clock,
            Item::Back => Phrase::No,
            Item::Again => Phrase::Again,
            Item::NextOpponent => {
                let name = self.next_opponent().map(opponents::name);
                let name = name.map_or("-", |name| name.text(language));
                return Phrase::NextUp.with(language, name);
            }
            Item::Main => Phrase::ToMenu,
            Item::Retry => Phrase::Retry,
            Item::NextPuzzle => Phrase::NextPuzzle,
            Item::FromGame => Phrase::FromGame,
            Item::FromStart => Phrase::FromStart,
            Item::SetUp => Phrase::SetUp,
            Item::Done => Phrase::Done,
            Item::SideToMove => Phrase::SideToMove,
            Item::StartPosition => Phrase::StartPosition,
            Item::Clear => Phrase::AllInHand,
            Item::PlayFromHere => Phrase::PlayFromHere,
            Item::Language => Phrase::Language,
            Item::Shown => Phrase::Values,
            Item::UndoAllowed => Phrase::UndoAllowed,
            Item::Dots => Phrase::Dots,
            Item::Volume => Phrase::Volume,
            Item::Brightness => Phrase::Brightness,
            Item::UpsideDown => Phrase::UpsideDown,
            Item::Controller => Phrase::Controller,
            Item::Update => Phrase::Update,
        };
        phrase.with(language, "")
    }

    /// What an entry is set to, if it is a choice or a count.
    pub(super) fn setting(&self, item: Item) -> Option<Line> {
        let language = self.settings.language;
        let phrase = match item {
            Item::Seat => match self.settings.seat {
                Seat::First => Phrase::First,
                Seat::Second => Phrase::Second,
                Seat::Random => Phrase::Random,
                Seat::Pair => Phrase::Pair,
            },
            Item::Opponent => return Some(numbered(self.settings.level, language)),
            Item::Clock => return Some(timing_line(self.settings.clock, language)),
            Item::Missed => {
                let left = self.desk.missed().all().len();
                return Some(Phrase::LeftToFind.with(language, left));
            }
            Item::Lesson(number) if self.learned.has(number) => Phrase::Learned,
            Item::Goal(plies) => {
                return Some(Phrase::SolvedCount.with(language, self.desk.tally().solved(plies)));
            }
            Item::SideToMove => match self.side_to_move {
                Side::Sente => Phrase::First,
                Side::Gote => Phrase::Second,
            },
            Item::Language => Phrase::Name,
            Item::Shown => match self.settings.shown {
                Shown::Nothing => Phrase::Off,
                Shown::Result => Phrase::ResultOnly,
                Shown::Distance => Phrase::Distance,
            },
            Item::UndoAllowed if self.settings.undo => Phrase::Allowed,
            Item::UndoAllowed => Phrase::Forbidden,
            Item::Dots if self.settings.dots => Phrase::Marked,
            Item::Dots => Phrase::Unmarked,
            Item::Volume => match self.settings.volume {
                Volume::Off => Phrase::Off,
                Volume::Quiet => Phrase::Quiet,
                Volume::Loud => Phrase::Loud,
            },
            Item::Brightness => match self.settings.brightness {
                Brightness::Low => Phrase::Dark,
                Brightness::Medium => Phrase::Middling,
                Brightness::High => Phrase::Bright,
            },
            Item::UpsideDown if self.settings.is_upside_down => Phrase::Marked,
            Item::UpsideDown => Phrase::Unmarked,
            Item::Controller => match self.settings.controller {
                Controller::Detected => Phrase::Automatic,
                Controller::Sh1106 => Phrase::Sh1106,
                Controller::Ssd1306 => Phrase::Ssd1306,
            },
            _ => return None,
        };
        Some(phrase.with(language, ""))
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
