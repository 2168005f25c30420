//! The settings of an image's deductions: they trade bytes for evaluations.
//!
//! Odds are binary logarithms in 1/256, as everywhere in the database. The builder and every reader
//! must use the same settings, so an image contains them.

use super::deduction::Deduced;
use super::flash::Flash;

/// When a deduction asks the image, and how far it looks before that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// A position asks at once if the network's odds of a loss are at least this, either way.
    pub sure: i16,
    /// A position asks at once if it has more open children than this; a child with more is not
    /// refined.
    pub family: i16,
    /// A position asks for no further standing once its own work, in evaluations and without
    /// memory, is more than this.
    pub limit: i16,
    /// The children are refined if the first combiner's odds are below this, either way; never if
    /// it is 0.
    pub refine: i16,
    /// A child of unknown standing is not refined if the network's odds are above this, either way.
    pub plain: i16,
    /// Grandchildren are asked about if their odds of a loss are at least this, as long as none was
    /// left out.
    pub likely: i16,
    /// The same after one was left out.
    pub likelier: i16,
    /// Better and worse positions are asked about if the first combiner's odds are below this,
    /// either way.
    pub related: i16,
    /// They are asked about if the odds that they settle the matter are at least this.
    pub hope: i16,
    /// A child whose odds of a loss are at least this is asked about before the next one is
    /// evaluated.
    pub promising: i16,
}

impl Parameters {
    /// Bytes in an image.
    pub const BYTES: u32 = 20;

    /// One stage only: the children that come before.
    pub const ONE_STAGE: Parameters = Parameters {
        sure: 2216,
        family: 12,
        limit: Deduced::MOST_WORK as i16 - 1,
        refine: 0,
        plain: 0,
        likely: 0,
        likelier: 0,
        related: 0,
        hope: 0,
        promising: 256,
    };

    /// All stages: 7 nats, 14 children, 2,500 evaluations, 4, 5, −3, −1, 3 and −3 nats.
    pub const STAGED: Parameters = Parameters {
        sure: 2585,
        family: 14,
        limit: 2500,
        refine: 1477,
        plain: 1847,
        likely: -1108,
        likelier: -369,
        related: 1108,
        hope: -1108,
        promising: 256,
    };

    /// The settings' bytes, each number little endian.
    pub fn to_bytes(self) -> [u8; Parameters::BYTES as usize] {
        let mut bytes = [0; Parameters::BYTES as usize];
        for (place, number) in bytes.chunks_exact_mut(2).zip(self.numbers()) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// The settings that start at `at`; `None` if the image ends too soon. A limit beyond what can be
    /// counted is the greatest one that can.
    pub fn read<F: Flash>(flash: &F, at: u32) -> Option<Parameters> {
        let bytes: [u8; Parameters::BYTES as usize] = flash.read(at)?;
        let number = |place: usize| i16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]);
        Some(Parameters {
            sure: number(0),
            family: number(1),
            limit: number(2).clamp(0, Parameters::ONE_STAGE.limit),
            refine: number(3),
            plain: number(4),
            likely: number(5),
            likelier: number(6),
            related: number(7),
            hope: number(8),
            promising: number(9),
        })
    }

    fn numbers(self) -> [i16; Parameters::BYTES as usize / 2] {
        [
            self.sure,
            self.family,
            self.limit,
            self.refine,
            self.plain,
            self.likely,
            self.likelier,
            self.related,
            self.hope,
            self.promising,
        ]
    }
}
