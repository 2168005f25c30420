//! What is estimated and how, as checkpoints keep it.

use std::fmt;

use anyhow::Result;
use clap::ValueEnum;
use dobutsu_core::estimate;
use serde::{Deserialize, Serialize};

use super::{cutoff::Cutoff, problem::ProblemName};

/// Serialises a type by its spelling.
macro_rules! spelled {
    ($($name:ty),*) => {$(
        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = anyhow::Error;

            fn try_from(text: String) -> anyhow::Result<Self> {
                text.parse()
            }
        }
    )*};
}
pub(super) use spelled;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Goal {
    /// Leaves that are solutions.
    Solutions,
    /// All leaves: the size of the tree.
    Leaves,
}

/// How a descent chooses among branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lookahead {
    /// Every branch with the same chance.
    None,
    /// In proportion to the number of branches behind it.
    Branches,
}

/// Which hopeless nodes are cut off early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Prune {
    /// Those with an empty cell, or two, that nothing can reach.
    Islands,
}

/// Everything that decides what a trial does, apart from seed and number. Runs add up if and
/// only if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spec {
    /// The problem.
    pub problem: ProblemName,
    /// When descent turns into search.
    pub cutoff: Cutoff,
    /// What is counted.
    pub goal: Goal,
    /// Importance by lookahead.
    pub lookahead: Lookahead,
    /// Paths followed at once; 1 is the paper's single path.
    pub width: u32,
    /// Island pruning.
    pub islands: bool,
}

impl Spec {
    /// The paper's method for a problem and a cutoff: no option of ours.
    pub(super) fn plain(problem: ProblemName, cutoff: Cutoff) -> Self {
        Self {
            problem,
            cutoff,
            goal: Goal::Solutions,
            lookahead: Lookahead::None,
            width: 1,
            islands: false,
        }
    }

    /// The settings as the estimator takes them.
    pub(super) fn settings(&self, seed: u64) -> Result<estimate::Settings> {
        Ok(estimate::Settings {
            cutoff: self.cutoff.to_core()?,
            goal: match self.goal {
                Goal::Solutions => estimate::Goal::Solutions,
                Goal::Leaves => estimate::Goal::Leaves,
            },
            choice: match self.lookahead {
                Lookahead::None => estimate::Branching::Uniform,
                Lookahead::Branches => estimate::Branching::Lookahead,
            },
            windows: None,
            seed,
        })
    }
}

impl Spec {
    /// The problem and the options, without the cutoff.
    pub(super) fn method(&self) -> String {
        let width = format!("width {}", self.width);
        let options = [
            (self.goal == Goal::Leaves, "all leaves"),
            (self.width > 1, &width),
            (
                self.lookahead == Lookahead::Branches,
                "lookahead by branches",
            ),
            (self.islands, "islands"),
        ];
        let chosen = options.into_iter().filter(|(on, _)| *on);
        chosen.fold(self.problem.to_string(), |text, (_, name)| {
            format!("{text}, {name}")
        })
    }
}

/// The cutoff first after the problem, as the paper's tables have it.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.cutoff, self.method())
    }
}
