//! Playing: a player with a table, games between two of them, and where games start.

use std::{fmt, time::Duration};

use cpu_time::ThreadTime;
use dobutsu_core::estimate::Random;
use dobutsu_core::game::{After, Ending, Move, Owner, Position, Side};
use dobutsu_core::search::{Report, Search};
use dobutsu_core::table::TranspositionTable;
use dobutsu_core::table::hash_list::History;
use serde::Serialize;

/// Deep enough never to be the limit under the budgets used here.
pub(super) type Engine = Search<32>;

/// The positions of a game; 300 plies at two cells each.
pub(super) type Played = History<608, 811>;

/// When to stop thinking.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// After this iteration.
    Depth(u8),
    /// After this many nodes.
    Nodes(u32),
    /// After this much processor time, the clearing of tables included.
    Time(Duration),
}

impl Limit {
    /// So many milliseconds.
    pub(super) fn milliseconds(milliseconds: f64) -> Self {
        Limit::Time(Duration::from_secs_f64(milliseconds / 1000.0))
    }

    /// Twice as much.
    pub(super) fn doubled(self) -> Self {
        match self {
            Limit::Depth(depth) => Limit::Depth(depth.saturating_mul(2)),
            Limit::Nodes(nodes) => Limit::Nodes(nodes.saturating_mul(2)),
            Limit::Time(time) => Limit::Time(time * 2),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Limit::Time(time) => write!(f, "{} ms", time.as_secs_f64() * 1000.0),
        }
    }
}

/// Nodes between two looks at the clock.
const UNWATCHED: u32 = 50;

/// Searches one position of a game, after telling the table that a search begins.
pub(super) fn think(
    mut search: Engine,
    table: &mut dyn TranspositionTable,
    limit: Limit,
) -> Report {
    let begin = ThreadTime::now();
    table.begin();
    match limit {
        Limit::Depth(depth) => {
            search = search.to_depth(depth);
            while search.step(table, u32::MAX).is_pending() {}
        }
        Limit::Nodes(nodes) => {
            let _ = search.step(table, nodes);
        }
        Limit::Time(time) => {
            while begin.elapsed() < time && search.step(table, UNWATCHED).is_pending() {}
        }
    }
    search.report()
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Won {
    /// The player who moved first.
    First,
    /// The other.
    Second,
    /// Nobody: repetition, or too long a game.
    Nobody,
}

/// A draw after this many plies, as in the paper.
const LONGEST: usize = 300;

/// Someone who plays: a table, and a limit for each move.
pub(super) type Player<'t> = (&'t mut (dyn TranspositionTable + 'static), Limit);

/// Plays a game from a position.
pub(super) fn game(start: Position, first: Player<'_>, second: Player<'_>) -> Won {
    let ((first, first_limit), (second, second_limit)) = (first, second);
    first.clear();
    second.clear();
    let mut played = Played::new();
    let (mut position, mut side) = (start, Side::Sente);
    while played.len() < LONGEST {
        match played.push(position, side) {
            Ok(times) if times < 3 => {}
            _ => return Won::Nobody,
        }
        let search = Engine::in_game(position, |next| played.times(next, side.other()) >= 2);
        let (report, mover, other) = match side {
            Side::Sente => (think(search, first, first_limit), Won::First, Won::Second),
            Side::Gote => (think(search, second, second_limit), Won::Second, Won::First),
        };
        let Some(best) = report.best else {
            return other;
        };
        match position.play(best) {
            After::Caught => return mover,
            After::Position(next) => match next.ending() {
                Some(Ending::Try(Owner::Mine)) => return other,
                Some(Ending::Try(Owner::Theirs) | Ending::NoMove) => return mover,
                None => (position, side) = (next, side.other()),
            },
        }
    }
    Won::Nobody
}

/// Positions some random moves from the start that look even and are not yet decided.
pub(super) fn balanced(count: usize, seed: u64, tick: impl Fn()) -> Vec<Position> {
    let mut table = super::variants::Size::Chip64K.table(super::variants::Variant::Cleared);
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
        let report = think(Engine::new(position), table.as_mut(), Limit::Depth(8));
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

/// Who plays the two moves between the last search and the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
pub(super) enum Lines {
    /// Players of 2,000 nodes a move.
    Played,
    /// Chance, among moves that do not lose at once.
    Random,
}

/// Two positions of a game with a move of each player between them: what was searched at the
/// last turn, and what is to be searched now. The paper took both from records of strong players.
pub(super) fn pairs(starts: &[Position], seed: u64, lines: Lines) -> Vec<(Position, Position)> {
    let mut table = super::variants::Size::Chip64K.table(super::variants::Variant::Cleared);
    let mut pairs = Vec::new();
    for (number, &start) in starts.iter().enumerate() {
        let mut random = Random::for_trial(seed, number as u64);
        let plies = 2 + random.below(10) as usize;
        let mut line = vec![start];
        while line.len() <= plies {
            let now = line[line.len() - 1];
            let next = match lines {
                Lines::Random => wander(now, 1, &mut random),
                Lines::Played => {
                    let report = think(Engine::new(now), table.as_mut(), Limit::Nodes(2000));
                    match report.best.map(|best| now.play(best)) {
                        Some(After::Position(next)) => {
                            Some(next).filter(|next| next.value_by_rule().is_none())
                        }
                        _ => None,
                    }
                }
            };
            let Some(next) = next else { break };
            line.push(next);
        }
        // The last pair of the line that is not decided within nine plies.
        let pair = line.windows(3).rev().find(|window| {
            let report = think(Engine::new(window[2]), table.as_mut(), Limit::Depth(8));
            report.score.value().is_none()
        });
        pairs.extend(pair.map(|window| (window[0], window[2])));
    }
    pairs
}
