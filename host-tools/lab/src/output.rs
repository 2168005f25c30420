//! What all experiments share: aligned tables, JSON, plots written whole.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::*;
use serde::Serialize;

use dobutsu::files;

/// Colours that the colour-blind can tell apart (Okabe and Ito, 2008).
pub mod colours {
    use plotters::style::RGBColor;

    /// Ours, first.
    pub const BLUE: RGBColor = RGBColor(0, 114, 178);
    /// Ours, second.
    pub const ORANGE: RGBColor = RGBColor(230, 159, 0);
    /// Ours, third.
    pub const GREEN: RGBColor = RGBColor(0, 158, 115);
    /// Ours, fourth.
    pub const PURPLE: RGBColor = RGBColor(204, 121, 167);
    /// Ours, fifth.
    pub const SKY: RGBColor = RGBColor(86, 180, 233);
    /// The paper's.
    pub const VERMILION: RGBColor = RGBColor(213, 94, 0);
}

/// Options of every experiment.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Print the results as JSON instead of tables.
    #[arg(long)]
    pub json: bool,
    /// Write the plot to this SVG file.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

impl Output {
    /// Prints the results one way or the other and draws the plot if one is wanted.
    pub fn finish<R: Serialize>(
        &self,
        results: &R,
        print: impl FnOnce(&R),
        size: (u32, u32),
        draw: impl FnOnce(&R, &DrawingArea<SVGBackend, Shift>) -> Result<()>,
    ) -> Result<()> {
        if let Some(path) = &self.plot {
            write_plot(path, size, |area| draw(results, area))?;
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(results)?);
        } else {
            print(results);
        }
        Ok(())
    }
}

/// Draws on a white sheet of this size and writes it as an SVG file, whole or not at all.
pub fn write_plot(
    path: &Path,
    size: (u32, u32),
    draw: impl FnOnce(&DrawingArea<SVGBackend, Shift>) -> Result<()>,
) -> Result<()> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    files::write_whole(path, |file| file.write_all(svg.as_bytes()))
}

/// The box that says what the lines and marks of a chart are.
pub fn legend<'a, 'b: 'a, X, Y>(
    chart: &mut ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, Y>>,
    position: SeriesLabelPosition,
) -> Result<()>
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    Ok(())
}

/// Prints rows under their headings, the first column to the left, the others to the right.
pub fn print_table(headings: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .chain([headings[column].chars().count()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let print = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for (column, cell) in cells.enumerate() {
            let width = widths[column];
            match column {
                0 => line += &format!("{cell:<width$}"),
                _ => line += &format!("  {cell:>width$}"),
            }
        }
        println!("{}", line.trim_end());
    };
    print(&mut headings.iter().copied());
    for row in rows {
        print(&mut row.iter().map(String::as_str));
    }
}

/// The mean of a sample and the half-width of its 95 % confidence interval.
pub fn mean_and_margin(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}
