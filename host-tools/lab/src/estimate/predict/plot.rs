//! The paper's standard deviations beside those that campaigns of its length would report.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;

use super::{figures::Drawn, sample::Range};
use crate::output::{colours, legend, write_plot};

/// A row: figures over the unit.
pub(super) struct Mark {
    pub name: String,
    pub paper: Option<f64>,
    /// The error of 2,000 hours and its own standard error.
    pub truth: (f64, f64),
    pub reported: Option<Range>,
}

impl Drawn {
    pub(super) fn mark(&self, unit: f64) -> Mark {
        let over = |error: f64| error / unit;
        let (error, off) = self.predicted.error();
        let reported = self.predicted.reported.as_ref();
        Mark {
            name: self.cutoff.to_string(),
            paper: self.paper.as_ref().map(|paper| paper.deviation),
            truth: (over(error), over(error * off)),
            reported: reported.map(|reported| reported.deviation.map(over)),
        }
    }
}

/// Draws the rows side by side, errors by powers of ten.
pub(super) fn draw(path: &Path, title: &str, unit: f64, marks: &[Mark]) -> Result<()> {
    let shown = marks.iter().flat_map(|mark| {
        let reported = mark.reported.map(|range| [range.low, range.high]);
        let reported = reported.into_iter().flatten();
        reported.chain(mark.paper).chain([mark.truth.0])
    });
    let shown: Vec<f64> = shown.filter(|&error| error > 0.0).map(f64::log10).collect();
    let low = shown.iter().copied().fold(0.0, f64::min);
    let high = shown.iter().copied().fold(0.0, f64::max);
    // Room for the names below and the legend above.
    let room = high - low;
    let (low, high) = (low - 0.15 * room, high + 0.3 * room);
    write_plot(path, (1000, 560), |sheet| {
        let mut chart = ChartBuilder::on(sheet)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(0.0..marks.len() as f64, low..high)?;
        let names = |place: &f64| {
            let mark = marks.get(*place as usize);
            mark.map_or(String::new(), |mark| mark.name.clone())
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .x_desc("cutoff")
            .y_desc(format!("error after 2,000 h, ×{unit:e}"))
            .y_label_formatter(&|power| format!("{:.1e}", 10f64.powf(*power)))
            .max_light_lines(0)
            .draw()?;
        let places = || {
            marks
                .iter()
                .enumerate()
                .map(|(place, mark)| (place as f64, mark))
        };
        let point = |x: f64, error: f64, colour: RGBColor| {
            Circle::new((x, error.log10()), 5, colour.filled())
        };
        for (place, _) in places() {
            let text = Text::new(
                names(&place),
                (place + 0.12, low + 0.06 * room),
                ("sans-serif", 12),
            );
            chart.plotting_area().draw(&text)?;
        }
        chart.draw_series(places().filter_map(|(place, mark)| {
            let range = mark.reported?;
            let ends = [range.low, range.high]
                .map(|error| (place + 0.35, error.max(f64::MIN_POSITIVE).log10()));
            Some(PathElement::new(ends, colours::BLUE.stroke_width(3)))
        }))?;
        chart
            .draw_series(places().filter_map(|(place, mark)| {
                Some(point(place + 0.35, mark.reported?.middle, colours::BLUE))
            }))?
            .label("ours: what a campaign would report, nine of ten")
            .legend(|(x, y)| Circle::new((x + 8, y), 5, colours::BLUE.filled()));
        chart
            .draw_series(places().filter_map(|(place, mark)| {
                Some(point(place + 0.5, mark.paper?, colours::VERMILION))
            }))?
            .label("the paper's standard deviation")
            .legend(|(x, y)| Circle::new((x + 8, y), 5, colours::VERMILION.filled()));
        chart.draw_series(places().filter(|(_, mark)| mark.truth.0 > 0.0).map(
            |(place, mark)| {
                let (error, off) = mark.truth;
                let ends = [(error - off).max(error / 10.0), error + off];
                let ends = ends.map(|error| (place + 0.65, error.log10()));
                PathElement::new(ends, colours::GREEN.stroke_width(3))
            },
        ))?;
        chart
            .draw_series(
                places()
                    .filter(|(_, mark)| mark.truth.0 > 0.0)
                    .map(|(place, mark)| {
                        TriangleMarker::new(
                            (place + 0.65, mark.truth.0.log10()),
                            7,
                            colours::GREEN.filled(),
                        )
                    }),
            )?
            .label("ours: the true error, ± 1 standard error")
            .legend(|(x, y)| TriangleMarker::new((x + 8, y), 7, colours::GREEN.filled()));
        legend(&mut chart, SeriesLabelPosition::UpperRight)
    })
}
