//! Advice: what an adviser is asked for, and its answer.

use core::cmp::{Ordering, Reverse};
use core::fmt;
use core::task::Poll;

use heapless::Vec;

use crate::database::{Finding, ImageError, leading_to, sort_few};
use crate::game::{After, MAX_MOVES, Move, Position, Value};

/// What an adviser is asked for. An exact distance costs a walk to the end, so there are needs without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Whether the position is won, drawn or lost.
    Result,
    /// The result and a best move.
    Move,
    /// The result and a choice of best moves, as many as are found without a walk to the end.
    Choice,
    /// The exact value of the position and a best move.
    Value,
    /// What a weaker player sees of the position, and the move it would make.
    QuickSearch(QuickSearch),
    /// Every move; its exact value if the end is at most this many plies away.
    Within(u8),
}

/// A short search with random errors; the database is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuickSearch {
    /// Positions searched.
    pub positions: u16,
    /// The largest error, in points of the search.
    pub scatter: u8,
    /// The seed of the errors.
    pub seed: u32,
}

impl Need {
    /// Every move with its exact value.
    pub const EVERY: Need = Need::Within(u8::MAX);

    /// Whether an advice with this need also satisfies another.
    pub(crate) fn covers(self, other: Need) -> bool {
        match (self, other) {
            (Need::QuickSearch(_), _) | (_, Need::QuickSearch(_)) => self == other,
            (Need::Within(far), Need::Within(near)) => far >= near,
            (Need::Within(far), _) => far == u8::MAX,
            (_, Need::Result) => true,
            (Need::Choice | Need::Value, Need::Move) => true,
            _ => self == other,
        }
    }
}

/// What is known about a move, for the player who makes it.
///
/// Greater is better: a certain win, what looks good, a draw or an even game, what looks bad, a
/// certain loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The value of the position if this move is made, the move itself counted.
    Exact(Value),
    /// It wins, at a distance that was not asked for.
    Won,
    /// It loses, at a distance that was not asked for.
    Lost,
    /// Not settled; a guess in hundredths of a chick.
    Unclear(i16),
}

impl Verdict {
    /// The value, if it is known.
    pub const fn value(self) -> Option<Value> {
        match self {
            Verdict::Exact(value) => Some(value),
            Verdict::Won | Verdict::Lost | Verdict::Unclear(_) => None,
        }
    }

    /// The verdict for the player whose move led to a position with this verdict.
    pub const fn before(self) -> Verdict {
        match self {
            Verdict::Exact(value) => Verdict::Exact(value.before()),
            Verdict::Won => Verdict::Lost,
            Verdict::Lost => Verdict::Won,
            Verdict::Unclear(guess) => Verdict::Unclear(guess.saturating_neg()),
        }
    }

    const fn preference(self) -> i32 {
        const CERTAIN: i32 = 1 << 16;
        match self {
            Verdict::Exact(Value::Win(plies)) => CERTAIN - plies as i32,
            Verdict::Exact(Value::Draw) => 0,
            Verdict::Exact(Value::Loss(plies)) => plies as i32 - CERTAIN,
            Verdict::Won => CERTAIN - u8::MAX as i32 - 1,
            Verdict::Lost => u8::MAX as i32 + 1 - CERTAIN,
            Verdict::Unclear(guess) => guess as i32,
        }
    }
}

impl From<Finding> for Verdict {
    fn from(finding: Finding) -> Verdict {
        match finding {
            Finding::Exact(value) => Verdict::Exact(value),
            Finding::Won => Verdict::Won,
            Finding::Lost => Verdict::Lost,
        }
    }
}

impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        // An exact draw and an even guess look the same; the certain one is preferred.
        let certain = |verdict: &Verdict| verdict.value().is_some();
        (self.preference(), certain(self)).cmp(&(other.preference(), certain(other)))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advised {
    /// The move.
    pub mv: Move,
    /// What it is worth to the player who makes it.
    pub verdict: Verdict,
}

/// What an adviser says of a position: what it is worth, and moves with their verdicts, the best
/// first; all of them or only best ones, as was [needed](Need).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    position: Position,
    need: Need,
    verdict: Option<Verdict>,
    /// While the distance is being counted: the least one that is possible.
    at_least: Option<Value>,
    moves: Vec<Advised, MAX_MOVES>,
}

impl Advice {
    /// Asks `judge` about every legal move and what it leads to.
    pub fn of(position: Position, mut judge: impl FnMut(Move, After) -> Verdict) -> Advice {
        let mut advice = Advice {
            position,
            need: Need::EVERY,
            verdict: None,
            at_least: None,
            moves: Vec::new(),
        };
        for mv in position.moves() {
            let verdict = judge(mv, position.play(mv));
            // Never full: there are no more than `MAX_MOVES` moves.
            let _ = advice.moves.push(Advised { mv, verdict });
        }
        advice.sort();
        advice
    }

    /// Nothing yet.
    pub(super) const fn blank(position: Position, need: Need) -> Advice {
        Advice {
            position,
            need,
            verdict: None,
            at_least: None,
            moves: Vec::new(),
        }
    }

    /// Every move in the order of the rules, with what the rules say of it.
    pub(super) fn by_rule(position: Position, need: Need) -> Advice {
        let mut advice = Advice::blank(position, need);
        for mv in position.moves() {
            let verdict = match position.play(mv).value_by_rule() {
                Some(value) => Verdict::Exact(value),
                None => Verdict::Unclear(0),
            };
            let _ = advice.moves.push(Advised { mv, verdict });
        }
        advice
    }

