//! Which of its winning moves a position makes.

use std::collections::HashMap;

/// How the move of a won position is chosen.
pub(crate) enum Wins {
    /// The quickest win, as the solved game says.
    Quickest,
    /// The child that the network thinks nearest to its end, but for some corrections.
    Policy(Corrections),
}

/// Where the policy does not make the move that the network thinks best.
#[derive(Default)]
pub(crate) struct Corrections(HashMap<u32, u8>);

impl Corrections {
    /// The number of the candidate that the position with this number chooses.
    pub(crate) fn choice(&self, number: u32) -> usize {
        self.0.get(&number).copied().map_or(0, usize::from)
    }
}

/// From numbers of positions and of the candidates they choose.
impl FromIterator<(u32, u8)> for Corrections {
    fn from_iter<I: IntoIterator<Item = (u32, u8)>>(choices: I) -> Corrections {
        let others = choices.into_iter().filter(|&(_, choice)| choice > 0);
        Corrections(others.collect())
    }
}
