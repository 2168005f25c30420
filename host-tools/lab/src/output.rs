//! Options, tables and sums shared by all experiments.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use dobutsu::svg::chart::{Chart, drawing};
use serde::Serialize;

/// Options of every experiment.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Print the results as JSON instead of tables
    #[arg(long)]
    pub json: bool,
    /// Write the plot to this SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

impl Output {
    /// Prints the results as JSON or as tables and writes the plot if a file is given.
    pub fn finish<R: Serialize>(
        &self,
        results: &R,
        print: impl FnOnce(&R),
        charts: impl FnOnce(&R) -> Vec<Chart>,
    ) -> Result<()> {
        if let Some(path) = &self.plot {
            drawing(&charts(results)).write(path)?;
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
pub fn print_table<H: AsRef<str>>(headings: &[H], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let heading = headings[column].as_ref().chars().count();
        cells
            .map(|cell| cell.chars().count())
            .chain([heading])
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
    print(&mut headings.iter().map(AsRef::as_ref));
    for row in rows {
        print(&mut row.iter().map(String::as_str));
    }
}

/// A share in percent with this many decimals.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", 100.0 * share)
}

/// The mean of a sample and the half-width of its 95 % confidence interval.
pub fn mean_and_margin(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}
