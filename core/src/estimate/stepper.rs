//! The composite method as a stepper: random descent, then exhaustive search, a slice at a time.

use core::task::Poll;

use heapless::Vec;

use super::{
    Contribution, Cutoff, FRACTION_LIMBS, Goal, LEVELS, Problem, Product, Random, Settings,
    SetupError, Statistics, Trial, TrialEnd, Wide,
    descent::choose,
    windows::{Spread, Step, Weight},
};

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
    /// Open nodes: those of many paths at the bottom, those of the search on top.
    stack: Vec<P::Node, DEPTH>,
    /// How much of the stack lies above the search.
    floor: usize,
    spread: Spread<DEPTH>,
    /// Product and solutions of the descent in hand.
    product: Product,
    found: u64,
    trial: Tally,
}

#[derive(Clone, Debug)]
enum Phase<N> {
    Between,
    /// On one path.
    Descent {
        node: N,
        level: u8,
    },
    /// On many.
    Spread,
    Search,
}

/// What the paths of the trial in hand came to so far.
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
        if let Cutoff::Level(level) = settings.cutoff
            && usize::from(level) > depth
        {
            return Err(SetupError::CutoffBelowTree);
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
            spread: Spread::new(),
            product: Product::ZERO,
            found: 0,
            trial: Tally::EMPTY,
        })
    }

    /// The statistics of all finished trials (and the nodes of the one in hand).
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The open nodes of the trial in hand, one below the other: all from the root on if it follows
    /// many paths, otherwise those that are searched.
    pub fn path(&self) -> &[P::Node] {
        &self.stack
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

    /// Works on the trial in hand for about `budget` nodes, or to its end if that comes first; the
    /// next call then begins the next trial.
    ///
    /// A trial is never cut short: stopping long ones would lose just those with many
    /// solutions and bias the estimate downwards (section 3.2). Statistics do not depend on
    /// how the work is sliced.
    pub fn step(&mut self, mut budget: u32) -> Poll<Trial> {
        while budget > 0 {
            match &mut self.phase {
                Phase::Between => self.begin(),
                Phase::Spread => {
                    budget -= 1;
                    if let Some(trial) = self.spread() {
                        return Poll::Ready(trial);
                    }
                }
                Phase::Descent { .. } => {
                    budget -= 1;
                    if let Some(trial) = self.descend() {
                        return Poll::Ready(trial);
                    }
                }
                Phase::Search => {
                    if self.search(&mut budget)
                        && let Some(trial) = self.end_of_descent()
                    {
                        return Poll::Ready(trial);
                    }
                }
            }
        }
        Poll::Pending
    }

    fn begin(&mut self) {
        self.random = Random::for_trial(self.settings.seed, self.number);
        self.trial = Tally::EMPTY;
        self.stack.clear();
        self.floor = 0;
        self.product = Product::shifted(ONE, FRACTION_LIMBS);
        self.found = 0;
        let node = self.problem.root();
        let whole = self.settings.cutoff.is_reached(0, &self.product);
        if self.settings.windows.is_none() || whole || self.problem.is_leaf(&node) {
            self.phase = Phase::Descent { node, level: 0 };
        } else {
            self.spread.begin(&mut self.random);
            self.spread.enter(&mut self.stack, node, Weight::ONE);
            self.phase = Phase::Spread;
        }
    }

    /// One step through many paths.
    fn spread(&mut self) -> Option<Trial> {
        let Some(windows) = &self.settings.windows else {
            return None;
        };
        if self.stack.is_empty() {
            return Some(self.end());
        }
        match self
            .spread
            .advance(self.problem, &self.settings, windows, &mut self.stack)
        {
            Step::Up | Step::Lost => {}
            Step::Leaf(leaf, weight) => {
                self.statistics.descent_nodes += 1;
                self.statistics.descent_leaves += 1;
                self.found = leaf_value(self.problem, self.settings.goal, &leaf);
                // Most leaves are dead ends and not worth a wide product.
                if self.found > 0 {
                    self.product = weight.product();
                    self.add_up();
                }
            }
            Step::Kept(child, weight) => {
                self.statistics.descent_nodes += 1;
                let level = self.stack.len();
                self.product = weight.product();
                if self.settings.cutoff.is_reached(level, &self.product) {
                    self.begin_search(child, level);
                } else {
                    self.spread.enter(&mut self.stack, child, weight);
                }
            }
        }
        None
    }

    fn begin_search(&mut self, node: P::Node, level: usize) {
        self.trial.searched = true;
        self.statistics.start_levels[level.min(LEVELS - 1)] += 1;
        self.found = 0;
        self.floor = self.stack.len();
        // Paths and search together are never deeper than the tree.
        let _ = self.stack.push(node);
        self.phase = Phase::Search;
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
        if self
            .settings
            .cutoff
            .is_reached(usize::from(*level), &self.product)
        {
            let (node, level) = (node.clone(), usize::from(*level));
            self.begin_search(node, level);
            return None;
        }
        let child = choose(
            self.problem,
            &self.settings,
            node,
            &mut self.random,
            &mut self.product,
        );
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

    /// Adds the descent in hand to the trial, and ends that unless there are more paths.
    fn end_of_descent(&mut self) -> Option<Trial> {
        self.add_up();
        // A single path, and the root itself, have nothing above them.
        if self.floor == 0 {
            return Some(self.end());
        }
        self.phase = Phase::Spread;
        None
    }

    fn add_up(&mut self) {
        self.trial.found += self.found;
        self.trial.product = self.trial.product.max(self.product);
        if self.found > 0 {
            let found = Wide::<2>::shifted(self.found, 0);
            self.trial
                .contribution
                .add(&Wide::<14>::product(&self.product, &found));
        }
    }

    fn end(&mut self) -> Trial {
        let end = match self.trial {
            Tally { found: 1.., .. } => TrialEnd::Success,
            Tally { searched: true, .. } => TrialEnd::Barren,
            _ => TrialEnd::DeadEnd,
        };
        let trial = Trial {
            seed: self.settings.seed,
            number: self.number,
            end,
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
