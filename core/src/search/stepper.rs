//! The search itself.

use core::task::Poll;

use super::evaluate::evaluate;
use super::key::{key, round};
use super::node::Node;
use super::ordering::{NO_MOVE, Refutations, ordered};
use super::score::{Report, Score};
use crate::game::{After, Kind, Move, Owner, Position, SquareSet, Value, reach};
use crate::table::{Bound, Entry, TranspositionTable};

/// Iterative deepening on a stack of `PLIES` nodes; see the [module](super).
///
/// ```
/// use dobutsu_core::game::{Diagram, Value};
/// use dobutsu_core::search::Search;
/// use dobutsu_core::table::OneLevel;
///
/// let mut table: OneLevel<1024> = OneLevel::new();
/// let diagram: Diagram = "g1e/1l1/cC1/ELG b - 1".parse().unwrap();
/// let mut search: Search<16> = Search::new(diagram.position);
/// while search.step(&mut table, 100).is_pending() {}
/// assert_eq!(search.report().value(), Some(Value::Win(1)));
/// ```
#[derive(Clone, Debug)]
pub struct Search<const PLIES: usize> {
    stack: [Node; PLIES],
    /// Nodes in use. The root is the first; the top one is `height - 1` plies below it.
    height: usize,
    /// The result of the position above the top node, not yet taken into account.
    returned: Option<Score>,
    refutations: Refutations,
    root: Position,
    /// Root moves that end the game in a draw by repetition, as bits in the order of the rules.
    drawn: u64,
    /// The largest error of evaluations of root moves, and the seed of the errors.
    scatter: (u8, u32),
    /// Whether the root was looked up in the table.
    asked: bool,
    last_depth: u8,
    done: bool,
    report: Report,
}

impl<const PLIES: usize> Search<PLIES> {
    /// A search of this position, to the last depth the stack allows.
    pub fn new(root: Position) -> Self {
        Self::in_game(root, |_| false)
    }

    /// A search of a position in a game, where a move to a position for which `drawn` holds
    /// ends the game in a draw.
    pub fn in_game(root: Position, drawn: impl Fn(Position) -> bool) -> Self {
        const { assert!(PLIES > 0 && PLIES <= Entry::MAX_DRAFT as usize) };
        let moves = root.moves();
        let mut mask = 0;
        for (bit, &mv) in moves.iter().enumerate() {
            if let After::Position(next) = root.play(mv)
                && drawn(next)
            {
                mask |= 1 << bit;
            }
        }
        let by_rule = root.value_by_rule();
        // The first best move catches the lion if that is possible, and is any move otherwise.
        let catch = moves.iter().find(|&&mv| root.play(mv) == After::Caught);
        let score = match by_rule {
            Some(Value::Win(plies)) => Score::win_at(plies as usize),
            Some(_) => Score::loss_at(0),
            None => evaluate(root),
        };
        Self {
            stack: [Node::EMPTY; PLIES],
            height: 0,
            returned: None,
            refutations: Refutations::new(),
            root,
            drawn: mask,
            scatter: (0, 0),
            asked: false,
            last_depth: PLIES as u8,
            done: by_rule.is_some(),
            report: Report {
                best: catch
                    .or(moves.first())
                    .copied()
                    .filter(|_| root.ending().is_none()),
                score,
                depth: 0,
                nodes: 0,
            },
        }
    }

    /// Stops after this depth. The stack's `PLIES` is the limit in any case.
    pub fn to_depth(mut self, depth: u8) -> Self {
        self.last_depth = depth.min(PLIES as u8);
        self.done |= depth == 0;
        self
    }

    /// Adds a random error of up to `scatter` points to the evaluation of each root move, small errors
    /// being more probable; the same for the same seed. Proven ends have no error.
    pub(crate) fn with_scatter(mut self, scatter: u8, seed: u32) -> Self {
        self.scatter = (scatter, seed);
        self
    }

    /// The result so far.
    pub fn report(&self) -> Report {
        self.report
    }

