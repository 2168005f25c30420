//! What differs between the chips. The compiler's target selects one.

#[cfg_attr(rp2350, path = "chip/rp2350.rs")]
#[cfg_attr(not(rp2350), path = "chip/rp2040.rs")]
mod this;

pub(crate) use this::*;
