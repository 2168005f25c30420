//! The paper's figures as SVG: the estimate over trials, contributions, start levels.

use std::path::Path;

use anyhow::Result;
use plotters::{coord::Shift, prelude::*};

use super::{distribution::Distribution, record::Record};
use crate::output::{legend, write_plot};

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (900, 540);

/// Writes `estimate.svg`, `contributions.svg` and `levels.svg` for one or several records.
pub(super) fn write_all(folder: &Path, records: &[&Record]) -> Result<()> {
    write_plot(&folder.join("estimate.svg"), SIZE, |sheet| {
        estimate(records, sheet)
    })?;
    write_plot(&folder.join("levels.svg"), SIZE, |sheet| {
        levels(records, sheet)
    })?;
    for record in records {
        let name = match records.len() {
            1 => "contributions.svg".into(),
            _ => format!(
                "contributions-{}.svg",
                record.spec.cutoff.to_string().replace(':', "-")
            ),
        };
        write_plot(&folder.join(name), SIZE, |sheet| {
            contributions(&record.distribution, &record.spec.to_string(), sheet)
        })?;
    }
    Ok(())
}

fn colour(index: usize) -> RGBColor {
    /// As many as the longest table has rows.
    const COLOURS: [RGBColor; 12] = [
        RGBColor(31, 119, 180),
        RGBColor(214, 39, 40),
        RGBColor(44, 160, 44),
        RGBColor(148, 103, 189),
        RGBColor(255, 127, 14),
        RGBColor(23, 190, 207),
        RGBColor(140, 86, 75),
        RGBColor(227, 119, 194),
        RGBColor(127, 127, 127),
        RGBColor(188, 189, 34),
        RGBColor(0, 0, 0),
        RGBColor(152, 223, 138),
    ];
    COLOURS[index % COLOURS.len()]
}

/// Figures 5 and 6: the running mean, against the share of the run.
fn estimate(records: &[&Record], sheet: &Sheet) -> Result<()> {
    let curves: Vec<Vec<(f64, f64)>> = records
        .iter()
        .map(|record| {
            let points = record.series.running_mean();
            let trials = points.last().map_or(1.0, |&(trials, _)| trials);
            points
                .into_iter()
                .map(|(done, mean)| (done / trials, mean))
                .collect()
        })
        .collect();
    // The first trials swing far out; the scale is for the later ones.
    let top = curves
        .iter()
        .flatten()
        .filter(|(done, _)| *done > 0.05)
        .map(|&(_, mean)| mean)
        .fold(f64::MIN_POSITIVE, f64::max);
    let mut chart = ChartBuilder::on(sheet)
        .caption("estimate over trials", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..1.0, 0.0..1.1 * top)?;
    chart
        .configure_mesh()
        .x_desc("share of the run")
        .max_light_lines(0)
        .y_label_formatter(&|value| format!("{value:.2e}"))
        .draw()?;
    for (index, (record, curve)) in records.iter().zip(curves).enumerate() {
        chart
            .draw_series(LineSeries::new(
                curve.into_iter().map(|(x, y)| (x, y.min(1.1 * top))),
                colour(index),
            ))?
            .label(record.spec.cutoff.to_string())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour(index)));
    }
    legend(&mut chart, SeriesLabelPosition::LowerRight)?;
    Ok(())
}

/// Figures 7 to 10: sorted values against their share of the sum; all of them by powers of ten,
/// and the last hundredth as it is.
fn contributions(distribution: &Distribution, caption: &str, sheet: &Sheet) -> Result<()> {
    const LOWEST: f64 = -5.0;
    let curves = [
        ("pcand*nans", distribution.contribution.curve()),
        ("pcand", distribution.product.curve()),
        ("nans", distribution.found.curve()),
    ];
    let power = |share: f64| share.log10().max(LOWEST);
    let same = |share: f64| share;
    let halves = sheet.split_evenly((1, 2));
    let views: [(_, _, _, _, &dyn Fn(f64) -> f64); 2] = [
        (
            0.0,
            LOWEST..0.0,
            caption,
            "share of the sum, power of ten",
            &power,
        ),
        (
            0.99,
            0.0..1.0,
            "the last hundredth",
            "share of the sum",
            &same,
        ),
    ];
    for (half, (from, heights, caption, label, height)) in halves.iter().zip(views) {
        let mut chart = ChartBuilder::on(half)
            .caption(caption, ("sans-serif", 14))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(from..1.0, heights)?;
        chart
            .configure_mesh()
            .x_desc("share of the successful trials, ascending")
            .y_desc(label)
            .x_labels(6)
            .max_light_lines(0)
            .draw()?;
        for (index, (name, curve)) in curves.iter().enumerate() {
            let shown = curve.iter().filter(|(x, _)| *x >= from);
            chart
                .draw_series(LineSeries::new(
                    shown.map(|&(x, y)| (x, height(y))),
                    colour(index).stroke_width(2),
                ))?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour(index)));
        }
        legend(&mut chart, SeriesLabelPosition::LowerRight)?;
    }
    Ok(())
}

/// Figure 11: from which levels the exhaustive searches started, a bar for each cutoff.
fn levels(records: &[&Record], sheet: &Sheet) -> Result<()> {
    let names: Vec<String> = records
        .iter()
        .map(|record| record.spec.cutoff.to_string())
        .collect();
    let mut chart = ChartBuilder::on(sheet)
        .caption("levels at which the search starts", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..records.len() as f64, 0.0..1.06)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(0)
        .max_light_lines(0)
        .y_desc("share of the searches")
        .draw()?;
    for (place, (record, name)) in records.iter().zip(&names).enumerate() {
        let counts = &record.statistics.start_levels;
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let (left, mut bottom) = (place as f64 + 0.15, 0.0);
        for (level, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let top = bottom + count as f64 / total;
            let bar = Rectangle::new(
                [(left, bottom), (left + 0.7, top)],
                colour(level).mix(0.7).filled(),
            );
            chart.draw_series([bar])?;
            if top - bottom > 0.03 {
                let text = Text::new(
                    level.to_string(),
                    (left + 0.3, (top + bottom) / 2.0 + 0.01),
                    ("sans-serif", 13),
                );
                chart.draw_series([text])?;
            }
            bottom = top;
        }
        let text = Text::new(name.clone(), (left, 1.04), ("sans-serif", 13));
        chart.plotting_area().draw(&text)?;
    }
    Ok(())
}
