//! No win too long: a limit for each distance.

use std::fmt;
use std::str::FromStr;

/// How many plies a win may take that takes D with best play: a factor times D and some more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// A hundred times the factor, at least a hundred.
    hundredths: u32,
    more: u32,
}

impl Bound {
    /// A bound of this factor, in hundredths, and so many plies more.
    pub const fn new(hundredths: u32, more: u32) -> Bound {
        assert!(hundredths >= 100, "nobody wins quicker than best play");
        Bound { hundredths, more }
    }

    /// The most plies that a win may take.
    pub const fn limit(self, exact: u8) -> u16 {
        let plies = exact as u32 * self.hundredths / 100 + self.more;
        // A win ends with one's own move. There is a limit to limits, too.
        let odd = plies - (plies + 1) % 2;
        if odd < 0x7FFF { odd as u16 } else { 0x7FFF }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factor = f64::from(self.hundredths) / 100.0;
        write!(f, "{factor}·D + {}", self.more)
    }
}

impl FromStr for Bound {
    type Err = &'static str;

    /// Reads a factor and plies, `4+64` say.
    fn from_str(text: &str) -> Result<Bound, &'static str> {
        let wrong = "a bound is a factor from 1 to 100, a plus and a number of plies: 4+64";
        let (factor, more) = text.split_once('+').ok_or(wrong)?;
        let factor: f64 = factor.parse().map_err(|_| wrong)?;
        let more: u16 = more.parse().map_err(|_| wrong)?;
        if !(1.0..=100.0).contains(&factor) {
            return Err(wrong);
        }
        Ok(Bound::new((factor * 100.0).round() as u32, more.into()))
    }
}
