//! `dobutsu build`: the database image, from the solved game and the networks.

mod answers;
mod beam;
mod deductions;
mod guide;
mod networks;
mod pieces;
mod predictions;
mod questions;
mod ribbon;
mod tally;

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::database::Database;
use dobutsu_core::database::image::{CRC, ImageLayout, SECTIONS};
use dobutsu_core::database::odds::{Class, Topic};

use self::answers::StoredAnswers;
pub(crate) use self::deductions::Oracle;
pub(crate) use self::guide::{Counts, TableGuide};
pub(crate) use self::networks::Networks;
use self::pieces::Pieces;
pub(crate) use self::predictions::Predictions;
use self::questions::{Asked, ask_all};
use self::tally::Tally;
use crate::files;
use crate::parallel::{Part, all_cores};
use crate::progress;
use crate::solve::{Solved, open_or_solve};

/// Build the database image: the solved game in a few megabytes.
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
    /// A folder for the questions about choices, in pieces: a run that was interrupted goes on
    /// from there, and several tasks can share the work
    #[arg(long, value_name = "FOLDER")]
    pieces: Option<PathBuf>,
    /// Make only this part of the pieces, 2/8 for the second of eight, and no image
    #[arg(long, value_name = "I/N", requires = "pieces")]
    part: Option<Part>,
}

/// Runs `dobutsu build`.
pub fn run(args: Args) -> Result<ExitCode> {
    let path = match args.out {
        Some(path) => path,
        None => files::in_cache("dobutsu.image")?,
    };
    files::ensure_writable(&path)?;
    let networks = networks(args.networks.as_deref())?;
    let solved = open_or_solve(args.from.as_deref())?;
    let all = 0..solved.index().count();
    let pieces = match &args.pieces {
        Some(folder) => Some(Pieces::open(folder, &networks, all.clone())?),
        None => None,
    };
    if let (Some(part), Some(pieces)) = (args.part, &pieces) {
        let bar = progress::bar("building", part.of(all.end).len() as u64);
        make_pieces(&solved, &networks, pieces, part, &|steps| bar.inc(steps))?;
        bar.finish_and_clear();
        println!("the pieces of part {part} are complete");
        return Ok(ExitCode::SUCCESS);
    }
    // Each position counts twice: for its questions and for the answers.
    let bar = progress::bar("building", 2 * u64::from(all.end));
    let progress = |steps| bar.inc(steps);
    let Built {
        image,
        answers,
        tally,
    } = build(&solved, &networks, all, pieces.as_ref(), &progress)?;
    bar.finish_and_clear();
    write(&image, &path)?;
    for answers in answers {
        print!("{answers}");
    }
    println!("{tally}");
    println!("{:>24} {:>9} bytes", "image", image.len());
    println!("image kept in {}", path.display());
    Ok(ExitCode::SUCCESS)
}

/// The networks that `dobutsu train` made, as they are committed.
const NETWORKS: &[u8] = include_bytes!("../../data/networks.bin");

/// The networks in this file, or those this program was made with.
pub fn networks(path: Option<&Path>) -> Result<Vec<u8>> {
    let networks = match path {
        Some(path) => {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?
        }
        None => NETWORKS.to_vec(),
    };
    Networks::read(&networks)?;
    Ok(networks)
}

/// An image with these networks that knows the positions with these numbers, and those that their
/// deductions need.
pub fn image_of(solved: &Solved, networks: &[u8], numbers: Range<u32>) -> Result<Vec<u8>> {
    Ok(build(solved, networks, numbers, None, &|_| {})?.image)
}

/// Makes the pieces of a part.
fn make_pieces(
    solved: &Solved,
    networks: &[u8],
    pieces: &Pieces,
    part: Part,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<()> {
    let bare = without_answers(Networks::read(networks)?);
    let predictions = Predictions::new(solved, Database::open(&bare[..])?);
    pieces.make(&predictions, part, all_cores(), progress)
}

/// An image as [`image_of`] makes it, with the questions about choices in pieces in a folder;
/// this run makes the given parts first, one after the other.
pub fn image_in_pieces(
    solved: &Solved,
    networks: &[u8],
    numbers: Range<u32>,
    folder: &Path,
    parts: &[&str],
) -> Result<Vec<u8>> {
    let pieces = Pieces::open(folder, networks, numbers.clone())?;
    for part in parts {
        make_pieces(solved, networks, &pieces, part.parse()?, &|_| {})?;
    }
    Ok(build(solved, networks, numbers, Some(&pieces), &|_| {})?.image)
}

/// Writes an image, whole or not at all.
pub fn write(image: &[u8], path: &Path) -> Result<()> {
    files::write_whole(path, |file| file.write_all(image))
}

/// Bytes of all networks without plans: for results with its combiner, for wins, for delays.
pub fn networks_bytes() -> usize {
    let sections = ImageLayout::LEAST_SECTIONS;
    sections.iter().step_by(2).sum::<u32>() as usize
}

/// An image, of what each section of its answers is made, and what deductions in it take.
struct Built {
    image: Vec<u8>,
    answers: Vec<StoredAnswers>,
    tally: Tally,
}

fn build(
    solved: &Solved,
    networks: &[u8],
    numbers: Range<u32>,
    pieces: Option<&Pieces>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Built> {
    let networks = Networks::read(networks)?;
    let threads = all_cores();
    let bare = without_answers(networks);
    let predictions = Predictions::new(solved, Database::open(&bare[..])?);
    let positions = numbers.len() as u128;
    let topics = [true, pieces.is_none(), pieces.is_none()];
    let mut asked = ask_all(&predictions, topics, numbers, threads, progress)?;
    if let Some(pieces) = pieces {
        pieces.make(&predictions, Part::ALL, threads, progress)?;
        for (all, part) in asked.iter_mut().zip(pieces.read_all()?) {
            all.yes.extend(part.yes);
            all.no.extend(part.no);
        }
    }
    let tally = predictions.tally();
    let total: usize = asked.iter().map(Asked::len).sum();
    let count = |questions| {
        progress((questions as u128 * positions / (total as u128).max(1)) as u64);
    };
    let mut answers = Vec::new();
    let mut sections = Vec::new();
    for name in ["loss", "win", "delay"] {
        let later = asked.split_off(Class::PER_TOPIC);
        let about = std::mem::replace(&mut asked, later);
        let stored = StoredAnswers::build(name, about, threads, &count);
        sections.push(stored.to_bytes());
        answers.push(stored);
    }
    Ok(Built {
        image: assemble(networks, &sections),
        answers,
        tally,
    })
}

/// An image that knows the networks but no answer: the reader can evaluate with it.
pub(crate) fn without_answers(networks: Networks) -> Vec<u8> {
    let least = ImageLayout::LEAST_SECTIONS;
    let nothing = least.iter().skip(1).step_by(2);
    let nothing: Vec<Vec<u8>> = nothing.map(|&len| vec![0; len as usize]).collect();
    assemble(networks, &nothing)
}

/// An image of networks and of answers by topic.
fn assemble(networks: Networks, answers: &[Vec<u8>]) -> Vec<u8> {
    let sections: [Vec<u8>; SECTIONS] = std::array::from_fn(|number| match number % 2 {
        0 => networks.section(Topic::ALL[number / 2]),
        _ => answers[number / 2].clone(),
    });
    let listed = sections
        .each_ref()
        .map(|bytes| (bytes.len() as u32, CRC.checksum(bytes)));
    let header = ImageLayout::new(listed).to_bytes();
    [&header[..], &sections.concat()].concat()
}
