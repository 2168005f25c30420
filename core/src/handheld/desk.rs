//! What goes on at the board: moves, the device's answers, hints, puzzles and questions.

use super::bout::{Bout, Mode};
use super::graph::Graph;
use super::pointer::{Pointer, Seen};
use super::puzzle::{Quest, Unfinished};
use super::settings::{Seat, Shown};
use super::text::Phrase;
use super::{Aspect, Desk, Handheld, Menu, Screen, TICKS_PER_SECOND};
use crate::game::{Diagram, Move, Position, Side, Value};
use crate::player::{Advice, Level, Need, Verdict};

/// The device does not answer sooner than this, so that one can see one's own move.
const PACE: u16 = TICKS_PER_SECOND / 2;

/// Games are to begin differently: so many plies long the device looks for more than one best
/// move, which takes five times as long.
const OPENING: usize = 16;

impl Handheld {
    /// The position to ask the adviser about and what to ask, if anything.
    pub(super) fn question(&self) -> Option<(Position, Need)> {
        if let (Screen::Quest, Some(quest)) = (self.screen, &self.quest) {
            return Some((quest.position(), quest.need()));
        }
        let bout = self.bout()?;
        let position = bout.diagram().position;
        let needs = match self.screen {
            Screen::Board(_) if bout.finish().is_some() => return None,
            Screen::Board(_) if bout.awaits_device() => [Some(need_of_device(bout)), None],
            // A hint is shown at once, its value when it is known.
            Screen::Board(_) => [self.hint.then_some(Need::Move), self.value_needed()],
            Screen::Moves(_) => [Some(Need::EVERY), None],
            Screen::Review(ply, _) => return self.question_of_review(bout, usize::from(ply)),
            _ => return None,
        };
        let mut open = needs.into_iter().flatten();
        let need = open.find(|&need| self.advice_on(position, need).is_none())?;
        Some((position, need))
    }

    /// First the position on the screen, then those the graph lacks, the next one before others.
    fn question_of_review(&self, bout: &Bout, ply: usize) -> Option<(Position, Need)> {
        let shown = bout.diagram_at(ply).position;
        let askable = |position: &Position| position.ending().is_none();
        if self.advice_on(shown, Need::Value).is_none() && askable(&shown) {
            return Some((shown, Need::Value));
        }
        let last = bout.game().plies();
        let next = match self.graph.at(ply + 1) {
            None if ply < last => ply + 1,
            _ => self.graph.first_unknown(last)?,
        };
        Some((bout.diagram_at(next).position, Need::Value))
    }

    /// The advice on a position, if it is at hand and says what is needed.
    pub(super) fn advice_on(&self, position: Position, need: Need) -> Option<&Advice> {
        self.advice
            .as_ref()
            .filter(|advice| advice.position() == position && advice.answers(need))
    }

    /// The move that is shown as a hint, if one is.
    pub fn hint(&self) -> Option<Move> {
        let position = self.bout()?.diagram().position;
        let best = self.advice_on(position, Need::Move)?.best().first()?;
        self.hint.then_some(best.mv)
    }

    /// How much of the position's value is shown beside the board while a person is to move.
    pub(super) fn value_shown(&self) -> Shown {
        match self.bout().map(Bout::mode) {
            // What a puzzle is worth, everybody knows.
            Some(Mode::Puzzle { .. }) | None => Shown::Nothing,
            Some(Mode::Study) => Shown::Distance,
            Some(_) if self.hint => Shown::Distance,
            Some(Mode::Solo { .. } | Mode::Pair) => self.settings.shown,
        }
    }

    /// What has to be known for that.
    pub(super) fn value_needed(&self) -> Option<Need> {
        match self.value_shown() {
            Shown::Nothing => None,
            Shown::Result => Some(Need::Result),
            Shown::Distance => Some(Need::Value),
        }
    }

    /// Takes the answer to a request to think.
    pub fn advise(&mut self, advice: &Advice) {
        match self.question() {
            Some((position, need)) if position == advice.position() && advice.answers(need) => {}
            _ => return,
        }
        if let (Screen::Quest, Some(quest)) = (self.screen, &mut self.quest) {
            let plies = quest.plies;
            if let Some(puzzle) = quest.advise(advice) {
                self.open_puzzle(puzzle, plies, false);
            }
            return;
        }
        let mut keep_advice = true;
        if let Screen::Review(ply, _) = self.screen {
            let ply = usize::from(ply);
            let shown = self.bout().map(|bout| bout.diagram_at(ply).position);
            keep_advice = shown == Some(advice.position());
            self.fill_graph(advice);
        }
        if keep_advice {
            self.advice = Some(advice.clone());
        }
        self.proceed();
    }

