//! `cargo lab go`: real Go games as hash lists.

pub mod board;
mod dobutsu;
mod hash_list;
mod joseki;
mod local;
mod pattern;
mod plain;
mod regions;
pub mod sgf;
mod speed;
mod storage;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;

use self::board::{GoBoard, SIZE};
use self::dobutsu::Parts;
use self::hash_list::HashList;
use self::joseki::{Found, Joseki};
use self::local::Local;
use self::regions::View;
use self::sgf::Record;
use self::speed::Speeds;
use self::storage::Storage;
use crate::output::{Output, percent, print_table};
use ::dobutsu::svg::chart::{Axis, Chart};

/// The games that come with the project.
pub const GAMES: &[u8] = include_bytes!("../../data/go-games.sgf");

/// Hash lists: Go games in 40 bytes a move, look-ups, and a joseki
#[derive(clap::Args)]
pub struct Args {
    /// SGF file of 19×19 games to use instead of the 113 that come with the program
    #[arg(value_name = "FILE")]
    games: Option<PathBuf>,
    /// Rounds of each comparison of times
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The seed of the points at which unknown boards differ
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// All results.
#[derive(Serialize)]
struct Results {
    games: usize,
    moves: usize,
    positions: usize,
    from_corner: Storage,
    from_top: Storage,
    joseki: Found,
    local: Local,
    dobutsu: Parts,
    speeds: Speeds,
}

/// A game as the boards it went through, the empty one first.
struct Game {
    boards: Vec<GoBoard>,
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    let records = match &args.games {
        None => sgf::read(GAMES).context("the built-in games")?,
        Some(path) => {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            sgf::read(&bytes).with_context(|| format!("{}", path.display()))?
        }
    };
    let replays = records.iter().enumerate();
    let replays = replays
        .map(|(number, record)| replay(record).with_context(|| format!("game {}", number + 1)));
    let games: Vec<Game> = replays.collect::<Result<_>>()?;

