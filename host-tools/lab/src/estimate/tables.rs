//! The paper's tables of estimates, ours beside the paper's.

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

use anyhow::Result;
use clap::Args;

use super::{
    cutoff::Cutoff,
    live::Live,
    plot,
    problem::ProblemName,
    record::Record,
    report::{self, grouped},
    run::parse_duration,
    runner::{Limits, Runner},
    spec::{Lookahead, Spec},
};
use crate::output::print_table;

/// The paper's box.
const HEXOMINO: ProblemName = ProblemName::Hexomino {
    short: false,
    all: false,
};

/// How a table is made.
#[derive(Args)]
pub(super) struct TableArgs {
    /// CPU time of each row, such as 30s, 5m or 1h.
    #[arg(long, default_value = "60s", value_parser = parse_duration)]
    pub time: Duration,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How descents choose; none is the paper's way.
    #[arg(long, value_enum, default_value_t = Lookahead::None)]
    lookahead: Lookahead,
    /// Cut off islands (packings only).
    #[arg(long)]
    islands: bool,
    /// Paths followed at once; one is the paper's way.
    #[arg(long, default_value_t = 1)]
    width: u32,
    /// Write the figures as SVG into this folder.
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
}

impl TableArgs {
    /// An estimate by `spec`, for the time of a row.
    pub(super) fn estimate(&self, spec: Spec) -> Result<Record> {
        let mut record = Record::new(spec);
        let live = Live::new();
        Runner {
            seed: self.seed,
            limits: Limits {
                trials: None,
                cpu: Some(self.time),
            },
            threads: self.threads,
            checkpoint: None,
            stop: &AtomicBool::new(false),
            watch: &mut |record| live.show(record),
        }
        .run(&mut record)?;
        live.finish();
        Ok(record)
    }
}

/// A row of table 2 or 3: cutoff, the paper's estimate and standard deviation.
pub(super) type Row = (Cutoff, f64, f64);

const fn level(level: u8, estimate: f64, error: f64) -> Row {
    (Cutoff::Level(level), estimate, error)
}

const fn product(zeros: u32, estimate: f64, error: f64) -> Row {
    (Cutoff::Product { digits: 1, zeros }, estimate, error)
}

/// Table 2: the hexomino box, ×10^25.
pub(super) const TABLE2: [Row; 12] = [
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

/// Table 3: 45-Queens, ×10^38.
pub(super) const TABLE3: [Row; 8] = [
    level(34, 1.082500, 0.001429),
    level(35, 1.082445, 0.001329),
    level(36, 1.082529, 0.001377),
    level(37, 1.082508, 0.001674),
    product(37, 1.082406, 0.001928),
    product(38, 1.082469, 0.001159),
    product(39, 1.082499, 0.001317),
    product(40, 1.082595, 0.002349),
];

/// Table 2, by the paper's method.
pub(super) fn table2(args: &TableArgs) -> Result<()> {
    estimates("Table 2", HEXOMINO, 25, &TABLE2, args)
}

/// Table 3, by the paper's method.
pub(super) fn table3(args: &TableArgs) -> Result<()> {
    estimates("Table 3", ProblemName::Queens(45), 38, &TABLE3, args)
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
        let record = args.estimate(Spec {
            lookahead: args.lookahead,
            islands: args.islands,
            width: args.width,
            ..Spec::plain(problem.clone(), cutoff)
        })?;
        let s = &record.statistics;
        let top = record.distribution.contribution.share_of_top(report::TOP);
        lines.push(vec![
            cutoff.to_string(),
            format!("{:.6}", s.mean().to_f64() / unit),
            format!("{:.6}", s.standard_error().to_f64() / unit),
            grouped(s.trials),
            grouped(s.successes),
            format!("{:.1} %", 100.0 * top),
            format!("{paper:.6}"),
            format!("{paper_error:.6}"),
        ]);
        records.push(record);
    }
    println!(
        "{title}: {}, ×10^{power}; {:?} of CPU a row, seed {}",
        records[0].spec.method(),
        args.time,
        args.seed,
    );
    let headings = [
        "cutoff",
        "estimate",
        "s.e.",
        "trials",
        "hits",
        "top 0.2 %",
        "paper",
        "paper: s.d.",
    ];
    print_table(&headings, &lines);
    if let Some(folder) = &args.plot {
        plot::write_all(folder, &records.iter().collect::<Vec<_>>())?;
    }
    Ok(())
}
