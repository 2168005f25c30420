//! The composite method as a stepper: random descent, then exhaustive search, a slice at a time.

use core::task::Poll;

use heapless::Vec;

use super::windows::{Spread, Step};
use super::{Cutoff, Goal, Problem, Random, Settings, SetupError, Statistics, Trial};

/// The estimator: a problem, its settings, and the trial in progress.
///
/// `DEPTH` is the room for nodes of one path, at least [`Problem::max_depth`].
#[derive(Clone, Debug)]
pub struct Composite<'p, P: Problem, const DEPTH: usize> {
    problem: &'p P,
    settings: Settings,
    statistics: Statistics,
    /// The number of the trial in progress, or of the next, from 0.
    number: u64,
    random: Random,
    phase: Phase<P::Node>,
    /// Open nodes: those of many paths at the bottom, those of the search on top.
    stack: Vec<P::Node, DEPTH>,
    /// The number of nodes on the stack below those of the search.
    floor: usize,
    spread: Spread<DEPTH>,
    /// Product and solutions of the descent in progress.
    product: f64,
    found: u64,
    trial: Trial,
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

impl<'p, P: Problem, const DEPTH: usize> Composite<'p, P, DEPTH> {
    /// An estimator before its first trial.
    ///
    /// # Errors
    /// If the tree is deeper than `DEPTH`, or the cutoff level below its deepest leaf.
    pub fn new(problem: &'p P, settings: Settings) -> Result<Self, SetupError> {
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
            number: 0,
            random: Random::for_trial(settings.seed, 0),
            phase: Phase::Between,
            stack: Vec::new(),
            floor: 0,
            spread: Spread::new(),
            product: 0.0,
            found: 0,
            trial: Trial::default(),
        })
    }

    /// The statistics of all finished trials (and the nodes of the one in progress).
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether a trial was begun and is not finished.
    pub fn is_in_trial(&self) -> bool {
        !matches!(self.phase, Phase::Between)
    }

    /// The open nodes of the trial in progress, one below the other: all from the root on if it follows
    /// many paths, otherwise those that are searched.
    pub fn path(&self) -> &[P::Node] {
        &self.stack
    }

    /// Works on the trial in progress for about `budget` nodes, or to its end if that comes first; the
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
        self.trial = Trial::default();
        self.stack.clear();
        self.floor = 0;
        self.product = 1.0;
        self.found = 0;
        let node = self.problem.root();
        let whole = self.settings.cutoff.is_reached(0, self.product);
        if self.settings.windows.is_none() || whole || self.problem.is_leaf(&node) {
            self.phase = Phase::Descent { node, level: 0 };
        } else {
            self.spread.begin(&mut self.random);
            self.spread.enter(&mut self.stack, node, 1.0);
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
        match self.spread.advance(self.problem, windows, &mut self.stack) {
            Step::Up | Step::Lost => {}
            Step::Leaf(leaf, weight) => {
                self.statistics.nodes += 1;
                self.product = weight;
                self.found = leaf_value(self.problem, self.settings.goal, &leaf);
                self.add_up();
            }
            Step::Kept(child, weight) => {
                self.statistics.nodes += 1;
                let level = self.stack.len();
                self.product = weight;
                if self.settings.cutoff.is_reached(level, weight) {
                    self.begin_search(child);
                } else {
                    self.spread.enter(&mut self.stack, child, weight);
                }
            }
        }
        None
    }

    fn begin_search(&mut self, node: P::Node) {
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
            self.found = leaf_value(self.problem, self.settings.goal, node);
            return self.end_of_descent();
        }
        if self
            .settings
            .cutoff
            .is_reached(usize::from(*level), self.product)
        {
            let node = node.clone();
            self.begin_search(node);
            return None;
        }
        let branches = self.problem.branches(node);
        self.product *= f64::from(branches);
        self.problem.skip(node, self.random.below(branches));
        match self.problem.descend(node) {
            Some(child) => {
                self.statistics.nodes += 1;
                *node = child;
                *level = level.saturating_add(1);
                None
            }
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
        statistics.nodes += nodes;
        done
    }

    /// Adds the descent in progress to the trial, and ends that unless there are more paths.
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
        self.trial.contribution += self.product * self.found as f64;
    }

    fn end(&mut self) -> Trial {
        self.statistics.record(&self.trial);
        self.number = self.number.wrapping_add(1);
        self.phase = Phase::Between;
        self.trial
    }
}

#[inline]
fn leaf_value<P: Problem>(problem: &P, goal: Goal, leaf: &P::Node) -> u64 {
    u64::from(goal == Goal::Leaves || problem.is_solution(leaf))
}
