//! The paper's figures 3 and 4.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::Results;
use super::ladder::{Curve, LOADS, Rung};
use super::print::{PAPER_L, PAPER_WL};
use crate::output::legend;

/// Sizes by load, of `wl` on the left and of `l` on the right.
pub(super) fn draw(results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let panels = area.split_evenly((1, 2));
    figure("wl(s)", &results.wl, PAPER_WL, &panels[0])?;
    figure("l(s), one ply expanded", &results.l, PAPER_L, &panels[1])
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
        .caption(name, ("sans-serif", 16))
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
        ("perfect hash", RED, |rung| rung.hash),
        ("wavelet tree", GREEN, |rung| rung.tree),
        ("sum", BLUE, |rung| rung.sum),
    ];
    for (label, colour, size) in series {
        let points = curve.loads.iter();
        let points = points.map(|rung| (f64::from(rung.load), size(rung) as f64 / 1e6));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    let (least, (load, size)) = (curve.least(), paper);
    let ours = (f64::from(least.load), least.sum as f64 / 1e6);
    chart
        .draw_series([Circle::new(ours, 5, BLUE.filled())])?
        .label(format!("least: {:.1} MB at {} %", ours.1, least.load))
        .legend(|(x, y)| Circle::new((x + 8, y), 4, BLUE.filled()));
    chart
        .draw_series([Cross::new(
            (f64::from(load), size),
            7,
            BLACK.stroke_width(2),
        )])?
        .label(format!("paper's least: {size} MB at {load} %"))
        .legend(|(x, y)| Cross::new((x + 8, y), 5, BLACK.stroke_width(2)));
    legend(&mut chart, SeriesLabelPosition::UpperLeft)
}
