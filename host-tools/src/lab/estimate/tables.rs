//! The paper's three tables, ours beside the paper's.

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

use anyhow::Result;
use clap::Args;
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{Composite, Problem, Progress, Settings, Statistics};

use super::{
    live::Live,
    parse_duration, plot,
    record::Record,
    report,
    runner::{DEPTH, Limits, Runner},
    spec::{Cutoff, Lookahead, ProblemName, Spec, Visitor},
};

/// How a table is made.
#[derive(Args)]
pub(super) struct TableArgs {
    /// CPU time of each row, such as 30s, 5m or 1h.
    #[arg(long, default_value = "60s", value_parser = parse_duration)]
    time: Duration,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How descents choose; none is the paper's way.
    #[arg(long, value_enum, default_value_t = Lookahead::None)]
    lookahead: Lookahead,
    /// Cut off islands (packings only).
    #[arg(long)]
    islands: bool,
    /// Write the figures as SVG into this folder.
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
}

/// Runs trials or a search for a while and returns what was visited.
struct Walk {
    settings: Settings,
    time: Duration,
}

impl Visitor for Walk {
    type Output = Result<(Statistics, f64)>;

    fn visit<P: Problem>(self, problem: &P) -> Self::Output {
        let mut composite = Composite::<P, DEPTH>::new(problem, self.settings, 0)?;
        let clock = ThreadTime::now();
        let mut ended = 0u64;
        loop {
            // Nothing is estimated here, so a search may be left in the middle.
            match composite.step(1 << 20) {
                Progress::Finished(_) => ended += 1,
                Progress::Working => ended = 0,
            }
            if ended.is_multiple_of(1024) && clock.elapsed() >= self.time {
                return Ok((*composite.statistics(), clock.elapsed().as_secs_f64()));
            }
        }
    }
}

/// Table 1: what random descent and depth-first search visit in the same time.
pub(super) fn table1(args: &TableArgs) -> Result<()> {
    let hexomino = ProblemName::Hexomino { short: false };
    let walk = |level: u8| {
        let spec = Spec::plain(hexomino.clone(), Cutoff::Level(level));
        let walk = Walk {
            settings: spec.settings(args.seed)?,
            time: args.time,
        };
        hexomino.build(spec.options(), walk)?
    };
    let (descent, descent_time) = walk(35)?;
    let (search, search_time) = walk(0)?;
    let in_100_s = |count: u64, time: f64| (count as f64 * 100.0 / time) as u64;
    let rows = [
        (
            "random descent",
            in_100_s(descent.descent_leaves, descent_time),
            in_100_s(descent.descent_nodes, descent_time),
            4_261_336,
            31_825_102,
        ),
        (
            "depth-first search",
            in_100_s(search.search_leaves, search_time),
            in_100_s(search.search_nodes, search_time),
            308_660_538,
            452_042_321,
        ),
    ];
    println!(
        "Table 1: hexomino, visited in 100 CPU seconds (measured for {:?} each)",
        args.time
    );
    println!(
        "{:<20} {:>16} {:>16} {:>14} {:>14}",
        "", "leaves", "nodes", "paper: leaves", "nodes"
    );
    for (name, leaves, nodes, paper_leaves, paper_nodes) in rows {
        println!(
            "{name:<20} {:>16} {:>16} {:>14} {:>14}",
            report::grouped(leaves),
            report::grouped(nodes),
            report::grouped(paper_leaves),
            report::grouped(paper_nodes)
        );
    }
    let ratio = |slow: u64, fast: u64| format!("{:.1}×", fast as f64 / slow.max(1) as f64);
    println!(
        "{:<20} {:>16} {:>16} {:>14} {:>14}",
        "ratio",
        ratio(rows[0].1, rows[1].1),
        ratio(rows[0].2, rows[1].2),
        ratio(rows[0].3, rows[1].3),
        ratio(rows[0].4, rows[1].4)
    );
    Ok(())
}

