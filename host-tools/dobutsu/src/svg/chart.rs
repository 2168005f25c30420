//! Charts: points, lines and bars over linear or logarithmic axes.

use super::{GREY, INK, PALE, Svg};

/// Colours that the colour-blind can distinguish (Okabe and Ito, 2008).
const COLOURS: [&str; 6] = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#000000",
];
/// The colour of figures taken from the papers.
const PAPER: &str = "#d55e00";

/// The width of a chart, by itself and in two columns.
const WIDE: f64 = 760.0;
const NARROW: f64 = 540.0;
/// The height of a chart, and the margins around its axes.
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 52.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Line,
    Dots,
    Bars,
}

/// Place, value and the half-width of its interval.
type Point = (f64, f64, f64);

#[derive(Clone, Debug)]
struct Series {
    name: String,
    mark: Mark,
    colour: &'static str,
    points: Vec<Point>,
}

/// An axis: its label, its scale, and the range it shows at least.
#[derive(Clone, Debug)]
pub struct Axis {
    label: String,
    is_log: bool,
    range: Option<(f64, f64)>,
    /// Names of the places 0, 1, 2 and so on.
    names: Vec<String>,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            is_log: false,
            range: None,
            names: Vec::new(),
        }
    }

    /// A logarithmic axis.
    pub fn log(label: &str) -> Axis {
        Axis {
            is_log: true,
            ..Axis::linear(label)
        }
    }

    /// An axis of named places, numbered from 0.
    pub fn names(names: Vec<String>) -> Axis {
        Axis {
            range: Some((-0.5, names.len() as f64 - 0.5)),
            names,
            ..Axis::linear("")
        }
    }

    /// The same axis with a fixed range.
    pub fn showing(self, from: f64, to: f64) -> Axis {
        Axis {
            range: Some((from, to)),
            ..self
        }
    }
}

/// A chart of several series.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

impl Chart {
    /// A chart without series.
    pub fn new(title: &str, x: Axis, y: Axis) -> Chart {
        Chart {
            title: title.to_owned(),
            x,
            y,
            series: Vec::new(),
        }
    }

    fn add(mut self, name: &str, mark: Mark, points: impl Iterator<Item = Point>) -> Chart {
        let others = self.series.iter().filter(|series| series.colour != PAPER);
        let colour = match name.starts_with("paper") {
            true => PAPER,
            false => COLOURS[others.count() % COLOURS.len()],
        };
        self.series.push(Series {
            name: name.to_owned(),
            mark,
            colour,
            points: points.collect(),
        });
        self
    }

    /// Adds a line. A name that begins with "paper" gives a series the papers' colour.
    pub fn line(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.add(name, Mark::Line, without_margin(points))
    }

    /// Adds points.
    pub fn dots(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.add(name, Mark::Dots, without_margin(points))
    }

    /// Adds points with intervals: place, value and half the interval's width.
    pub fn errors(self, name: &str, points: impl IntoIterator<Item = Point>) -> Chart {
        self.add(name, Mark::Dots, points.into_iter())
    }

