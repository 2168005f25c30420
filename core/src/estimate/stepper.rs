//! The composite method as a stepper: random descent, then exhaustive search, a slice at a time.

use core::fmt;

use heapless::Vec;

use super::{
    Contribution, FRACTION_LIMBS, LEVELS, MAX_PROMISE, Outcome, Problem, Product, Random,
    Statistics, Trial, Wide,
};

/// When a descent turns into an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutoff {
    /// At this level: the older method. Level 0 searches the whole tree, exactly.
    Level(u8),
    /// Once the product of branch factors has passed this threshold: the paper's proposal.
    Product(Product),
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Leaves that are solutions.
    Solutions,
    /// All leaves: the size of the tree (section 7.2).
    Leaves,
}

/// How a descent chooses among branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Every branch with the same chance, as in the paper.
    Uniform,
    /// In proportion to [`Problem::promise`] of the children: importance sampling. The product
    /// takes 1/p for each step, so the mean stays what it was.
    Lookahead,
}

/// Everything that decides what a trial does, apart from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to start searching.
    pub cutoff: Cutoff,
    /// What to count.
    pub goal: Goal,
    /// How to choose.
    pub choice: Choice,
    /// Stratified first levels: a trial descends once from *every* node of this level and adds
    /// up; 0 descends from the root alone.
    pub strata: u8,
    /// The seed all trials are drawn from.
    pub seed: u64,
}

/// Why settings do not suit a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetupError {
    /// The problem is deeper than the stepper's stack.
    TooDeep,
    /// The cutoff level lies below the deepest leaf.
    CutoffBelowTree,
    /// The strata lie below the cutoff level or below the deepest leaf.
    StrataBelowCutoff,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooDeep => "the tree is deeper than this estimator's stack",
            Self::CutoffBelowTree => "the cutoff level is deeper than the tree",
            Self::StrataBelowCutoff => "the strata must lie above the cutoff level",
        })
    }
}

impl core::error::Error for SetupError {}

/// What a slice of work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The budget is spent and the trial goes on.
    Working,
    /// A trial ended, with budget to spare or not; the next slice starts the next trial.
    Finished(Trial),
}

/// The estimator: a problem, its settings, and the trial in hand.
///
/// `DEPTH` is the room for nodes of one path, at least [`Problem::max_depth`].
#[derive(Clone, Debug)]
pub struct Composite<'p, P: Problem, const DEPTH: usize> {
    problem: &'p P,
    settings: Settings,
    statistics: Statistics,
    /// Number of the trial in hand, or of the next.
    number: u64,
    random: Random,
    phase: Phase<P::Node>,
    /// Open nodes: those above the strata at the bottom, those of the search on top.
    stack: Vec<P::Node, DEPTH>,
    /// How much of the stack belongs to the strata.
    floor: usize,
    /// Product and solutions of the descent in hand.
    product: Product,
    found: u64,
    trial: Tally,
}

#[derive(Clone, Debug)]
enum Phase<N> {
    Between,
    Strata,
    Descent { node: N, level: u8 },
    Search,
}

/// What the strata of the trial in hand came to so far.
#[derive(Clone, Copy, Debug)]
struct Tally {
    searched: bool,
    found: u64,
    product: Product,
    contribution: Contribution,
}

const ONE: u64 = 1;

impl Tally {
    const EMPTY: Self = Self {
        searched: false,
        found: 0,
        product: Product::ZERO,
        contribution: Contribution::ZERO,
    };
}

impl<'p, P: Problem, const DEPTH: usize> Composite<'p, P, DEPTH> {
    /// An estimator whose first trial is number `first`.
    pub fn new(problem: &'p P, settings: Settings, first: u64) -> Result<Self, SetupError> {
        let depth = problem.max_depth();
        if depth > DEPTH {
            return Err(SetupError::TooDeep);
        }
        let lowest = match settings.cutoff {
            Cutoff::Level(level) if usize::from(level) > depth => {
                return Err(SetupError::CutoffBelowTree);
            }
            Cutoff::Level(level) => usize::from(level),
            Cutoff::Product(_) => depth,
        };
        if settings.strata > 0 && usize::from(settings.strata) >= lowest {
            return Err(SetupError::StrataBelowCutoff);
        }
        Ok(Self {
            problem,
            settings,
            statistics: Statistics::default(),
            number: first,
            random: Random::for_trial(settings.seed, first),
            phase: Phase::Between,
            stack: Vec::new(),
            floor: 0,
            product: Product::ZERO,
            found: 0,
            trial: Tally::EMPTY,
        })
    }

