//! Bar and line charts.

use super::{Anchor, GREY, INK, PALE, Svg};

/// Colours that remain distinct for the colour-blind.
pub const COLOURS: [&str; 4] = ["#1b6ca8", "#e08e0b", "#9aa5b1", "#6b4c9a"];

/// The size of a chart and its margins.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 52.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 58.0;

/// A row of values with a name.
pub struct Series<'a> {
    /// Their name in the legend.
    pub name: &'a str,
    /// One for each place.
    pub values: Vec<f64>,
}

/// The values with their labels.
pub struct Chart<'a> {
    /// The title above it.
    pub title: &'a str,
    /// The label of the horizontal axis.
    pub across: &'a str,
    /// The unit of the values.
    pub up: &'a str,
    /// A label for each place; empty ones leave out their tick.
    pub labels: Vec<String>,
    /// The values; bars are stacked.
    pub series: Vec<Series<'a>>,
}

impl Chart<'_> {
    /// Bars, those of one place on top of one another.
    pub fn bars(&self) -> Svg {
        let places = self.labels.len().max(1);
        let totals = (0..places).map(|place| {
            let values = self
                .series
                .iter()
                .filter_map(|series| series.values.get(place));
            values.sum::<f64>()
        });
        let most = totals.fold(0.0, f64::max);
        let (mut svg, scale) = self.frame(0.0, nice(most));
        let pitch = (WIDTH - LEFT - RIGHT) / places as f64;
        for place in 0..places {
            let mut below = 0.0;
            for (series, colour) in self.series.iter().zip(COLOURS) {
                let value = series.values.get(place).copied().unwrap_or(0.0);
                let (low, high) = (scale.y(below), scale.y(below + value));
                below += value;
                let x = LEFT + pitch * (place as f64 + 0.1);
                svg.rect([x, high, pitch * 0.8, low - high], colour, "none", 0.0);
            }
        }
        svg
    }

    /// Lines through the places, between these bounds.
    pub fn lines(&self, low: f64, high: f64) -> Svg {
        let (mut svg, scale) = self.frame(low, high);
        if low < 0.0 && high > 0.0 {
            svg.line([LEFT, scale.y(0.0), WIDTH - RIGHT, scale.y(0.0)], GREY);
        }
        let pitch = (WIDTH - LEFT - RIGHT) / self.labels.len().max(1) as f64;
        for (series, colour) in self.series.iter().zip(COLOURS) {
            let points = series.values.iter().enumerate();
            let points = points.map(|(place, &value)| {
                (
                    LEFT + pitch * (place as f64 + 0.5),
                    scale.y(value.clamp(low, high)),
                )
            });
            svg.polyline(points.clone(), colour);
            for (x, y) in points {
                svg.dot(x, y, 2.5, colour);
            }
        }
        svg
    }

    /// The title, the axes and the names.
    fn frame(&self, low: f64, high: f64) -> (Svg, Scale) {
        let mut svg = Svg::new(WIDTH, HEIGHT);
        let scale = Scale { low, high };
        svg.text(LEFT, 22.0, 15.0, Anchor::Start, self.title);
        svg.text_in(LEFT, 41.0, 11.0, Anchor::Start, GREY, self.up);
        for tick in 0..=4 {
            let value = low + (high - low) * f64::from(tick) / 4.0;
            let y = scale.y(value);
            svg.line([LEFT, y, WIDTH - RIGHT, y], PALE);
            svg.text_in(LEFT - 6.0, y + 4.0, 11.0, Anchor::End, GREY, &short(value));
        }
        let pitch = (WIDTH - LEFT - RIGHT) / self.labels.len().max(1) as f64;
        for (place, label) in self.labels.iter().enumerate() {
            let x = LEFT + pitch * (place as f64 + 0.5);
            svg.text_in(x, HEIGHT - BOTTOM + 16.0, 11.0, Anchor::Middle, GREY, label);
        }
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        svg.text(middle, HEIGHT - 24.0, 12.0, Anchor::Middle, self.across);
        if self.series.len() > 1 {
            let mut x = WIDTH - RIGHT;
            for (series, colour) in self.series.iter().zip(COLOURS).rev() {
                svg.text_in(x, 41.0, 12.0, Anchor::End, INK, series.name);
                x -= 7.0 * series.name.chars().count() as f64 + 18.0;
                svg.rect([x, 32.0, 10.0, 10.0], colour, "none", 0.0);
                x -= 12.0;
            }
        }
        (svg, scale)
    }
}

/// From values to the height on the page.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn y(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP)
    }
}

/// The next number above that divides well by four.
fn nice(most: f64) -> f64 {
    let mut step = 1e-6;
    loop {
        for factor in [1.0, 1.2, 1.6, 2.0, 4.0, 6.0, 8.0] {
            // Shares may add up to a little more than a hundred.
            if step * factor >= most * (1.0 - 1e-9) {
                return step * factor;
            }
        }
        step *= 10.0;
    }
}

/// A number as short as an axis has room for.
fn short(value: f64) -> String {
    let size = value.abs();
    let (value, unit) = match size {
        1e6.. => (value / 1e6, " M"),
        1e3.. => (value / 1e3, " k"),
        _ => (value, ""),
    };
    let digits = if value.fract() == 0.0 || value.abs() >= 100.0 {
        0
    } else {
        1
    };
    format!("{value:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_on_a_round_number() {
        let cases = [
            (0.9, 1.0),
            (1.0, 1.0),
            (61.0, 80.0),
            (12_345.0, 16_000.0),
            (100.0 + 1e-12, 100.0),
        ];
        for (most, end) in cases {
            assert!((nice(most) - end).abs() < 1e-9 * end, "{most}");
        }
        assert_eq!(short(20_000.0), "20 k");
        assert_eq!(short(1_500_000.0), "1.5 M");
        assert_eq!(short(-173.0), "-173");
    }
}
