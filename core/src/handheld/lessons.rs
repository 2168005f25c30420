//! The lessons: small positions in which the learner makes the moves that the rules allow.
//!
//! A lesson is a list of steps. A step has a task and the move that solves it; any other move is answered by a
//! notice and taken back. The learner moves again after each step, unless the step has a reply.

use super::Phrase;
use crate::game::{HandKind, Move, Square};

pub(super) struct Lesson {
    pub(super) title: Phrase,
    /// Where it begins, as SFEN. Pieces that do not matter are in the other side's hand, which is
    /// not shown.
    pub(super) start: &'static str,
    pub(super) steps: &'static [Step],
}

/// One thing to do.
pub(super) struct Step {
    /// What to do.
    pub(super) task: Phrase,
    /// The move that does it.
    pub(super) goal: Move,
    /// A plausible wrong move, and the notice that explains it.
    pub(super) trap: Option<(Move, Phrase)>,
    /// The other side's move, on squares as it sees them.
    pub(super) reply: Option<Move>,
}

/// A step to be made, without an explained trap or a reply.
const fn task(task: Phrase, from: Square, to: Square) -> Step {
    Step {
        task,
        goal: Move::Step { from, to },
        trap: None,
        reply: None,
    }
}

impl Step {
    /// The same with a reply: the other lion makes the same step.
    const fn copied(self) -> Step {
        Step {
            reply: Some(self.goal),
            ..self
        }
    }
}

pub(super) const LESSONS: u8 = ALL.len() as u8;

/// The lessons, in the recommended order.
pub(super) static ALL: [Lesson; 10] = [
    Lesson {
        title: Phrase::Chick,
        start: "2l/3/1C1/2L b c2e2g 1",
        steps: &[task(Phrase::ChickGoes, Square::B3, Square::B2)],
    },
    Lesson {
        title: Phrase::Giraffe,
        start: "2l/3/1G1/2L b 2c2eg 1",
        steps: &[
            task(Phrase::GiraffeGoes, Square::B3, Square::A3),
            task(Phrase::GiraffeAhead, Square::A3, Square::A2),
        ],
    },
    Lesson {
        title: Phrase::Elephant,
        start: "2l/3/1E1/2L b 2ce2g 1",
        steps: &[
            task(Phrase::ElephantGoes, Square::B3, Square::A2),
            task(Phrase::ElephantBack, Square::A2, Square::B3),
        ],
    },
    Lesson {
        title: Phrase::Lion,
        start: "2l/3/1L1/3 b 2c2e2g 1",
        steps: &[
            task(Phrase::LionGoes, Square::B3, Square::A2),
            task(Phrase::LionBack, Square::A2, Square::A3),
        ],
    },
    Lesson {
        title: Phrase::Catching,
        start: "2l/1g1/1C1/2L b c2eg 1",
        steps: &[task(Phrase::CatchIt, Square::B3, Square::B2)],
    },
    Lesson {
        title: Phrase::Dropping,
        start: "2l/3/3/L2 b G2c2eg 1",
        steps: &[Step {
            goal: Move::Drop {
                kind: HandKind::Giraffe,
                to: Square::B2,
            },
            ..task(Phrase::DropIt, Square::B2, Square::B2)
        }],
    },
    Lesson {
        title: Phrase::Hen,
        start: "2l/C2/3/2L b c2e2g 1",
        steps: &[
            task(Phrase::BecomeHen, Square::A2, Square::A1),
            task(Phrase::HenGoes, Square::A1, Square::A2),
        ],
    },
    Lesson {
        title: Phrase::CatchingLion,
        start: "1lG/C2/3/1L1 b c2eg 1",
        steps: &[task(Phrase::CatchLion, Square::C1, Square::B1)],
    },
    Lesson {
        title: Phrase::Trying,
        start: "l2/2L/3/3 b 2c2e2g 1",
        steps: &[Step {
            trap: Some((
                Move::Step {
                    from: Square::C2,
                    to: Square::B1,
                },
                Phrase::TryFails,
            )),
            ..task(Phrase::Try, Square::C2, Square::C1)
        }],
    },
    Lesson {
        title: Phrase::Repeating,
        start: "l2/3/3/2L b 2c2e2g 1",
        steps: &[
            task(Phrase::RepeatUp, Square::C4, Square::C3).copied(),
            task(Phrase::RepeatBack, Square::C3, Square::C4).copied(),
            task(Phrase::RepeatUpAgain, Square::C4, Square::C3).copied(),
            task(Phrase::RepeatBackAgain, Square::C3, Square::C4).copied(),
        ],
    },
];

/// The lessons done, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Learned(pub(super) u16);

impl Learned {
    pub(super) const NOTHING: Learned = Learned(0);

    /// From a save record; `None` if there is no such lesson.
    pub(super) fn from_bits(bits: u16) -> Option<Learned> {
        (bits >> LESSONS == 0).then_some(Learned(bits))
    }

    pub(super) const fn has(self, lesson: u8) -> bool {
        lesson < LESSONS && self.0 >> lesson & 1 != 0
    }

    pub(super) fn add(&mut self, lesson: u8) {
        if lesson < LESSONS {
            self.0 |= 1 << lesson;
        }
    }

    /// The first lesson that was not done, or the first of all.
    pub(super) fn next(self) -> u8 {
        (0..LESSONS).find(|&lesson| !self.has(lesson)).unwrap_or(0)
    }
}
