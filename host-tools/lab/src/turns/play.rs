//! Searches, games between two tables, and the positions both start from.

use std::fmt;

use dobutsu_core::estimate::Random;
use dobutsu_core::game::{After, Diagram, Move, Outcome, Position, Side};
use dobutsu_core::player::Game;
use dobutsu_core::search::{Report, Search, key};
use dobutsu_core::table::TranspositionTable;

use super::variants::{Hidden, Variant};

/// Deep enough never to be the limit under the budgets used here.
pub(crate) type Engine = Search<32>;

/// When to stop thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// After this iteration.
    Depth(u8),
    /// After this many nodes.
    Nodes(u32),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// A table, the limit of each search, and whether a search may find its root in the table.
pub(super) struct Player {
    pub(super) table: Box<dyn TranspositionTable>,
    pub(super) limit: Limit,
    pub(super) finds_root: bool,
}

impl Player {
    /// A player whose searches find their root.
    pub(super) fn new(table: Box<dyn TranspositionTable>, limit: Limit) -> Player {
        Player {
            table,
            limit,
            finds_root: true,
        }
    }

    /// Searches one position of a game.
    pub(super) fn think(&mut self, root: Position, search: Engine) -> Report {
        match self.finds_root {
            true => think(search, &mut *self.table, self.limit),
            false => {
                let table = &mut *self.table;
                let mut hidden = Hidden {
                    table,
                    key: key(root),
                };
                think(search, &mut hidden, self.limit)
            }
        }
    }
}

/// Begins a search in the table and carries it out. Not inlined, so that a profiler can find it.
#[inline(never)]
pub(crate) fn think(
    mut search: Engine,
    table: &mut dyn TranspositionTable,
    limit: Limit,
) -> Report {
    table.begin();
    match limit {
        Limit::Depth(depth) => {
            search = search.to_depth(depth);
            while search.step(table, u32::MAX).is_pending() {}
        }
        Limit::Nodes(nodes) => {
            let _ = search.step(table, nodes);
        }
    }
    search.report()
}

/// A draw after this many plies, as in the paper.
const LONGEST: usize = 300;

/// Plays a game from a position and returns the points of the first player: 1, 0.5 or 0. Both tables
/// are cleared before it, as in the paper's figure 3.
pub(super) fn game(start: Position, players: [&mut Player; 2]) -> f64 {
    let [first, second] = players;
    first.table.clear();
    second.table.clear();
    play_out(start, |position, is_drawn, is_first| {
        let player = if is_first { &mut *first } else { &mut *second };
        player
            .think(position, Engine::in_game(position, is_drawn))
            .best
    })
}

/// Plays a game by a function that chooses moves, given the position, whether a position would occur for
/// the third time, and whether the first player is to move. Returns the points of the first player.
pub(crate) fn play_out(
    start: Position,
    mut choose: impl FnMut(Position, &dyn Fn(Position) -> bool, bool) -> Option<Move>,
) -> f64 {
    let mut game = Game::new(Diagram::new(start, Side::Sente));
    let points = |winner| if winner == Side::Sente { 1.0 } else { 0.0 };
    while game.outcome().is_none() && game.plies() < LONGEST {
        let Diagram { position, side, .. } = game.diagram();
        let is_drawn = |next| {
            let before = (0..game.plies()).map(|ply| game.diagram_at(ply));
            let same = before.filter(|then| (then.position, then.side) == (next, side.other()));
            same.count() >= 2
        };
        let chosen = choose(position, &is_drawn, side == Side::Sente);
        if chosen.is_none_or(|mv| game.play(mv).is_err()) {
            return points(side.other());
        }
    }
    let winner = game.outcome().and_then(Outcome::winner);
    winner.map_or(0.5, points)
}

/// Positions 4 to 11 random moves from the start that a search of depth 8 calls even and undecided.
pub(crate) fn balanced(count: usize, seed: u64, tick: impl Fn()) -> Vec<Position> {
    let mut table = Variant::Cleared.table(0);
    let mut found: Vec<Position> = Vec::new();
    for trial in 0.. {
        if found.len() == count {
            break;
        }
        let mut random = Random::for_trial(seed, trial);
        let plies = 4 + random.below(8);
        let Some(position) = wander(Position::START, plies, &mut random) else {
            continue;
        };
        let known = |other: &Position| other.canonical() == position.canonical();
        if found.iter().any(known) {
            continue;
        }
        let report = think(Engine::new(position), &mut *table, Limit::Depth(8));
        if report.score.value().is_none() && report.score.points().abs() <= 15 {
            found.push(position);
            tick();
        }
    }
    found
}

/// Random moves that neither end the game nor leave the lion to be caught.
fn wander(mut position: Position, plies: u32, random: &mut Random) -> Option<Position> {
    for _ in 0..plies {
        let next: Vec<Position> = position
            .moves()
            .into_iter()
            .filter_map(|mv: Move| match position.play(mv) {
                After::Position(next) if next.value_by_rule().is_none() => Some(next),
                _ => None,
            })
            .collect();
        position = *next.get(random.below(next.len() as u32) as usize)?;
    }
    Some(position)
}

/// Two positions of a game with a move of each player between them: the one searched at the last
/// turn and the present one. Moves are those of searches of 2,000 nodes; the paper took both positions
/// from records of strong players.
pub(crate) fn pairs(starts: &[Position], seed: u64) -> Vec<(Position, Position)> {
    let mut table = Variant::Cleared.table(0);
    let mut pairs = Vec::new();
    for (number, &start) in starts.iter().enumerate() {
        let mut random = Random::for_trial(seed, number as u64);
        let plies = 2 + random.below(10) as usize;
        let mut line = vec![start];
        while line.len() <= plies {
            let now = line[line.len() - 1];
            let report = think(Engine::new(now), &mut *table, Limit::Nodes(2000));
            let next = match report.best.map(|best| now.play(best)) {
                Some(After::Position(next)) if next.value_by_rule().is_none() => next,
                _ => break,
            };
            line.push(next);
        }
        // The last pair of the line that is not decided within nine plies.
        let pair = line.windows(3).rev().find(|window| {
            let report = think(Engine::new(window[2]), &mut *table, Limit::Depth(8));
            report.score.value().is_none()
        });
        pairs.extend(pair.map(|window| (window[0], window[2])));
    }
    pairs
}
