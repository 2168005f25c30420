//! Options, tables and sums shared by all experiments.

use std::iter;
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

/// Prints rows under their headings, which `|` separates: the first column to the left, the others to the
/// right.
pub fn print_table(headings: &str, rows: impl IntoIterator<Item = Vec<String>>) {
    let headings = headings.split('|').map(str::to_owned).collect();
    let table: Vec<Vec<String>> = iter::once(headings).chain(rows).collect();
    let width = |column| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell: &String| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..).map_while(width).collect();
    for row in &table {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => line += &format!("{cell:<width$}"),
                _ => line += &format!("  {cell:>width$}"),
            }
        }
        println!("{}", line.trim_end());
    }
}

/// A share in percent with this many decimals.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", 100.0 * share)
}
