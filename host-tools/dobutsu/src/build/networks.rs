//! What `dobutsu train` writes, and where it goes in an image.

use anyhow::{Context, Result, ensure};
use dobutsu_core::database::ImageLayout;
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::plan::Plan;

/// What `dobutsu train` wrote, cut as the sections of an image are.
#[derive(Clone, Copy)]
pub(crate) struct Networks<'a> {
    /// For results with its combiner, for wins, for delays.
    networks: [&'a [u8]; 3],
    /// The plans for wins and for delays; none in what is being made.
    plans: [&'a [u8]; 2],
}

impl<'a> Networks<'a> {
    /// The networks in these bytes, with plans or without.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Networks<'a>> {
        let [results, _, wins, _, delays, _] = ImageLayout::LEAST_SECTIONS;
        let mut rest = bytes;
        let mut cut = |len: u32| {
            let (part, later) = rest
                .split_at_checked(len as usize)
                .context("the networks end too soon")?;
            rest = later;
            anyhow::Ok(part)
        };
        let networks = [cut(results)?, cut(wins)?, cut(delays)?];
        let plans = if rest.is_empty() {
            [&[][..]; 2]
        } else {
            let wins = Plan::read(&rest, 0).context("the networks have no plan for wins")?;
            let (wins, delays) = rest
                .split_at_checked(wins.bytes() as usize)
                .context("the plan for wins ends too soon")?;
            let plan = Plan::read(&delays, 0).context("the networks have no plan for delays")?;
            ensure!(
                delays.len() == plan.bytes() as usize,
                "the plan for delays has another length than it says"
            );
            [wins, delays]
        };
        Ok(Networks { networks, plans })
    }

    /// The same without plans.
    pub(crate) fn without_plans(self) -> Networks<'a> {
        Networks {
            plans: [&[]; 2],
            ..self
        }
    }

    /// The section with the networks for a topic.
    pub(super) fn section(&self, topic: Topic) -> Vec<u8> {
        match topic {
            Topic::Loss => self.networks[0].to_vec(),
            Topic::QuickestWin => [self.networks[1], self.plans[0]].concat(),
            Topic::LongestDelay => [self.networks[2], self.plans[1]].concat(),
        }
    }
}
