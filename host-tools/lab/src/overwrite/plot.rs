//! The overwrite table in one picture.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::Results;
use super::formula::{Model, Simulated};
use super::occupancy::expected;
use super::puzzles::{Puzzles, Saving};
use super::reuse::Reuse;
use crate::output::{colours, legend};

/// Occupancy, its distribution and the formula's ratio over p; the puzzles' ratios; hit rates by size.
pub(super) fn draw(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let (formulas, experiments) = area.split_vertically(360);
    let panels = formulas.split_evenly((1, 3));
    occupancy(results, &panels[0])?;
    distribution(results, &panels[1])?;
    ratios(results, &panels[2])?;
    let panels = experiments.split_evenly((2, 1));
    puzzles(results, &panels[0])?;
    sizes(results, &panels[1])
}

fn occupancy(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let m = results.occupancy_slots;
    let most = results.occupancy.last().map_or(1, |filling| filling.t);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("Occupied of {m} slots"), ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(54)
        .build_cartesian_2d(0f64..most as f64, 0f64..m as f64 * 1.05)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_labels(6)
        .x_label_formatter(&|t| format!("{t:.0}"))
        .y_label_formatter(&|slots| format!("{slots:.0}"))
        .x_desc("writes t")
        .y_desc("slots")
        .draw()?;
    chart
        .draw_series(LineSeries::new(
            (0..=most).step_by(20).map(|t| (t as f64, expected(m, t))),
            colours::BLUE.stroke_width(2),
        ))?
        .label("M(1 − α^t)")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], colours::BLUE));
    chart
        .draw_series(
            results
                .occupancy
                .iter()
                .map(|f| Circle::new((f.t as f64, f.mean), 4, colours::ORANGE)),
        )?
        .label("simulated")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, colours::ORANGE));
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
        .y_label_area_size(54)
        .build_cartesian_2d(first - 1.0..last + 1.0, 0f64..top * 1.1)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_label_formatter(&|k| format!("{k:.0}"))
        .x_desc("occupied slots k")
        .y_desc("probability")
        .draw()?;
    chart
        .draw_series(spread.bars.iter().map(|bar| {
            let k = bar.k as f64;
            Rectangle::new(
                [(k - 0.4, 0.0), (k + 0.4, bar.seen)],
                colours::ORANGE.mix(0.4).filled(),
            )
        }))?
        .label("simulated")
        .legend(|(x, y)| {
            Rectangle::new(
                [(x, y - 4), (x + 16, y + 4)],
                colours::ORANGE.mix(0.4).filled(),
            )
        });
    chart
        .draw_series(LineSeries::new(
            spread.bars.iter().map(|bar| (bar.k as f64, bar.expected)),
            colours::BLUE.stroke_width(2),
        ))?
        .label("formula")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], colours::BLUE));
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}

fn ratios(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let mut chart = ChartBuilder::on(area)
        .caption("Search time with the table, d = 30", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(54)
        .build_cartesian_2d(0.95f64..1.0, 0.5f64..1.0)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_labels(6)
        .x_desc("p")
        .y_desc("1 − E/T")
        .draw()?;
    for (m, colour) in [
        (100u32, colours::GREEN),
        (1000, colours::ORANGE),
        (100_000, colours::BLUE),
    ] {
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
        .draw_series(seen.map(|s| Circle::new((s.model.p, s.simulated.ratio), 4, BLACK.filled())))?
        .label("simulated")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, BLACK.filled()));
    let style = colours::VERMILION.stroke_width(2);
    chart
        .draw_series(DashedLineSeries::new(
            [(0.95, 0.89), (1.0, 0.89)],
            6,
            4,
            style,
        ))?
        .label("paper: 0.89 (M = 100000, p = 0.99)")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    legend(&mut chart, SeriesLabelPosition::LowerLeft)
}

/// Room for a puzzle's name, in pixels.
const NAME: (i32, i32) = (62, 12);

