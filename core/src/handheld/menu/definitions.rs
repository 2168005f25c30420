//! The definition of every menu: its entries, its title and what B does.

use super::Menu;
use super::entry::{Entry, Text, go, language, on_desk, open, run, set, submenu};
use crate::game::Diagram;
use crate::handheld::history::Summary;
use crate::handheld::lessons::{ALL, LESSONS};
use crate::handheld::screens::lesson::LessonScreen;
use crate::handheld::{
    Desk, GOALS, Handheld, Language, Match, Mode, Next, Phrase, Reason, Screen, Seat, Task, Worth,
    opponents,
};
use crate::player::Level;

impl Handheld {
    /// Calls `each` with the entries of a menu; returns its title and what B does.
    pub(super) fn define(&self, menu: Menu, each: &mut dyn FnMut(Entry)) -> (Phrase, Next) {
        let to_title = Next::Open(Screen::Title);
        let to_main = |phrase| Next::Menu(Menu::Main, Some(phrase));
        match menu {
            Menu::Language => {
                each(language(Language::English, |device| {
                    device.answer_language(Language::English)
                }));
                each(language(Language::Kana, |device| {
                    device.answer_language(Language::Kana)
                }));
                (Phrase::AskLanguage, to_title)
            }
            Menu::Main => {
                let next = ALL[usize::from(self.learned.next())].title;
                let has_games = self.has_ended() || self.desk.history.len() > 0;
                each(self.during_game(Phrase::Continue, Desk::return_to_game));
                each(submenu(Phrase::NewGame, Menu::NewGame));
                each(go(Phrase::Learn, Next::Menu(Menu::Lessons, Some(next))));
                each(submenu(Phrase::Puzzles, Menu::Puzzles));
                each(submenu(Phrase::LastGames, Menu::Games).when(has_games));
                each(submenu(Phrase::Analyse, Menu::Analyse));
                each(open(
                    Phrase::Opponents,
                    Screen::Opponents(self.settings.level),
                ));
                each(open(Phrase::Lab, Screen::Lab));
                each(submenu(Phrase::Settings, Menu::Settings));
                each(open(Phrase::About, Screen::About));
                (Phrase::MainMenu, to_title)
            }
            Menu::NewGame => {
                each(run(Phrase::Start, |device| {
                    device.propose_game(device.settings.handicap.start())
                }));
                each(set(Phrase::YouPlay, |settings, _| &mut settings.seat));
                each(match self.settings.seat {
                    Seat::Pair => set(Phrase::Clock, |settings, _| &mut settings.clock),
                    _ => set(Phrase::Opponent, |settings, _| &mut settings.level),
                });
                each(set(Phrase::Handicap, |settings, _| &mut settings.handicap));
                (Phrase::NewGame, to_main(Phrase::NewGame))
            }
            Menu::Replace(start) => {
                let back = Next::Menu(Menu::Main, None);
                each(go(Phrase::No, back));
                each(go(Phrase::Yes, Next::Begin(start)));
                (Phrase::ReallyReplace, back)
            }
            Menu::Resign => {
                each(go(Phrase::No, Next::Board));
                each(on_desk(Phrase::Yes, Desk::resign));
                (Phrase::ReallyResign, Next::Board)
            }
            Menu::Agree => {
                each(on_desk(Phrase::Yes, Desk::agree));
                each(go(Phrase::No, Next::Board));
                (Phrase::AgreeToDraw, Next::Board)
            }
            Menu::Pause | Menu::Over => {
                self.define_match(each);
                each(submenu(Phrase::ToMenu, Menu::Main));
                match menu {
                    Menu::Over => (Phrase::GameOver, Next::Board),
                    _ => (Phrase::Pause, Next::Board),
                }
            }
            Menu::Turning => {
                let mistake = self.person_mistake();
                let find = match mistake {
                    Some((_, Worth::Draw)) => Phrase::FindTheDraw,
                    _ => Phrase::FindTheWin,
                };
                let play_on = run(Phrase::PlayFromHere, |device| {
                    if let Some((ply, _)) = device.turning_point() {
                        device.desk.play_on(ply);
                    }
                    Next::Board
                });
                let find = run(find, |device| {
                    if let Some((ply, worth)) = device.person_mistake() {
                        device.desk.seek_missed_at(ply, worth);
                    }
                    Next::Board
                });
                each(play_on.when(self.turning_point().is_some()));
                each(find.when(mistake.is_some()));
                each(self.review_entry());
                each(submenu(Phrase::ToMenu, Menu::Main));
                (Phrase::TurningPoint, Next::Open(Screen::Turning))
            }
            Menu::Lessons => {
                for (number, lesson) in (0..LESSONS).zip(&ALL) {
                    let entry = open(lesson.title, Screen::Lesson(LessonScreen::new(number)));
                    let value = self.learned.has(number);
                    let value = value.then_some(Text::Plain(Phrase::Learned));
                    each(Entry { value, ..entry });
                }
                (Phrase::Learn, to_main(Phrase::Learn))
            }
            Menu::Puzzles => {
                let has_puzzle = !self.desk.puzzle.is_empty();
                let left = self.desk.missed.all().len() as u16;
                each(on_desk(Phrase::Continue, Desk::resume_puzzle).when(has_puzzle));
                each(
                    on_desk(Phrase::MissedChances, Desk::seek_missed)
                        .when(left > 0)
                        .showing(Text::Number(Phrase::LeftToFind, left)),
                );
                for plies in GOALS {
                    let solved = self.desk.tally.solved(plies);
                    each(Entry {
                        text: Text::Number(Phrase::Goal, plies.into()),
                        value: Some(Text::Number(Phrase::SolvedCount, solved)),
                        is_offered: plies <= self.consultation.longest_puzzle(),
                        action: Next::Puzzle(plies),
                    });
                }
                (Phrase::PuzzlesSolved, to_main(Phrase::Puzzles))
            }
            Menu::Games => {
                let last = self.desk.game().filter(|_| self.has_ended());
                let last = last.map(Summary::of).map(|summary| (0, summary));
                let earlier = (0..self.desk.history.len())
                    .filter_map(|number| Some((number + 1, self.desk.history.summary(number)?)));
                for (number, summary) in last.into_iter().chain(earlier) {
                    let entry = go(summary.player(), Next::Recall(number as u8));
                    each(entry.showing(Text::Number(summary.result(), summary.plies)));
                }
                (Phrase::LastGames, to_main(Phrase::LastGames))
            }
            Menu::Analyse => {
                let start = |desk: &mut Desk| desk.study(Diagram::START);
                each(self.during_game(Phrase::FromGame, Desk::study_game));
                each(on_desk(Phrase::FromStart, start));
                each(go(Phrase::SetUp, Next::SetUp(Diagram::START)));
                (Phrase::Analyse, to_main(Phrase::Analyse))
            }
            Menu::Setup => {
                each(run(Phrase::Done, |device| match device.setup.diagram() {
                    Ok(diagram) => {
                        device.desk.study(diagram);
                        Next::Board
                    }
                    Err(sentence) => Next::Tell(sentence),
                }));
                each(run(Phrase::PlayFromHere, |device| {
                    match device.setup.diagram() {
                        Ok(diagram) => device.propose_game(diagram),
                        Err(sentence) => Next::Tell(sentence),
                    }
                }));
                each(set(Phrase::SideToMove, |_, side| side));
                each(go(Phrase::StartPosition, Next::SetUp(Diagram::START)));
                each(run(Phrase::AllInHand, |device| {
                    device.setup.clear();
                    Next::Open(Screen::Setup)
                }));
                each(submenu(Phrase::ToMenu, Menu::Main));
                (Phrase::SetUp, Next::Open(Screen::Setup))
            }
            Menu::Settings => {
                each(set(Phrase::Language, |settings, _| &mut settings.language));
                each(set(Phrase::Values, |settings, _| &mut settings.shown));
                each(set(Phrase::Undo, |settings, _| &mut settings.undo));
                each(set(Phrase::Dots, |settings, _| &mut settings.dots));
                each(set(Phrase::Volume, |settings, _| &mut settings.volume));
                each(set(Phrase::Brightness, |settings, _| {
                    &mut settings.brightness
                }));
                each(set(Phrase::UpsideDown, |settings, _| {
                    &mut settings.is_upside_down
                }));
                each(set(Phrase::Controller, |settings, _| {
                    &mut settings.controller
                }));
                each(open(Phrase::Update, Screen::Update));
                (Phrase::Settings, to_main(Phrase::Settings))
            }
        }
    }

