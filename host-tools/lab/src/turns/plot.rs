//! The comparison in pictures: nodes, points with their intervals, and the law.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::variants::{Size, Variant};
use super::{Args, Results};
use crate::output::legend;

/// Colours that the colour-blind can tell apart (Okabe and Ito), one a size.
const COLOURS: [RGBColor; 5] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    BLACK,
];
/// The paper's two scores, in percent.
const PAPER: [(f64, &str); 2] = [(58.5, "paper, 10 s"), (56.75, "paper, 25 s")];

/// One panel for each part of the results.
pub(super) fn draw(
    args: &Args,
    results: &Results,
    area: &DrawingArea<SVGBackend, Shift>,
) -> Result<()> {
    let wanted = [
        !results.searches.is_empty() && !args.depths.is_empty(),
        !results.savings.is_empty(),
        !results.matches.is_empty(),
    ];
    let panels = area.split_evenly((wanted.iter().filter(|&&wanted| wanted).count().max(1), 1));
    let mut panels = panels.iter();
    let parts = [nodes, law, matches];
    for (part, _) in parts.into_iter().zip(wanted).filter(|(_, wanted)| *wanted) {
        if let Some(panel) = panels.next() {
            part(args, results, panel)?;
        }
    }
    Ok(())
}

/// Names under whole numbers only.
fn label(variants: &[Variant], at: f64) -> String {
    let short = |variant: &Variant| {
        variant
            .name()
            .trim()
            .replace("previous from draft", "from draft")
            .replace("two in turn", "in turn")
            .replace(", twice the RAM", " 2×RAM")
    };
    match at.fract() == 0.0 && at >= 0.0 {
        true => variants.get(at as usize).map(short).unwrap_or_default(),
        false => String::new(),
    }
}

/// Where the point of a size stands, so that none covers another.
fn place(at: usize, number: usize, count: usize) -> f64 {
    at as f64 + 0.6 * ((number as f64 + 0.5) / count as f64 - 0.5)
}

fn nodes(args: &Args, results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let Some(depth) = args.depths.last() else {
        return Ok(());
    };
    let condition = format!("depth {depth}");
    let variants = args.rivals();
    let count = variants.len() as f64;
    let ratio = |size: Size, variant: Variant| {
        let nodes = |wanted: Variant| {
            let same = |line: &&super::Searches| {
                line.size == size && line.variant == wanted && line.condition == condition
            };
            results.searches.iter().find(same).map(|line| line.nodes)
        };
        Some(nodes(variant)? / nodes(Variant::Cleared)?)
    };
    let lines: Vec<Vec<(f64, f64)>> = (0..)
        .zip(args.sizes())
        .map(|(number, &size)| {
            let points = variants.iter().enumerate();
            let at = |n| place(n, number, args.sizes().len());
            points
                .filter_map(|(n, &variant)| Some((at(n), ratio(size, variant)?)))
                .collect()
        })
        .collect();
    let all = || lines.iter().flatten().map(|point| point.1);
    let (low, high) = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!(
                "Nodes to depth {depth} over {} positions; one cleared table of the size = 1",
                results.positions
            ),
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(-0.5..count - 0.5, low - 0.05..high + 0.05)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .y_desc("nodes, relative")
        .x_labels(variants.len() * 2)
        .x_label_formatter(&|at| label(variants, *at))
        .x_label_style(("sans-serif", 10))
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

fn law(args: &Args, results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let percent = |share: f64| 100.0 * share;
    let all = || {
        let savings = results.savings.iter();
        savings.flat_map(|saving| [percent(saving.predicted), percent(saving.saved)])
    };
    let (low, high) = (
        all().fold(0.0, f64::min) - 2.0,
        all().fold(0.0, f64::max) + 4.0,
    );
    let mut chart = ChartBuilder::on(area)
        .caption(
            "What two tables in turn save at depth D (the figure at the point)",
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..high, low..high)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("% of a cleared table's nodes in iterations up to D − 2")
        .y_desc("% of nodes saved")
        .draw()?;
    chart
        .draw_series([PathElement::new([(0.0, 0.0), (high, high)], BLACK)])?
        .label("the law")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK));
    for (&size, colour) in args.sizes().iter().zip(COLOURS) {
        let points = results.savings.iter().filter(|saving| saving.size == size);
        chart
            .draw_series(points.map(|saving| {
                let at = (percent(saving.predicted), percent(saving.saved));
                EmptyElement::at(at)
                    + Circle::new((0, 0), 4, colour.filled())
                    + Text::new(saving.depth.to_string(), (6, -6), ("sans-serif", 11))
            }))?
            .label(size.name())
            .legend(move |(x, y)| Circle::new((x + 8, y), 4, colour.filled()));
    }
    legend(&mut chart, SeriesLabelPosition::UpperLeft)
}

fn matches(args: &Args, results: &Results, area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let variants = args.rivals();
    let count = variants.len() as f64;
    let lines: Vec<_> = results
        .matches
        .iter()
        .filter_map(|line| {
            let at = variants
                .iter()
                .position(|&variant| variant == line.variant)?;
            Some((at, line))
        })
        .collect();
    let far = lines
        .iter()
        .map(|(_, line)| {
            let (share, margin) = line.score.share();
            (share - 0.5).abs() + margin
        })
        .fold(0.09, f64::max)
        * 100.0
        + 1.0;
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!(
                "Score of {} games against one cleared table, 95 % intervals; × is what the saved nodes predict",
                args.games
            ),
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(-0.5..count - 0.5, 50.0 - far..50.0 + far)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .y_desc("% of points")
        .x_labels(variants.len() * 2)
        .x_label_formatter(&|at| label(variants, *at))
        .x_label_style(("sans-serif", 10))
        .draw()?;
    let grey = RGBColor(120, 120, 120);
    chart.draw_series([PathElement::new([(-0.5, 50.0), (count - 0.5, 50.0)], BLACK)])?;
    for (height, name) in PAPER {
        let line = [(-0.5, height), (count - 0.5, height)];
        chart.draw_series([PathElement::new(line, grey)])?;
        chart.draw_series([Text::new(name, (-0.48, height + 0.6), ("sans-serif", 11))])?;
    }
    let mut limits: Vec<&String> = Vec::new();
    for (_, line) in &lines {
        if !limits.contains(&&line.limit) {
            limits.push(&line.limit);
        }
    }
    let series = limits.len() * args.sizes().len();
    for (m, limit) in limits.iter().enumerate() {
        for (n, &size) in args.sizes().iter().enumerate() {
            let number = n * limits.len() + m;
            let colour = COLOURS[number % COLOURS.len()];
            let of_series = || {
                let same = move |(_, line): &&(usize, &super::Match)| {
                    line.size == size && line.limit == **limit
                };
                lines.iter().filter(same)
            };
            chart
                .draw_series(of_series().map(|(at, line)| {
                    let (share, margin) = line.score.share();
                    let [low, middle, high] =
                        [share - margin, share, share + margin].map(|share| 100.0 * share);
                    let x = place(*at, number, series);
                    ErrorBar::new_vertical(x, low, middle, high, colour.filled(), 8)
                }))?
                .label(format!("{}, {limit} a move", size.name()))
                .legend(move |(x, y)| Circle::new((x + 8, y), 4, colour.filled()));
            chart.draw_series(of_series().filter_map(|(at, line)| {
                let x = place(*at, number, series);
                let expected = line.prediction.as_ref()?.score;
                Some(Cross::new((x, 100.0 * expected), 5, colour.stroke_width(2)))
            }))?;
        }
    }
    legend(&mut chart, SeriesLabelPosition::LowerRight)
}