    /// The statistics of all finished trials (and the nodes of the one in hand).
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Number of the trial in hand, or of the next one.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Makes `number` the next trial. A trial in hand is thrown away *uncounted*, which is only
    /// fair if nothing that depends on its course decides so.
    pub fn jump(&mut self, number: u64) {
        self.number = number;
        self.phase = Phase::Between;
    }

    /// Works on the trial in hand for about `budget` nodes, or to its end if that comes first.
    ///
    /// A trial is never cut short: stopping long ones would lose just those with many
    /// solutions and bias the estimate downwards (section 3.2). Statistics do not depend on
    /// how the work is sliced.
    pub fn step(&mut self, mut budget: u32) -> Progress {
        while budget > 0 {
            match &mut self.phase {
                Phase::Between => self.begin(),
                Phase::Strata => {
                    budget -= 1;
                    if let Some(trial) = self.next_stratum() {
                        return Progress::Finished(trial);
                    }
                }
                Phase::Descent { .. } => {
                    budget -= 1;
                    if let Some(trial) = self.descend() {
                        return Progress::Finished(trial);
                    }
                }
                Phase::Search => {
                    if self.search(&mut budget)
                        && let Some(trial) = self.end_of_descent()
                    {
                        return Progress::Finished(trial);
                    }
                }
            }
        }
        Progress::Working
    }

    fn begin(&mut self) {
        self.random = Random::for_trial(self.settings.seed, self.number);
        self.trial = Tally::EMPTY;
        self.stack.clear();
        self.floor = 0;
        let root = self.problem.root();
        if self.settings.strata == 0 {
            self.begin_descent(root);
        } else {
            // An empty stack has room for one.
            let _ = self.stack.push(root);
            self.phase = Phase::Strata;
        }
    }

    fn begin_descent(&mut self, node: P::Node) {
        self.product = Product::shifted(ONE, FRACTION_LIMBS);
        self.found = 0;
        self.phase = Phase::Descent {
            node,
            level: self.settings.strata,
        };
    }

    /// Moves on to the next node of the strata level, or ends the trial.
    fn next_stratum(&mut self) -> Option<Trial> {
        let Some(top) = self.stack.last_mut() else {
            return Some(self.end());
        };
        match self.problem.descend(top) {
            None => {
                self.stack.pop();
            }
            Some(child) if self.stack.len() == usize::from(self.settings.strata) => {
                self.statistics.descent_nodes += 1;
                self.floor = self.stack.len();
                self.begin_descent(child);
            }
            Some(child) => {
                self.statistics.descent_nodes += 1;
                if self.problem.is_leaf(&child) {
                    self.begin_descent(child);
                } else {
                    // Room for `strata` nodes, fewer than the depth.
                    let _ = self.stack.push(child);
                }
            }
        }
        None
    }

    /// One step of random descent.
    fn descend(&mut self) -> Option<Trial> {
        let Phase::Descent { node, level } = &mut self.phase else {
            return None;
        };
        if self.problem.is_leaf(node) {
            self.statistics.descent_leaves += 1;
            self.found = leaf_value(self.problem, self.settings.goal, node);
            return self.end_of_descent();
        }
        let searching = match self.settings.cutoff {
            Cutoff::Level(cutoff) => *level >= cutoff,
            Cutoff::Product(threshold) => self.product > threshold,
        };
        // A product that may not fit another factor ends the descent too: like any rule that
        // looks only at the path so far, that leaves the mean alone.
        if searching || self.product.is_nearly_full() {
            self.trial.searched = true;
            self.statistics.start_levels[usize::from(*level).min(LEVELS - 1)] += 1;
            self.floor = self.stack.len();
            // Strata and search together are never deeper than the tree.
            let _ = self.stack.push(node.clone());
            self.phase = Phase::Search;
            return None;
        }
        let child = match self.settings.choice {
            Choice::Uniform => {
                let branches = self.problem.branches(node);
                self.product.scale(branches);
                let chosen = self.random.below(branches);
                self.problem.skip(node, chosen);
                self.problem.descend(node)
            }
            Choice::Lookahead => {
                let chosen = look_ahead(self.problem, self.settings.goal, node, &mut self.random);
                chosen.map(|(child, total, promise)| {
                    self.product.scale(total);
                    self.product.divide(promise);
                    child
                })
            }
        };
        match child {
            Some(child) => {
                self.statistics.descent_nodes += 1;
                *node = child;
                *level = level.saturating_add(1);
                None
            }
            // Nothing below this node can count.
            None => self.end_of_descent(),
        }
    }