    /// Calls `each` with the entries that depend on the match in use.
    fn define_match(&self, each: &mut dyn FnMut(Entry)) {
        let Some(played) = self.desk.current() else {
            return;
        };
        let (mode, finish) = (played.mode(), played.finish());
        let has_moves = played.game().plies() > 0;
        let moves = run(Phrase::Moves, |device| {
            device.desk.help();
            Next::Open(Screen::Moves(0))
        });
        let moves = moves.when(finish.is_none());
        let is_time_up = finish.is_some_and(|finish| finish.reason == Reason::TimeUp);
        let is_allowed = self.settings.undo || mode == Mode::Study;
        // A game among the last ones stays as it was.
        let can_undo = has_moves && !is_time_up && is_allowed && !self.desk.is_recalled();
        let undo = on_desk(Phrase::Undo, Desk::take_back).when(can_undo);
        match (mode, finish) {
            (Mode::Puzzle { task, .. }, _) => {
                let retry = on_desk(Phrase::FromStart, Desk::retry_puzzle).when(has_moves);
                let next = match task {
                    Task::WinIn(plies) => go(Phrase::NextPuzzle, Next::Puzzle(plies)),
                    Task::Find(_) => on_desk(Phrase::NextPuzzle, Desk::seek_missed)
                        .when(!self.desk.missed.all().is_empty()),
                };
                if finish.is_some() {
                    each(next);
                    each(retry);
                } else {
                    each(on_desk(Phrase::Solution, Desk::show_hint));
                    each(retry);
                    each(next);
                }
            }
            (Mode::Study, _) => {
                let play = run(Phrase::PlayFromHere, |device| {
                    let here = |played: &Match| played.start_at(played.game().plies());
                    device.propose_game(device.desk.current().map_or(Diagram::START, here))
                });
                each(moves);
                each(undo);
                each(go(Phrase::SetUp, Next::SetUp(played.diagram())));
                each(play.when(finish.is_none()));
                each(self.review_entry());
            }
            (Mode::Solo { .. } | Mode::Pair, None) => {
                each(on_desk(Phrase::Hint, Desk::show_hint));
                each(undo);
                each(moves);
                each(self.review_entry());
                each(submenu(Phrase::Resign, Menu::Resign));
                each(self.during_game(Phrase::Analyse, Desk::study_game));
            }
            (Mode::Solo { .. } | Mode::Pair, Some(finish)) => {
                let turning = open(Phrase::TurningPoint, Screen::Turning);
                // After a loss the review comes first.
                let has_lost = played
                    .person()
                    .is_some_and(|you| finish.winner == Some(you.other()));
                if has_lost {
                    each(self.review_entry());
                    each(turning);
                }
                each(go(Phrase::Again, Next::Begin(played.diagram_at(0))));
                if let Mode::Solo { level, .. } = mode {
                    let next = opponents::next(level);
                    let act = |device: &mut Handheld| {
                        if let Some(level) = device.next_opponent() {
                            device.settings.level = level;
                        }
                        Next::Begin(Diagram::START)
                    };
                    each(Entry {
                        text: Text::Name(Phrase::NextUp, next.map(opponents::name)),
                        ..run(Phrase::NextUp, act).when(next.is_some())
                    });
                }
                if !has_lost {
                    each(turning);
                    each(self.review_entry());
                }
                each(undo);
                each(self.during_game(Phrase::Analyse, Desk::study_game));
            }
        }
    }

    fn review_entry(&self) -> Entry {
        let has_moves = |played: &Match| played.game().plies() > 0;
        let is_offered = self.desk.current().is_some_and(has_moves);
        run(Phrase::Review, Handheld::review).when(is_offered)
    }

    /// An entry that needs the game that is saved.
    fn during_game(&self, phrase: Phrase, act: fn(&mut Desk)) -> Entry {
        on_desk(phrase, act).when(self.desk.game().is_some())
    }

    /// Whether the game that is saved is over.
    fn has_ended(&self) -> bool {
        self.desk.game().is_some_and(Match::is_over)
    }

    /// The turning point of the match in use, if it is over and the point is known.
    fn turning_point(&self) -> Option<(usize, Worth)> {
        self.context()?.turning_point()
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
