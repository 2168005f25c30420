//! `dobutsu build`: the database image, from the solved game and the networks.

mod answers;
mod questions;
mod ribbon;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use dobutsu_core::database::answers::{RANGES, ShardRange};
use dobutsu_core::database::image::{CRC, ImageLayout};
use dobutsu_core::database::network::NETWORK_BYTES;
use dobutsu_core::database::ribbon::Shard;

use self::answers::StoredAnswers;
pub(crate) use self::questions::Scores;
use crate::files;
use crate::parallel::all_cores;
use crate::progress;
use crate::solve::index::Index;
use crate::solve::{Solved, open_or_solve};

/// Build the database image: every position's exact value in a few megabytes.
///
/// The same solved game and the same networks always give the same bytes.
#[derive(clap::Args)]
pub struct Args {
    /// Where to write the image [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Networks that `dobutsu train` wrote [default: those this program was made with]
    #[arg(long, value_name = "FILE")]
    networks: Option<PathBuf>,
}

/// Runs `dobutsu build`.
pub fn run(args: Args) -> Result<ExitCode> {
    let path = match args.out {
        Some(path) => path,
        None => default_path()?,
    };
    files::ensure_writable(&path)?;
    let networks = match &args.networks {
        Some(path) => {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?
        }
        None => NETWORKS.to_vec(),
    };
    ensure!(
        networks.len() == 2 * NETWORK_BYTES as usize,
        "the networks must have {} bytes, not {}",
        2 * NETWORK_BYTES,
        networks.len()
    );
    let solved = open_or_solve(args.from.as_deref())?;
    let (image, answers) = with_bar(&solved, &networks);
    write(&image, &path)?;
    print!("{answers}");
    println!("{:>24} {:>9} bytes", "networks", networks.len());
    println!("{:>24} {:>9} bytes", "image", image.len());
    println!("image kept in {}", path.display());
    Ok(ExitCode::SUCCESS)
}

/// The networks that `dobutsu train` made, as they are committed.
const NETWORKS: &[u8] = include_bytes!("../../data/networks.bin");

/// Where the image lives if no option says otherwise.
pub fn default_path() -> Result<PathBuf> {
    files::in_cache("image")
}

/// Builds the image into this file, with the networks this program was made with; shows how far
/// it is.
pub fn build_at(solved: &Solved, path: &Path) -> Result<()> {
    write(&with_bar(solved, NETWORKS).0, path)
}

/// The image, with the networks this program was made with. `progress` is told of [`steps`] in
/// all.
pub fn image(solved: &Solved, progress: &(dyn Fn(u64) + Sync)) -> Vec<u8> {
    build(solved, NETWORKS, progress).0
}

/// How many steps of progress building an image reports, about.
pub fn steps(index: &Index) -> u64 {
    3 * u64::from(index.count())
}

fn with_bar(solved: &Solved, networks: &[u8]) -> (Vec<u8>, StoredAnswers) {
    let bar = progress::bar("building", steps(solved.index()));
    let built = build(solved, networks, &|steps| bar.inc(steps));
    bar.finish_and_clear();
    built
}

/// Writes an image, whole or not at all.
pub fn write(image: &[u8], path: &Path) -> Result<()> {
    files::write_whole(path, |file| file.write_all(image))
}

fn build(
    solved: &Solved,
    networks: &[u8],
    progress: &(dyn Fn(u64) + Sync),
) -> (Vec<u8>, StoredAnswers) {
    let threads = all_cores();
    let starts = [0, NETWORK_BYTES];
    let scores = Scores::evaluate(solved, networks, starts, threads, progress);
    let asked = scores.ask_all(solved, threads, progress);
    drop(scores);
    let positions = u128::from(solved.index().count());
    let total: usize = asked
        .iter()
        .map(|asked| asked.expected.len() + asked.unexpected.len())
        .sum();
    let answers = StoredAnswers::build(asked, threads, &|questions| {
        progress((questions as u128 * positions / (total as u128).max(1)) as u64);
    });
    (assemble(networks, &answers), answers)
}

fn assemble(networks: &[u8], answers: &StoredAnswers) -> Vec<u8> {
    debug_assert_eq!(answers.ranges.len(), RANGES);
    let listed: Vec<u8> = answers
        .ranges
        .iter()
        .copied()
        .flat_map(ShardRange::to_bytes)
        .collect();
    let directory: Vec<u8> = answers
        .shards
        .iter()
        .copied()
        .flat_map(Shard::to_bytes)
        .collect();
    let planes: Vec<u8> = answers
        .words
        .iter()
        .copied()
        .flat_map(u32::to_le_bytes)
        .collect();
    let sections = [networks, &listed, &directory, &planes];
    let layout = ImageLayout::new(sections.map(|bytes| (bytes.len() as u32, CRC.checksum(bytes))));
    [&layout.to_bytes(), networks, &listed, &directory, &planes].concat()
}
