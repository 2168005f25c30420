//! The statistics as pictures.

use std::path::Path;

use anyhow::Result;

use super::counts::{Counts, Results};
use super::longest::Longest;
use super::percent;
use crate::svg::chart::{Axis, Chart, drawing};
use crate::svg::{INK, Svg, board};

/// Writes five pictures into a folder.
pub(super) fn write(counts: &Counts, longest: &Longest, folder: &Path) -> Result<()> {
    let draw = |name: &str, chart| drawing(&[chart]).write(&folder.join(name));
    let animals = "animals of the side to move besides the lion, of six";
    draw("by-animals.svg", results(animals, &counts.by_animals))?;
    let hands = results("animals in both hands together", &counts.in_hand);
    draw("by-hands.svg", hands)?;
    let all = counts.positions();
    let shares = counts.moves.iter().map(|&count| percent(count, all));
    let moves = Chart::new(
        "How many moves there are, in % of the positions",
        Axis::linear("moves").showing(-1.0, counts.moves.len() as f64),
        Axis::linear("%"),
    );
    draw(
        "by-moves.svg",
        moves.bars("", (0..).map(f64::from).zip(shares)),
    )?;
    let end = counts.plies.iter().rposition(|&count| count > 0);
    // Half of the distances are short and a few very long, hence the logarithmic scale.
    let plies = Chart::new(
        "How many plies before the end a won or lost position is",
        Axis::linear("plies").showing(0.0, end.unwrap_or(0) as f64 + 1.0),
        Axis::log("positions").showing(1.0, 1e8),
    );
    let heights = counts.plies.iter().map(|&count| count as f64);
    draw(
        "by-plies.svg",
        plies.bars("", (0..).map(f64::from).zip(heights)),
    )?;
    let mut svg = Svg::new(board::WIDTH, board::HEIGHT + 22.0);
    let title = format!("Win in {} plies", longest.plies);
    svg.text([board::WIDTH / 2.0, 18.0], 13.0, "middle", INK, &title);
    svg.group("translate(0 22)", |svg| board::draw(svg, longest.diagram));
    svg.write(&folder.join("longest-win.svg"))
}

/// Shares of won, lost and drawn positions, as bars on top of each other.
fn results(across: &str, rows: &[Results]) -> Chart {
    let share = |[won, drawn, lost]: [u64; 3], part: u64| percent(part, won + drawn + lost);
    let bars = |part: fn(&Results) -> u64| {
        let rows = rows.iter().map(move |row| share(*row, part(row)));
        (0..).map(f64::from).zip(rows)
    };
    let chart = Chart::new(
        "Who wins, in % of the positions, for the side to move",
        Axis::linear(across).showing(-0.5, rows.len() as f64 - 0.5),
        Axis::linear("%").showing(0.0, 100.0),
    );
    chart
        .bars("drawn", bars(|[won, drawn, lost]| won + drawn + lost))
        .bars("lost", bars(|[won, _, lost]| won + lost))
        .bars("won", bars(|[won, ..]| *won))
}
