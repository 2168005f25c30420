//! `cargo lab database`: the paper's ladder of smaller and smaller databases, and our image.
//!
//! Tanaka stores the value of each position that the start leads to, found through a perfect
//! hash in a wavelet tree; then only the values of lost positions, the others following from one
//! more ply; and then leaves some slots of the hash free, which makes it smaller. Every step is
//! built here from our solved game and answers for the keys it was built from.
//!
//! Why there is a best load: a hash of fewer keys for each slot needs fewer bits, since
//! displacements are found sooner, but each free slot is one more symbol in the tree. It has
//! the most frequent symbol, which costs least: of `l` that is 0, not lost, with a code of one bit;
//! of `wl` it is one of many with a code of three or four. So `l` can afford a lower load (75 %)
//! than `wl` (88 %).
//!
//! The figures, beside the paper's, are in `docs/database.md`.

mod arrangements;
mod bdz;
mod bits;
mod chd;
mod ladder;
mod print;
mod wavelet;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Position, Value};
use serde::Serialize;

use self::ladder::{Built, Curve, Kind, LOADS, Stored};
use self::print::Line;
use self::wavelet::Counts;
use crate::output::Output;
use dobutsu::image::ImageFile;
use dobutsu::parallel::POSITIONS;
use dobutsu::progress;
use dobutsu::solve::{Solved, open_or_solve};
use dobutsu::svg::chart::{Axis, Chart};

/// The succinct database: the paper's ladder from 846 MB to 54.8 MB, and our image
#[derive(clap::Args)]
pub struct Args {
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The image to compare with [default: the one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// The approximate number of positions to build the hashes from; their sizes are scaled to all
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u32).range(1000..))]
    keys: u32,
    /// Build every hash that the paper names from all positions, and scale only the curves of figures 3
    /// and 4: needs 2.7 GB of memory and 53 minutes of processor time
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: Output,
}

/// All results.
#[derive(Serialize)]
struct Results {
    /// Table 1: arrangements by the number of pieces in hand.
    arrangements: [u64; 7],
    /// Positions that the start leads to.
    positions: u64,
    /// Figure 2: the number of them with each value.
    distribution: Vec<(i16, u64)>,
    ladder: Vec<Line>,
    /// The hashes that the paper names, and the modern one.
    hashes: Vec<Built>,
    /// The keys that the curves' hashes were built from.
    keys: u64,
    wl: Curve,
    l: Curve,
    image: OurImage,
}

