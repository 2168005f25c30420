//! What all experiments share: aligned tables, JSON, plots written whole, progress.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plotters::coord::Shift;
use plotters::prelude::*;
use serde::Serialize;

use crate::files;

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
            let mut svg = String::new();
            {
                let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
                area.fill(&WHITE)?;
                draw(results, &area)?;
                area.present()?;
            }
            files::write_whole(path, |file| file.write_all(svg.as_bytes()))?;
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(results)?);
        } else {
            print(results);
        }
        Ok(())
    }
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

/// A progress bar on a terminal, nothing in a pipe.
pub fn progress(steps: u64, what: &'static str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(steps), target);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.with_message(what)
}

/// The mean of a sample and the half-width of its 95 % confidence interval.
pub fn mean_and_margin(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}
