//! `cargo lab estimate`: composite Monte Carlo (the third paper) on a PC.
//!
//! The estimator itself is [`dobutsu_core::estimate`]; this room runs it on threads, keeps
//! checkpoints, adds up runs of many machines, draws the paper's figures and prints its tables.
//!
//! # Measured
//! One core of a busy 2.45 GHz EPYC, built without link-time optimisation; all times are CPU
//! times, seed 1.
//!
//! The hexomino box, `--problem hexomino --prune islands --width 3000`, the last two rows with
//! `--lookahead learned`:
//! ```text
//! --cutoff level:27      1.1235e25 ± 0.0451e25 (4.01 %) after 40.0 s
//! --cutoff product:1e24  1.1102e25 ± 0.0512e25 (4.61 %) after 30.1 s
//! --cutoff level:27      1.1647e25 ± 0.0287e25 (2.47 %) after 150.0 s
//! --cutoff product:1e24  1.1855e25 ± 0.0169e25 (1.43 %) after 339.3 s
//! paper, 10^28           1.1562e25 ± 0.0369e25 (3.19 %) after 2,000 hours
//! ```
//! 45-Queens, `--problem queens:45 --cutoff product:1e38`:
//! 1.081567e38 ± 0.000980e38 (0.09 %) after 110.0 s; the paper has
//! 1.082469e38 ± 0.001159e38.
//!
//! ## Mirror images
//! The box is its own mirror image, so packings come in pairs. Neither the paper's text nor its
//! tables say whether both are counted. What is known is the size of the figures: with one of each
//! pair ours are the paper's, with both (`hexomino:all`) they would be twice that. So `hexomino`
//! leaves one out, by never turning over the first piece without symmetry. Nor does the paper say
//! on which side the extra cell is; it is on a long one here, and `hexomino:short` has it on a
//! short one.
//!
//! ## Why single paths disagree with themselves
//! Three runs of single paths to threshold 10^26 under earlier weights came to 1.319 ± 0.056,
//! 1.120 ± 0.084 and 0.902 ± 0.101 ×10^25. No bias shows where there are exact counts to compare
//! with: in a 3×7 box these options meet the count within 1.5 standard errors of 1 %, and with many
//! paths within 1.3 of 0.1 %. The likely reason is the tail. Of the longest run's 623,479 trials
//! one alone made up 43 % of the sum of squares; the contributions' skewness is 267, and that of a mean of 38,528 of them, as in the shortest run, still 1.4. A mean
//! so skewed is mostly too low, with an error too small, and now and then far too high: its
//! standard error is itself a guess. With many paths at once the largest trial of the runs above
//! has under 3 % of the estimate.
//!
//! ## Table 1
//! `lab estimate table1 --time 3s`, scaled to 100 s:
//! ```text
//!                            leaves          nodes  paper: leaves  paper: nodes
//! random descent        249,027,732  1,247,402,112      4,261,336    31,825,102
//! depth-first search  3,128,052,817  4,033,408,218    308,660,538   452,042,321
//! ratio                       12.6×           3.2×          72.4×         14.2×
//! ```
//! The paper's 72× is 5.1 times the nodes a leaf takes, times 14 for the cost of a node. Ours is
//! 3.9 times 3.2. The paths of random descents are shorter here, 5.0 nodes for the paper's 7.5,
//! presumably because cells are filled in another order. And a node's branches cost a descent no
//! more than a search: they are the intersection of a few tables' sets, so that there is no list to
//! make that only a search could use again; what is left is mostly the random number and the
//! product.
//!
//! ## Table 2
//! `lab estimate table2 --time 4s`, ×10^25, by the paper's method, and nothing but its setting: a
//! few seconds are too little for it by many orders, whoever runs it.
//! ```text
//! cutoff        estimate      s.e.     trials  hits  top 0.2 %     paper  paper: s.d.
//! level:20      0.000245  0.000196    274,394     3      0.5 %  1.000900     0.423600
//! level:21      0.000803  0.000533    328,378     6      0.7 %  0.828400     0.100200
//! level:22      0.003366  0.002893  4,896,350     8      1.4 %  0.854200     0.110000
//! level:23      0.004942  0.004806  5,868,294     4      0.8 %  0.762700     0.053500
//! level:24      0.004321  0.004321  6,524,452     2      0.4 %  0.899700     0.093900
//! level:25      0.000000  0.000000  6,311,226     0      0.0 %  0.928900     0.192000
//! product:1e26  0.004125  0.002444  1,527,935     6      0.6 %  1.032000     0.047600
//! product:1e27  0.011504  0.007139  2,413,380     5      0.5 %  1.131000     0.060500
//! product:1e28  0.002457  0.002457  5,737,366     1      0.2 %  1.156200     0.036900
//! product:1e29  0.000000  0.000000  5,919,060     0      0.0 %  1.223500     0.074000
//! product:1e30  0.000000  0.000000  5,983,059     0      0.0 %  1.165200     0.115500
//! product:1e31  0.000000  0.000000  6,130,415     0      0.0 %  1.095600     0.119700
//! ```
//! `lab estimate table2 --time 3s --lookahead learned --islands`:
//! ```text
//! cutoff        estimate      s.e.  trials  hits  top 0.2 %     paper  paper: s.d.
//! level:20      0.286631  0.204823       3     2      0.3 %  1.000900     0.423600
//! level:21      0.812372  0.690687       9     3      0.5 %  0.828400     0.100200
//! level:22      0.427666  0.226991      28     8      0.6 %  0.854200     0.110000
//! level:23      0.196903  0.079482     236    50      2.7 %  0.762700     0.053500
//! level:24      0.426906  0.192182     697    90      7.0 %  0.899700     0.093900
//! level:25      1.189462  0.487737   4,874   276     18.5 %  0.928900     0.192000
//! product:1e26  1.573279  0.337551   9,471   111      3.2 %  1.032000     0.047600
//! product:1e27  1.353892  0.350866  38,721    71      3.0 %  1.131000     0.060500
//! product:1e28  2.463799  1.575031  45,363    21      2.7 %  1.156200     0.036900
//! product:1e29  3.060203  3.060068  43,429     2      0.4 %  1.223500     0.074000
//! product:1e30  0.000130  0.000130  45,157     1      0.2 %  1.165200     0.115500
//! product:1e31  0.000137  0.000137  42,915     1      0.2 %  1.095600     0.119700
//! ```
//! The top 0.2 % of hits, which need some hundreds of hits to mean anything, with the same options
//! for 25 s: 77.9 % of the estimate by level 25 (2,514 hits) and 7.0 % by
//! threshold 10^26 (844 hits); the paper has 92.5 % and 48 %.
//!
//! ## Table 3
//! `lab estimate table3 --time 3s`, ×10^38:
//! ```text
//! cutoff        estimate      s.e.     trials     hits  top 0.2 %     paper  paper: s.d.
//! level:34      1.086106  0.007639    484,354  127,137      6.4 %  1.082500     0.001429
//! level:35      1.085750  0.007142    905,412  143,314      6.4 %  1.082445     0.001329
//! level:36      1.086838  0.007686  1,349,711  123,878      6.4 %  1.082529     0.001377
//! level:37      1.087958  0.009408  1,557,452   82,999      6.3 %  1.082508     0.001674
//! product:1e37  1.083782  0.009902    160,612   63,283      5.6 %  1.082406     0.001928
//! product:1e38  1.083570  0.005864    859,075  124,451      4.2 %  1.082469     0.001159
//! product:1e39  1.093787  0.007054  1,556,245   54,602      2.8 %  1.082499     0.001317
//! product:1e40  1.082044  0.012626  1,677,103   14,979      2.2 %  1.082595     0.002349
//! ```
//! ## What each option is worth
//! `lab estimate options --time 5s`; the paper's own errors would be about 60 (level 23) and 30
//! (10^28) in the column before the last, its 2,000 hours taken for a ninth at our speed:
//! ```text
//! settings                                                         estimate      s.e.      trials     hits  s.e. × √s     gain
//! level:23: hexomino                                              2.9411e22   96.85 %   9,901,071        6      2.166        –
//! level:23: hexomino, islands                                     2.4280e22   96.77 %  12,003,479        9      2.175        –
//! level:25: hexomino, lookahead by branches, islands              6.7433e24   65.14 %      79,310      219      1.462   ≥ 1.5×
//! level:25: hexomino, learned lookahead, islands                  7.8391e25   87.08 %      10,355      608      1.952   ≥ 1.1×
//! level:27: hexomino, width 3000, islands                         9.3521e24   14.21 %          53       49      0.319   ≥ 6.8×
//! level:27: hexomino, width 3000, learned lookahead, islands      1.0716e25   14.85 %          18       18      0.340   ≥ 6.4×
//! product:1e28: hexomino                                          1.3626e22  100.00 %  10,344,845        1      2.236        –
//! product:1e28: hexomino, islands                                 1.1168e22  100.00 %  12,621,693        1      2.237        –
//! product:1e26: hexomino, lookahead by branches, islands          1.5770e24   30.95 %      63,668       75      0.694   ≥ 3.2×
//! product:1e26: hexomino, learned lookahead, islands              1.2446e25   21.28 %      19,682      218      0.485   ≥ 4.6×
//! product:1e26: hexomino, learned lookahead, parity, islands      1.0947e25   16.65 %      17,982      205      0.373   ≥ 6.0×
//! product:1e23: hexomino, width 3000, learned lookahead, islands  1.2635e25    7.12 %          13       13      0.159  ≥ 14.0×
//! product:1e38: queens:45                                         1.0805e38    0.33 %   2,381,438  344,231      0.007     1.0×
//! product:1e38: queens:45, lookahead by branches                  1.0818e38    0.58 %     741,564  107,458      0.013     0.6×
//! level:35: queens:45, width 300                                  1.0853e38    0.72 %       2,822    2,822      0.016     0.5×
//! level:35: queens:45, width 300, lookahead by branches           1.0705e38    0.75 %       2,759    2,759      0.017     0.4×
//! ```
//! A row of 5 s tells large gains from small, and one whose error is near 100 % hangs on a single
//! hit. Learned weights make a single path usable at all, but many paths do as well without them:
//! in the longer runs above s.e. × √s is 0.25 without and 0.26 with by threshold, 0.25 and 0.30 by
//! level. For the queens nothing pays: their branches are so even that a plain descent is hard to
//! beat.

