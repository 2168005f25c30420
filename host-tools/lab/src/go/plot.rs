//! Bytes a move in one picture.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{PLAIN_BYTES, Results};
use crate::output::{colours, legend};

/// How memory grows with the moves, and how many cells a move makes.
pub(super) fn draw(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let panels = area.split_evenly((1, 2));
    growth(results, &panels[0])?;
    cells(results, &panels[1])
}

fn growth(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let moves = results.from_corner.growth.len() as f64;
    let kilobytes = |bytes: f64| bytes / 1000.0;
    let mut chart = ChartBuilder::on(area)
        .caption("Memory of all games, without index", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(56)
        .build_cartesian_2d(0f64..moves, 0f64..kilobytes(moves * PLAIN_BYTES))?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("positions")
        .y_desc("kB")
        .x_label_formatter(&|n| format!("{n:.0}"))
        .y_label_formatter(&|n| format!("{n:.0}"))
        .draw()?;
    let straight = |bytes: f64| [(0.0, 0.0), (moves, kilobytes(bytes * moves))];
    let thin = |growth: &[usize]| -> Vec<(f64, f64)> {
        let points = growth.iter().enumerate().step_by(100);
        points
            .map(|(n, &bytes)| (n as f64, kilobytes(bytes as f64)))
            .collect()
    };
    let lines = [
        (
            "plain board, 722 bits",
            straight(PLAIN_BYTES).to_vec(),
            BLACK,
        ),
        (
            "list, as it lies",
            thin(&results.from_top.growth),
            colours::ORANGE,
        ),
        (
            "list, from the corner",
            thin(&results.from_corner.growth),
            colours::BLUE,
        ),
    ];
    for (label, points, colour) in lines {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
    }
    let style = colours::VERMILION.stroke_width(2);
    chart
        .draw_series(DashedLineSeries::new(straight(40.0), 6, 4, style))?
        .label("paper, 40 bytes a move")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    legend(&mut chart, SeriesLabelPosition::UpperLeft)
}

fn cells(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let counts = &results.from_corner.cells_by_move;
    let share = |count: usize| count as f64 / results.moves as f64;
    let top = counts.iter().map(|&count| share(count)).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption("Cells made by a move, each game alone", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(48)
        .build_cartesian_2d(-0.5..counts.len() as f64 - 0.5, 0f64..top * 1.1)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_label_formatter(&|n| format!("{n:.0}"))
        .x_desc("cells")
        .y_desc("share of moves")
        .draw()?;
    chart.draw_series(counts.iter().enumerate().map(|(cells, &count)| {
        let x = cells as f64;
        Rectangle::new(
            [(x - 0.4, 0.0), (x + 0.4, share(count))],
            colours::BLUE.filled(),
        )
    }))?;
    let style = colours::VERMILION.stroke_width(2);
    chart
        .draw_series(DashedLineSeries::new(
            [(5.0, 0.0), (5.0, top * 1.1)],
            6,
            4,
            style,
        ))?
        .label("paper: 5")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}