    /// Depth-first search from the top of the stack; true when the subtree is done.
    fn search(&mut self, budget: &mut u32) -> bool {
        let Self {
            problem,
            settings,
            statistics,
            stack,
            floor,
            found,
            ..
        } = self;
        let mut nodes = 0;
        let mut leaves = 0;
        let done = loop {
            if *budget == 0 {
                break false;
            }
            *budget -= 1;
            if stack.len() <= *floor {
                break true;
            }
            let Some(top) = stack.last_mut() else {
                break true;
            };
            match problem.descend(top) {
                Some(child) => {
                    nodes += 1;
                    if problem.is_leaf(&child) {
                        leaves += 1;
                        *found += leaf_value(*problem, settings.goal, &child);
                    } else {
                        // A path is never longer than the tree is deep.
                        let _ = stack.push(child);
                    }
                }
                None => {
                    stack.pop();
                }
            }
        };
        statistics.search_nodes += nodes;
        statistics.search_leaves += leaves;
        done
    }

    /// Adds the descent in hand to the trial; ends the trial unless there are more strata.
    fn end_of_descent(&mut self) -> Option<Trial> {
        self.trial.found += self.found;
        self.trial.product = self.trial.product.max(self.product);
        if self.found > 0 {
            let found = Wide::<2>::shifted(self.found, 0);
            self.trial
                .contribution
                .add(&Wide::<14>::product(&self.product, &found));
        }
        if self.settings.strata == 0 {
            return Some(self.end());
        }
        self.phase = Phase::Strata;
        None
    }

    fn end(&mut self) -> Trial {
        let outcome = match self.trial {
            Tally { found: 1.., .. } => Outcome::Success,
            Tally { searched: true, .. } => Outcome::Barren,
            _ => Outcome::DeadEnd,
        };
        let trial = Trial {
            seed: self.settings.seed,
            number: self.number,
            outcome,
            contribution: self.trial.contribution,
            product: self.trial.product,
            found: self.trial.found,
        };
        self.statistics.record(&trial);
        self.number = self.number.wrapping_add(1);
        self.phase = Phase::Between;
        trial
    }
}

#[inline]
fn leaf_value<P: Problem>(problem: &P, goal: Goal, leaf: &P::Node) -> u64 {
    u64::from(goal == Goal::Leaves || problem.is_solution(leaf))
}

/// Chooses a child in proportion to its promise; returns it with the sum of all promises and
/// its own. `None` if no child has any.
fn look_ahead<P: Problem>(
    problem: &P,
    goal: Goal,
    node: &P::Node,
    random: &mut Random,
) -> Option<(P::Node, u32, u32)> {
    let promise = |child: &P::Node| match goal {
        Goal::Solutions => problem.promise(child).min(MAX_PROMISE),
        // A dead end is a leaf too and must keep its chance.
        Goal::Leaves => problem.promise(child).clamp(1, MAX_PROMISE),
    };
    let mut siblings = node.clone();
    let mut total = 0;
    while let Some(child) = problem.descend(&mut siblings) {
        total += promise(&child);
    }
    let mut chosen = random.below(total);
    let mut siblings = node.clone();
    while let Some(child) = problem.descend(&mut siblings) {
        let own = promise(&child);
        if chosen < own {
            return Some((child, total, own));
        }
        chosen -= own;
    }
    None
}
