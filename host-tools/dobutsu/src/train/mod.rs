//! `dobutsu train`: the weights of the predictors, from the solved game.
//!
//! Three networks: one predicts whether a position is lost, drawn or won; one which of the lost
//! children loses quickest; one which child delays a loss longest. And a combiner for the first,
//! which says what a position's family tells of it, and [plans](choices) for the others, which say
//! what looking along lines tells. Each is taught by one thread and comes out the same for the
//! same seed, whatever the number of cores and whatever else is taught.

pub mod choices;
mod combiner;
mod deductions;
mod lesson;
mod network;
mod perceptron;
mod quantize;
mod trainer;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use anyhow::Result;
use clap::ValueEnum;
use dobutsu_core::database::combiner::Combiner;
use dobutsu_core::database::network::NETWORK_BYTES;
use dobutsu_core::database::parameters::Parameters;

use self::lesson::{Choices, Results};
use self::trainer::train;
use crate::build::networks;
use crate::files;
use crate::progress;
use crate::solve::open_or_solve;

/// Train the predictors and write their weights.
#[derive(clap::Args)]
pub struct Args {
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Teach only this; may be given more than once
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<Part>,
    /// Where what is not taught comes from [default: what this program was made with]
    #[arg(long, value_name = "FILE")]
    networks: Option<PathBuf>,
    /// How many million positions the network for results sees; the others see a sixth as many
    /// choices each
    #[arg(long, value_name = "N", default_value_t = 90)]
    millions: u64,
    /// What the weights start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// What can be taught, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The network for results
    Results,
    /// The combiners of what it says of a family
    Combiner,
    /// The network for wins
    Wins,
    /// The network for delays
    Delays,
    /// The plans for wins and for delays
    Plans,
}

impl Part {
    const ALL: [Part; 5] = [
        Part::Results,
        Part::Combiner,
        Part::Wins,
        Part::Delays,
        Part::Plans,
    ];

    /// How long it is; the plans, which come last, say so themselves.
    const fn bytes(self) -> usize {
        let bytes = match self {
            Part::Results | Part::Wins | Part::Delays => NETWORK_BYTES,
            Part::Combiner => Parameters::BYTES + Combiner::ALL_BYTES,
            Part::Plans => 0,
        };
        bytes as usize
    }
}

/// Runs `dobutsu train`.
pub fn run(args: Args) -> Result<ExitCode> {
    let is_taught = |part: Part| args.only.is_empty() || args.only.contains(&part);
    let mut weights: [Vec<u8>; 5] = if args.only.is_empty() {
        Part::ALL.map(|part| vec![0; part.bytes()])
    } else {
        let all = networks(args.networks.as_deref())?;
        let mut rest = &all[..];
        Part::ALL.map(|part| {
            let len = match part {
                Part::Plans => rest.len(),
                _ => part.bytes(),
            };
            let (bytes, later) = rest.split_at(len);
            rest = later;
            bytes.to_vec()
        })
    };
    files::ensure_writable(&args.out)?;
    let solved = open_or_solve(args.from.as_deref())?;
    let positions = args.millions * 1_000_000;
    let exercises = |part: Part| match part {
        _ if !is_taught(part) => 0,
        Part::Results => positions,
        Part::Combiner | Part::Plans => 0,
        Part::Wins | Part::Delays => positions / 6,
    };
    let bar = progress::bar("training", Part::ALL.into_iter().map(exercises).sum());
    let teach = &|part: Part| {
        let exercises = exercises(part);
        let choices = |lost| {
            let subject = Choices {
                solved: &solved,
                lost,
            };
            train(&subject, exercises, args.seed, &bar)
        };
        is_taught(part).then(|| match part {
            Part::Results => train(&Results(&solved), exercises, args.seed, &bar),
            _ => choices(part == Part::Delays),
        })
    };
    let taught = thread::scope(|scope| {
        let parts = [Part::Results, Part::Wins, Part::Delays];
        let threads = parts.map(|part| scope.spawn(move || (part, teach(part))));
        // A thread can only fail by panicking, and then so do we.
        threads.map(|thread| thread.join().expect("training panicked"))
    });
    bar.finish_and_clear();
    let mut bits = [None; 4];
    for (part, taught) in taught {
        if let Some((bytes, cost)) = taught {
            weights[part as usize] = bytes;
            bits[part as usize] = Some(cost);
        }
    }
    if is_taught(Part::Combiner) {
        let mut all = weights.concat();
        let at = weights[Part::Results as usize].len();
        let parameters = Parameters::STAGED;
        let measured = deductions::teach_all(&solved, &mut all, at, parameters, args.seed)?;
        let taught = &mut weights[Part::Combiner as usize];
        let end = at + taught.len();
        taught.copy_from_slice(&all[at..end]);
        println!("{measured}");
    }
    let plans = match is_taught(Part::Plans) {
        true => Some(choices::teach_plans(&solved, &weights.concat())?),
        false => None,
    };
    if let Some([wins, delays]) = &plans {
        weights[Part::Plans as usize] = [&wins.0[..], &delays.0].concat();
    }
    files::write_whole(&args.out, |file| file.write_all(&weights.concat()))?;
    println!("bits an exercise over the last tenth, coded in order of likelihood:");
    let names = [
        "is it lost",
        "with family, if asked",
        "which move wins",
        "which move delays",
    ];
    for (name, bits) in names.into_iter().zip(bits) {
        if let Some(bits) = bits {
            println!("  {name:<22}{bits:.4}");
        }
    }
    if let Some([wins, delays]) = plans {
        println!("all answers about choices, measured with other choices than were taught:");
        print!("  which move wins: {}", wins.1);
        print!("  which move delays: {}", delays.1);
    }
    println!("weights written to {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}
