//! `dobutsu build`: the database image, from the solved game and the networks.

mod answers;
mod beam;
mod deductions;
mod guide;
mod networks;
mod pieces;
mod policy;
mod predictions;
pub mod proof;
mod questions;
mod ribbon;
mod tally;

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use dobutsu_core::database::image::{CRC, ImageLayout, SECTIONS};
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::database::{Database, Edition};

use self::answers::StoredAnswers;
pub(crate) use self::deductions::Oracle;
pub(crate) use self::guide::{Counts, TableGuide};
pub(crate) use self::networks::Networks;
use self::pieces::{Part, Pieces};
pub(crate) use self::policy::{Corrections, Wins};
pub(crate) use self::predictions::Predictions;
use self::proof::{BOUND, Proof};
use self::questions::{Asked, ask_all};
use self::tally::Tally;
use crate::files;
use crate::parallel::all_cores;
use crate::progress;
use crate::solve::index::Index;
use crate::solve::{Solved, open_or_solve};

/// Build the database image: the solved game in a few megabytes.
///
/// The same solved game and the same networks always give the same bytes.
#[derive(clap::Args)]
pub struct Args {
    /// What it is to know
    #[arg(long, value_enum, default_value_t = Size::Full)]
    edition: Size,
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
        None => files::in_cache(match args.edition {
            Size::Small => "small.image",
            Size::Full => "full.image",
        })?,
    };
    files::ensure_writable(&path)?;
    let networks = networks(args.networks.as_deref())?;
    let solved = open_or_solve(args.from.as_deref())?;
    let edition = Edition::from(args.edition);
    let all = 0..solved.index().count();
    let pieces = match &args.pieces {
        Some(folder) => Some(Pieces::open(folder, &networks, all.clone())?),
        None => None,
    };
    ensure!(
        pieces.is_none() || edition == Edition::Full,
        "only the full edition is built in pieces"
    );
    if let (Some(part), Some(pieces)) = (args.part, &pieces) {
        let bar = progress::bar("building", part.share(u64::from(all.end)));
        make_pieces(&solved, &networks, pieces, part, &|steps| bar.inc(steps))?;
        bar.finish_and_clear();
        println!("the pieces of part {part} are complete");
        return Ok(ExitCode::SUCCESS);
    }
    let bar = progress::bar("building", steps(solved.index(), edition));
    let progress = |steps| bar.inc(steps);
    let Built {
        image,
        answers,
        tally,
        proof,
    } = build(&solved, &networks, edition, all, pieces.as_ref(), &progress)?;
    bar.finish_and_clear();
    write(&image, &path)?;
    for answers in answers {
        print!("{answers}");
    }
    println!("{tally}");
    if let Some(proof) = proof {
        println!("{proof}");
    }
    println!("{:>24} {:>9} bytes", "image", image.len());
    println!("image kept in {}", path.display());
    Ok(ExitCode::SUCCESS)
}

/// The editions by the names of their sizes.
#[derive(Clone, Copy, ValueEnum)]
enum Size {
    /// The result of every position, and a move that wins every won one against any defence
    Small,
    /// The result, the exact distance and a best move of every position
    Full,
}

