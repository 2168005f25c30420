//! What a deduction could not settle, put into numbers.

use super::combiner::Inputs;
use super::deduction::{Child, Opinion, Standing};
use super::odds::one_more;
use crate::game::{HandKind, Owner, Position};

/// What is known of a position whose standing has to be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The network's opinion alone.
    Alone(Opinion),
    /// What its children add to that.
    Family(Inputs),
}

/// What the combiner sees: opinions on the position, counts (`refuted` children are won by a look
/// ahead), and the opinions on children that come later and on children that are not lost but not
/// proven won, the likeliest first.
pub(super) fn inputs(
    position: Position,
    opinion: Opinion,
    refuted: u8,
    children: &[Child],
) -> Inputs {
    let hands = |owner| -> u8 {
        let held = HandKind::ALL.map(|kind| position.hand(owner, kind));
        held.iter().sum()
    };
    let (mine, theirs) = (hands(Owner::Mine), hands(Owner::Theirs));
    let later = Part::of(children, None);
    let unproven = Part::of(children, Some(Standing::NotLost));
    let won = children.len() - later.count - unproven.count;
    let count = |count: usize| count as i32 * 256;
    let inputs = [
        i32::from(opinion.lost),
        i32::from(opinion.drawn),
        count(children.len()),
        count(usize::from(refuted)),
        count(usize::from(mine + theirs)),
        count(usize::from(mine)),
        count(later.count),
        count(unproven.count),
        count(won),
        later.not_lost,
        later.not_lost + later.won,
        unproven.won,
        unproven.not_lost,
        later.lost[0],
        later.lost[1],
        later.lost[2],
        later.lost[3],
        later.drawn[0],
        later.drawn[1],
        unproven.drawn[0],
        unproven.drawn[1],
        unproven.drawn[2],
        unproven.lost[0],
        unproven.lost[1],
    ];
    inputs.map(|input| input.clamp(LEAST, MOST) as i16)
}

/// Inputs are cut off at 16 bits below and 24 above.
const LEAST: i32 = -16 << 8;
const MOST: i32 = 24 << 8;

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
    fn of(children: &[Child], standing: Option<Standing>) -> Part {
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