    /// Adds bars from 0, one unit apart. Bars cover those that were added before.
    pub fn bars(self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.add(name, Mark::Bars, without_margin(points))
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    fn draw(&self, svg: &mut Svg, width: f64) {
        let places = self.points().map(|point| point.0);
        let across = Scale::new(&self.x, places, 0.0, [LEFT, width - RIGHT]);
        let values = self
            .points()
            .flat_map(|(_, y, margin)| [y - margin, y + margin]);
        let has_bars = self.series.iter().any(|series| series.mark == Mark::Bars);
        let values = values.chain(has_bars.then_some(0.0));
        let up = Scale::new(&self.y, values, 0.04, [HEIGHT - BOTTOM, TOP]);
        svg.text([LEFT, 20.0], 15.0, "start", INK, &self.title);
        for (value, label) in up.ticks() {
            let y = up.at(value);
            svg.line([LEFT, y, width - RIGHT, y], PALE);
            svg.text([LEFT - 6.0, y + 4.0], 11.0, "end", GREY, &label);
        }
        self.ticks_across(svg, &across);
        let middle = f64::midpoint(LEFT, width - RIGHT);
        svg.text([middle, HEIGHT - 14.0], 12.0, "middle", INK, &self.x.label);
        svg.text([LEFT - 6.0, TOP - 8.0], 11.0, "end", INK, &self.y.label);
        self.legend(svg, width);
        let (first, last) = range(self.points().map(|point| point.0));
        let whole = (across.at(last) - across.at(first)).max(40.0);
        let bar = 0.8 * whole.min((across.at(1.0) - across.at(0.0)).abs());
        for series in &self.series {
            let at = |x: f64, y: f64| (across.at(x), up.at(y));
            let points = series.points.iter().map(|&(x, y, _)| at(x, y));
            match series.mark {
                Mark::Line => svg.polyline(points, series.colour),
                Mark::Bars => {
                    for (x, y) in points {
                        let [low, high] = [up.at(0.0).max(y), up.at(0.0).min(y)];
                        let rect = [x - bar / 2.0, high, bar, low - high];
                        svg.rect(rect, series.colour, "none", 0.0);
                    }
                }
                Mark::Dots => {
                    for &(x, y, margin) in &series.points {
                        let ((x, low), (_, high)) = (at(x, y - margin), at(x, y + margin));
                        if margin > 0.0 {
                            svg.line([x, low, x, high], series.colour);
                            svg.line([x - 4.0, low, x + 4.0, low], series.colour);
                            svg.line([x - 4.0, high, x + 4.0, high], series.colour);
                        }
                        svg.dot(x, up.at(y), 3.5, series.colour);
                    }
                }
            }
        }
    }

    fn ticks_across(&self, svg: &mut Svg, across: &Scale) {
        let names = &self.x.names;
        let ticks: Vec<(f64, String)> = match names.is_empty() {
            true => across.ticks(),
            false => (0..).map(f64::from).zip(names.iter().cloned()).collect(),
        };
        // Many names are written in two rows.
        let is_crowded = names.iter().map(|name| name.chars().count()).sum::<usize>() > 90;
        for (number, (value, label)) in ticks.into_iter().enumerate() {
            let x = across.at(value);
            let is_lower = is_crowded && number % 2 == 1;
            let y = HEIGHT - BOTTOM + if is_lower { 28.0 } else { 16.0 };
            svg.line([x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 4.0], GREY);
            svg.text([x, y], 11.0, "middle", GREY, &label);
        }
    }

    /// Names of the series, in up to two rows below the title.
    fn legend(&self, svg: &mut Svg, right: f64) {
        let (mut x, mut y) = (LEFT, 38.0);
        // A name that ends with a space is that of a second part.
        let named = |series: &&Series| !series.name.is_empty() && !series.name.ends_with(' ');
        for series in self.series.iter().filter(named) {
            let width = 26.0 + 6.0 * series.name.chars().count() as f64;
            if x + width > right {
                (x, y) = (LEFT, y + 15.0);
            }
            match series.mark {
                Mark::Line => svg.line([x, y - 4.0, x + 12.0, y - 4.0], series.colour),
                Mark::Dots => svg.dot(x + 6.0, y - 4.0, 3.5, series.colour),
                Mark::Bars => svg.rect([x, y - 9.0, 12.0, 9.0], series.colour, "none", 0.0),
            }
            svg.text([x + 16.0, y], 11.0, "start", INK, &series.name);
            x += width;
        }
    }
}

fn without_margin(points: impl IntoIterator<Item = (f64, f64)>) -> impl Iterator<Item = Point> {
    points.into_iter().map(|(x, y)| (x, y, 0.0))
}

/// The least and the greatest of some numbers, 0 and 1 if there is none.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let fold = |(low, high): (f64, f64), number: f64| (low.min(number), high.max(number));
    match numbers.fold((f64::INFINITY, f64::NEG_INFINITY), fold) {
        (low, high) if low <= high => (low, high),
        _ => (0.0, 1.0),
    }
}