impl From<Size> for Edition {
    fn from(size: Size) -> Edition {
        match size {
            Size::Small => Edition::Small,
            Size::Full => Edition::Full,
        }
    }
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

/// The image, with the networks this program was made with. `progress` is told of [`steps`] in
/// all.
pub fn image(
    solved: &Solved,
    edition: Edition,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u8>> {
    let all = 0..solved.index().count();
    image_of(solved, NETWORKS, edition, all, progress)
}

/// An image with these networks that knows the positions with these numbers, and those that their
/// deductions need.
pub fn image_of(
    solved: &Solved,
    networks: &[u8],
    edition: Edition,
    numbers: Range<u32>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u8>> {
    Ok(build(solved, networks, edition, numbers, None, progress)?.image)
}

/// How many steps of progress building an image reports, about.
pub fn steps(index: &Index, edition: Edition) -> u64 {
    let passes = match edition {
        Edition::Full => 2,
        // And finding a policy, which is worth two, and proving it.
        Edition::Small => 5,
    };
    passes * u64::from(index.count())
}

/// Makes the pieces of a part.
fn make_pieces(
    solved: &Solved,
    networks: &[u8],
    pieces: &Pieces,
    part: Part,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<()> {
    let bare = without_answers(Networks::read(networks)?, Edition::Full);
    let predictions = Predictions::new(solved, Database::open(&bare[..])?);
    pieces.make(&predictions, part, all_cores(), progress)
}

/// A full image as [`image_of`] makes it, with the questions about choices in pieces in a folder;
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
    let edition = Edition::Full;
    let built = build(solved, networks, edition, numbers, Some(&pieces), &|_| {})?;
    Ok(built.image)
}

/// Writes an image, whole or not at all.
pub fn write(image: &[u8], path: &Path) -> Result<()> {
    files::write_whole(path, |file| file.write_all(image))
}

/// Bytes of all networks without plans: for results with its combiner, for wins, for delays.
pub fn networks_bytes() -> usize {
    let sections = ImageLayout::least_sections(Edition::Full);
    sections.iter().step_by(2).sum::<u32>() as usize
}

/// An image, of what each section of its answers is made, what deductions in it take, and the
/// proof of its policy.
struct Built {
    image: Vec<u8>,
    answers: Vec<StoredAnswers>,
    tally: Tally,
    /// Of the whole small edition.
    proof: Option<Proof>,
}

fn build(
    solved: &Solved,
    networks: &[u8],
    edition: Edition,
    numbers: Range<u32>,
    pieces: Option<&Pieces>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Built> {
    let networks = Networks::read(networks)?;
    let threads = all_cores();
    let bare = without_answers(networks, edition);
    let predictions = Predictions::new(solved, Database::open(&bare[..])?);
    let has_all = numbers == (0..solved.index().count());
    let wins = match edition {
        Edition::Full => Wins::Quickest,
        // A policy wins by force from everywhere or from nowhere.
        Edition::Small if has_all => {
            Wins::Policy(proof::corrections(&predictions, threads, progress)?)
        }
        Edition::Small => Wins::Policy(Corrections::default()),
    };
    let positions = numbers.len() as u128;
    let topics = [true, pieces.is_none(), pieces.is_none()];
    let mut asked = ask_all(&predictions, &wins, topics, numbers, threads, progress)?;
    if let Some(pieces) = pieces {
        pieces.make(&predictions, Part::ALL, threads, progress)?;
        for (all, part) in asked.iter_mut().zip(pieces.read_all()?) {
            all.yes.extend(part.yes);
            all.no.extend(part.no);
        }
    }
    let layout = predictions.database.layout();
    let tally = predictions.tally();
    let total: usize = asked.iter().map(Asked::len).sum();
    let count = |questions| {
        progress((questions as u128 * positions / (total as u128).max(1)) as u64);
    };
    let mut answers = Vec::new();
    let mut sections = Vec::new();
    for (topic, name) in Topic::ALL.into_iter().zip(["loss", "win", "delay"]) {
        let later = asked.split_off(Class::PER_TOPIC);
        let about = std::mem::replace(&mut asked, later);
        if layout.answers(topic).is_some() {
            let stored = StoredAnswers::build(name, about, threads, &count);
            sections.push(stored.to_bytes());
            answers.push(stored);
        }
    }
    let image = assemble(networks, edition, &sections);
    let proof = match edition {
        Edition::Small if has_all => {
            let predictions = predictions.with(Database::open(&image[..])?);
            Some(Proof::find(&predictions, BOUND, threads, progress)?)
        }
        _ => None,
    };
    if let Some(proof) = proof {
        ensure!(proof.holds(), "the policy is not proven: {proof}");
    }
    Ok(Built {
        image,
        answers,
        tally,
        proof,
    })
}

/// An image that knows the networks but no answer: the reader can evaluate with it.
pub(crate) fn without_answers(networks: Networks, edition: Edition) -> Vec<u8> {
    let least = ImageLayout::least_sections(edition);
    let nothing = least.iter().skip(1).step_by(2);
    let nothing: Vec<Vec<u8>> = nothing.map(|&len| vec![0; len as usize]).collect();
    assemble(networks, edition, &nothing)
}

/// An image of networks and of answers, if there are any for a topic.
fn assemble(networks: Networks, edition: Edition, answers: &[Vec<u8>]) -> Vec<u8> {
    let sections: [Vec<u8>; SECTIONS] = std::array::from_fn(|number| match number % 2 {
        0 => networks.section(Topic::ALL[number / 2], edition),
        _ => answers.get(number / 2).cloned().unwrap_or_default(),
    });
    let listed = sections
        .each_ref()
        .map(|bytes| (bytes.len() as u32, CRC.checksum(bytes)));
    let header = ImageLayout::new(edition, listed).to_bytes();
    [&header[..], &sections.concat()].concat()
}
