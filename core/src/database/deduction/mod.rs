//! Whether a position is lost, from what is known of the positions that come before it in the
//! natural order.
//!
//! A stored answer costs bits only where it cannot be deduced. So a position that the network is
//! not sure about asks for the standings of other open positions, but only of those that come
//! before it in the [order](super::order): a depth-first search that the order bounds. A search
//! returns what is proven, a [`Standing`].
//!
//! 1. *Children.* A lost child proves a position won. If all children are won, it is lost. If all
//!    are known and none is lost, it is drawn, unless it is lost itself.
//! 2. *Grandchildren.* If the first [combiner](super::combiner) leaves doubt about that, each child
//!    that comes later or is only known not to be lost is refined by its own children. Any
//!    grandchild that comes before the root may be asked about, the likeliest loss first. What
//!    remains unknown of a child, a combiner of its own predicts.
//! 3. *Related positions*, better or worse by [dominance](super::dominance), if they come before
//!    the root. A better one that is lost, or a worse one that is not, settles the matter.
//!
//! What is left after that is asked of the image, with odds by the second combiner. The thresholds
//! are [parameters](super::parameters) of the image. A standing depends on the position alone, also
//! by the limit on the number of evaluations: a remembered standing counts with the work that it
//! would have taken.

mod root;

use core::task::Poll;

use heapless::Vec;

use self::root::{Root, Step};
use super::combiner::Combiner;
use super::image::ImageError;
use super::odds::one_more;
use super::parameters::Parameters;
use crate::game::{Position, Value};

/// What a network predicts of a position, as binary logarithms of odds in 1/256 of a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// Lost, against drawn or won.
    pub lost: i16,
    /// Drawn, against won.
    pub drawn: i16,
}

impl Opinion {
    /// From the network's outputs: the odds of a loss and of a draw, each against a win.
    pub fn new([lost, drawn]: [i16; 2]) -> Opinion {
        let lost = i32::from(lost) - one_more(i32::from(drawn));
        Opinion {
            lost: lost.clamp(-32_000, 32_000) as i16,
            drawn,
        }
    }
}

/// The most positions that wait for another one's standing: 17 do with the committed image.
/// `dobutsu build` checks that no position needs more.
pub const DEPTH: usize = 20;
/// The most children and grandchildren that these positions have in hand, all together: 210 with the
/// committed image. `dobutsu build` checks that no position needs more.
pub const ROOM: usize = 240;

/// What has been found out about a position that does not end within four plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Standing {
    /// It is lost.
    Lost,
    /// It is won.
    Won,
    /// It is drawn.
    Drawn,
    /// It is won or drawn.
    NotLost,
}

impl Standing {
    /// All standings, by their numbers.
    pub const ALL: [Standing; 4] = [
        Standing::Lost,
        Standing::Won,
        Standing::Drawn,
        Standing::NotLost,
    ];

    /// Whether a position of this value may have this standing.
    pub const fn agrees(self, value: Value) -> bool {
        match self {
            Standing::Lost => matches!(value, Value::Loss(_)),
            Standing::Won => matches!(value, Value::Win(_)),
            Standing::Drawn => matches!(value, Value::Draw),
            Standing::NotLost => !matches!(value, Value::Loss(_)),
        }
    }
}

/// A standing and what it takes to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduced {
    /// The standing.
    pub standing: Standing,
    /// Evaluations without any memory, beside that of the position itself, at most
    /// [`Deduced::MOST_WORK`].
    pub work: u16,
}

impl Deduced {
    /// The most work that is counted.
    pub const MOST_WORK: u16 = (1 << 14) - 2;

    /// Both in one number below `u16::MAX`.
    pub const fn code(self) -> u16 {
        self.work << 2 | self.standing as u16
    }

    /// What has this code.
    pub const fn from_code(code: u16) -> Deduced {
        Deduced {
            standing: Standing::ALL[(code & 3) as usize],
            work: code >> 2,
        }
    }
}

