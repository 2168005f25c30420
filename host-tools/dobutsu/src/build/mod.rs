//! `dobutsu build`: the database image, from the solved game and the networks.

mod answers;
mod predictions;
mod questions;
mod ribbon;

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use dobutsu_core::database::Database;
use dobutsu_core::database::image::{CRC, ImageLayout};
use dobutsu_core::database::odds::Class;

use self::answers::StoredAnswers;
pub(crate) use self::predictions::{Predictions, TableGuide};
use self::questions::{Asked, ask_all};
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
    let networks = networks(args.networks.as_deref())?;
    let solved = open_or_solve(args.from.as_deref())?;
    let (image, [losses, choices]) = with_bar(&solved, &networks)?;
    write(&image, &path)?;
    print!("{losses}{choices}");
    println!("{:>24} {:>9} bytes", "networks", networks.len());
    println!("{:>24} {:>9} bytes", "image", image.len());
    println!("image kept in {}", path.display());
    Ok(ExitCode::SUCCESS)
}

/// The networks that `dobutsu train` made, as they are committed.
const NETWORKS: &[u8] = include_bytes!("../../data/networks.bin");

/// The networks in this file, or those this program was made with.
pub fn networks(path: Option<&Path>) -> Result<Vec<u8>> {
    match path {
        Some(path) => {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
        }
        None => Ok(NETWORKS.to_vec()),
    }
}

/// Where the image lives if no option says otherwise.
pub fn default_path() -> Result<PathBuf> {
    files::in_cache("image")
}

/// Builds the image into this file, with the networks this program was made with; shows how far
/// it is.
pub fn build_at(solved: &Solved, path: &Path) -> Result<()> {
    write(&with_bar(solved, NETWORKS)?.0, path)
}

/// The image, with the networks this program was made with. `progress` is told of [`steps`] in
/// all.
pub fn image(solved: &Solved, progress: &(dyn Fn(u64) + Sync)) -> Result<Vec<u8>> {
    image_of(solved, NETWORKS, 0..solved.index().count(), progress)
}

/// An image with these networks that knows the positions with these numbers, and those that their
/// deductions need.
pub fn image_of(
    solved: &Solved,
    networks: &[u8],
    numbers: Range<u32>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u8>> {
    Ok(build(solved, networks, numbers, progress)?.0)
}

/// How many steps of progress building an image reports, about.
pub fn steps(index: &Index) -> u64 {
    2 * u64::from(index.count())
}

fn with_bar(solved: &Solved, networks: &[u8]) -> Result<(Vec<u8>, [StoredAnswers; 2])> {
    let bar = progress::bar("building", steps(solved.index()));
    let all = 0..solved.index().count();
    let built = build(solved, networks, all, &|steps| bar.inc(steps));
    bar.finish_and_clear();
    built
}

/// Writes an image, whole or not at all.
pub fn write(image: &[u8], path: &Path) -> Result<()> {
    files::write_whole(path, |file| file.write_all(image))
}

/// Bytes of all networks: for results with its combiner, for delays, for wins.
pub fn networks_bytes() -> usize {
    let [results, _, choosers, _] = ImageLayout::least_sections();
    (results + choosers) as usize
}

fn build(
    solved: &Solved,
    networks: &[u8],
    numbers: Range<u32>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<u8>, [StoredAnswers; 2])> {
    ensure!(
        networks.len() == networks_bytes(),
        "the networks must have {} bytes, not {}",
        networks_bytes(),
        networks.len()
    );
    let threads = all_cores();
    let bare = without_answers(networks);
    let predictions = Predictions::new(solved, Database::open(&bare[..])?);
    let positions = numbers.len() as u128;
    let mut losses = ask_all(&predictions, numbers, threads, progress)?;
    drop(predictions);
    let total: usize = losses.iter().map(Asked::len).sum();
    let progress = |questions| {
        progress((questions as u128 * positions / (total as u128).max(1)) as u64);
    };
    let choices = losses.split_off(Class::PER_TOPIC);
    let answers = [
        StoredAnswers::build(&["loss"], losses, threads, &progress),
        StoredAnswers::build(&["delay", "haste"], choices, threads, &progress),
    ];
    let image = assemble(networks, [&answers[0].to_bytes(), &answers[1].to_bytes()]);
    Ok((image, answers))
}

/// An image that knows the networks but no answer: the reader can evaluate with it.
pub(crate) fn without_answers(networks: &[u8]) -> Vec<u8> {
    let [_, losses, _, choices] = ImageLayout::least_sections();
    let noughts = |len| vec![0; len as usize];
    assemble(networks, [&noughts(losses), &noughts(choices)])
}

fn assemble(networks: &[u8], [losses, choices]: [&[u8]; 2]) -> Vec<u8> {
    let (results, choosers) = networks.split_at(ImageLayout::least_sections()[0] as usize);
    let sections = [results, losses, choosers, choices];
    let layout = ImageLayout::new(sections.map(|bytes| (bytes.len() as u32, CRC.checksum(bytes))));
    let header = layout.to_bytes();
    [&header[..]]
        .into_iter()
        .chain(sections)
        .flatten()
        .copied()
        .collect()
}
