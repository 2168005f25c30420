//! The paper's figures 5 to 10, of campaigns of its length drawn from the predicted trials.

use std::path::Path;

use anyhow::Result;
use dobutsu_core::estimate::Random;
use plotters::prelude::*;

use super::{print::Paper, row::Predicted, sample::poisson};
use crate::estimate::{
    cutoff::Cutoff,
    plot::{Points, SIZE, colour, contributions, levels},
    problem::ProblemName,
};
use crate::output::{legend, write_plot};

/// A predicted row and what the paper has of it.
pub(super) struct Drawn {
    pub cutoff: Cutoff,
    pub predicted: Predicted,
    pub paper: Option<Paper>,
}

/// Sets of an hour in the paper's campaigns, and how many of them a line shows at once.
const SETS: usize = 2000;
const STEP: usize = 10;

/// Writes `estimates-by-level.svg` and `estimates-by-product.svg` (figures 5 and 6), `contributions-….svg` for
/// each row that the paper has such a figure of (7 to 10) and `starts.svg` (11).
pub(super) fn write_all(
    folder: &Path,
    problem: &ProblemName,
    unit: f64,
    seed: u64,
    rows: &[Drawn],
) -> Result<()> {
    for (name, by_level) in [
        ("estimates-by-level.svg", true),
        ("estimates-by-product.svg", false),
    ] {
        let rows: Vec<&Drawn> = rows
            .iter()
            .filter(|row| matches!(row.cutoff, Cutoff::Level(_)) == by_level)
            .collect();
        if !rows.is_empty() {
            estimates(&folder.join(name), problem, unit, seed, &rows)?;
        }
    }
    let marked = |row: &&Drawn| row.paper.as_ref().is_some_and(|paper| paper.top.is_some());
    for row in rows.iter().filter(marked) {
        let cutoff = row.cutoff.to_string();
        let path = folder.join(format!("contributions-{}.svg", cutoff.replace(':', "-")));
        let top = row.paper.as_ref().and_then(|paper| paper.top);
        let curves = row.predicted.curves(seed);
        let caption = format!("{problem}, {cutoff}: 2,000 h");
        write_plot(&path, SIZE, |sheet| {
            contributions(&curves, &caption, top, sheet)
        })?;
    }
    let starts: Vec<(String, &[u64])> = rows
        .iter()
        .filter(|row| !matches!(row.cutoff, Cutoff::Level(_)))
        .map(|row| {
            (
                row.cutoff.to_string(),
                row.predicted.plain.starts.as_slice(),
            )
        })
        .collect();
    write_plot(&folder.join("starts.svg"), SIZE, |sheet| {
        levels(Some(problem), &starts, sheet)
    })
}

impl Predicted {
    /// The estimate after each few sets of one campaign.
    pub(super) fn course(&self, seed: u64) -> Points {
        let mut random = Random::for_trial(seed, u64::MAX);
        let steps = SETS / STEP;
        let mut sums = vec![0.0; steps];
        for hit in &self.hits {
            let mean = hit.chance * self.trials / steps as f64;
            for sum in &mut sums {
                *sum += hit.worth * poisson(mean, &mut random);
            }
        }
        let mut all = 0.0;
        let numbered = (1..).zip(sums);
        numbered
            .map(|(step, sum)| {
                all += sum;
                let done = f64::from(step) / steps as f64;
                (done * SETS as f64, all / (done * self.trials))
            })
            .collect()
    }

    /// Contributions, products and solutions found of one campaign's successful trials: after each share of
    /// them, ascending, the share of the sum that they make up.
    pub(super) fn curves(&self, seed: u64) -> [Points; 3] {
        let mut random = Random::for_trial(seed, u64::MAX);
        let drawn: Vec<[f64; 4]> = self
            .hits
            .iter()
            .map(|hit| {
                let times = poisson(hit.chance * self.trials, &mut random);
                [hit.worth, hit.product, hit.worth / hit.product, times]
            })
            .collect();
        [0, 1, 2].map(|figure| {
            let mut sorted: Vec<(f64, f64)> =
                drawn.iter().map(|one| (one[figure], one[3])).collect();
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
            let trials: f64 = sorted.iter().map(|one| one.1).sum();
            let total: f64 = sorted.iter().map(|one| one.0 * one.1).sum();
            let (mut seen, mut sum) = (0.0, 0.0);
            let mut curve = vec![(0.0, 0.0)];
            for (value, times) in sorted {
                seen += times;
                sum += value * times;
                curve.push((seen / trials, sum / total));
            }
            curve
        })
    }
}

/// Figures 5 and 6: how the estimates of the rows go on, one campaign each, and where the paper's ended.
fn estimates(
    path: &Path,
    problem: &ProblemName,
    unit: f64,
    seed: u64,
    rows: &[&Drawn],
) -> Result<()> {
    /// The count is 1.17; a line that leaves the sheet has met a rare trial of great worth.
    const HIGHEST: f64 = 2.0;
    write_plot(path, SIZE, |sheet| {
        let title =
            format!("{problem}: estimates over 2,000 h, one campaign drawn for each cutoff");
        let mut chart = ChartBuilder::on(sheet)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..1.02 * SETS as f64, 0.0..HIGHEST)?;
        chart
            .configure_mesh()
            .x_desc("sets of an hour")
            .y_desc(format!("estimate, ×{unit:e}"))
            .max_light_lines(0)
            .draw()?;
        for (index, row) in rows.iter().enumerate() {
            let course = row.predicted.course(seed);
            let shown = |(done, estimate): (f64, f64)| (done, (estimate / unit).min(HIGHEST));
            chart
                .draw_series(LineSeries::new(
                    course.into_iter().map(shown),
                    colour(index).stroke_width(2),
                ))?
                .label(row.cutoff.to_string())
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 16, y)], colour(index).stroke_width(3))
                });
            if let Some(paper) = &row.paper {
                let place = (1.01 * SETS as f64, paper.estimate);
                chart.draw_series([Circle::new(place, 5, colour(index).filled())])?;
            }
        }
        if let Some((known, _)) = rows.first().and_then(|row| row.predicted.known) {
            let style = BLACK.stroke_width(1);
            let ends = [(0.0, known / unit), (1.02 * SETS as f64, known / unit)];
            chart
                .draw_series(DashedLineSeries::new(ends, 6, 4, style))?
                .label("the count; dots: where the paper's rows ended")
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
        }
        legend(&mut chart, SeriesLabelPosition::LowerRight)
    })
}
