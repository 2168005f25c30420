//! One estimate from the command line: run, resumed, added up, shown.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

use super::{
    cutoff::Cutoff,
    live::Live,
    plot,
    problem::ProblemName,
    record::Record,
    report,
    runner::{Limits, Runner},
    spec::{Goal, Lookahead, Prune, Spec},
};

/// One estimate.
#[derive(clap::Args)]
pub(super) struct RunArgs {
    /// queens:45, hexomino, hexomino:short, pentomino:6x10, tiling:5x5:4:1 (size, colours,
    /// seed), dobutsu:12, or any box and pieces: puzzle:###/##./#..+all:3, or @FILE with pictures.
    #[arg(long, required = true, value_parser = ProblemName::from_argument)]
    problem: Option<ProblemName>,
    /// Search exhaustively from a level on (level:35), or once the product of branch factors
    /// has passed a threshold (product:1e38). level:0 counts exactly.
    #[arg(long, required = true)]
    cutoff: Option<Cutoff>,
    /// What to count.
    #[arg(long, value_enum, default_value_t = Goal::Solutions)]
    count: Goal,
    /// Stop when this many trials of the seed are done.
    #[arg(long)]
    trials: Option<u64>,
    /// Stop, between trials, when this much CPU time is spent: 30s, 20m or 1h [default: 10s
    /// unless --trials is given].
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// The seed; runs to be merged need different ones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads. Results do not depend on their number.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Choose branches in proportion to what lies behind them: importance sampling.
    #[arg(long, value_enum, default_value_t = Lookahead::None)]
    lookahead: Lookahead,
    /// Follow about this many paths at once in each trial, thinned out level by level.
    #[arg(long, default_value_t = 1)]
    width: u32,
    /// Cut off hopeless nodes (packings only).
    #[arg(long, value_enum, value_delimiter = ',')]
    prune: Vec<Prune>,
    /// Keep a checkpoint here, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// How often to save the checkpoint.
    #[arg(long, default_value = "1s", value_parser = parse_duration)]
    checkpoint_every: Duration,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args)]
struct OutputArgs {
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Draw the estimate over trials, contributions and start levels as SVG into this folder.
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
}

/// Runs to be added up.
#[derive(clap::Args)]
pub(super) struct MergeArgs {
    /// The checkpoints.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Save the sum as a checkpoint.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Reads `90s`, `20m`, `1h` or a bare number of seconds.
pub(super) fn parse_duration(text: &str) -> Result<Duration> {
    let unclear = || format!("unclear time '{text}': write 30s, 20m or 1h");
    let (number, unit) = match text.char_indices().last() {
        Some((place, 's')) => (&text[..place], 1.0),
        Some((place, 'm')) => (&text[..place], 60.0),
        Some((place, 'h')) => (&text[..place], 3600.0),
        _ => (text, 1.0),
    };
    let seconds: f64 = number.parse().with_context(unclear)?;
    Duration::try_from_secs_f64(seconds * unit).with_context(unclear)
}

/// Runs an estimate and shows it.
pub(super) fn estimate(args: RunArgs) -> Result<()> {
    ensure!(
        (1..=1024).contains(&args.threads),
        "from 1 to 1024 threads can be used"
    );
    let spec = Spec {
        problem: args.problem.context("--problem is missing")?,
        cutoff: args.cutoff.context("--cutoff is missing")?,
        goal: args.count,
        lookahead: args.lookahead,
        width: args.width,
        islands: args.prune.contains(&Prune::Islands),
    };
    let mut record = match &args.resume {
        Some(path) if path.exists() => resumed(path, &spec, args.seed)?,
        _ => Record::new(spec),
    };
    let default_time = args.trials.is_none().then_some(Duration::from_secs(10));
    let limits = match record.spec.cutoff.is_exact() {
        // One trial counts everything; a second would count it again.
        true => Limits {
            trials: Some(1),
            cpu: None,
        },
        false => Limits {
            trials: args.trials,
            cpu: args.time.or(default_time),
        },
    };
    if let Some(path) = &args.resume
        && let Some(spent) = limits.spent(&record, args.seed)
    {
        eprintln!(
            "lab: nothing is added, since {} has {spent}",
            path.display()
        );
    }
    let stop = stop_on_interrupt()?;
    let live = Live::new();
    let outcome = Runner {
        seed: args.seed,
        limits,
        threads: args.threads,
        checkpoint: args.resume.map(|path| (path, args.checkpoint_every)),
        stop: &stop,
        watch: &mut |record| live.show(record),
    }
    .run(&mut record);
    live.finish();
    outcome?;
    show(&record, &args.output)
}

fn resumed(path: &Path, spec: &Spec, seed: u64) -> Result<Record> {
    let record = Record::load(path)?;
    ensure!(
        record.spec == *spec,
        "{} belongs to a run with other settings: [{}], not [{spec}]",
        path.display(),
        record.spec
    );
    let seeds: Vec<String> = record
        .coverage
        .seeds()
        .map(|seed| seed.to_string())
        .collect();
    ensure!(
        seeds.is_empty() || record.coverage.seeds().any(|other| other == seed),
        "{} belongs to a run with seed {}, not {seed}; a seed has a file of its own, and `merge` adds them up",
        path.display(),
        seeds.join(", ")
    );
    Ok(record)
}

/// The first Ctrl-C or SIGTERM ends the run after the trials in hand; the second ends it at
/// once, which loses those.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).context("cannot catch interrupts")?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if seen.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            eprintln!("finishing the trials in hand; interrupt again to lose them");
        }
    });
    Ok(stop)
}

/// Adds up checkpoints and shows the sum.
pub(super) fn merge(args: &MergeArgs) -> Result<()> {
    let mut sum: Option<Record> = None;
    for path in &args.files {
        let record = Record::load(path)?;
        match &mut sum {
            None => sum = Some(record),
            Some(sum) => sum
                .merge(&record)
                .with_context(|| format!("{} cannot be added", path.display()))?,
        }
    }
    let sum = sum.context("no checkpoint was given")?;
    if let Some(path) = &args.out {
        sum.save(path)?;
    }
    show(&sum, &args.output)
}

fn show(record: &Record, output: &OutputArgs) -> Result<()> {
    match output.json {
        true => println!("{:#}", report::json(record)),
        false => print!("{}", report::text(record)),
    }
    match &output.plot {
        Some(folder) => plot::write_all(folder, &[record]),
        None => Ok(()),
    }
}
