//! How a choice is made: the stages of an image, their parameters, and what weighs the results.
//!
//! A plan follows the network that it belongs to: a header of four bytes (the number of stages, the
//! version of the plan's format, 1, and two zeros), the [settings](Settings), the
//! [stages](Stage), a ranker for what is known before the first stage and one after each stage
//! that follows lines, and the asker: [perceptrons](super::perceptron). An image without a plan,
//! as `dobutsu train` makes them on its way, has the networks' scores alone.

use super::flash::Flash;
use super::perceptron::{perceptron_bytes, weigh};

/// The most stages a plan may have.
pub const MAX_STAGES: usize = 10;
/// The most lines that are followed.
pub const MAX_LINES: usize = 8;
/// The most moves that are compared at a node of a nested stage.
pub const MAX_NESTED: usize = 4;

/// The greatest size of a memo, as a binary logarithm of its pairs of records.
pub const MAX_MEMO: u8 = 7;

/// Numbers about a candidate before any stage.
const BEFORE: usize = 4;
/// The most numbers that a stage adds.
const A_STAGE: usize = 6;
/// Numbers about a question itself.
const ABOUT: usize = 8;

/// The most numbers that a ranker sees.
pub const MAX_RANKED: usize = BEFORE + A_STAGE * MAX_STAGES;
/// The most numbers that an asker sees.
pub const MAX_ASKED: usize = ABOUT + 2 * MAX_RANKED;

/// What a stage does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKind {
    /// Follows lines one half step further, by the networks' scores.
    Step,
    /// Follows lines this many half steps further, each chosen by looks along lines of its own.
    Nested {
        /// How many half steps, from 1 to 31.
        steps: u8,
        /// Whether the lines start again from the candidates.
        restarts: bool,
    },
    /// Tries to prove which candidate is best. [`Stage::gap`] is the longest expected line, in
    /// plies, for which it is tried, and [`Stage::cap`] what it may cost.
    Proof {
        /// Whether the cap is for the whole choice, not for this stage alone.
        in_all: bool,
    },
}

impl StageKind {
    /// How many numbers the stage adds to what is seen of a candidate.
    pub const fn inputs(self) -> usize {
        match self {
            StageKind::Step => 5,
            StageKind::Nested { .. } => 6,
            StageKind::Proof { .. } => 1,
        }
    }

    const fn to_byte(self) -> u8 {
        match self {
            StageKind::Step => 0,
            StageKind::Proof { in_all } => 1 + in_all as u8,
            StageKind::Nested { steps, restarts } => 0x80 | (restarts as u8) << 6 | (steps & 0x1F),
        }
    }

    const fn from_byte(byte: u8) -> Option<StageKind> {
        match byte {
            0 => Some(StageKind::Step),
            1 | 2 => Some(StageKind::Proof { in_all: byte == 2 }),
            _ if byte & 0xA0 == 0x80 && byte & 0x1F > 0 => Some(StageKind::Nested {
                steps: byte & 0x1F,
                restarts: byte & 0x40 != 0,
            }),
            _ => None,
        }
    }
}

/// One stage on the way to the order of some candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Only where the odds of the first candidate are below this, in 1/256 of a bit.
    pub sure: u16,
    /// Of the third and later candidates only those that score at most this much less.
    pub gap: u16,
    /// No further line once the choice has cost more than this.
    pub cap: u16,
    /// The most lines that are followed.
    pub lines: u8,
    /// What it does.
    pub kind: StageKind,
}

impl Stage {
    /// Bytes in an image.
    pub const BYTES: u32 = 8;

    /// Its bytes.
    pub fn to_bytes(self) -> [u8; Stage::BYTES as usize] {
        let ([a, b], [c, d], [e, f]) = (
            self.sure.to_le_bytes(),
            self.gap.to_le_bytes(),
            self.cap.to_le_bytes(),
        );
        [a, b, c, d, e, f, self.lines, self.kind.to_byte()]
    }

    fn from_bytes([a, b, c, d, e, f, lines, kind]: [u8; Stage::BYTES as usize]) -> Option<Stage> {
        Some(Stage {
            sure: u16::from_le_bytes([a, b]),
            gap: u16::from_le_bytes([c, d]),
            cap: u16::from_le_bytes([e, f]),
            lines,
            kind: StageKind::from_byte(kind)?,
        })
    }
}

/// What holds for all stages of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What an evaluation by a network counts.
    pub evaluation: u8,
    /// What a question whether a position is lost counts.
    pub question: u8,
    /// What a look four plies ahead counts.
    pub look: u8,
    /// What the question whether a position is won in five plies counts.
    pub near: u8,
    /// The most moves that are compared at a node of a nested stage, up to [`MAX_NESTED`].
    pub moves: u8,
    /// How many stages of the plan they are compared by; these stages are all of the kind
    /// [`Step`](StageKind::Step).
    pub nested: u8,
    /// Of those moves only those that score at most this much less than the first.
    pub gap: u16,
    /// They are compared no further where the odds of the first are at least this.
    pub sure: u16,
    /// How large the [memo](super::lines::Memo) of a choice is, so that little counts twice: 0 for
    /// none, else a binary logarithm up to [`MAX_MEMO`].
    pub memo: u8,
}

impl Settings {
    /// Bytes in an image.
    pub const BYTES: u32 = 12;

    /// No plan: nothing counts.
    pub(super) const NONE: Settings = Settings {
        evaluation: 0,
        question: 0,
        look: 0,
        near: 0,
        moves: 0,
        nested: 0,
        gap: 0,
        sure: 0,
        memo: 0,
    };

