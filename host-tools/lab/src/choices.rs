//! `cargo lab choices`: what looking along the lines of a choice costs, and what it saves.
//!
//! The best move of a position is stored as answers to questions; the better the reader predicts
//! them, the fewer bytes they take, and the longer it looks, the better it predicts. Each plan is
//! taught with some random choices and measured with others, through the reader's own code.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use dobutsu::build;
use dobutsu::solve::open_or_solve;
use dobutsu::train::choices::{Worth, curve};
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::plan::{MAX_STAGES, Stage};

/// How many bytes the choices take against the evaluations that a look-up takes.
#[derive(clap::Args)]
pub struct Args {
    /// Which choices
    #[arg(value_enum)]
    topic: Choices,
    /// Stages as bits,lines,gap,cap with a space between two, `none` for no look at all; several
    /// plans may be given
    #[arg(long = "plan", value_name = "STAGES", value_parser = parse_plan, required = true)]
    plans: Vec<Vec<Stage>>,
    /// How many choices teach a plan
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    taught: usize,
    /// How many choices measure it
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    tested: usize,
    /// How often each choice is gone through
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: usize,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Networks that `dobutsu train` wrote [default: those this program was made with]
    #[arg(long, value_name = "FILE")]
    networks: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Choices {
    /// Which move wins quickest
    Wins,
    /// Which move delays a loss longest
    Delays,
}

/// A plan from words like `8,4,9,300`.
fn parse_plan(text: &str) -> Result<Vec<Stage>> {
    let words = text.split_whitespace().filter(|&word| word != "none");
    let stages: Vec<Stage> = words.map(parse_stage).collect::<Result<_>>()?;
    ensure!(stages.len() <= MAX_STAGES, "more than {MAX_STAGES} stages");
    Ok(stages)
}

fn parse_stage(word: &str) -> Result<Stage> {
    let numbers: Vec<&str> = word.split(',').collect();
    let &[sure, lines, gap, cap] = &numbers[..] else {
        anyhow::bail!("{word} is not a stage: bits, lines, gap and cap are");
    };
    let bits = |text: &str| -> Result<u16> {
        let bits: f32 = text.parse().with_context(|| format!("{text} bits"))?;
        Ok((bits * 256.0).round() as u16)
    };
    Ok(Stage {
        sure: bits(sure)?,
        lines: lines.parse().with_context(|| format!("{lines} lines"))?,
        gap: bits(gap)?,
        cap: cap.parse().with_context(|| format!("a cap of {cap}"))?,
    })
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    let networks = build::networks(args.networks.as_deref())?;
    let solved = open_or_solve(args.from.as_deref())?;
    let topic = match args.topic {
        Choices::Wins => Topic::QuickestWin,
        Choices::Delays => Topic::LongestDelay,
    };
    println!("     MB  first  later  evaluations, questions: mean / p99 / most   stages reached");
    let sizes = [args.taught, args.tested];
    curve(
        &solved,
        &networks,
        topic,
        sizes,
        args.rounds,
        &args.plans,
        print,
    )?;
    Ok(ExitCode::SUCCESS)
}

fn print(stages: &[Stage], worth: &Worth) {
    let spread = |cost: Vec<u32>| {
        let mut cost = cost;
        cost.sort_unstable();
        let mean = cost.iter().map(|&cost| f64::from(cost)).sum::<f64>() / cost.len() as f64;
        let high = cost.get(cost.len() * 99 / 100).copied().unwrap_or(0);
        format!("{mean:5.1} /{high:4} /{:5}", cost.last().unwrap_or(&0))
    };
    let evaluations = worth.costs.iter().map(|cost| cost.evaluations).collect();
    let questions = worth.costs.iter().map(|cost| cost.questions).collect();
    let reached: Vec<String> = worth.reached.iter().map(|x| format!("{x:.2}")).collect();
    println!(
        "{:7.3} {:6.3} {:6.3}  {}  {}   {}   {}",
        worth.entropy / 1e6,
        worth.first,
        worth.later,
        spread(evaluations),
        spread(questions),
        reached.join(" "),
        stages.iter().map(describe).collect::<Vec<_>>().join(" "),
    );
}

fn describe(stage: &Stage) -> String {
    let bits = |number: u16| f32::from(number) / 256.0;
    let (sure, gap) = (bits(stage.sure), bits(stage.gap));
    format!("{sure},{},{gap},{}", stage.lines, stage.cap)
}