mod coverage;
mod cutoff;
mod distribution;
mod live;
mod options;
mod plot;
mod problem;
mod puzzle;
mod record;
mod report;
mod run;
mod runner;
mod spec;
mod tables;
mod weights;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Estimate how many solutions, or leaves, a tree has that is too large to search.
#[derive(Parser)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
pub struct EstimateArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Add up checkpoints of runs with equal settings, from one machine or many.
    Merge(run::MergeArgs),
    /// Table 1: random descent against depth-first search.
    Table1(tables::TableArgs),
    /// Table 2: the hexomino box, by cutoff level and by product.
    Table2(tables::TableArgs),
    /// Table 3: 45-Queens, by cutoff level and by product.
    Table3(tables::TableArgs),
    /// What each option does to the standard error at equal CPU time.
    Options(tables::TableArgs),
    /// Learn the weights behind --lookahead learned again, and compare.
    Weights(weights::WeightsArgs),
}

/// Runs the experiment.
pub fn run(args: EstimateArgs) -> Result<ExitCode> {
    match args.command {
        Some(Command::Merge(args)) => run::merge(&args)?,
        Some(Command::Table1(args)) => tables::table1(&args)?,
        Some(Command::Table2(args)) => tables::table2(&args)?,
        Some(Command::Table3(args)) => tables::table3(&args)?,
        Some(Command::Options(args)) => options::run(&args)?,
        Some(Command::Weights(args)) => weights::run(&args)?,
        None => run::estimate(args.run)?,
    }
    Ok(ExitCode::SUCCESS)
}