    /// Notes the verdict at every ply where the position stood.
    fn fill_graph(&mut self, advice: &Advice) {
        let bout = match self.desk {
            Desk::Game => self.game.as_ref(),
            Desk::Study => self.study.as_ref(),
        };
        let (Some(bout), Some(verdict)) = (bout, advice.verdict()) else {
            return;
        };
        for ply in bout.game().plies_at(advice.position()) {
            self.graph.set(ply, verdict);
        }
    }

    /// Opens the review of the board in use, at its end.
    pub(super) fn open_review(&mut self) {
        let Some(bout) = self.bout() else { return };
        let last = bout.game().plies();
        let end = bout.diagram().position.value_by_rule();
        self.graph = Graph::new();
        // The rules know what the end is worth; nobody needs to be asked.
        if let Some(value) = end {
            self.graph.set(last, Verdict::Exact(value));
        }
        self.screen = Screen::Review(last as u16, Aspect::Graph);
    }

    /// Lets the device move if it is its turn, its advice is ready and enough time has passed.
    pub(super) fn proceed(&mut self) {
        let Screen::Board(_) = self.screen else {
            return;
        };
        if self.pace < PACE || self.has_notice() {
            return;
        }
        let Some(bout) = self.bout().filter(|bout| bout.awaits_device()) else {
            return;
        };
        let need = need_of_device(bout);
        let Some(advice) = self.advice_on(bout.diagram().position, need) else {
            return;
        };
        let (mode, played) = (bout.mode(), bout.game().plies());
        let level = match mode {
            Mode::Solo { level, .. } => level,
            _ => Level::PERFECT,
        };
        if let Mode::Puzzle { plies, .. } = mode {
            let left = usize::from(plies).saturating_sub(played);
            let on_course = Verdict::Exact(Value::Loss(left as u8));
            if advice.verdict() != Some(on_course) {
                self.refuse_solution();
                return;
            }
        }
        let mut dice = self.dice;
        let chosen = level.choose(advice, &mut dice);
        self.dice = dice;
        if let Some(mv) = chosen {
            self.make_move(mv);
        }
    }

    /// Makes a legal move on the board in use and asks for it to be kept.
    pub(super) fn make_move(&mut self, mv: Move) {
        let Some(bout) = self.bout_mut() else { return };
        if bout.play(mv).is_err() {
            return;
        }
        let (finish, mode) = (bout.finish(), bout.mode());
        self.hint = false;
        self.pace = 0;
        if let (Some(finish), Mode::Puzzle { you, plies }) = (finish, mode) {
            if finish.winner == Some(you) {
                if !self.helped {
                    self.tally.add(plies);
                    self.helped = true;
                }
            } else {
                self.refuse_solution();
            }
        }
        if self.desk == Desk::Game {
            self.keep();
        }
        self.keep_puzzle();
        self.settle_pointer();
    }

    /// Takes back a move of the solver that does not win in time.
    fn refuse_solution(&mut self) {
        if let Some(bout) = self.bout_mut() {
            bout.undo();
        }
        self.tell(Phrase::TooSlow);
        self.keep_puzzle();
        self.settle_pointer();
    }

    /// Goes back to the person's last decision.
    pub(super) fn take_back(&mut self) {
        if let Some(bout) = self.bout_mut()
            && bout.undo()
        {
            self.hint = false;
            if self.desk == Desk::Game {
                self.keep();
            }
        }
        self.open_board();
    }

    /// Shows the board in use.
    pub(super) fn open_board(&mut self) {
        self.pace = 0;
        self.screen = Screen::Board(Pointer::HOME);
    }

    /// Starts a game, unless one is running: then the player is asked first.
    pub(super) fn propose_game(&mut self, start: Diagram) {
        let running = |bout: &Bout| bout.finish().is_none() && !bout.game().moves().is_empty();
        if self.game.as_ref().is_some_and(running) {
            self.proposed = start;
            self.screen = Screen::Menu(Menu::Replace, 0);
        } else {
            self.open_game(start);
        }
    }

