//! The comparison in one picture.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::variants::Variant;
use super::{Args, Results, line_95};
use crate::output::legend;

const COLOURS: [RGBColor; 5] = [BLUE, RED, GREEN, MAGENTA, BLACK];

/// Nodes to the last fixed depth relative to one cleared table, and match points.
pub(super) fn draw(
    args: &Args,
    results: &Results,
    area: &DrawingArea<SVGBackend, Shift>,
) -> Result<()> {
    match (results.searches.is_empty(), results.matches.is_empty()) {
        (false, true) => nodes(args, results, area),
        (true, false) => matches(args, results, area),
        _ => {
            let (upper, lower) = area.split_vertically(450);
            nodes(args, results, &upper)?;
            matches(args, results, &lower)
        }
    }
}

fn label(at: f64) -> String {
    let names = Variant::RIVALS.map(Variant::name);
    let short = |name: &String| {
        name.trim()
            .replace("previous from draft", "from")
            .replace("two in turn", "turns")
    };
    // Labels stand at whole numbers only.
    if at.fract() != 0.0 || at < 0.0 {
        return String::new();
    }
    names.get(at as usize).map(short).unwrap_or_default()
}

fn nodes(args: &Args, results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let Some(depth) = args.depths.last().filter(|_| !results.searches.is_empty()) else {
        return Ok(());
    };
    let condition = format!("depth {depth}");
    let count = Variant::RIVALS.len() as f64;
    let ratio = |size, variant| {
        let nodes = |wanted| {
            let same = |line: &&super::Searches| {
                line.size == size && line.variant == wanted && line.condition == condition
            };
            results.searches.iter().find(same).map(|line| line.nodes)
        };
        Some(nodes(variant)? / nodes(Variant::Cleared)?)
    };
    let lines: Vec<Vec<(f64, f64)>> = args
        .sizes()
        .iter()
        .map(|&size| {
            let points = Variant::RIVALS.into_iter().enumerate();
            points
                .filter_map(|(n, variant)| Some((n as f64, ratio(size, variant)?)))
                .collect()
        })
        .collect();
    let all = || lines.iter().flatten().map(|point| point.1);
    let (low, high) = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("Nodes to depth {depth}, one cleared table = 1"),
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(-0.5..count - 0.5, low - 0.05..high + 0.05)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(Variant::RIVALS.len() * 2)
        .x_label_formatter(&|at| label(*at))
        .x_label_style(("sans-serif", 9))
        .draw()?;
    chart.draw_series([PathElement::new([(-0.5, 1.0), (count - 0.5, 1.0)], BLACK)])?;
    for ((points, size), colour) in lines.into_iter().zip(args.sizes()).zip(COLOURS) {
        chart
            .draw_series(
                points
                    .into_iter()
                    .map(|point| Circle::new(point, 5, colour.filled())),
            )?
            .label(size.name())
            .legend(move |(x, y)| Circle::new((x + 8, y), 5, colour.filled()));
    }
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}

fn matches(args: &Args, results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    if results.matches.is_empty() {
        return Ok(());
    }
    let (count, games) = (Variant::RIVALS.len() as f64, args.games as f64);
    let share = |points: f64| 100.0 * points / games;
    let line = share(line_95(args.games));
    let far = results
        .matches
        .iter()
        .map(|line| (share(line.points) - 50.0).abs())
        .fold(line - 50.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("Points in {games} games against one cleared table, and the 95 % lines"),
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(-0.5..count - 0.5, 48.0 - far..52.0 + far)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .y_desc("%")
        .x_labels(Variant::RIVALS.len() * 2)
        .x_label_formatter(&|at| label(*at))
        .x_label_style(("sans-serif", 9))
        .draw()?;
    for height in [line, 50.0, 100.0 - line] {
        chart.draw_series([PathElement::new(
            [(-0.5, height), (count - 0.5, height)],
            BLACK,
        )])?;
    }
    for (n, &size) in args.sizes().iter().enumerate() {
        let colour = COLOURS[n % COLOURS.len()];
        for (m, &nodes) in args.budgets.iter().enumerate() {
            let points = results
                .matches
                .iter()
                .filter(|line| line.size == size && line.nodes == nodes)
                .filter_map(|line| {
                    let at = Variant::RIVALS
                        .iter()
                        .position(|&rival| rival == line.variant)?;
                    Some((
                        at as f64 + 0.12 * (n * args.budgets.len() + m) as f64 - 0.3,
                        share(line.points),
                    ))
                });
            let radius = 3 + 2 * m as i32;
            chart
                .draw_series(points.map(|point| Circle::new(point, radius, colour.filled())))?
                .label(format!("{}, {nodes} nodes", size.name()))
                .legend(move |(x, y)| Circle::new((x + 8, y), radius, colour.filled()));
        }
    }
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}