/// What a deduction asks for: on the chip, networks and image; on the PC that builds or checks an
/// image, tables of both.
pub trait Witness {
    /// The settings of the image.
    fn parameters(&self) -> Parameters;
    /// The value of a position that is not over, if it ends within four plies.
    fn look(&mut self, position: Position) -> Option<Value>;
    /// The network's opinion of an open position.
    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError>;
    /// What was found before about an open position.
    fn recall(&mut self, position: Position) -> Option<Deduced>;
    /// Stores what was found about a position.
    fn remember(&mut self, position: Position, deduced: Deduced);
    /// What a combiner predicts of a position.
    fn combine(
        &mut self,
        combiner: Combiner,
        position: Position,
        inputs: &[i16],
    ) -> Result<[i32; 2], ImageError>;
    /// Whether an open position is lost, which could not be deduced, given the odds of it.
    fn is_lost(&mut self, position: Position, odds: i32) -> Result<bool, ImageError>;
}

/// The search for the standing of a position: at most one look, one evaluation or one question a
/// step.
///
/// RAM: 96 bytes for each of [`DEPTH`] positions that wait, and 16 for each of [`ROOM`] children
/// and grandchildren.
#[derive(Clone, Debug)]
pub struct Deduction {
    /// Each waits for the next one.
    waiting: Vec<Root, DEPTH>,
    /// The positions that those look at, in the same order.
    relatives: Relatives,
}

type Relatives = Vec<Relative, ROOM>;

/// A child, grandchild or related position that does not end within four plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    position: Position,
    pub(super) opinion: Opinion,
    /// Whether it comes before the root in the order.
    pub(super) comes_before: bool,
    /// `None` if it comes later, or was not asked about.
    pub(super) standing: Option<Standing>,
}

impl Deduction {
    /// A deduction about nothing.
    pub const fn idle() -> Deduction {
        Deduction {
            waiting: Vec::new(),
            relatives: Vec::new(),
        }
    }

    /// A deduction about a position that does not end within four plies.
    pub fn new(position: Position) -> Deduction {
        let mut deduction = Deduction::idle();
        deduction.begin(position);
        deduction
    }

    /// Starts again with another position, in place: the chip's stack has no room for a second
    /// deduction.
    pub fn begin(&mut self, position: Position) {
        self.stop();
        // There is room for one.
        let _ = self.waiting.push(Root::new(position.canonical(), None, 0));
    }

    /// Forgets what it was about.
    pub(super) fn stop(&mut self) {
        self.waiting.clear();
        self.relatives.clear();
    }

    /// How many positions wait now.
    pub fn depth(&self) -> usize {
        self.waiting.len()
    }

    /// How many relatives these have in hand.
    pub fn room(&self) -> usize {
        self.relatives.len()
    }

    /// Makes one step.
    ///
    /// # Errors
    /// [`ImageError::Contradiction`] if there is no position to deduce, or if one needs more than
    /// [`DEPTH`] or [`ROOM`], which a sound image rules out; and the errors of the witness.
    pub fn step<W: Witness>(&mut self, witness: &mut W) -> Result<Poll<Standing>, ImageError> {
        let Some(root) = self.waiting.last_mut() else {
            return Err(ImageError::Contradiction);
        };
        let deduced = match root.step(&mut self.relatives, witness)? {
            Step::Further => return Ok(Poll::Pending),
            Step::Down(relative) => {
                let first = self.relatives.len();
                let next = Root::new(relative.position, Some(relative.opinion), first);
                return match self.waiting.push(next) {
                    Ok(()) => Ok(Poll::Pending),
                    Err(_) => Err(ImageError::Contradiction),
                };
            }
            Step::Found(deduced) => deduced,
        };
        witness.remember(root.position(), deduced);
        self.relatives.truncate(root.first());
        self.waiting.pop();
        match self.waiting.last_mut() {
            None => Ok(Poll::Ready(deduced.standing)),
            Some(root) => {
                root.found(&mut self.relatives, deduced);
                Ok(Poll::Pending)
            }
        }
    }
}
