//! What rankers and askers see of the looks along lines, and the questions that follow.

use heapless::Vec;

use super::{BIT, Guide, Lines};
use crate::database::answers::Question;
use crate::database::candidates::Candidate;
use crate::database::image::ImageError;
use crate::database::odds::{first_of, logarithm};
use crate::database::plan::{MAX_STAGES, asker_inputs, ranker_inputs};
use crate::game::MAX_MOVES;

/// A flag among inputs.
const FLAG: i16 = 1 << 10;
/// Inputs are cut off here, either way.
const MOST: i16 = 16 * BIT;
/// Candidates whose scores differ by less than this are hardly told apart.
const HARDLY: i32 = 18;

/// What an asker sees.
type Inputs = Vec<i16, { asker_inputs(MAX_STAGES) }>;

impl Lines {
    /// What a ranker after so many stages sees of a candidate.
    pub fn seen(
        &self,
        candidate: &Candidate,
        stages: usize,
    ) -> Vec<i16, { ranker_inputs(MAX_STAGES) }> {
        let opinions = self.candidates.iter().map(|candidate| candidate.opinion);
        let best = opinions.max().unwrap_or(0);
        let is_first = candidate.opinion == best;
        let mut seen = Vec::new();
        let _ = seen.extend_from_slice(&[
            cut(i32::from(candidate.opinion) - i32::from(best)),
            logarithm(self.candidates.len() as u32) as i16,
            cut(i32::from(best)),
            if is_first { FLAG } else { 0 },
        ]);
        let line = candidate
            .line
            .and_then(|line| self.lines.get(usize::from(line)));
        for stage in 0..stages {
            let look = line.and_then(|line| line.looks.get(stage));
            let _ = seen.extend_from_slice(&match look {
                None => [0; 5],
                Some(look) if look.is_over => [FLAG, FLAG, 0, 0, 0],
                Some(look) => {
                    let value = cut(i32::from(look.value));
                    [FLAG, 0, value, look.lead, look.spread]
                }
            });
        }
        seen
    }

    /// The odds that the candidate with this number is the best of those from it on, by their
    /// scores alone.
    pub(super) fn odds(&self, number: usize) -> i32 {
        let open = self.candidates.get(number..).unwrap_or(&[]);
        let scores: Vec<i32, MAX_MOVES> = open.iter().map(|candidate| candidate.score).collect();
        first_of(&scores)
    }

    /// What the asker of a plan with so many stages sees of the question whether the candidate
    /// with this number is the best; the last one needs no question.
    pub fn asked(&self, number: usize, stages: usize) -> Option<Inputs> {
        let [asked, next, ..] = self.candidates.get(number..)? else {
            return None;
        };
        let lead = asked.score - next.score;
        let after = self.candidates.get(number + 2);
        let next_lead = after.map_or(i32::from(MOST), |after| next.score - after.score);
        let flag = |is_set| if is_set { FLAG } else { 0 };
        let mut inputs = Inputs::new();
        let _ = inputs.extend_from_slice(&[
            cut(self.odds(number)),
            cut(lead),
            cut(next_lead),
            logarithm((self.candidates.len() - number) as u32) as i16,
            flag(number > 0),
            flag(number > 1),
            flag(lead < HARDLY),
            self.done as i16 * BIT,
        ]);
        for candidate in [asked, next] {
            let _ = inputs.extend_from_slice(&self.seen(candidate, stages));
        }
        Some(inputs)
    }

    /// The question whether the best candidate is the one with this number, given that none
    /// before it is; the last one needs no question.
    pub fn question<G: Guide>(
        &self,
        number: usize,
        guide: &mut G,
    ) -> Result<Option<Question>, ImageError> {
        let stages = guide.stages(self.topic);
        let Some(inputs) = self.asked(number, stages.unwrap_or(0)) else {
            return Ok(None);
        };
        let odds = match stages {
            Some(_) => guide.odds(self.topic, &inputs)?,
            None => self.odds(number),
        };
        Ok(Some(Question {
            topic: self.topic,
            position: self.position.canonical(),
            number: number as u8,
            odds,
        }))
    }
}

fn cut(number: i32) -> i16 {
    number.clamp(-i32::from(MOST), i32::from(MOST)) as i16
}
