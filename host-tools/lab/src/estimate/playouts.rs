//! Section 7.1: playouts that end in a full search, as an adviser without a database.
//!
//! The paper suggests for game programs what it does for counting: go down at random, and search
//! what is left completely. For each move in turn, playouts go on at random until the product of
//! the numbers of moves passes a threshold, and a search to a small depth gives the result. The
//! move with the best mean is played.

use anyhow::{Result, ensure};
use clap::Args;
use cpu_time::ThreadTime;
use dobutsu::levels::mean_and_margin;
use dobutsu::progress;
use dobutsu_core::estimate::Random;
use dobutsu_core::game::{After, Move, Position, Value};
use dobutsu_core::table::{OneLevel, TranspositionTable};

use crate::output::{percent, print_table};
use crate::turns::play::{Engine, Limit, balanced, play_out, think};

#[derive(Args)]
pub(super) struct PlayoutArgs {
    /// Games of each match, every start from both sides
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Nodes of a move of alpha-beta
    #[arg(long, default_value_t = 500)]
    nodes: u32,
    /// Depths of the searches that end playouts; 0 plays out to the end of the game
    #[arg(long, value_delimiter = ',', default_values_t = [0, 2, 4])]
    depths: Vec<u8>,
    /// The product of the numbers of moves at which playouts turn into searches
    #[arg(long, default_value_t = 1000.0)]
    product: f64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The longest playout.
const LONGEST: usize = 60;

/// Chooses moves by playouts.
struct Playouts {
    product: f64,
    depth: u8,
    random: Random,
    table: Box<dyn TranspositionTable>,
    /// Positions visited.
    nodes: u64,
}

impl Playouts {
    /// The move with the best mean after playouts of about `budget` positions.
    fn choose(&mut self, position: Position, budget: u64) -> Option<Move> {
        let moves = position.moves();
        let end = self.nodes + budget;
        let mut sums = vec![0.0; moves.len()];
        let mut rounds = 0;
        // Every move has as many playouts as the others.
        while rounds == 0 || self.nodes < end {
            for (&mv, sum) in moves.iter().zip(&mut sums) {
                *sum += match position.play(mv) {
                    After::Caught => return Some(mv),
                    After::Position(next) => -self.play(next),
                };
            }
            rounds += 1;
        }
        let best = sums.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        best.and_then(|(number, _)| moves.get(number).copied())
    }

    /// The result of one playout for the side to move: from −1, lost, to 1, won.
    fn play(&mut self, mut position: Position) -> f64 {
        let (mut product, mut sign) = (1.0, 1.0);
        for _ in 0..LONGEST {
            self.nodes += 1;
            match position.value_by_rule() {
                Some(Value::Win(_)) => return sign,
                Some(Value::Loss(_)) => return -sign,
                Some(Value::Draw) => return 0.0,
                None => {}
            }
            if self.depth > 0 && product > self.product {
                return sign * self.search(position);
            }
            let moves = position.moves();
            product *= moves.len() as f64;
            let chosen = moves.get(self.random.below(moves.len() as u32) as usize);
            let Some(After::Position(next)) = chosen.map(|&mv| position.play(mv)) else {
                return -sign;
            };
            (position, sign) = (next, -sign);
        }
        0.0
    }

    /// A proven result, or the opinion of a search as a share of a pawn's tenfold.
    fn search(&mut self, position: Position) -> f64 {
        let limit = Limit::Depth(self.depth);
        let report = think(Engine::new(position), &mut *self.table, limit);
        self.nodes += report.nodes;
        match report.value() {
            Some(value) => f64::from(value.plies().signum()),
            None => (f64::from(report.score.points()) / 100.0).clamp(-0.9, 0.9),
        }
    }
}

/// Plays a match for each depth.
pub(super) fn run(args: &PlayoutArgs) -> Result<()> {
    ensure!(
        args.games >= 4 && args.games.is_multiple_of(2),
        "games come in pairs: --games must be even and at least 4"
    );
    ensure!(
        args.depths.iter().all(|&depth| depth <= 8),
        "playouts end in searches of at most 8 plies"
    );
    let starts = balanced(args.games / 2, args.seed, || {});
    let bar = progress::bar("games", (args.games * args.depths.len()) as u64);
    let mut rows = Vec::new();
    for &depth in &args.depths {
        let mut table: Box<OneLevel<8192>> = Box::default();
        let mut playouts = Playouts {
            product: args.product,
            depth,
            random: Random::for_trial(args.seed, depth.into()),
            table: Box::<OneLevel<1024>>::default(),
            nodes: 0,
        };
        // Both players' time so far; playouts get the positions that keep the two equal.
        let (mut searched, mut played) = (Clock::default(), Clock::default());
        let pairs: Vec<f64> = starts
            .iter()
            .map(|&start| {
                let mut pair = 0.0;
                for is_first in [true, false] {
                    bar.inc(1);
                    let points = play_out(start, |position, _, first_to_move| {
                        if first_to_move == is_first {
                            let budget = played.nodes_worth(&searched, args.nodes);
                            let begin = (ThreadTime::now(), playouts.nodes);
                            let chosen = playouts.choose(position, budget);
                            played.add(begin.0, playouts.nodes - begin.1);
                            chosen
                        } else {
                            let begin = ThreadTime::now();
                            let limit = Limit::Nodes(args.nodes);
                            let report = think(Engine::new(position), &mut *table, limit);
                            searched.add(begin, report.nodes);
                            report.best
                        }
                    });
                    pair += if is_first { points } else { 1.0 - points };
                }
                pair
            })
            .collect();
        let (mean, margin) = mean_and_margin(&pairs);
        rows.push(vec![
            match depth {
                0 => "to the end of the game".to_owned(),
                depth => format!("ended by a search of depth {depth}"),
            },
            format!("{} ± {:.1}", percent(mean / 2.0, 1), 50.0 * margin),
            format!(
                "{:.2}",
                played.seconds / searched.seconds * searched.moves / played.moves
            ),
            format!("{:.0}", played.nodes / played.moves),
        ]);
    }
    bar.finish_and_clear();
    println!(
        "Section 7.1: playouts against alpha-beta of {} nodes, {} games, equal CPU time a move, seed {}",
        args.nodes, args.games, args.seed
    );
    let headings = "playouts|score|time of a move over alpha-beta's|positions of a move";
    print_table(headings, rows);
    Ok(())
}

/// What a player has spent.
#[derive(Default)]
struct Clock {
    seconds: f64,
    nodes: f64,
    moves: f64,
}

impl Clock {
    fn add(&mut self, begin: ThreadTime, nodes: u64) {
        self.seconds += begin.elapsed().as_secs_f64();
        self.nodes += nodes as f64;
        self.moves += 1.0;
    }

    /// The positions that take as long as a move of the other, by what both took so far.
    fn nodes_worth(&self, other: &Clock, nodes: u32) -> u64 {
        match self.moves < 1.0 || other.moves < 1.0 {
            true => nodes.into(),
            false => (other.seconds / other.moves * self.nodes / self.seconds) as u64,
        }
    }
}
