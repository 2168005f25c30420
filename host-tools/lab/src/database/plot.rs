//! The paper's figures 2, 3 and 4.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::Results;
use super::ladder::{Curve, LOADS, Rung};
use super::print::{PAPER_L, PAPER_WL};
use crate::output::{colours, legend};

/// The distribution above; below, sizes by load, of `wl` on the left and of `l` on the right.
pub(super) fn draw(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let (upper, lower) = area.split_vertically(400);
    distribution(results, &upper)?;
    let panels = lower.split_evenly((1, 2));
    let keys = results.keys;
    let title = |what| format!("Size by load, {what} (hash of {keys} keys, scaled)");
    figure(&title("wl(s)"), &results.wl, PAPER_WL, &panels[0])?;
    figure(&title("l(s)"), &results.l, PAPER_L, &panels[1])
}

/// The values that the paper's figure 2 shows.
const SHOWN: i16 = 50;

fn distribution(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let millions = |count: u64| count as f64 / 1e6;
    let shown = || {
        let values = results.distribution.iter();
        values.filter(|(value, _)| value.abs() <= SHOWN)
    };
    let top = shown()
        .map(|&(_, count)| millions(count))
        .fold(0.0, f64::max);
    let edge = f64::from(SHOWN) + 1.0;
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!(
                "Positions that the start leads to, by wl(s), of {} (as figure 2: from -50 to 50)",
                results.positions
            ),
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(-edge..edge, 0f64..top * 1.1)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_labels(21)
        .x_desc("wl(s): plies to a loss (negative), draw (0), plies to a win")
        .y_desc("positions, millions")
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_label_formatter(&|count| format!("{count:.0}"))
        .draw()?;
    type Side = fn(i16) -> bool;
    let sides: [(&str, RGBColor, Side); 3] = [
        ("lost", colours::ORANGE, |value| value < 0),
        ("drawn", BLACK, |value| value == 0),
        ("won", colours::BLUE, |value| value > 0),
    ];
    for (label, colour, is_this) in sides {
        let bars = shown().filter(|(value, _)| is_this(*value));
        chart
            .draw_series(bars.map(|&(value, count)| {
                let x = f64::from(value);
                Rectangle::new(
                    [(x - 0.8, 0.0), (x + 0.8, millions(count))],
                    colour.filled(),
                )
            }))?
            .label(label)
            .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 16, y + 4)], colour.filled()));
    }
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}

fn figure(
    name: &str,
    curve: &Curve,
    paper: (u32, f64),
    area: &DrawingArea<SVGBackend, Shift>,
) -> Result<()> {
    let sums = curve.loads.iter().map(|rung| rung.sum as f64 / 1e6);
    // Room for the legend above the curves.
    let top = sums.fold(0.0, f64::max) * 1.4;
    let (first, last) = (f64::from(*LOADS.start()), f64::from(*LOADS.end()) + 1.0);
    let mut chart = ChartBuilder::on(area)
        .caption(name, ("sans-serif", 15))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(46)
        .build_cartesian_2d(first..last, 0f64..top)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("load factor, %")
        .y_desc("MB")
        .x_label_formatter(&|load| format!("{load:.0}"))
        .y_label_formatter(&|size| format!("{size:.0}"))
        .draw()?;
    type Size = fn(&Rung) -> u64;
    let series: [(&str, RGBColor, Size); 3] = [
        ("perfect hash (CHD)", colours::ORANGE, |rung| rung.hash),
        ("wavelet tree", colours::GREEN, |rung| rung.tree),
        ("sum", colours::BLUE, |rung| rung.sum),
    ];
    for (label, colour, size) in series {
        let points = curve.loads.iter();
        let points = points.map(|rung| (f64::from(rung.load), size(rung) as f64 / 1e6));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    if let Some(least) = curve.least() {
        let ours = (f64::from(least.load), least.sum as f64 / 1e6);
        chart
            .draw_series([Circle::new(ours, 5, colours::BLUE.filled())])?
            .label(format!("least: {:.1} MB at {} %", ours.1, least.load))
            .legend(|(x, y)| Circle::new((x + 8, y), 4, colours::BLUE.filled()));
    }
    let (load, size) = paper;
    let style = colours::VERMILION.stroke_width(2);
    chart
        .draw_series(DashedLineSeries::new(
            [(first, size), (last, size)],
            6,
            4,
            style,
        ))?
        .label(format!("paper's least: {size} MB at {load} %"))
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    chart.draw_series([Cross::new((f64::from(load), size), 7, style)])?;
    legend(&mut chart, SeriesLabelPosition::UpperLeft)
}
