//! What the device takes of the chip's RAM, term by term.

use core::mem::size_of;
use std::println;

use super::super::graph::Graph;
use super::super::lab::Lab;
use super::*;
use crate::player::Searcher;
use crate::search::Search;

/// Prints the table (`cargo test memory -- --nocapture`) and holds the device to its budget.
#[test]
fn the_device_fits_its_budget() {
    let terms = [
        ("the game, 384 plies of 16 bytes", size_of::<Option<Bout>>()),
        ("the second board", size_of::<Option<Bout>>()),
        ("the experiment", size_of::<Lab>()),
        ("the record to be kept", size_of::<Record>()),
        ("the graph of the review", size_of::<Graph>()),
        ("advice on one position", size_of::<Option<Advice>>()),
        ("a position being set up", size_of::<Setup>()),
        ("a puzzle being looked for", size_of::<Option<Quest>>()),
    ];
    let whole = size_of::<Handheld>();
    let named: usize = terms.iter().map(|(_, bytes)| bytes).sum();
    println!("| state of the device | bytes |\n|---|---:|");
    for (term, bytes) in terms {
        println!("| {term} | {bytes} |");
    }
    println!("| settings, screen, dice, counters | {} |", whole - named);
    println!("| **in all** | {whole} |");
    println!("| the picture | {} |", size_of::<Frame>());
    println!(
        "| a searcher without its table | {} |",
        size_of::<Searcher<()>>()
    );
    println!("| … of which its stack | {} |", size_of::<Search<20>>());
    assert!(whole <= 26 * 1024, "{whole} bytes");
    assert!(size_of::<Frame>() == 1024);
}
