//! The figures as pictures.

use std::path::Path;

use anyhow::Result;

use super::counts::{Counts, Results};
use super::longest::Longest;
use super::percent;
use crate::svg::chart::{Chart, Series};
use crate::svg::{Anchor, Svg, board};

/// Writes five pictures into a folder.
pub(super) fn write(counts: &Counts, longest: &Longest, folder: &Path) -> Result<()> {
    let animals = results(
        "Who wins, by animals",
        "animals of the side to move besides the lion, of six",
        &counts.by_animals,
    );
    animals.write(&folder.join("by-animals.svg"))?;
    let hands = results(
        "Who wins, by the hands",
        "animals in both hands together",
        &counts.in_hand,
    );
    hands.write(&folder.join("by-hands.svg"))?;
    moves(counts).write(&folder.join("moves.svg"))?;
    plies(counts).write(&folder.join("plies.svg"))?;
    let mut svg = Svg::new(board::WIDTH, board::HEIGHT + 22.0);
    let title = format!("Win in {} plies", longest.plies);
    svg.text(board::WIDTH / 2.0, 18.0, 13.0, Anchor::Middle, &title);
    svg.group("translate(0 22)", |svg| board::draw(svg, longest.diagram));
    svg.write(&folder.join("longest.svg"))
}

/// Shares of won, drawn and lost positions.
fn results(title: &str, across: &str, rows: &[Results]) -> Svg {
    let share = |place: usize| -> Vec<f64> {
        let share = |row: &Results| percent(row[place], row.iter().sum());
        rows.iter().map(share).collect()
    };
    let names = ["won", "lost", "drawn"];
    let series = names.iter().zip([0, 2, 1]).map(|(name, place)| Series {
        name,
        values: share(place),
    });
    Chart {
        title,
        across,
        up: "% of the positions, results of the side to move",
        labels: (0..rows.len()).map(|animals| animals.to_string()).collect(),
        series: series.collect(),
    }
    .bars()
}

/// How many moves there are.
fn moves(counts: &Counts) -> Svg {
    let label = |moves: usize| match moves % 5 {
        0 => moves.to_string(),
        _ => String::new(),
    };
    let all = counts.positions();
    Chart {
        title: "How many moves there are",
        across: "moves",
        up: "% of the positions",
        labels: (0..counts.moves.len()).map(label).collect(),
        series: vec![Series {
            name: "",
            values: counts
                .moves
                .iter()
                .map(|&count| percent(count, all))
                .collect(),
        }],
    }
    .bars()
}

/// How far the end is.
fn plies(counts: &Counts) -> Svg {
    let longest = counts
        .plies
        .iter()
        .rposition(|&count| count > 0)
        .unwrap_or(0);
    let label = |plies: usize| match plies % 20 {
        0 => plies.to_string(),
        _ => String::new(),
    };
    // Half of the distances are short and a few very long, hence the logarithmic scale.
    let height = |&count: &u64| (count.max(1) as f64).log10();
    Chart {
        title: "How far the end of a won or lost position is",
        across: "plies",
        up: "positions counted, as a power of ten: 6 is a million",
        labels: (0..=longest).map(label).collect(),
        series: vec![Series {
            name: "",
            values: counts.plies[..=longest].iter().map(height).collect(),
        }],
    }
    .bars()
}
