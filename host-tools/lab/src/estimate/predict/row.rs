//! A row: many sets of paths, plain trials, and whether they are enough.

use anyhow::Result;
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{
    Problem, Random,
    packing::{Packing, Region, free_polyominoes},
};

use super::{
    PredictArgs, known,
    plain::{Plain, plain},
    sample::{Hit, Reported, report},
    sets::{Sums, Ways, campaign, nodes_a_search},
};
use crate::estimate::{
    cutoff::Cutoff,
    problem::{ProblemName, Visitor},
};
use crate::output::mean_and_margin;
use crate::trees::{Filter, Filtered};

/// The paper's speeds, nodes a second, from its table 1.
const PAPER_DESCENT: f64 = 318_251.02;
const PAPER_SEARCH: f64 = 4_520_423.21;
/// Its 2,000 sets of an hour.
const PAPER_SECONDS: f64 = 2000.0 * 3600.0;

/// Fewer sets do not know their own error.
const FEWEST_SETS: usize = 20;
/// The largest part of the count that its standard error may be, and of the true error.
const CLOSE: f64 = 0.1;
const NEAR: f64 = 0.2;
/// Standard errors that a count may be off: one row in 370 is more.
const ERRORS_OFF: f64 = 3.0;

/// A predicted row.
pub(super) struct Predicted {
    pub sets: usize,
    pub count: (f64, f64),
    pub square: (f64, f64),
    pub leaves: (f64, f64),
    pub chance: (f64, f64),
    pub plain: Plain,
    /// Nodes of a plain trial's search.
    pub search_nodes: (f64, f64),
    /// The paper's trials in its 2,000 hours, and what that many report.
    pub trials: f64,
    pub reported: Option<Reported>,
    /// The successful trials that the sets found, with their chances.
    pub hits: Vec<Hit>,
    /// The known count and its standard error.
    pub known: Option<(f64, f64)>,
}

/// What a row is good for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    Settled,
    /// What campaigns report is settled; the true error is not, and is known to this part of it.
    ReportsOnly(f64),
    FewSets,
    /// The count is known to this part of it only.
    VagueCount(f64),
    /// The count is so many standard errors off the known one.
    WrongCount(f64),
}

impl Verdict {
    /// Whether what campaigns report can be compared.
    pub(super) fn is_comparable(self) -> bool {
        matches!(self, Self::Settled | Self::ReportsOnly(_))
    }
}

impl Predicted {
    /// The true error of the paper's trials, and the part of it that this may be off.
    pub(super) fn error(&self) -> (f64, f64) {
        // A trial's cost has an error of its own.
        let cost = self.search_nodes.1 / PAPER_SEARCH * self.trials / PAPER_SECONDS;
        let off = (self.square.1 / self.square.0).hypot(cost) / 2.0;
        ((self.square.0 / self.trials).sqrt(), off)
    }

    pub(super) fn verdict(&self) -> Verdict {
        let (count, error) = self.count;
        let off = self
            .known
            .map(|(known, own)| (count - known).abs() / own.hypot(error));
        let (_, truth) = self.error();
        match off {
            _ if self.sets < FEWEST_SETS => Verdict::FewSets,
            // Paths that found nothing are vague too.
            _ if error.is_nan() || error > CLOSE * count || count == 0.0 => {
                Verdict::VagueCount(error / count)
            }
            Some(off) if off > ERRORS_OFF => Verdict::WrongCount(off),
            _ if truth > NEAR => Verdict::ReportsOnly(truth),
            _ => Verdict::Settled,
        }
    }
}

/// A row to be predicted.
pub(super) struct Predict<'a> {
    pub args: &'a PredictArgs,
    pub cutoff: Cutoff,
}

impl Visitor for Predict<'_> {
    type Output = Predicted;

    fn visit<P: Problem>(self, problem: &P) -> Self::Output {
        let ways = Ways {
            problem,
            enter: |node: &mut _| problem.branches(node),
        };
        self.row(problem, &ways)
    }
}

impl Predict<'_> {
    /// Predicts the row. Where regions that no pieces fill are branches, none of the paths to a solution
    /// leads through them: they count in the products and are not followed.
    pub(super) fn predict(self) -> Result<Predicted> {
        match self.args.problem {
            ProblemName::Filtered(filter) if !self.args.tree => {
                let (region, pieces) = (Region::hexomino(), free_polyominoes(6));
                let build = |filter| Filtered::new(&region, &pieces, filter, false);
                let (problem, narrower) = (build(filter)?, build(Filter::Multiples)?);
                let packing = Packing::new(&region, &pieces)?.without_mirror_images();
                let ways = Ways {
                    problem: &packing.pruning_islands(),
                    enter: |node: &mut _| {
                        problem.strike_off(node);
                        let branches = problem.branches(node);
                        narrower.strike_off(node);
                        branches
                    },
                };
                Ok(self.row(&problem, &ways))
            }
            ref problem => problem.build(false, self),
        }
    }

    fn row<P, Q, F>(self, problem: &P, ways: &Ways<Q, F>) -> Predicted
    where
        P: Problem,
        Q: Problem,
        F: Fn(&mut Q::Node) -> u32,
    {
        let args = self.args;
        // Rows have paths of their own, so that their counts are so many checks and not one.
        let first = match self.cutoff {
            Cutoff::Level(level) => u64::from(level) << 32,
            Cutoff::Product { zeros, .. } => u64::from(zeros + 256) << 32,
        };
        let clock = ThreadTime::now();
        let mut all = Vec::new();
        while clock.elapsed() < args.time || all.len() < 2 {
            let mut random = Random::for_trial(args.seed, first + all.len() as u64);
            all.push(campaign(ways, self.cutoff, &args.effort, &mut random));
        }
        let mean = |figure: fn(&Sums) -> f64| {
            let (mean, margin) = mean_and_margin(&all.iter().map(figure).collect::<Vec<_>>());
            (mean, margin / 1.96)
        };
        let clock = ThreadTime::now();
        let plain = plain(problem, self.cutoff, args.effort.deep, args.seed, |_| {
            clock.elapsed() >= args.time / 4
        });
        let clock = ThreadTime::now();
        let mut costs = Vec::new();
        while clock.elapsed() < args.time / 4 || costs.len() < 2 {
            let number = !(first + costs.len() as u64);
            let mut random = Random::for_trial(args.seed, number);
            costs.push(nodes_a_search(
                problem,
                self.cutoff,
                &args.effort,
                &mut random,
            ));
        }
        let (cost, margin) = mean_and_margin(&costs);
        let seconds = plain.descent_nodes / PAPER_DESCENT + cost / PAPER_SEARCH;
        let trials = PAPER_SECONDS / seconds;
        Predicted {
            sets: all.len(),
            count: mean(|sums| sums.count),
            square: mean(|sums| sums.square),
            leaves: mean(|sums| sums.leaves),
            chance: mean(|sums| sums.chance),
            trials,
            reported: {
                let hits: Vec<_> = all.iter().map(|sums| sums.hits.as_slice()).collect();
                report(&hits, trials, args.seed)
            },
            hits: {
                let sets = all.len() as f64;
                let hits = all.iter().flat_map(|sums| &sums.hits);
                let own = |hit: &Hit| Hit {
                    chance: hit.chance / sets,
                    ..*hit
                };
                hits.map(own).collect()
            },
            known: known(&args.problem),
            search_nodes: (cost, margin / 1.96),
            plain,
        }
    }
}
