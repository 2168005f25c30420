//! The paper's figures as SVG: the estimate over trials, contributions, start levels.

use std::{fs, path::Path};

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use super::{distribution::Distribution, record::Record};

const SIZE: (u32, u32) = (900, 540);

/// Writes `estimate.svg`, `contributions.svg` and `levels.svg` for one or several records.
pub(super) fn write_all(folder: &Path, records: &[&Record]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    write(&folder.join("estimate.svg"), &estimate(records)?)?;
    write(&folder.join("levels.svg"), &levels(records)?)?;
    for record in records {
        let name = match records.len() {
            1 => "contributions.svg".into(),
            _ => format!(
                "contributions-{}.svg",
                record.spec.cutoff.to_string().replace(':', "-")
            ),
        };
        write(
            &folder.join(name),
            &contributions(&record.distribution, &record.spec.to_string())?,
        )?;
    }
    Ok(())
}

fn write(path: &Path, svg: &str) -> Result<()> {
    let temporary = path.with_extension("svg.part");
    fs::write(&temporary, svg)
        .and_then(|()| fs::rename(&temporary, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Drawing into a string fails for want of memory or by a backend's mistake only.
fn drawn<E: std::fmt::Display>(error: E) -> anyhow::Error {
    anyhow!("cannot draw the plot: {error}")
}

fn colour(index: usize) -> RGBColor {
    const COLOURS: [RGBColor; 6] = [
        RGBColor(31, 119, 180),
        RGBColor(214, 39, 40),
        RGBColor(44, 160, 44),
        RGBColor(148, 103, 189),
        RGBColor(255, 127, 14),
        RGBColor(23, 190, 207),
    ];
    COLOURS[index % COLOURS.len()]
}

/// Figures 5 and 6: the running mean, against the share of the run.
fn estimate(records: &[&Record]) -> Result<String> {
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
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(drawn)?;
        let mut chart = ChartBuilder::on(&area)
            .caption("estimate over trials", ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(0.0..1.0, 0.0..1.1 * top)
            .map_err(drawn)?;
        chart
            .configure_mesh()
            .x_desc("share of the run")
            .y_label_formatter(&|value| format!("{value:.2e}"))
            .draw()
            .map_err(drawn)?;
        for (index, (record, curve)) in records.iter().zip(curves).enumerate() {
            chart
                .draw_series(LineSeries::new(
                    curve.into_iter().map(|(x, y)| (x, y.min(1.1 * top))),
                    colour(index),
                ))
                .map_err(drawn)?
                .label(record.spec.cutoff.to_string())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour(index)));
        }
        legend(&mut chart)?;
        area.present().map_err(drawn)?;
    }
    Ok(svg)
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn legend<'a, 'b: 'a>(chart: &mut Chart<'a, 'b>) -> Result<()> {
    chart
        .configure_series_labels()
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()
        .map_err(drawn)
}

/// Figures 7 to 10: sorted values against their share of the sum, whole and near the end.
fn contributions(distribution: &Distribution, caption: &str) -> Result<String> {
    let curves = [
        ("pcand*nans", distribution.contribution.curve()),
        ("pcand", distribution.product.curve()),
        ("nans", distribution.found.curve()),
    ];
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(drawn)?;
        let halves = area.split_evenly((1, 2));
        for (half, from) in halves.iter().zip([0.0, 0.98]) {
            let mut chart = ChartBuilder::on(half)
                .caption(
                    if from == 0.0 { caption } else { "near the end" },
                    ("sans-serif", 14),
                )
                .margin(12)
                .x_label_area_size(40)
                .y_label_area_size(60)
                .build_cartesian_2d(from..1.0, -5.0..0.0)
                .map_err(drawn)?;
            chart
                .configure_mesh()
                .x_desc("share of the successful trials, ascending")
                .y_desc("share of the sum, power of ten")
                .x_labels(6)
                .draw()
                .map_err(drawn)?;
            for (index, (name, curve)) in curves.iter().enumerate() {
                let points = curve
                    .iter()
                    .map(|&(x, y)| (x.max(from), y.log10().max(-5.0)));
                chart
                    .draw_series(LineSeries::new(points, colour(index)))
                    .map_err(drawn)?
                    .label(*name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour(index)));
            }
            legend(&mut chart)?;
        }
        area.present().map_err(drawn)?;
    }
    Ok(svg)
}

/// Figure 11: from which levels the exhaustive searches started, a bar for each cutoff.
fn levels(records: &[&Record]) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(drawn)?;
        let names: Vec<String> = records
            .iter()
            .map(|record| record.spec.cutoff.to_string())
            .collect();
        let mut chart = ChartBuilder::on(&area)
            .caption("levels at which the search starts", ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..records.len() as f64, 0.0..1.0)
            .map_err(drawn)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_desc("share of the searches")
            .draw()
            .map_err(drawn)?;
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
                chart.draw_series([bar]).map_err(drawn)?;
                if top - bottom > 0.03 {
                    let text = Text::new(
                        level.to_string(),
                        (left + 0.3, (top + bottom) / 2.0 + 0.01),
                        ("sans-serif", 13),
                    );
                    chart.draw_series([text]).map_err(drawn)?;
                }
                bottom = top;
            }
            let text = Text::new(name.clone(), (left, 1.04), ("sans-serif", 13));
            chart.plotting_area().draw(&text).map_err(drawn)?;
        }
        area.present().map_err(drawn)?;
    }
    Ok(svg)
}
