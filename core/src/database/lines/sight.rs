//! What rankers and askers see of a choice.

use heapless::Vec;

use super::contest::Contest;
use super::family::BIT;
use crate::database::candidates::Candidate;
use crate::database::odds::{first_of, logarithm};
use crate::database::plan::{MAX_ASKED, MAX_RANKED, Stage, StageKind};
use crate::game::MAX_MOVES;

/// A flag among inputs.
const FLAG: i16 = 1 << 10;
/// Inputs are cut off here, either way.
const MOST: i16 = 16 * BIT;
/// Candidates whose scores differ by less than this are hardly told apart.
const HARDLY: i32 = 18;

/// What a ranker sees of a candidate.
pub type Ranked = Vec<i16, MAX_RANKED>;
/// What an asker sees of a question.
pub type Asked = Vec<i16, MAX_ASKED>;

impl Contest {
    /// The greatest opinion on a candidate.
    pub(super) fn best_opinion(&self) -> i16 {
        let opinions = self.candidates.iter().map(|candidate| candidate.opinion);
        opinions.max().unwrap_or(0)
    }

    /// What a ranker sees of a candidate after the first `done` of some stages.
    pub(super) fn seen(
        &self,
        candidate: &Candidate,
        best: i16,
        stages: &[Stage],
        done: usize,
    ) -> Ranked {
        let is_first = candidate.opinion == best;
        let mut seen = Ranked::new();
        let _ = seen.extend_from_slice(&[
            cut(i32::from(candidate.opinion) - i32::from(best)),
            logarithm(self.candidates.len() as u32) as i16,
            cut(i32::from(best)),
            if is_first { FLAG } else { 0 },
        ]);
        let line = candidate
            .line
            .and_then(|line| self.lines.get(usize::from(line)));
        for (number, stage) in stages.iter().take(done).enumerate() {
            if let StageKind::Proof { .. } = stage.kind {
                let known = self.known.get(number).copied().unwrap_or(0);
                let _ = seen.push(i16::from(known) * (BIT / 4));
                continue;
            }
            let look = line.and_then(|line| line.looks.get(number).copied().flatten());
            let numbers = match look {
                None => [0; 6],
                Some(look) if look.is_over => [FLAG, FLAG, 0, 0, 0, look.value],
                Some(look) => [
                    FLAG,
                    0,
                    cut(i32::from(look.value)),
                    look.lead,
                    look.spread,
                    0,
                ],
            };
            let _ = seen.extend_from_slice(&numbers[..stage.kind.inputs()]);
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

    /// What the asker sees of the question whether the candidate with this number is the best; the
    /// last one needs no question.
    pub(super) fn asked(&self, number: usize, stages: &[Stage]) -> Option<Asked> {
        let [asked, next, ..] = self.candidates.get(number..)? else {
            return None;
        };
        let lead = asked.score - next.score;
        let after = self.candidates.get(number + 2);
        let next_lead = after.map_or(i32::from(MOST), |after| next.score - after.score);
        let flag = |is_set| if is_set { FLAG } else { 0 };
        let mut inputs = Asked::new();
        let _ = inputs.extend_from_slice(&[
            cut(self.odds(number)),
            cut(lead),
            cut(next_lead),
            logarithm((self.candidates.len() - number) as u32) as i16,
            flag(number > 0),
            flag(number > 1),
            flag(lead < HARDLY),
            i16::from(self.done) * BIT,
        ]);
        let best = self.best_opinion();
        for candidate in [asked, next] {
            let seen = self.seen(candidate, best, stages, stages.len());
            let _ = inputs.extend_from_slice(&seen);
        }
        Some(inputs)
    }
}

fn cut(number: i32) -> i16 {
    number.clamp(-i32::from(MOST), i32::from(MOST)) as i16
}

/// About how many plies the side that loses lasts from a new head with this score: one that the
/// network for delays scores if the step came `from_lost`, else one that the network for wins does.
///
/// Means over the solved game, by the scores of the first committed networks. They only decide
/// where a proof is tried.
pub(super) fn expected_plies(score: i16, from_lost: bool) -> u8 {
    // Every four bits of score, from −12 for wins and from −4 for delays.
    const WON: [u8; 7] = [5, 6, 8, 12, 21, 39, 48];
    const LOST: [u8; 7] = [45, 32, 19, 12, 8, 7, 6];
    let (table, least) = match from_lost {
        true => (WON, -4),
        false => (LOST, -12),
    };
    let place = (i32::from(score) - least * i32::from(BIT)).clamp(0, 6 << 10);
    let (number, part) = ((place >> 10) as usize, place & 1023);
    let at = |number: usize| i32::from(table.get(number).or(table.last()).copied().unwrap_or(0));
    let rise = at(number + 1) - at(number);
    (at(number) + ((rise * part) >> 10)) as u8
}