    /// Its bytes.
    pub const fn to_bytes(self) -> [u8; Settings::BYTES as usize] {
        let ([a, b], [c, d]) = (self.gap.to_le_bytes(), self.sure.to_le_bytes());
        [
            self.evaluation,
            self.question,
            self.look,
            self.near,
            self.moves,
            self.nested,
            a,
            b,
            c,
            d,
            self.memo,
            0,
        ]
    }

    fn from_bytes(bytes: [u8; Settings::BYTES as usize]) -> Settings {
        let [
            evaluation,
            question,
            look,
            near,
            moves,
            nested,
            a,
            b,
            c,
            d,
            memo,
            _,
        ] = bytes;
        Settings {
            evaluation,
            question,
            look,
            near,
            moves,
            nested,
            gap: u16::from_le_bytes([a, b]),
            sure: u16::from_le_bytes([c, d]),
            memo,
        }
    }
}

/// A plan, and where its perceptrons lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    at: u32,
    settings: Settings,
    stages: [Stage; MAX_STAGES],
    count: u8,
    /// Where the ranker after so many stages starts; the asker comes last.
    perceptrons: [u32; MAX_STAGES + 2],
}

/// A place that holds no stage.
const NO_STAGE: Stage = Stage {
    sure: 0,
    gap: 0,
    cap: 0,
    lines: 0,
    kind: StageKind::Step,
};

impl Plan {
    /// Bytes of the header.
    const HEADER: u32 = 4;
    /// The format that is read and written.
    const VERSION: u8 = 1;

    /// The plan of these stages that starts at `at`; stages beyond [`MAX_STAGES`] are left out.
    pub fn new(at: u32, settings: Settings, stages: &[Stage]) -> Plan {
        let mut plan = Plan {
            at,
            settings,
            stages: [NO_STAGE; MAX_STAGES],
            count: stages.len().min(MAX_STAGES) as u8,
            perceptrons: [0; MAX_STAGES + 2],
        };
        for (place, stage) in plan.stages.iter_mut().zip(stages) {
            *place = *stage;
        }
        let head = Plan::HEADER + Settings::BYTES + u32::from(plan.count) * Stage::BYTES;
        let mut next = at + head;
        for after in 0..plan.perceptrons.len() {
            plan.perceptrons[after] = next;
            if after <= plan.stages().len() && plan.has_ranker(after) {
                next += perceptron_bytes(plan.ranker_inputs(after) as u32);
            }
        }
        plan
    }

    /// The plan that starts here; `None` if its stages are not all there or make no sense.
    pub fn read<F: Flash>(flash: &F, at: u32) -> Option<Plan> {
        let [count, Plan::VERSION, 0, 0] = flash.read(at)? else {
            return None;
        };
        let mut place = at.checked_add(Plan::HEADER)?;
        let settings = Settings::from_bytes(flash.read(place)?);
        place = place.checked_add(Settings::BYTES)?;
        let mut stages = [NO_STAGE; MAX_STAGES];
        for stage in stages.get_mut(..usize::from(count))? {
            *stage = Stage::from_bytes(flash.read(place)?)?;
            place = place.checked_add(Stage::BYTES)?;
        }
        let plan = Plan::new(at, settings, stages.get(..usize::from(count))?);
        plan.is_sound().then_some(plan)
    }

    /// Whether nested looks use stages that there are.
    fn is_sound(&self) -> bool {
        let compared = self.stages().get(..usize::from(self.settings.nested));
        usize::from(self.settings.moves) <= MAX_NESTED
            && self.settings.memo <= MAX_MEMO
            && compared.is_some_and(|stages| stages.iter().all(|s| s.kind == StageKind::Step))
    }

    /// The bytes before its perceptrons, for `write`.
    pub fn head(&self, mut write: impl FnMut(&[u8])) {
        write(&[self.count, Plan::VERSION, 0, 0]);
        write(&self.settings.to_bytes());
        for stage in self.stages() {
            write(&stage.to_bytes());
        }
    }

    /// Its size in bytes, in whole words.
    pub fn bytes(&self) -> u32 {
        let asker = perceptron_bytes(self.asker_inputs() as u32);
        (self.perceptron(self.stages().len() + 1) - self.at + asker).next_multiple_of(4)
    }

    /// Its stages.
    pub fn stages(&self) -> &[Stage] {
        self.stages.get(..usize::from(self.count)).unwrap_or(&[])
    }

    /// Its settings.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Whether there is a ranker for what is known after this many stages: a proof changes no
    /// order.
    pub fn has_ranker(&self, after: usize) -> bool {
        let last = after
            .checked_sub(1)
            .and_then(|last| self.stages().get(last));
        !last.is_some_and(|stage| matches!(stage.kind, StageKind::Proof { .. }))
    }

    /// How many numbers a ranker sees after this many stages.
    pub fn ranker_inputs(&self, after: usize) -> usize {
        let stages = self.stages().iter().take(after);
        BEFORE + stages.map(|stage| stage.kind.inputs()).sum::<usize>()
    }

    /// How many numbers the asker sees.
    pub fn asker_inputs(&self) -> usize {
        ABOUT + 2 * self.ranker_inputs(self.stages().len())
    }

    /// What the ranker after this many stages makes of what was seen.
    pub fn rank<F: Flash>(&self, flash: &F, after: usize, seen: &[i16]) -> Option<i32> {
        weigh(flash, self.perceptron(after), seen)
    }

    /// The odds that the asker gives.
    pub fn odds<F: Flash>(&self, flash: &F, seen: &[i16]) -> Option<i32> {
        weigh(flash, self.perceptron(self.stages().len() + 1), seen)
    }

    fn perceptron(&self, number: usize) -> u32 {
        // There is one more than there are rankers.
        self.perceptrons.get(number).copied().unwrap_or(self.at)
    }
}