    // A board takes nine kilobytes. The functions that make one are never inlined, so that the
    // chip's stack holds one at a time and not one for each of these in whoever calls them.

    /// Starts a game to be kept.
    #[inline(never)]
    pub(super) fn open_game(&mut self, start: Diagram) {
        let level = self.settings.level;
        let you = match self.settings.seat {
            Seat::First => Some(Side::Sente),
            Seat::Second => Some(Side::Gote),
            Seat::Random if self.dice.chance(128) => Some(Side::Sente),
            Seat::Random => Some(Side::Gote),
            Seat::Pair => None,
        };
        let mode = you.map_or(Mode::Pair, |you| Mode::Solo { you, level });
        self.game = Some(Bout::new(start, mode));
        self.desk = Desk::Game;
        self.hint = false;
        self.keep();
        self.open_board();
    }

    /// Puts a position on the second board to try things out.
    #[inline(never)]
    pub(super) fn open_study(&mut self, start: Diagram) {
        self.study = Some(Bout::new(start, Mode::Study));
        self.show_study();
    }

    /// Puts the whole game on the second board to try things out.
    #[inline(never)]
    pub(super) fn study_game(&mut self) {
        if self.game.is_none() {
            return;
        }
        self.study.clone_from(&self.game);
        if let Some(bout) = &mut self.study {
            bout.mode = Mode::Study;
            bout.resigned = None;
        }
        self.show_study();
    }

    fn show_study(&mut self) {
        self.desk = Desk::Study;
        self.hint = false;
        self.open_board();
    }

    /// Begins to look for a puzzle.
    pub(super) fn open_quest(&mut self, plies: u8) {
        self.quest = Some(Quest::new(plies, self.dice.seed()));
        self.screen = Screen::Quest;
    }

    /// Puts a puzzle on the second board.
    pub(super) fn open_puzzle(&mut self, start: Diagram, plies: u8, helped: bool) {
        self.lay_out(start, plies, helped);
        self.keep_puzzle();
    }

    /// Carries on with the puzzle that was left unfinished.
    pub(super) fn resume_puzzle(&mut self) {
        let Some(left) = self.puzzle.clone() else {
            return;
        };
        self.lay_out(left.start, left.plies, left.helped);
        if let Some(bout) = &mut self.study {
            // They were made on a board before, or checked when the record was read.
            let _ = left.replay(bout);
        }
    }

    #[inline(never)]
    fn lay_out(&mut self, start: Diagram, plies: u8, helped: bool) {
        let you = start.side;
        self.quest = None;
        self.study = Some(Bout::new(start, Mode::Puzzle { you, plies }));
        self.helped = helped;
        self.show_study();
    }

    /// Asks for the puzzle on the board, if there is one, to be kept as far as it is solved.
    pub(super) fn keep_puzzle(&mut self) {
        if let Some(bout) = self.bout()
            && let Mode::Puzzle { .. } = bout.mode()
        {
            self.puzzle = Unfinished::of(bout, self.helped);
            self.keep();
        }
    }

    /// The position as the pointer sees it.
    pub(super) fn seen(&self) -> Option<Seen> {
        let bout = self.bout()?;
        let diagram = bout.diagram();
        Some(Seen {
            position: diagram.position,
            upright: diagram.side == bout.bottom(),
        })
    }

    fn settle_pointer(&mut self) {
        if let (Some(seen), Screen::Board(pointer)) = (self.seen(), &mut self.screen) {
            pointer.settle(seen);
        }
    }

    /// The menu that belongs to the board in use.
    pub(super) fn board_menu(&self) -> Menu {
        match self.bout().and_then(Bout::finish) {
            Some(_) => Menu::Over,
            None => Menu::Pause,
        }
    }
}

/// What the device needs to know for its own move.
fn need_of_device(bout: &Bout) -> Need {
    match bout.mode() {
        Mode::Solo { level, .. } => match level.need() {
            Need::Choice if bout.game().plies() >= OPENING => Need::Move,
            need => need,
        },
        // Whether the solver is on course.
        Mode::Pair | Mode::Study | Mode::Puzzle { .. } => Need::Value,
    }
}
