//! `cargo lab go`: real Go games as hash lists.

pub mod board;
mod change;
mod local;
mod pattern;
mod plain;
mod plot;
mod print;
mod regions;
pub mod sgf;
mod shapes;
mod storage;

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use self::board::{GoBoard, Occupied, Point, SIZE};
use self::change::Change;
use self::local::Local;
use self::regions::View;
use self::sgf::{Record, Step};
use self::shapes::{Joseki, Shape};
use self::storage::{Plain, Storage, arena};
use super::output::Output;
use dobutsu::progress;

/// The games that come with the project.
pub const GAMES: &[u8] = include_bytes!("../../data/go-games.sgf");

/// Go games through the hash list: bytes a move, sharing, look-ups, and a joseki.
#[derive(clap::Args)]
pub struct Args {
    /// SGF file of 19×19 games to use instead of the 113 that come with the program.
    #[arg(value_name = "FILE")]
    games: Option<PathBuf>,
    /// Rounds of looking every position up, for the timing.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    #[command(flatten)]
    output: Output,
}

/// All results.
#[derive(Serialize)]
struct Results {
    games: usize,
    skipped: usize,
    moves: usize,
    positions: usize,
    from_corner: Storage,
    from_top: Storage,
    plain: Plain,
    change: Change,
    joseki: Joseki,
    shapes: Vec<Shape>,
    local: Local,
}

/// A game as the boards it went through, the empty one first.
struct Game {
    name: String,
    boards: Vec<GoBoard>,
}

/// A stone on a stone, or off the board.
#[derive(Debug)]
pub struct ImpossibleStep;

impl fmt::Display for ImpossibleStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a stone is played where none can be")
    }
}

impl From<Occupied> for ImpossibleStep {
    fn from(_: Occupied) -> Self {
        ImpossibleStep
    }
}

/// Does what a record says on the board.
pub fn play(board: &mut GoBoard, step: Step) -> Result<(), ImpossibleStep> {
    let point =
        |(column, row): (u8, u8)| Point::new(row.into(), column.into()).ok_or(ImpossibleStep);
    match step {
        Step::Play(colour, at) => {
            board.play(colour, point(at)?)?;
        }
        Step::SetUp(at, stone) => board.set(point(at)?, stone),
        Step::Pass(_) => {}
    }
    Ok(())
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.rounds > 0,
        "at least one round is needed to time look-ups"
    );
    let records = match &args.games {
        None => sgf::read(GAMES).context("the built-in games")?,
        Some(path) => {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            sgf::read(&bytes).with_context(|| format!("{}", path.display()))?
        }
    };
    let found = records.len();
    let games = records
        .into_iter()
        .filter(|record| record.size == (SIZE as u8, SIZE as u8))
        .enumerate()
        .map(|(number, record)| replay(number, record))
        .collect::<Result<Vec<Game>>>()?;
    ensure!(!games.is_empty(), "no game in the file is on a 19×19 board");

    let bar = progress::bar("games", 2 * games.len() as u64);
    let mut arena = arena();
    let from_top = Storage::measure(&games, View::FromTop, &mut arena, args.rounds, &bar)?;
    let change = Change::measure(&games, &mut arena, args.rounds)?;
    // Last, so that the shapes are looked for among lists seen from the corner.
    let from_corner = Storage::measure(&games, View::FromCorner, &mut arena, args.rounds, &bar)?;
    bar.finish_and_clear();
    let results = Results {
        games: games.len(),
        skipped: found - games.len(),
        moves: games.iter().map(|game| game.boards.len() - 1).sum(),
        positions: games.iter().map(|game| game.boards.len()).sum(),
        plain: Plain::measure(&games, args.rounds),
        change,
        joseki: Joseki::find(&games, &arena)?,
        shapes: shapes::most_common(&games, &arena)?,
        local: Local::find(&games, &mut arena)?,
        from_corner,
        from_top,
    };
    args.output
        .finish(&results, print::tables, (1000, 460), plot::draw)?;
    Ok(ExitCode::SUCCESS)
}

fn replay(number: usize, record: Record) -> Result<Game> {
    let name = record
        .name
        .unwrap_or_else(|| format!("game {}", number + 1));
    let mut board = GoBoard::new();
    let mut boards = vec![board];
    for (move_number, step) in record.steps.into_iter().enumerate() {
        if let Err(fault) = play(&mut board, step) {
            anyhow::bail!("{name}, move {}: {fault}", move_number + 1);
        }
        match step {
            Step::Play(..) | Step::Pass(_) => boards.push(board),
            // Set-up stones belong to the position before the next move.
            Step::SetUp(..) => *boards.last_mut().context("a game has a first board")? = board,
        }
    }
    Ok(Game { name, boards })
}

/// Bytes of a plain board, two bits a point: 722 bits.
const PLAIN_BYTES: f64 = 2.0 * (SIZE * SIZE) as f64 / 8.0;
