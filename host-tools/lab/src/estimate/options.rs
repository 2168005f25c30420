//! `lab estimate options`: what each option of ours does, at equal CPU time.
//!
//! Errors are compared as relative standard error × √(CPU seconds), which does not depend on
//! how long a row ran; a gain of 3 is worth nine times the time. With few hits the error of a
//! row says next to nothing: one large contribution makes it 100 %, and the larger ones have
//! not come yet. Such a row has no gain of its own, and gains over it are lower bounds.

use anyhow::Result;

use super::{
    report::grouped,
    spec::{Lookahead, Spec},
    tables::TableArgs,
};
use crate::output::print_table;

/// Fewer hits than this, one path at a time, tell nothing of the error.
const FEW_HITS: u64 = 30;

/// Cutoff, lookahead, islands, width.
type Row = (&'static str, Lookahead, bool, u32);

/// A problem and its rows; the first is what the others are compared with.
const GROUPS: [(&str, &[Row]); 3] = {
    use Lookahead::{Branches, None};
    [
        (
            "hexomino",
            &[
                ("level:23", None, false, 1),
                ("level:23", None, true, 1),
                ("level:25", Branches, true, 1),
                ("level:27", None, true, 3_000),
                ("level:27", Branches, true, 3_000),
            ],
        ),
        (
            "hexomino",
            &[
                ("product:1e28", None, false, 1),
                ("product:1e28", None, true, 1),
                ("product:1e26", Branches, true, 1),
                ("product:1e24", None, true, 3_000),
                ("product:1e24", Branches, true, 3_000),
            ],
        ),
        (
            "queens:45",
            &[
                ("product:1e38", None, false, 1),
                ("product:1e38", Branches, false, 1),
                ("level:35", None, false, 300),
                ("level:35", Branches, false, 300),
            ],
        ),
    ]
};

/// Runs every row and prints the table.
pub(super) fn run(args: &TableArgs) -> Result<()> {
    let mut lines = Vec::new();
    for (problem, rows) in GROUPS {
        // Few hits in the first row make all gains lower bounds.
        let mut plain: Option<(f64, &str)> = None;
        for &(cutoff, lookahead, islands, width) in rows {
            let record = args.estimate(Spec {
                lookahead,
                islands,
                width,
                ..Spec::plain(problem.parse()?, cutoff.parse()?)
            })?;
            let s = &record.statistics;
            let error = s.relative_error().to_f64() * record.cpu_seconds().sqrt();
            let few = s.successes < FEW_HITS;
            let (base, bound) = *plain.get_or_insert((error, if few { "≥ " } else { "" }));
            lines.push(vec![
                record.spec.to_string(),
                format!("{:.4}", s.mean()),
                format!("{:.2} %", 100.0 * s.relative_error().to_f64()),
                grouped(s.trials),
                grouped(s.successes),
                format!("{error:.3}"),
                match few && width == 1 {
                    true => "–".into(),
                    false => format!("{bound}{:.1}×", base / error),
                },
            ]);
        }
    }
    println!("{:?} of CPU a row, seed {}", args.time, args.seed);
    print_table(
        &[
            "settings",
            "estimate",
            "s.e.",
            "trials",
            "hits",
            "s.e. × √s",
            "gain",
        ],
        &lines,
    );
    Ok(())
}