    /// Searches `budget` positions further; ready once the end is proven or the last depth is
    /// searched. Call [`TranspositionTable::begin`] before the first step.
    pub fn step(
        &mut self,
        table: &mut (impl TranspositionTable + ?Sized),
        budget: u32,
    ) -> Poll<()> {
        let stop = self.report.nodes + u64::from(budget);
        while !self.done {
            if self.report.nodes >= stop {
                return Poll::Pending;
            }
            if !self.asked {
                self.asked = true;
                self.ask_root(table);
                continue;
            }
            if self.height == 0 {
                self.begin_iteration();
            }
            match self.returned.take() {
                Some(score) => self.take_in(score, table),
                None => self.try_next(table),
            }
        }
        Poll::Ready(())
    }

    /// Whether scores of the root depend on the position alone: no draw by repetition, no errors.
    fn is_plain(&self) -> bool {
        self.drawn == 0 && self.scatter.0 == 0
    }

    /// Takes the result of an earlier search of the root: its move comes first, and its iterations are
    /// not searched again.
    fn ask_root(&mut self, table: &(impl TranspositionTable + ?Sized)) {
        let Some(entry) = table.look(key(self.root), self.last_depth) else {
            return;
        };
        // Once in millions the entry is another position's; its move may not be legal.
        let best = Move::from_code(entry.best()).filter(|&mv| self.root.is_legal(mv));
        if best.is_none() {
            return;
        }
        self.report.best = best;
        if self.is_plain() && entry.bound() == Bound::Exact {
            self.report.score = Score(entry.score());
            self.report.depth = entry.draft();
            self.stop_if_done();
        }
    }

    fn stop_if_done(&mut self) {
        let proven = self.report.value().is_some();
        self.done = proven || self.report.depth >= self.last_depth;
    }

    /// The error of a root move: the sum of two random bytes.
    fn mistake(&self, code: u8) -> i16 {
        let (scatter, seed) = self.scatter;
        if scatter == 0 {
            return 0;
        }
        let mixed = round(seed ^ u32::from(code) << 24, 0x9E37_79B1);
        let sum = (mixed >> 24) as i32 + (mixed >> 16 & 0xFF) as i32 - 255;
        ((sum * i32::from(scatter)) >> 8) as i16
    }

    /// Puts the root on the stack, one ply deeper than the last time.
    fn begin_iteration(&mut self) {
        let best = self.report.best.map_or(NO_MOVE, Move::code);
        let moves = ordered(self.root, best, &self.refutations);
        let window = (Score::WIN.negated(), Score::WIN);
        let depth = self.report.depth + 1;
        self.stack[0] = Node::new(self.root, key(self.root), moves, depth, window);
        self.height = 1;
        self.report.nodes += 1;
    }

    /// Searches the next move of the top node, or leaves the node.
    fn try_next(&mut self, table: &mut (impl TranspositionTable + ?Sized)) {
        let ply = self.height;
        let node = &mut self.stack[ply - 1];
        if node.failed_high() {
            return self.leave(table);
        }
        let Some(code) = node.next() else {
            return self.leave(table);
        };
        node.scouting = !node.is_first();
        self.visit_current(code, table);
    }

    /// Visits the position after the move under search in the top node.
    fn visit_current(&mut self, code: u8, table: &(impl TranspositionTable + ?Sized)) {
        let node = &self.stack[self.height - 1];
        // The window of a root move allows for its error.
        let mistake = if self.height == 1 {
            self.mistake(code)
        } else {
            0
        };
        let (alpha, beta) = (node.alpha.less(mistake), node.beta.less(mistake));
        let window = if node.scouting {
            (Score(-alpha.0 - 1), alpha.negated())
        } else {
            (beta.negated(), alpha.negated())
        };
        let draft = node.draft - 1;
        let Some(mv) = Move::from_code(code) else {
            return;
        };
        if self.height == 1 && self.is_drawn(mv) {
            self.report.nodes += 1;
            self.returned = Some(Score(0));
            return;
        }
        self.returned = match node.position.play(mv) {
            // Does not occur: a position whose lion can be caught is never put on the stack.
            After::Caught => Some(Score::loss_at(self.height)),
            After::Position(next) => self.visit(next, draft, window, table),
        };
    }