/// A row of table 2 or 3: cutoff, the paper's estimate and standard deviation.
type Row = (Cutoff, f64, f64);

const fn level(level: u8, estimate: f64, error: f64) -> Row {
    (Cutoff::Level(level), estimate, error)
}

const fn product(zeros: u32, estimate: f64, error: f64) -> Row {
    (Cutoff::Product { digits: 1, zeros }, estimate, error)
}

/// Table 2: the hexomino box.
pub(super) fn table2(args: &TableArgs) -> Result<()> {
    const ROWS: [Row; 12] = [
        level(20, 1.0009, 0.4236),
        level(21, 0.8284, 0.1002),
        level(22, 0.8542, 0.1100),
        level(23, 0.7627, 0.0535),
        level(24, 0.8997, 0.0939),
        level(25, 0.9289, 0.1920),
        product(26, 1.0320, 0.0476),
        product(27, 1.1310, 0.0605),
        product(28, 1.1562, 0.0369),
        product(29, 1.2235, 0.0740),
        product(30, 1.1652, 0.1155),
        product(31, 1.0956, 0.1197),
    ];
    estimates(
        "Table 2",
        ProblemName::Hexomino { short: false },
        25,
        &ROWS,
        args,
    )
}

/// Table 3: 45-Queens.
pub(super) fn table3(args: &TableArgs) -> Result<()> {
    const ROWS: [Row; 8] = [
        level(34, 1.082500, 0.001429),
        level(35, 1.082445, 0.001329),
        level(36, 1.082529, 0.001377),
        level(37, 1.082508, 0.001674),
        product(37, 1.082406, 0.001928),
        product(38, 1.082469, 0.001159),
        product(39, 1.082499, 0.001317),
        product(40, 1.082595, 0.002349),
    ];
    estimates("Table 3", ProblemName::Queens(45), 38, &ROWS, args)
}

fn estimates(
    title: &str,
    problem: ProblemName,
    power: i32,
    rows: &[Row],
    args: &TableArgs,
) -> Result<()> {
    let unit = 10f64.powi(power);
    let mut records = Vec::new();
    let mut lines = Vec::new();
    for &(cutoff, paper, paper_error) in rows {
        let spec = Spec {
            lookahead: args.lookahead,
            islands: args.islands,
            ..Spec::plain(problem.clone(), cutoff)
        };
        let mut record = Record::new(spec);
        let live = Live::new();
        Runner {
            seed: args.seed,
            limits: Limits {
                trials: None,
                cpu: Some(args.time),
            },
            threads: args.threads,
            checkpoint: None,
            stop: &AtomicBool::new(false),
            watch: &mut |record| live.show(record),
        }
        .run(&mut record)?;
        live.finish();
        let s = &record.statistics;
        lines.push(format!(
            "{:<14} {:>10.6} {:>10.6} {:>10} {:>9} {:>8.1} {:>11.6} {:>10.6}",
            cutoff.to_string(),
            s.mean().to_f64() / unit,
            s.standard_error().to_f64() / unit,
            report::grouped(s.trials),
            report::grouped(s.successes),
            100.0 * record.distribution.contribution.share_of_top(report::TOP),
            paper,
            paper_error
        ));
        records.push(record);
    }
    println!(
        "{title}: {problem}, ×10^{power}; {:?} of CPU a row, seed {}, lookahead: {:?}, islands: {}",
        args.time,
        args.seed,
        args.lookahead,
        if args.islands { "cut off" } else { "kept" }
    );
    println!(
        "{:<14} {:>10} {:>10} {:>10} {:>9} {:>8} {:>11} {:>10}",
        "cutoff", "estimate", "s.e.", "trials", "hits", "top .2%", "paper", "s.d."
    );
    lines.iter().for_each(|line| println!("{line}"));
    if let Some(folder) = &args.plot {
        plot::write_all(folder, &records.iter().collect::<Vec<_>>())?;
    }
    Ok(())
}
