//! The paper's figures as SVG: the estimate over trials, contributions, start levels.

use std::path::Path;

use anyhow::Result;
use plotters::{coord::Shift, prelude::*};

use super::{
    distribution::{Distribution, Spread},
    problem::ProblemName,
    record::Record,
    report::{TOP, grouped},
};
use crate::output::{colours, legend, write_plot};

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub(super) const SIZE: (u32, u32) = (900, 540);

/// Points of a line.
pub(super) type Points = Vec<(f64, f64)>;

/// Writes `estimate.svg`, `contributions.svg` and `levels.svg` for one or several records.
pub(super) fn write_all(folder: &Path, records: &[&Record]) -> Result<()> {
    write_plot(&folder.join("estimate.svg"), SIZE, |sheet| {
        estimate(records, sheet)
    })?;
    let starts: Vec<_> = records
        .iter()
        .map(|record| {
            let levels = record.statistics.start_levels.as_slice();
            (record.spec.cutoff.to_string(), levels)
        })
        .collect();
    let problem = records.first().map(|record| &record.spec.problem);
    write_plot(&folder.join("levels.svg"), SIZE, |sheet| {
        levels(problem, &starts, sheet)
    })?;
    for record in records {
        let name = match records.len() {
            1 => "contributions.svg".into(),
            _ => format!(
                "contributions-{}.svg",
                record.spec.cutoff.to_string().replace(':', "-")
            ),
        };
        let Distribution {
            contribution,
            product,
            found,
        } = &record.distribution;
        let curves = [contribution, product, found].map(Spread::curve);
        write_plot(&folder.join(name), SIZE, |sheet| {
            contributions(&curves, &record.spec.to_string(), None, sheet)
        })?;
    }
    Ok(())
}

/// Colours that the colour-blind can tell apart, and then the same in a lighter shade: as many as the
/// longest table has rows.
pub(super) fn colour(index: usize) -> RGBColor {
    const COLOURS: [RGBColor; 6] = [
        colours::BLUE,
        colours::ORANGE,
        colours::GREEN,
        colours::PURPLE,
        colours::SKY,
        RGBColor(0, 0, 0),
    ];
    let RGBColor(red, green, blue) = COLOURS[index % COLOURS.len()];
    match index / COLOURS.len() % 2 {
        0 => RGBColor(red, green, blue),
        _ => RGBColor(red / 2 + 110, green / 2 + 110, blue / 2 + 110),
    }
}

/// What the paper found for this problem, and with which threshold.
fn paper(problem: &ProblemName) -> Option<(f64, &'static str)> {
    match problem {
        ProblemName::Queens(45) => Some((1.082_469e38, "paper: 1.082469e38 (10^38)")),
        ProblemName::Hexomino {
            short: false,
            all: false,
        } => Some((1.1562e25, "paper: 1.1562e25 (10^28)")),
        _ => None,
    }
}