    /// Counts a position and returns its score if that is known at once; otherwise puts it on the stack.
    fn visit(
        &mut self,
        position: Position,
        draft: u8,
        (alpha, beta): (Score, Score),
        table: &(impl TranspositionTable + ?Sized),
    ) -> Option<Score> {
        self.report.nodes += 1;
        let ply = self.height;
        if position.can_catch() {
            return Some(Score::win_at(ply + 1));
        }
        if SquareSet::HOME_RANK.contains(position.lion(Owner::Theirs)) {
            return Some(Score::loss_at(ply));
        }
        if can_try(position) {
            return Some(Score::win_at(ply + 1));
        }
        if draft == 0 {
            return Some(evaluate(position));
        }
        // No score here is better than a win, or worse than a loss, at the next turn.
        let (fastest_win, fastest_loss) = (Score::win_at(ply + 1), Score::loss_at(ply + 2));
        if alpha >= fastest_win {
            return Some(fastest_win);
        }
        if beta <= fastest_loss {
            return Some(fastest_loss);
        }
        let key = key(position);
        let known = table.look(key, draft);
        if let Some(entry) = known
            && entry.draft() >= draft
        {
            let score = Score(entry.score()).counted_from_root(ply);
            let decides = match entry.bound() {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if decides {
                return Some(score);
            }
        }
        let first = known.map_or(NO_MOVE, Entry::best);
        let moves = ordered(position, first, &self.refutations);
        if moves.1 == 0 {
            return Some(Score::loss_at(ply));
        }
        // The root's draft is at most PLIES and falls by one a ply, so there is room.
        self.stack[ply] = Node::new(position, key, moves, draft, (alpha, beta));
        self.height += 1;
        None
    }

    /// Updates the top node with the result of the move under search.
    fn take_in(&mut self, returned: Score, table: &(impl TranspositionTable + ?Sized)) {
        let at_root = self.height == 1;
        let mistake = match at_root {
            true => self.mistake(self.stack[0].current()),
            false => 0,
        };
        let node = &mut self.stack[self.height - 1];
        let mut score = returned.negated();
        if mistake != 0 {
            score = score.mistaken(mistake);
        }
        if node.scouting && score > node.alpha && score < node.beta {
            // It beats alpha: search it again with the whole window.
            node.scouting = false;
            let code = node.current();
            return self.visit_current(code, table);
        }
        if score > node.best {
            node.best = score;
            node.best_move = node.current();
            if at_root {
                // The first move is the last iteration's best, so a later one is better still.
                self.report.best = Move::from_code(node.best_move);
            }
        }
        node.alpha = node.alpha.max(score);
    }

    /// Leaves the top node: stores its result and passes it to the node below.
    fn leave(&mut self, table: &mut (impl TranspositionTable + ?Sized)) {
        self.height -= 1;
        let ply = self.height;
        let node = &self.stack[ply];
        let bound = if node.failed_high() {
            Bound::AtLeast
        } else if node.failed_low() {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let score = node.best.counted_from_node(ply).points();
        if bound == Bound::AtLeast {
            self.refutations.note(node.best_move, node.draft);
        }
        // Draws by repetition and errors belong to this search, not to the position.
        if ply > 0 || self.is_plain() {
            let entry = Entry::new(score, node.draft, bound, node.best_move);
            table.keep(node.key, entry);
        }
        if ply > 0 {
            self.returned = Some(node.best);
            return;
        }
        self.report.score = node.best;
        self.report.depth = node.draft;
        self.stop_if_done();
    }

    fn is_drawn(&self, mv: Move) -> bool {
        // The moves are generated only in the rare case that one is drawn.
        self.drawn != 0
            && self
                .root
                .moves()
                .iter()
                .position(|&other| other == mv)
                .is_some_and(|bit| self.drawn >> bit & 1 == 1)
    }
}

/// Whether the lion can step to the far rank and stand there. A step uncovers no attack, so
/// what attacks the square now is what would catch it.
fn can_try(position: Position) -> bool {
    let reached = reach(Owner::Mine, Kind::Lion, position.lion(Owner::Mine));
    (reached & SquareSet::FAR_RANK & !position.occupied_by(Owner::Mine))
        .into_iter()
        .any(|to| position.attackers(Owner::Theirs, to).is_empty())
}

#[cfg(test)]
mod tests;
