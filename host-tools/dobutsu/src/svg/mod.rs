//! Pictures as SVG: boards and charts.

pub mod board;
pub mod chart;

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use crate::files;

/// Nearly black.
pub const INK: &str = "#22313f";
/// For small print and frames.
pub const GREY: &str = "#8795a1";
/// For the grid of a chart.
pub const PALE: &str = "#dfe5ea";

/// A picture being drawn.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty picture.
    pub fn new(width: f64, height: f64) -> Svg {
        let body = String::new();
        Svg {
            width,
            height,
            body,
        }
    }

    /// Adds a filled rectangle with a thin border and rounded corners.
    pub fn rect(&mut self, [x, y, width, height]: [f64; 4], fill: &str, stroke: &str, round: f64) {
        self.push(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{round}" fill="{fill}" stroke="{stroke}"/>"#
        ));
    }

    /// Adds a straight line.
    pub fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], stroke: &str) {
        self.push(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{stroke}"/>"#
        ));
    }

    /// Adds a dot.
    pub fn dot(&mut self, x: f64, y: f64, radius: f64, fill: &str) {
        self.push(format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}"/>"#
        ));
    }

    /// Adds a line through points.
    pub fn polyline(&mut self, points: impl Iterator<Item = (f64, f64)>, stroke: &str) {
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.push(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{stroke}" stroke-width="1.5"/>"#,
            points.join(" ")
        ));
    }

    /// Adds a text whose `anchor` ("start", "middle" or "end") is at this place.
    pub fn text(&mut self, [x, y]: [f64; 2], size: f64, anchor: &str, fill: &str, text: &str) {
        let text = escape(text);
        self.push(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ));
    }

    /// Adds a drawing that is moved, turned or scaled.
    pub fn group(&mut self, transform: &str, draw: impl FnOnce(&mut Svg)) {
        self.push(format_args!(r#"<g transform="{transform}">"#));
        draw(self);
        self.push(format_args!("</g>"));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "{element}");
    }

    /// The contents of the file.
    pub fn finish(self) -> String {
        let Svg {
            width,
            height,
            body,
        } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }

    /// Writes the file, completely or not at all.
    pub fn write(self, path: &Path) -> Result<()> {
        let text = self.finish();
        files::write_whole(path, |file| {
            std::io::Write::write_all(file, text.as_bytes())
        })
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // XML allows no other control characters.
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text([0.0, 0.0], 8.0, "start", INK, "a<b>&\"\u{1}");
        let text = svg.finish();
        assert!(text.contains(">a&lt;b&gt;&amp;\" </text>"), "{text}");
    }
}