/// Figures 5 and 6: the running mean, against the share of the run.
///
/// The bands are what one standard error was at each moment, taken from the variance of the whole run.
fn estimate(records: &[&Record], sheet: &Sheet) -> Result<()> {
    struct Course {
        name: String,
        points: Vec<(f64, f64)>,
        /// One standard error of the whole run.
        error: f64,
    }
    let courses: Vec<Course> = records
        .iter()
        .map(|record| {
            let points = record.series.running_mean();
            let trials = points.last().map_or(1.0, |&(trials, _)| trials);
            let shares = points.into_iter().map(|(done, mean)| (done / trials, mean));
            let statistics = &record.statistics;
            Course {
                name: format!(
                    "{}, {} trials",
                    record.spec.cutoff,
                    grouped(statistics.trials)
                ),
                points: shares.collect(),
                error: statistics.standard_error().to_f64(),
            }
        })
        .collect();
    let paper = records
        .first()
        .and_then(|record| paper(&record.spec.problem));
    // The first trials swing far out; the scale is for the later ones.
    let late = courses.iter().flat_map(|course| {
        let late = course.points.iter().filter(|(done, _)| *done > 0.1);
        late.flat_map(|&(done, mean)| {
            let error = course.error / done.sqrt();
            [mean - error, mean + error]
        })
    });
    let shown: Vec<f64> = late.chain(paper.map(|(value, _)| value)).collect();
    let high = shown.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let low = shown.iter().copied().fold(high, f64::min).max(0.0);
    let room = ((high - low) * 0.1).max(high * 1e-6);
    let (low, high) = ((low - room).max(0.0), high + room);
    let title = match records.first() {
        Some(record) => format!(
            "{}: estimate over the run, with ± 1 standard error",
            record.spec.problem
        ),
        None => String::new(),
    };
    let mut chart = ChartBuilder::on(sheet)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(90)
        .build_cartesian_2d(0.0..1.0, low..high)?;
    chart
        .configure_mesh()
        .x_desc("share of the run's trials")
        .y_desc("estimate")
        .max_light_lines(0)
        .y_label_formatter(&|value| format!("{value:.4e}"))
        .draw()?;
    for (index, course) in courses.iter().enumerate() {
        let inside = |value: f64| value.clamp(low, high);
        let edge = |sign: f64| {
            let points = course.points.iter();
            points
                .map(move |&(done, mean)| (done, inside(mean + sign * course.error / done.sqrt())))
        };
        let mut band: Vec<(f64, f64)> = edge(1.0).collect();
        band.extend(edge(-1.0).collect::<Vec<_>>().into_iter().rev());
        chart.draw_series([Polygon::new(band, colour(index).mix(0.15))])?;
        let line = course
            .points
            .iter()
            .map(|&(done, mean)| (done, inside(mean)));
        chart
            .draw_series(LineSeries::new(line, colour(index).stroke_width(2)))?
            .label(course.name.clone())
            .legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 16, y)], colour(index).stroke_width(3))
            });
    }
    if let Some((value, label)) = paper {
        let style = colours::VERMILION.stroke_width(2);
        chart
            .draw_series(DashedLineSeries::new(
                [(0.0, value), (1.0, value)],
                6,
                4,
                style,
            ))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    }
    legend(&mut chart, SeriesLabelPosition::LowerRight)?;
    Ok(())
}

/// Figures 7 to 10: sorted values against their share of the sum; all of them by powers of ten,
/// and the last hundredth as it is. Curves are of contributions, products and solutions found; the paper's
/// is known by one point, where its top 0.2 % begin.
pub(super) fn contributions(
    curves: &[Points; 3],
    caption: &str,
    paper: Option<f64>,
    sheet: &Sheet,
) -> Result<()> {
    const LOWEST: f64 = -5.0;
    const NAMES: [&str; 3] = [
        "product × solutions found (pcand*nans)",
        "product of branch factors (pcand)",
        "solutions found by the search (nans)",
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
        for (index, (name, curve)) in NAMES.into_iter().zip(curves).enumerate() {
            let shown = curve.iter().filter(|(x, _)| *x >= from);
            chart
                .draw_series(LineSeries::new(
                    shown.map(|&(x, y)| (x, height(y))),
                    // Thinner and thinner, so that a curve under another is seen.
                    colour(index).stroke_width(6 - 2 * index as u32),
                ))?
                .label(name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 16, y)], colour(index).stroke_width(3))
                });
        }
        if let Some(top) = paper {
            let mark = |place| Circle::new(place, 5, colours::VERMILION.filled());
            chart
                .draw_series([mark((1.0 - TOP, height(1.0 - top)))])?
                .label("the paper's pcand*nans at 0.998")
                .legend(|(x, y)| Circle::new((x + 8, y), 5, colours::VERMILION.filled()));
        }
        // One will do for both halves.
        if from == 0.0 {
            legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
        }
    }
    Ok(())
}

/// Figure 11: from which levels the exhaustive searches started, a bar for each cutoff.
pub(super) fn levels(
    problem: Option<&ProblemName>,
    starts: &[(String, &[u64])],
    sheet: &Sheet,
) -> Result<()> {
    let problem = problem.map(|problem| problem.to_string());
    let title = format!(
        "{}: levels at which the exhaustive search starts, a bar for each cutoff",
        problem.unwrap_or_default()
    );
    let mut chart = ChartBuilder::on(sheet)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..starts.len() as f64, 0.0..1.06)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(0)
        .max_light_lines(0)
        .y_desc("share of the searches")
        .draw()?;
    for (place, (name, counts)) in starts.iter().enumerate() {
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let (left, mut bottom) = (place as f64 + 0.15, 0.0);
        for (level, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let top = bottom + count as f64 / total;
            let bar = Rectangle::new(
                [(left, bottom), (left + 0.7, top)],
                colour(level).mix(0.55).filled(),
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