    /// These moves are the best and are worth this.
    pub(super) fn set_best(&mut self, verdict: Verdict, best: &[Move]) {
        self.verdict = Some(verdict);
        self.moves.clear();
        for &mv in best {
            let _ = self.moves.push(Advised { mv, verdict });
        }
    }

    /// Where the first of the best moves leads.
    pub(super) fn best_child(&self) -> Option<Position> {
        match self.position.play(self.moves.first()?.mv) {
            After::Position(child) => Some(child),
            After::Caught => None,
        }
    }

    /// The moves that lead to these positions, canonical, are as good as the best.
    pub(super) fn add_best(&mut self, children: &[Position]) {
        let Some(verdict) = self.verdict else { return };
        for &child in children {
            if let Some(mv) = leading_to(self.position, child) {
                let _ = self.moves.push(Advised { mv, verdict });
            }
        }
    }

    /// The best moves are worth this.
    pub(super) fn set_value(&mut self, value: Value) {
        let verdict = Verdict::Exact(value);
        self.verdict = Some(verdict);
        for advised in &mut self.moves {
            advised.verdict = verdict;
        }
    }

    /// The distance is still being counted, and is at least this: so far it is an answer to
    /// [`Need::Move`].
    pub(super) fn set_at_least(&mut self, value: Option<Value>) {
        self.need = Need::Move;
        self.at_least = value;
    }

    /// While the distance is being counted, the value with the least one that is possible.
    pub const fn at_least(&self) -> Option<Value> {
        self.at_least
    }

    /// The verdict on one move, in the order of the rules while the adviser is at work.
    pub(super) fn at_mut(&mut self, number: usize) -> Option<&mut Advised> {
        self.moves.get_mut(number)
    }

    /// The best first, from now on.
    pub(super) fn sort(&mut self) {
        sort_few(&mut self.moves, |advised| {
            (Reverse(advised.verdict), advised.mv)
        });
        self.verdict = self.moves.first().map(|advised| advised.verdict);
    }

    /// The position asked about.
    pub(crate) const fn position(&self) -> Position {
        self.position
    }

    /// What was asked.
    pub(crate) const fn need(&self) -> Need {
        self.need
    }

    /// Whether it says what is needed.
    pub fn answers(&self, need: Need) -> bool {
        self.need.covers(need)
    }

    /// The moves it speaks of, the best first.
    pub fn moves(&self) -> &[Advised] {
        &self.moves
    }

    /// The moves that none is better than, as far as was asked.
    pub fn best(&self) -> &[Advised] {
        let equal = |advised: &&Advised| Some(advised.verdict) == self.verdict;
        &self.moves[..self.moves.iter().take_while(equal).count()]
    }

    /// What the position is worth to the side to move; `None` if it has no move.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// What is known about one move.
    pub fn on(&self, mv: Move) -> Option<Verdict> {
        self.moves
            .iter()
            .find(|advised| advised.mv == mv)
            .map(|advised| advised.verdict)
    }
}

/// Why no advice can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AdviserError {
    /// The database image cannot be read or makes no sense.
    Image(ImageError),
}

impl fmt::Display for AdviserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviserError::Image(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AdviserError {}

impl From<ImageError> for AdviserError {
    fn from(error: ImageError) -> AdviserError {
        AdviserError::Image(error)
    }
}

/// Finds advice on a position in small steps.
///
/// ```
/// use core::task::Poll;
/// use dobutsu_core::game::{Diagram, Position, Value};
/// use dobutsu_core::player::{Advice, Adviser, AdviserError, Need, Verdict};
///
/// /// Knows the rules and nothing more.
/// struct Beginner(Position);
///
/// impl Adviser for Beginner {
///     fn begin(&mut self, position: Position, _: Need) {
///         self.0 = position;
///     }
///
///     fn step(&mut self, _: u32) -> Result<Poll<()>, AdviserError> {
///         Ok(Poll::Ready(()))
///     }
///
///     fn advice(&self) -> Advice {
///         Advice::of(self.0, |_, after| match after.value_by_rule() {
///             Some(value) => Verdict::Exact(value),
///             None => Verdict::Unclear(0),
///         })
///     }
/// }
///
/// let diagram: Diagram = "gle/1C1/3/ELG b C 1".parse().unwrap();
/// let advice = Beginner(Position::START).ask(diagram.position, Need::Move).unwrap();
/// assert_eq!(advice.verdict(), Some(Verdict::Exact(Value::Win(1))));
/// ```
pub trait Adviser {
    /// Begins with a position, and drops unfinished work.
    fn begin(&mut self, position: Position, need: Need);

    /// Works on for about as long as a search of `budget` positions takes; ready when the advice
    /// is.
    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError>;

    /// The advice, once [`step`](Adviser::step) has said that it is ready; before that, the best
    /// that is known so far.
    fn advice(&self) -> Advice;

    /// While a distance is being counted, the value with the least one that is possible: it grows.
    fn at_least(&self) -> Option<Value> {
        None
    }

    /// Positions looked at since [`begin`](Adviser::begin); 0 if they are not counted.
    fn nodes(&self) -> u32 {
        0
    }

    /// The advice on a position at once, for those who can wait.
    fn ask(&mut self, position: Position, need: Need) -> Result<Advice, AdviserError> {
        self.begin(position, need);
        while self.step(u32::MAX)?.is_pending() {}
        Ok(self.advice())
    }
}
