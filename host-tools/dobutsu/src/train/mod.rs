//! `dobutsu train`: the weights of the predictors, from the solved game.
//!
//! Three networks: one predicts whether a position is lost, drawn or won; one which of the lost
//! children loses quickest; one which child delays a loss longest. Then a combiner for the first,
//! which says what a position's family tells of it, and [plans](choices) for the others, which say
//! what looking along lines tells. Each is taught by one thread and comes out the same for the
//! same seed, whatever the number of cores.

pub mod choices;
mod combiner;
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
use dobutsu_core::database::combiner::COMBINER_BYTES;
use dobutsu_core::database::{Database, Edition};

use self::lesson::{Choices, Results};
use self::quantize::quantize;
use self::trainer::train;
use crate::build::{self, Networks, Predictions, without_answers};
use crate::files;
use crate::parallel::all_cores;
use crate::progress;
use crate::solve::{Solved, open_or_solve};

/// Train the predictors and write their weights.
#[derive(clap::Args)]
pub struct Args {
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many million positions the network for results sees; the others see a sixth as many
    /// choices each
    #[arg(long, value_name = "N", default_value_t = 60)]
    millions: u64,
    /// What the weights start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Networks taught before: only their plans are taught
    #[arg(long, value_name = "FILE", conflicts_with_all = ["millions", "seed"])]
    networks: Option<PathBuf>,
}

/// Runs `dobutsu train`.
pub fn run(args: Args) -> Result<ExitCode> {
    let solved = open_or_solve(args.from.as_deref())?;
    let networks = match &args.networks {
        Some(path) => Networks::read(&build::networks(Some(path))?)?
            .without_plans()
            .to_bytes(),
        None => teach_networks(&solved, &args)?,
    };
    let plans = choices::teach_plans(&solved, &networks)?;
    files::write_whole(&args.out, |file| {
        file.write_all(&networks)?;
        plans.iter().try_for_each(|(plan, _)| file.write_all(plan))
    })?;
    println!("megabytes of all answers at least, by other choices than those that taught:");
    for ((_, worth), what) in plans.iter().zip(["wins", "delays"]) {
        println!("  which move {what:10} {:.4}", worth.entropy / 1e6);
    }
    println!("weights written to {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}

/// The networks and the combiner of the first.
fn teach_networks(solved: &Solved, args: &Args) -> Result<Vec<u8>> {
    let positions = args.millions * 1_000_000;
    let bar = progress::bar("training", positions + positions / 6 * 2);
    let choices = |lost| train(&Choices { solved, lost }, positions / 6, args.seed, &bar);
    let (results, [wins, delays]) = thread::scope(|scope| {
        let choices = scope.spawn(|| [false, true].map(choices));
        let results = train(&Results(solved), positions, args.seed, &bar);
        // A thread can only fail by panicking, and then so do we.
        (results, choices.join().expect("training panicked"))
    });
    bar.finish_and_clear();
    let results_bytes = quantize(&results.0);
    let choosers = [quantize(&wins.0), quantize(&delays.0)].concat();
    let (combiner, combiner_bits) = {
        let untaught = [&results_bytes[..], &[0; COMBINER_BYTES as usize], &choosers].concat();
        let image = without_answers(Networks::read(&untaught)?, Edition::Full);
        let predictions = Predictions::new(solved, Database::open(&image[..])?);
        let examples = combiner::examples(&predictions, ONE_IN, args.seed, all_cores())?;
        combiner::teach(&examples, args.seed)
    };
    println!("bits an exercise over the last tenth, coded in order of likelihood:");
    println!("  is it lost            {:.4}", results.1);
    println!("  with family, if asked {combiner_bits:.4}");
    println!("  which move wins       {:.4}", wins.1);
    println!("  which move delays     {:.4}", delays.1);
    Ok([results_bytes, combiner, choosers].concat())
}

/// Of so many open positions one is an example for the combiner.
const ONE_IN: u64 = 24;
