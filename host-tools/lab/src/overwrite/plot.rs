//! The overwrite table in one picture.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::Results;
use super::formula::Model;
use super::occupancy::expected;
use crate::output::legend;

/// Occupancy, its distribution, the formula's ratio over p, and the puzzles' ratios.
pub(super) fn draw(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let panels = area.split_evenly((2, 2));
    occupancy(results, &panels[0])?;
    distribution(results, &panels[1])?;
    ratios(results, &panels[2])?;
    puzzles(results, &panels[3])
}

fn occupancy(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let m = results.occupancy_slots;
    let most = results.occupancy.last().map_or(1, |filling| filling.t);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("Occupied of {m} slots"), ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(42)
        .build_cartesian_2d(0f64..most as f64, 0f64..m as f64 * 1.05)?;
    chart.configure_mesh().x_desc("writes t").draw()?;
    chart
        .draw_series(LineSeries::new(
            (0..=most).step_by(20).map(|t| (t as f64, expected(m, t))),
            BLUE.stroke_width(2),
        ))?
        .label("M(1 − α^t)")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLUE));
    chart
        .draw_series(
            results
                .occupancy
                .iter()
                .map(|f| Circle::new((f.t as f64, f.mean), 4, RED)),
        )?
        .label("simulated")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, RED));
    legend(&mut chart, SeriesLabelPosition::LowerRight)
}

fn distribution(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let spread = &results.distribution;
    let first = spread.bars.first().map_or(0, |bar| bar.k) as f64;
    let last = spread.bars.last().map_or(1, |bar| bar.k) as f64;
    let top = spread
        .bars
        .iter()
        .map(|bar| bar.expected.max(bar.seen))
        .fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("P(t={}, k, M={})", spread.t, spread.m),
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(42)
        .build_cartesian_2d(first - 1.0..last + 1.0, 0f64..top * 1.1)?;
    chart.configure_mesh().x_desc("occupied slots k").draw()?;
    chart
        .draw_series(spread.bars.iter().map(|bar| {
            let k = bar.k as f64;
            Rectangle::new([(k - 0.4, 0.0), (k + 0.4, bar.seen)], RED.mix(0.4).filled())
        }))?
        .label("simulated")
        .legend(|(x, y)| Rectangle::new([(x, y - 4), (x + 16, y + 4)], RED.mix(0.4).filled()));
    chart
        .draw_series(LineSeries::new(
            spread.bars.iter().map(|bar| (bar.k as f64, bar.expected)),
            BLUE.stroke_width(2),
        ))?
        .label("formula")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLUE));
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}

fn ratios(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let mut chart = ChartBuilder::on(area)
        .caption("Search time with the table, d = 30", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(42)
        .build_cartesian_2d(0.95f64..1.0, 0.5f64..1.0)?;
    chart
        .configure_mesh()
        .x_desc("p")
        .y_desc("1 − E/T")
        .draw()?;
    for (m, colour) in [(100u32, GREEN), (1000, MAGENTA), (100_000, BLUE)] {
        let curve = (0..100).map(|n| {
            let p = 0.95 + f64::from(n) * 0.0005;
            (p, Model { d: 30, m, p }.ratio_closed())
        });
        chart
            .draw_series(LineSeries::new(curve, colour.stroke_width(2)))?
            .label(format!("M = {m}"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
    }
    let seen = results.formula.iter().filter(|saving| saving.model.d == 30);
    chart
        .draw_series(seen.map(|s| Circle::new((s.model.p, s.simulated.ratio), 4, RED.filled())))?
        .label("simulated")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, RED.filled()));
    legend(&mut chart, SeriesLabelPosition::LowerLeft)
}

fn puzzles(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let count = results.puzzles.len() as f64;
    let lowest = results
        .puzzles
        .iter()
        .map(|kind| kind.mean - kind.margin)
        .fold(0.75, f64::min);
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Tiling puzzles: mean ratio, 95 % interval",
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(42)
        .build_cartesian_2d(-1f64..count, lowest - 0.02..1.02)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(0)
        .x_desc("puzzle kind, level and M, in the table's order")
        .draw()?;
    chart
        .draw_series([Rectangle::new(
            [(-1.0, 0.8), (count, 1.0)],
            BLUE.mix(0.1).filled(),
        )])?
        .label("paper: 0.8 to 1.0")
        .legend(|(x, y)| Rectangle::new([(x, y - 4), (x + 16, y + 4)], BLUE.mix(0.1).filled()));
    chart
        .draw_series(results.puzzles.iter().enumerate().map(|(n, kind)| {
            let (low, high) = (kind.mean - kind.margin, kind.mean + kind.margin);
            ErrorBar::new_vertical(n as f64, low, kind.mean, high, RED.filled(), 6)
        }))?
        .label("measured")
        .legend(|(x, y)| Circle::new((x + 8, y), 3, RED.filled()));
    legend(&mut chart, SeriesLabelPosition::LowerRight)
}