/// Ratios by how far the search went beyond one ancestor two generations back.
fn puzzles(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let spreads = || results.puzzles.iter().map(Puzzles::spread);
    let least = spreads().fold(0.01, f64::min) / 2.0;
    let most = spreads().fold(10.0, f64::max) * 2.0;
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Tiling puzzles: boards below the table's level, with over without (M = 100,000; 95 % interval)",
            ("sans-serif", 15),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(46)
        .build_cartesian_2d((least..most).log_scale(), 0f64..1.05)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("visits to the level by a search, over d² (visits below one grandparent)")
        .y_desc("ratio")
        .draw()?;
    let band = colours::VERMILION.mix(0.15).filled();
    chart
        .draw_series([Rectangle::new([(least, 0.8), (most, 1.0)], band)])?
        .label("paper: 0.8 to 1.0")
        .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 16, y + 4)], band));
    let last = |kind: &Puzzles| kind.tables.len() - 1;
    let points = |of: &dyn Fn(&Saving) -> f64| -> Vec<(f64, f64)> {
        let kinds = results.puzzles.iter();
        kinds
            .map(|kind| (kind.spread(), of(&kind.tables[last(kind)])))
            .collect()
    };
    let formula = points(&|table| table.formula);
    chart
        .draw_series(
            formula
                .into_iter()
                .map(|at| Cross::new(at, 5, BLACK.stroke_width(2))),
        )?
        .label("paper's formula, measured d and p")
        .legend(|(x, y)| Cross::new((x + 8, y), 5, BLACK.stroke_width(2)));
    let two = points(&|table| table.by_generation[0]);
    chart
        .draw_series(
            two.into_iter()
                .map(|at| TriangleMarker::new(at, 6, colours::ORANGE.filled())),
        )?
        .label("ancestors 2 generations back only")
        .legend(|(x, y)| TriangleMarker::new((x + 8, y), 6, colours::ORANGE.filled()));
    chart
        .draw_series(results.puzzles.iter().map(|kind| {
            let Simulated { ratio, margin, .. } = kind.tables[last(kind)].ratio;
            let style = colours::BLUE.filled();
            ErrorBar::new_vertical(
                kind.spread(),
                ratio - margin,
                ratio,
                ratio + margin,
                style,
                6,
            )
        }))?
        .label("all, measured")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, colours::BLUE.filled()));
    let place = |kind: &Puzzles| (kind.spread(), kind.tables[last(kind)].ratio.ratio);
    // Each name stands as near to its point as the points and the names before it leave room, in pixels.
    let points: Vec<(i32, i32)> = results
        .puzzles
        .iter()
        .map(|kind| chart.backend_coord(&place(kind)))
        .collect();
    let mut taken: Vec<(i32, i32)> = Vec::new();
    let names: Vec<_> = results
        .puzzles
        .iter()
        .map(|kind| {
            let at = place(kind);
            let (x, y) = chart.backend_coord(&at);
            let is_free = |down: &i32| {
                let apart = |&(left, top): &(i32, i32)| {
                    (left - x).abs() > NAME.0 || (top - y - down).abs() >= NAME.1
                };
                let covered = |&(left, top): &(i32, i32)| {
                    (x + 1..x + NAME.0).contains(&left) && (top - y - down).abs() < NAME.1
                };
                taken.iter().all(apart) && !points.iter().any(covered)
            };
            let steps = (0..20).flat_map(|step| [4 + step * NAME.1, 4 - step * NAME.1]);
            let down = steps.into_iter().find(is_free).unwrap_or(4);
            taken.push((x, y + down));
            let name = format!(
                "{}×{}/{} ℓ{}",
                kind.width, kind.height, kind.colours, kind.level
            );
            EmptyElement::at(at) + Text::new(name, (6, down), ("sans-serif", 11))
        })
        .collect();
    chart.draw_series(names)?;
    legend(&mut chart, SeriesLabelPosition::LowerLeft)
}

/// The hit rate of every size, predicted from one histogram each, and measured.
fn sizes(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let (least, most) = (16f64, 1e6f64);
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Hit rate by size of the table: lines Σ h(t) α^t, nothing fitted; marks measured",
            ("sans-serif", 15),
        )
        .margin(12)
        // Half of the last figure of the axis.
        .margin_right(40)
        .x_label_area_size(36)
        .y_label_area_size(46)
        .build_cartesian_2d((least..most).log_scale(), 0f64..1.0)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("slots M")
        .y_desc("share of probes that hit")
        .draw()?;
    let palette = [
        colours::BLUE,
        colours::ORANGE,
        colours::GREEN,
        colours::PURPLE,
    ];
    let curve = |reuse: &Reuse| -> Vec<(f64, f64)> {
        let slots = (0..=60).map(|step| least * (most / least).powf(f64::from(step) / 60.0));
        slots.map(|m| (m, reuse.hit_rate(m as usize))).collect()
    };
    // Of each kind of puzzle the deepest level, as far as there are colours.
    let kinds = results.puzzles.chunk_by(|a, b| a.name() == b.name());
    for (kind, colour) in kinds.filter_map(<[Puzzles]>::last).zip(palette) {
        chart
            .draw_series(LineSeries::new(curve(&kind.reuse), colour.stroke_width(2)))?
            .label(format!("{}, level {}", kind.name(), kind.level))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
        chart.draw_series(
            kind.tables
                .iter()
                .map(|table| Circle::new((table.slots as f64, table.hit_rate), 4, colour.filled())),
        )?;
    }
    let colour = BLACK;
    chart
        .draw_series(LineSeries::new(
            curve(&results.memory_reuse),
            colour.stroke_width(2),
        ))?
        .label("the device's memory of values, from its own size")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    chart.draw_series(results.memory.iter().map(|size| {
        let mark = if size.is_devices { 6 } else { 4 };
        Circle::new((size.slots as f64, size.hit_rate), mark, colour.filled())
    }))?;
    legend(&mut chart, SeriesLabelPosition::UpperLeft)
}