    let mut arena = HashList::new();
    let from_top = Storage::measure(&games, View::FromTop, &mut arena);
    // Last, so that patterns are looked for among lists seen from the corner.
    let from_corner = Storage::measure(&games, View::FromCorner, &mut arena);
    let results = Results {
        games: games.len(),
        moves: games.iter().map(|game| game.boards.len() - 1).sum(),
        positions: games.iter().map(|game| game.boards.len()).sum(),
        joseki: Joseki::new(&arena).find(&games, &arena)?,
        speeds: Speeds::measure(&games, &mut arena, args.rounds, args.seed)?,
        local: Local::find(&games, &mut arena),
        dobutsu: dobutsu::measure(100, 10 * args.rounds)?,
        from_corner,
        from_top,
    };
    args.output.finish(&results, print, charts)?;
    Ok(ExitCode::SUCCESS)
}

/// Plays the moves of a record.
fn replay(record: &Record) -> Result<Game> {
    let mut board = GoBoard::new();
    let mut boards = vec![board];
    for (number, step) in record.iter().enumerate() {
        if let Some((colour, point)) = *step {
            let played = board.play(colour, point);
            played.with_context(|| format!("move {}", number + 1))?;
        }
        boards.push(board);
    }
    Ok(Game { boards })
}

/// Bytes of a plain board, two bits a point: 722 bits.
const PLAIN_BYTES: f64 = 2.0 * (SIZE * SIZE) as f64 / 8.0;

fn print(results: &Results) {
    println!(
        "{} games, {} moves, {} positions",
        results.games, results.moves, results.positions
    );
    let row = |what: &str, paper: &str, of: &dyn Fn(&Storage) -> String| {
        let ours = [&results.from_corner, &results.from_top].map(of);
        let [corner, top] = ours;
        vec![what.to_owned(), paper.to_owned(), corner, top]
    };
    let plain_indexed = PLAIN_BYTES + 4.0 / 3.0 * size_of::<u32>() as f64;
    let rows = [
        row("bytes a move, each game alone", "40", &|s| {
            format!("{:.2}", s.bytes_a_move_alone)
        }),
        row("  over a plain board of 90.25", "0.443", &|s| {
            format!("{:.3}", s.bytes_a_move_alone / PLAIN_BYTES)
        }),
        row("moves that make at most five cells", "all", &|s| {
            percent(s.within_five, 1)
        }),
        row("bytes a move, all games together", "-", &|s| {
            format!("{:.2}", s.bytes_a_move)
        }),
        row("  over plain, both with their index", "-", &|s| {
            format!("{:.3}", s.bytes_a_move_indexed / plain_indexed)
        }),
        row("cells", "-", &|s| s.cells.to_string()),
        row("distinct positions", "-", &|s| {
            s.distinct_positions.to_string()
        }),
        row("distinct corners (5×5)", "-", &|s| {
            s.distinct_corners.to_string()
        }),
        row("  in more than one corner", "-", &|s| {
            s.corners_shared.to_string()
        }),
    ];
    print_table("|paper|from the corner|as it lies", rows);
    let Found {
        games,
        corners,
        transposed,
        recoloured,
    } = results.joseki;
    println!(
        "\n3-3 invasion: {games} games, {corners} corners ({transposed} over the diagonal, {recoloured} with colours exchanged)"
    );
    let Local {
        stones,
        distinct_as_they_lie,
        distinct,
        at_several_points,
    } = results.local;
    println!(
        "5×5 surroundings of {stones} stones: {distinct_as_they_lie} different as they lie, {distinct} free of place, \
         turn and colour, {at_several_points} of them at more than one point"
    );
    let Parts {
        positions,
        bytes_a_position,
        found,
        ..
    } = results.dobutsu;
    println!(
        "{positions} different dobutsu positions in five parts: {bytes_a_position:.1} bytes each without index, a word has 8; \
         the first row of the start in {found}"
    );
    let speeds = &results.speeds;
    println!(
        "\nTimes, as ratios within this run (CPU time, alternating; above 1 the list is faster)"
    );
    let rows = [
        ("look-up of stored boards", speeds.found),
        (
            "look-up, one stone more: first free point",
            speeds.missed[0],
        ),
        (
            "look-up, one stone more: random free point",
            speeds.missed[1],
        ),
        ("look-up, one stone more: last free point", speeds.missed[2]),
        (
            "matching the joseki, by bits over by pointers",
            speeds.matching,
        ),
        (
            "dobutsu: matching a row, by a mask over by pointers",
            results.dobutsu.matching,
        ),
        ("building a board, anew over by its change", speeds.building),
    ];
    let rows = rows.map(|(what, ratio)| vec![what.to_owned(), format!("{ratio:.2}×")]);
    print_table("|time without over with lists", rows);
    println!(
        "a move looks for {:.2} cells of 31, at most five in {}",
        speeds.cells_a_move,
        percent(speeds.within_five, 1)
    );
}

/// The memory of a position, as more and more are stored.
fn charts(results: &Results) -> Vec<Chart> {
    let last = results.from_corner.growth.len() as f64;
    let level = |bytes: f64| [(0.0, bytes), (last, bytes)];
    let mean = |storage: &Storage| -> Vec<(f64, f64)> {
        let points = (1..).map(f64::from).zip(&storage.growth);
        let points = points.skip(199).step_by(100);
        points.map(|(n, &bytes)| (n, bytes as f64 / n)).collect()
    };
    vec![
        Chart::new(
            "Bytes of a position, all games together, without index",
            Axis::linear("positions stored"),
            Axis::linear("bytes").showing(0.0, 100.0),
        )
        .line("plain board, 722 bits", level(PLAIN_BYTES))
        .line("list, as it lies", mean(&results.from_top))
        .line("list, from the corner", mean(&results.from_corner))
        .line("paper, 40 bytes a move", level(40.0)),
    ]
}
