//! Cutoffs as people write them.

use std::{fmt, str::FromStr};

use anyhow::{Context, Result, anyhow, bail, ensure};
use dobutsu_core::estimate::{self, FRACTION_LIMBS, Product};
use serde::{Deserialize, Serialize};

/// A cutoff as written: `level:35` or `product:1e38`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) enum Cutoff {
    /// At a level.
    Level(u8),
    /// Past a product: these digits, then so many zeros.
    Product { digits: u64, zeros: u32 },
}

impl Cutoff {
    /// Whether a single trial searches everything.
    pub(super) fn is_exact(self) -> bool {
        self == Self::Level(0)
    }

    /// The cutoff as the estimator takes it.
    pub(super) fn to_core(self) -> Result<estimate::Cutoff> {
        Ok(match self {
            Self::Level(level) => estimate::Cutoff::Level(level),
            Self::Product { digits, zeros } => {
                let mut product = Product::shifted(digits, FRACTION_LIMBS);
                for _ in 0..zeros {
                    ensure!(
                        product.scale(10) == 0,
                        "the threshold {self} is too large: products stay below 10^96"
                    );
                }
                estimate::Cutoff::Product(product)
            }
        })
    }
}

impl fmt::Display for Cutoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Product { digits, zeros: 0 } => write!(f, "product:{digits}"),
            Self::Product { digits, zeros } => write!(f, "product:{digits}e{zeros}"),
        }
    }
}

impl FromStr for Cutoff {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let unclear = || anyhow!("unclear cutoff '{text}': write level:35 or product:1e38");
        match text.split_once(':').with_context(unclear)? {
            ("level", level) => Ok(Self::Level(level.parse().with_context(unclear)?)),
            ("product", number) => {
                let (digits, zeros) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
                let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
                let mut digits: u64 = format!("{whole}{fraction}").parse().with_context(unclear)?;
                let zeros: u32 = zeros.parse().with_context(unclear)?;
                let Some(mut zeros) = zeros.checked_sub(fraction.len() as u32) else {
                    bail!("the threshold '{text}' is not a whole number");
                };
                // One spelling for one number, so that equal settings look equal.
                while digits > 0 && digits.is_multiple_of(10) {
                    (digits, zeros) = (digits / 10, zeros + 1);
                }
                Ok(Self::Product { digits, zeros })
            }
            _ => Err(unclear()),
        }
    }
}

super::spec::spelled!(Cutoff);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutoffs_are_read_as_they_are_written() {
        let spelling = |text: &str| text.parse::<Cutoff>().unwrap().to_string();
        for cutoff in [
            "level:0",
            "level:35",
            "product:1e38",
            "product:25",
            "product:15e9",
        ] {
            assert_eq!(spelling(cutoff), cutoff);
        }
        assert_eq!(spelling("product:1.50e10"), "product:15e9");
        assert_eq!(spelling("product:100"), "product:1e2");
    }

    #[test]
    fn nonsense_is_refused() {
        for cutoff in [
            "",
            "level",
            "level:x",
            "product:",
            "product:1e",
            "product:1.5",
            "depth:3",
        ] {
            assert!(cutoff.parse::<Cutoff>().is_err(), "{cutoff}");
        }
        let huge: Cutoff = "product:1e200".parse().unwrap();
        let error = huge.to_core().unwrap_err().to_string();
        assert!(error.contains("too large"), "{error}");
    }
}