/// Our image, which answers for every position that the rules leave open.
#[derive(Serialize)]
struct OurImage {
    bytes: u64,
    positions: u64,
    bits_a_position: f64,
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    let image = ImageFile::open(args.image.as_deref())?.bytes().len() as u64;
    let solved = open_or_solve(args.from.as_deref())?;
    let (plies, mut keys) = choose(&solved, args.keys);
    ensure!(!keys.is_empty(), "the start leads to no position");
    check_expansion(&solved, &keys)?;
    let value = |key| plies_of(solved.exact(Position::unpack_unchecked(key)));
    let bar = progress::bar("hashing", (LOADS.count() + Kind::NAMED.len()) as u64);
    let [wl, l] = ladder::curves(&plies, &mut keys, &value, &|| bar.inc(1))?;
    let curve_keys = keys.len() as u64;
    if args.all {
        (_, keys) = choose(&solved, u32::MAX);
    }
    let mut hashes = Vec::new();
    for kind in Kind::NAMED {
        let built = ladder::build(kind, &plies, &mut keys, &value, true)?;
        hashes.push(built);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let open = u64::from(solved.index().count());
    let image = OurImage {
        bytes: image,
        positions: open,
        bits_a_position: 8.0 * image as f64 / open as f64,
    };
    let positions = plies.iter().sum();
    let results = Results {
        arrangements: arrangements::by_hands(),
        positions,
        distribution: distribution(&plies),
        ladder: print::ladder(positions, &hashes, &wl, &l, &image),
        hashes,
        keys: curve_keys,
        wl,
        l,
        image,
    };
    args.output.finish(&results, print::tables, charts)?;
    Ok(ExitCode::SUCCESS)
}

/// The paper's figures 2, 3 and 4.
fn charts(results: &Results) -> Vec<Chart> {
    let value = Axis::linear("wl(s): plies to a loss (negative), draw (0), plies to a win");
    let shown = |is_shown: fn(i16) -> bool| {
        let values = results.distribution.iter();
        let values = values.filter(move |(value, _)| value.abs() <= 50 && is_shown(*value));
        values.map(|&(value, count)| (f64::from(value), count as f64 / 1e6))
    };
    let distribution = Chart::new(
        "Positions that the start leads to, by wl(s), from -50 to 50",
        value.showing(-51.0, 51.0),
        Axis::linear("millions"),
    )
    .bars("won", shown(|value| value > 0))
    .bars("lost", shown(|value| value < 0))
    .bars("drawn", shown(|value| value == 0));
    let figure = |name: &str, curve: &Curve, (load, least): (u32, f64)| {
        let sizes = |of: fn(&ladder::Rung) -> u64| {
            let loads = curve.loads.iter();
            loads.map(move |rung| (f64::from(rung.load), of(rung) as f64 / 1e6))
        };
        let title = format!(
            "Size by load, {name} (hash of {} keys, scaled)",
            results.keys
        );
        let sum = Axis::linear("MB").showing(0.0, 1.15 * least);
        Chart::new(&title, Axis::linear("load factor, %"), sum)
            .line("perfect hash (CHD)", sizes(|rung| rung.hash))
            .line("wavelet tree", sizes(|rung| rung.tree))
            .line("sum", sizes(|rung| rung.sum))
            .dots(
                &format!("paper's least: {least} MB at {load} %"),
                [(f64::from(load), least)],
            )
    };
    vec![
        distribution,
        figure("wl(s)", &results.wl, print::PAPER_WL),
        figure("l(s)", &results.l, print::PAPER_L),
    ]
}

/// A value as a byte: a draw is 0, wins are odd and losses even.
fn plies_of(value: Value) -> u8 {
    value.plies().unsigned_abs() as u8
}

/// How often each value occurs, from the longest loss to the longest win.
fn distribution(plies: &Counts) -> Vec<(i16, u64)> {
    let value = |plies: usize| match plies % 2 {
        0 => -(plies as i16),
        _ => plies as i16,
    };
    let counts = plies.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut distribution: Vec<(i16, u64)> = counts
        .map(|(plies, &count)| (value(plies), count))
        .collect();
    distribution.sort_unstable();
    distribution
}

/// How often each value occurs among the positions that the start leads to, and about `wanted` of them,
/// chosen by a hash of their number.
fn choose(solved: &Solved, wanted: u32) -> (Counts, Vec<u64>) {
    let index = solved.index();
    let reached = (0..index.count()).filter(|&number| solved.is_reached(number));
    let share = f64::from(wanted) / reached.count() as f64;
    let threshold = (share.min(1.0) * 2f64.powi(64)) as u64;
    let bar = progress::bar("choosing", u64::from(index.count()));
    let mut plies = [0; 256];
    let mut keys = Vec::new();
    for start in (0..index.count()).step_by(POSITIONS as usize) {
        let end = index.count().min(start.saturating_add(POSITIONS));
        index.for_each(start..end, |number, position| {
            if solved.is_reached(number) {
                plies[usize::from(plies_of(solved.value_of(number)))] += 1;
                if mix(u64::from(number)) <= threshold {
                    keys.push(position.pack());
                }
            }
        });
        bar.inc(u64::from(end - start));
    }
    (plies, keys)
}

/// Values of losses are enough: one more ply gives all others.
fn check_expansion(solved: &Solved, keys: &[u64]) -> Result<()> {
    let stored = |position| Stored::L.symbol(plies_of(solved.exact(position)));
    let bar = progress::bar("expanding", keys.len() as u64);
    for &key in keys {
        let position = Position::unpack_unchecked(key);
        ensure!(
            expand(position, stored) == solved.exact(position),
            "one ply from the position {key:x} does not give its value"
        );
        bar.inc(1);
    }
    Ok(())
}

/// `wl` from `l` (section 4.3), for a position that the rules leave open. `l` is called for such
/// positions only, and returns the plies to a loss, or 0.
fn expand(position: Position, l: impl Fn(Position) -> u8) -> Value {
    let plies = l(position);
    if plies > 0 {
        return Value::Loss(plies);
    }
    let lost_children = position.moves().into_iter().filter_map(|mv| {
        let child = match position.play(mv) {
            After::Caught => return Some(0),
            After::Position(child) => child,
        };
        match child.value_by_rule() {
            Some(Value::Loss(plies)) => Some(plies),
            Some(_) => None,
            None => Some(l(child)).filter(|&plies| plies > 0),
        }
    });
    let soonest = lost_children.min();
    soonest.map_or(Value::Draw, |plies| Value::Win(plies + 1))
}
