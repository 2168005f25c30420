//! `dobutsu train`: the weights of the predictors, from the solved game.
//!
//! Three networks: one predicts whether a position is lost, drawn or won; one which of the lost
//! children loses quickest; one which child delays a loss longest. Then a combiner for the first,
//! which says what a position's family tells of it. Each is taught by one thread and comes out the
//! same for the same seed, whatever the number of cores.

mod combiner;
mod lesson;
mod network;
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
use crate::build::{Predictions, without_answers};
use crate::files;
use crate::parallel::all_cores;
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
    /// How many million positions the network for results sees; the others see a sixth as many
    /// choices each
    #[arg(long, value_name = "N", default_value_t = 60)]
    millions: u64,
    /// What the weights start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs `dobutsu train`.
pub fn run(args: Args) -> Result<ExitCode> {
    let solved = open_or_solve(args.from.as_deref())?;
    let positions = args.millions * 1_000_000;
    let bar = progress::bar("training", positions + positions / 6 * 2);
    let choices = |lost| {
        let solved = &solved;
        train(&Choices { solved, lost }, positions / 6, args.seed, &bar)
    };
    let (results, [wins, delays]) = thread::scope(|scope| {
        let choices = scope.spawn(|| [false, true].map(choices));
        let results = train(&Results(&solved), positions, args.seed, &bar);
        // A thread can only fail by panicking, and then so do we.
        (results, choices.join().expect("training panicked"))
    });
    bar.finish_and_clear();
    let results_bytes = quantize(&results.0);
    let choosers = [quantize(&wins.0), quantize(&delays.0)].concat();
    let (combiner, combiner_bits) = {
        let untaught = [&results_bytes[..], &[0; COMBINER_BYTES as usize], &choosers].concat();
        let image = without_answers(&untaught, Edition::Full);
        let predictions = Predictions::new(&solved, Database::open(&image[..])?);
        let examples = combiner::examples(&predictions, ONE_IN, args.seed, all_cores())?;
        combiner::teach(&examples, args.seed)
    };
    files::write_whole(&args.out, |file| {
        file.write_all(&results_bytes)?;
        file.write_all(&combiner)?;
        file.write_all(&choosers)
    })?;
    println!("bits an exercise over the last tenth, coded in order of likelihood:");
    println!("  is it lost            {:.4}", results.1);
    println!("  with family, if asked {combiner_bits:.4}");
    println!("  which move wins       {:.4}", wins.1);
    println!("  which move delays     {:.4}", delays.1);
    println!("weights written to {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}

/// Of so many open positions one is an example for the combiner.
const ONE_IN: u64 = 24;