/// From numbers to places on the page.
struct Scale {
    is_log: bool,
    low: f64,
    high: f64,
    /// The places of the lowest and the highest number.
    ends: [f64; 2],
}

impl Scale {
    /// The range of the axis, or that of the values, wider on both sides by `room` of it.
    fn new(axis: &Axis, values: impl Iterator<Item = f64>, room: f64, ends: [f64; 2]) -> Scale {
        let is_log = axis.is_log;
        let (low, high) = match axis.range {
            Some((low, high)) => (scaled(is_log, low), scaled(is_log, high)),
            None => {
                let (low, high) = range(values.map(|value| scaled(is_log, value)));
                let room = room * (high - low).max(1e-9);
                (low - room, high + room)
            }
        };
        let high = if high > low { high } else { low + 1.0 };
        Scale {
            is_log,
            low,
            high,
            ends,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (scaled(self.is_log, value) - self.low) / (self.high - self.low);
        let [from, to] = self.ends;
        from + share.clamp(0.0, 1.0) * (to - from)
    }

    /// Round numbers within the range, and their labels.
    fn ticks(&self) -> Vec<(f64, String)> {
        if self.is_log {
            let decades = self.low.ceil() as i32..=self.high.floor() as i32;
            let step = 1 + decades.clone().count() / 9;
            let powers = decades.step_by(step).map(|power| 10f64.powi(power));
            return powers.map(|power| (power, short(power))).collect();
        }
        let rough = (self.high - self.low) / 5.0;
        let unit = 10f64.powf(rough.log10().floor());
        let mut steps = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * unit)
            .into_iter();
        let step = steps.find(|step| *step >= rough).unwrap_or(unit);
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let tick = |n: i64| {
            let value = n as f64 * step;
            let label = match value.abs() {
                1e5.. => short(value),
                _ => format!("{value:.digits$}"),
            };
            (value, label)
        };
        let (first, last) = ((self.low / step).ceil(), (self.high / step).floor());
        (first as i64..=last as i64).map(tick).collect()
    }
}

fn scaled(is_log: bool, value: f64) -> f64 {
    match is_log {
        true => value.max(1e-300).log10(),
        false => value,
    }
}

fn short(value: f64) -> String {
    match value.abs() {
        0.001..1e4 => format!("{value}"),
        1e4..1e6 => format!("{}k", value / 1e3),
        _ => format!("{value:.0e}"),
    }
}

/// A picture of the charts, one below the other; four and more in two columns.
pub fn drawing(charts: &[Chart]) -> Svg {
    let (columns, width) = if charts.len() < 4 {
        (1, WIDE)
    } else {
        (2, NARROW)
    };
    let rows = charts.len().div_ceil(columns);
    let mut svg = Svg::new(width * columns as f64, HEIGHT * rows as f64);
    for (number, chart) in charts.iter().enumerate() {
        let right = width * (number % columns) as f64;
        let down = HEIGHT * (number / columns) as f64;
        svg.group(&format!("translate({right:.0} {down:.0})"), |svg| {
            chart.draw(svg, width);
        });
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        let labels = |axis: Axis| -> Vec<String> {
            let scale = Scale::new(&axis, [].into_iter(), 0.0, [0.0, 1.0]);
            scale.ticks().into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(
            labels(Axis::linear("").showing(0.0, 1.0)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(
            labels(Axis::linear("").showing(-60.0, 55.0)),
            ["-50", "0", "50"]
        );
        assert_eq!(
            labels(Axis::log("").showing(0.5, 2e6)),
            ["1", "10", "100", "1000", "10k", "100k", "1e6"]
        );
    }

    #[test]
    fn places_lie_within_the_page_whatever_the_values() {
        let chart = Chart::new("t", Axis::log("x"), Axis::linear("y"))
            .line("a", [(0.0, 1e200), (1.0, 2.0)])
            .errors("paper", [(5.0, 1.0, 0.5)])
            .bars("c", []);
        let svg = drawing(&[chart]).finish();
        assert!(svg.contains(PAPER) && !svg.contains("NaN") && !svg.contains("inf"));
    }
}
