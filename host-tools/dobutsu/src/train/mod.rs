//! `dobutsu train`: the weights of the predictors, from the solved game.
//!
//! Three networks: one predicts whether a position is lost, drawn or won; one which child delays
//! a loss longest; one which of the lost children loses quickest. Each is taught by one thread
//! and comes out the same for the same seed, whatever the number of cores.

mod lesson;
mod network;
mod quantize;
mod school;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use anyhow::Result;

use self::lesson::{Choices, Results};
use self::quantize::quantize;
use self::school::teach;
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
        teach(&Choices { solved, lost }, positions / 6, args.seed, &bar)
    };
    let (results, [delays, wins]) = thread::scope(|scope| {
        let choices = scope.spawn(|| [true, false].map(choices));
        let results = teach(&Results(&solved), positions, args.seed, &bar);
        // A thread can only fail by panicking, and then so do we.
        (results, choices.join().expect("training panicked"))
    });
    bar.finish_and_clear();
    files::write_whole(&args.out, |file| {
        file.write_all(&quantize(&results.0))?;
        file.write_all(&quantize(&delays.0))?;
        file.write_all(&quantize(&wins.0))
    })?;
    println!("bits an exercise over the last tenth, coded in order of likelihood:");
    println!("  is it lost        {:.4}", results.1);
    println!("  which move delays {:.4}", delays.1);
    println!("  which move wins   {:.4}", wins.1);
    println!("weights written to {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}
