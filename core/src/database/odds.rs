//! Predictions as logarithms of odds, in 1/256 of a bit, and the classes they fall into.

/// A class of questions whose answers are predicted about equally surely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Class(u8);

impl Class {
    /// How many classes there are for each topic: steps of half a bit up to twelve bits for and
    /// twelve against.
    pub const PER_TOPIC: usize = 48;
    /// How many classes there are.
    pub const COUNT: usize = Topic::COUNT * Class::PER_TOPIC;

    /// The class of a question with these odds of a yes.
    pub fn of(topic: Topic, odds: i32) -> Class {
        let last = Class::PER_TOPIC as i32 - 1;
        let level =
            (odds.clamp(-32_000, 32_000) / 128 + last / 2 + i32::from(odds >= 0)).clamp(0, last);
        Class((topic as usize * Class::PER_TOPIC) as u8 + level as u8)
    }

    /// The first class of a topic.
    pub const fn first(topic: Topic) -> Class {
        Class((topic as usize * Class::PER_TOPIC) as u8)
    }

    /// The class's number, below [`Class::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Topic {
    /// Is the position lost?
    Loss = 0,
    /// Does this move, of those not yet ruled out, win quickest?
    QuickestWin = 1,
    /// Does this move, of those not yet ruled out, delay the loss longest?
    LongestDelay = 2,
}

impl Topic {
    /// How many topics there are.
    pub const COUNT: usize = 3;
    /// All topics, in the order of their answers in an image.
    pub const ALL: [Topic; Topic::COUNT] = [Topic::Loss, Topic::QuickestWin, Topic::LongestDelay];
}

/// The odds that the first of some candidates is the best, given scores in descending order.
///
/// A candidate's weight is 2^score. The sum of the other weights is at least 2^−16 of the first.
pub fn first_of(scores: &[i32]) -> i32 {
    let Some((&first, rest)) = scores.split_first() else {
        return 0;
    };
    let others: u32 = rest
        .iter()
        .map(|&score| power(first.saturating_sub(score)))
        .sum();
    (16 << 8) - logarithm(others.max(1))
}

/// log2(1 + 2^x), all in 1/256 of a bit.
pub fn one_more(odds: i32) -> i32 {
    let less = logarithm((1 << 16) + power(odds.abs())) - (16 << 8);
    odds.max(0) + if odds.abs() < 16 << 8 { less } else { 0 }
}

/// 2^(16 − lag/256), for lags from 0.
fn power(lag: i32) -> u32 {
    let lag = lag.clamp(0, 16 << 8) as u32;
    // Linear between powers of two: builder and reader both use it, so it need not be exact.
    let whole = lag >> 8;
    let part = lag & 255;
    ((1 << 16) - (part << 7)) >> whole
}

/// 256 times the binary logarithm, linear between powers of two.
pub(super) fn logarithm(number: u32) -> i32 {
    let whole = 31 - number.leading_zeros();
    let part = if whole >= 8 {
        (number >> (whole - 8)) & 255
    } else {
        (number << (8 - whole)) & 255
    };
    ((whole << 8) + part) as i32
}
