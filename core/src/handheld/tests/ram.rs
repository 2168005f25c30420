//! The device's use of the chip's RAM, term by term.

use std::println;

use super::super::ram::{BUDGET, TERMS, TOTAL};
use super::*;

/// Prints the table (`cargo test ram -- --nocapture`); that it keeps its budget is checked
/// when it is compiled, for the chip as well.
#[test]
fn the_device_fits_its_budget() {
    println!("| RAM | bytes |\n|---|---:|");
    for (term, bytes) in TERMS {
        println!("| {term} | {bytes} |");
    }
    println!("| **in all** | {TOTAL} of {BUDGET} |");
    assert_eq!(TOTAL, TERMS.iter().map(|(_, bytes)| bytes).sum::<usize>());
    let state = TERMS.iter().take(13).map(|(_, bytes)| bytes).sum::<usize>();
    assert_eq!(state, size_of::<Handheld>());
}
