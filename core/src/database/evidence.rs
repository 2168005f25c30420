//! What a deduction found out about a family, as inputs of a [combiner](super::combiner).

use super::combiner::{CHILD_INPUTS, FAMILY_INPUTS, SECOND_INPUTS};
use super::deduction::{Opinion, Relative, Standing};
use super::odds::one_more;
use crate::game::{HandKind, Owner, Position};

/// What the first combiner sees.
pub type FamilyInputs = [i16; FAMILY_INPUTS];

/// Inputs are cut off at 16 bits below and 24 above.
const LEAST: i32 = -16 << 8;
const MOST: i32 = 24 << 8;

/// A count as an input.
fn count(count: usize) -> i32 {
    count as i32 * 256
}

fn cut(input: i32) -> i16 {
    input.clamp(LEAST, MOST) as i16
}

/// The opinion on a position, counts (`refuted` children are won, as looking ahead shows), and the
/// opinions on children of unknown standing and on those that are not lost but not proven won, the
/// likeliest first.
pub(super) fn family(
    position: Position,
    opinion: Opinion,
    refuted: u8,
    children: &[Relative],
) -> FamilyInputs {
    let hands = |owner| -> usize {
        let held = HandKind::ALL.map(|kind| usize::from(position.hand(owner, kind)));
        held.iter().sum()
    };
    let (mine, theirs) = (hands(Owner::Mine), hands(Owner::Theirs));
    let unknown = Part::of(children, None);
    let unproven = Part::of(children, Some(Standing::NotLost));
    let won = children.len() - unknown.count - unproven.count;
    let inputs = [
        i32::from(opinion.lost),
        i32::from(opinion.drawn),
        count(children.len()),
        count(usize::from(refuted)),
        count(mine + theirs),
        count(mine),
        count(unknown.count),
        count(unproven.count),
        count(won),
        unknown.not_lost,
        unknown.not_lost + unknown.won,
        unproven.won,
        unproven.not_lost,
        unknown.lost[0],
        unknown.lost[1],
        unknown.lost[2],
        unknown.lost[3],
        unknown.drawn[0],
        unknown.drawn[1],
        unproven.drawn[0],
        unproven.drawn[1],
        unproven.drawn[2],
        unproven.lost[0],
        unproven.lost[1],
    ];
    inputs.map(cut)
}

/// The family of a child, whether the child is known not to be lost, how many of its children come
/// before the position that is asked about, and whether one is drawn.
pub(super) fn child(
    inputs: FamilyInputs,
    is_not_lost: bool,
    children: &[Relative],
) -> [i16; CHILD_INPUTS] {
    let before = children.iter().filter(|child| child.comes_before).count();
    let is_drawn = |child: &Relative| child.standing == Some(Standing::Drawn);
    let mut all = [0; CHILD_INPUTS];
    let more = [
        count(usize::from(is_not_lost)),
        count(before),
        count(usize::from(children.iter().any(is_drawn))),
    ];
    fill(&mut all, inputs.into_iter().chain(more.map(cut)));
    all
}

/// What was known of a position before its children were refined, and afterwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refined {
    /// The family before.
    pub(super) inputs: FamilyInputs,
    /// The first combiner's odds.
    pub(super) odds: i16,
    /// How many children were proven won.
    pub(super) proven: u8,
    /// How many others were refined.
    pub(super) refined: u8,
    /// The worse positions that settled nothing.
    pub(super) worse: Related,
    /// The better ones.
    pub(super) better: Related,
}

/// Related positions that were asked about in vain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Related {
    count: u8,
    /// The sum of the odds that they would settle the matter.
    sum: i16,
    /// The greatest of the odds.
    greatest: i16,
}

/// The odds of a related position count at most this, either way: six nats in a sum, and twelve
/// alone.
const IN_SUM: i32 = 2216;
const ALONE: i32 = 2 * IN_SUM;

impl Related {
    /// No position.
    pub(super) const NONE: Related = Related {
        count: 0,
        sum: 0,
        greatest: LEAST as i16,
    };

    /// Adds a position by the odds that it would have settled the matter.
    pub(super) fn add(&mut self, hope: i32) {
        self.count = self.count.saturating_add(1);
        self.sum = cut(i32::from(self.sum) + hope.clamp(-IN_SUM, IN_SUM));
        self.greatest = self.greatest.max(cut(hope.clamp(-ALONE, ALONE)));
    }

    fn inputs(self) -> [i16; 3] {
        [cut(count(usize::from(self.count))), self.sum, self.greatest]
    }
}

impl Refined {
    /// The first combiner's view of a family, of which nothing is refined yet.
    pub(super) fn new(inputs: FamilyInputs, odds: i32) -> Refined {
        Refined {
            inputs,
            odds: odds as i16,
            proven: 0,
            refined: 0,
            worse: Related::NONE,
            better: Related::NONE,
        }
    }

    /// What the second combiner sees, given the family as it is now.
    pub(super) fn second(&self, now: FamilyInputs) -> [i16; SECOND_INPUTS] {
        let counts = [self.proven, self.refined].map(|number| cut(count(usize::from(number))));
        let related = self.worse.inputs().into_iter().chain(self.better.inputs());
        let before = self.inputs.into_iter().chain([cut(self.odds.into())]);
        let mut all = [0; SECOND_INPUTS];
        fill(&mut all, before.chain(counts).chain(now).chain(related));
        all
    }
}

fn fill(all: &mut [i16], inputs: impl Iterator<Item = i16>) {
    for (place, input) in all.iter_mut().zip(inputs) {
        *place = input;
    }
}

/// Some of the children.
struct Part {
    count: usize,
    /// The logarithm of the probability that none is lost, as if they were independent.
    not_lost: i32,
    /// The same that all are won, given that none is lost.
    won: i32,
    /// The greatest odds of a loss.
    lost: [i32; 4],
    /// The greatest odds of a draw.
    drawn: [i32; 4],
}

impl Part {
    /// The children of this standing.
    fn of(children: &[Relative], standing: Option<Standing>) -> Part {
        let mut part = Part {
            count: 0,
            not_lost: 0,
            won: 0,
            lost: [LEAST; 4],
            drawn: [LEAST; 4],
        };
        for child in children {
            if child.standing != standing {
                continue;
            }
            let (lost, drawn) = (
                i32::from(child.opinion.lost),
                i32::from(child.opinion.drawn),
            );
            part.count += 1;
            part.not_lost -= one_more(lost);
            part.won -= one_more(drawn);
            insert(&mut part.lost, lost);
            insert(&mut part.drawn, drawn);
        }
        part
    }
}

/// Puts a number in its place among the greatest so far.
fn insert(greatest: &mut [i32; 4], mut number: i32) {
    for place in greatest {
        if number > *place {
            core::mem::swap(place, &mut number);
        }
    }
}
