//! The ladder as tables, the paper's figures beside ours.

use serde::Serialize;

use super::ladder::{Curve, Rung};
use super::{OurImage, Results};
use crate::output::print_table;

/// The least sums of figures 3 and 4 and the loads they are at: per cent, MB.
pub(super) const PAPER_WL: (u32, f64) = (88, 88.5);
pub(super) const PAPER_L: (u32, f64) = (75, 54.8);

/// One figure of the paper, and ours.
#[derive(Serialize)]
pub(super) struct Line {
    what: String,
    unit: &'static str,
    paper: Option<f64>,
    ours: Option<f64>,
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The whole ladder, from the top.
pub(super) fn ladder(positions: u64, wl: &Curve, l: &Curve, image: Option<&OurImage>) -> Vec<Line> {
    let line = |what: &str, unit, paper, ours| Line {
        what: what.to_owned(),
        unit,
        paper,
        ours,
    };
    let size =
        |what: &str, paper: f64, bytes| line(what, "MB", Some(paper), Some(megabytes(bytes)));
    let least = |name: &str, (load, paper): (u32, f64), curve: &Curve| {
        let rung = curve.least();
        [
            size(
                &format!("{name} at load {load} %"),
                paper,
                curve.at(load).sum,
            ),
            size(&format!("{name} at its best load"), paper, rung.sum),
            line(
                &format!("  which is, for {name}"),
                "%",
                Some(f64::from(load)),
                Some(f64::from(rung.load)),
            ),
        ]
    };
    // 60 bits for a position, 8 for its value.
    let sorted = positions * 68 / 8;
    let mut lines = vec![
        line("entropy of wl", "bits", Some(4.76), Some(wl.entropy)),
        line("entropy of l", "bits", Some(2.5), Some(l.entropy)),
        size("sorted keys + bytes", 846.0, sorted),
        size("minimal hash, CHD", 26.9, wl.minimal.hash),
        line("minimal hash, BDZ", "MB", Some(34.4), None),
        size("tree of wl", 63.4, wl.minimal.tree),
        size("CHD + tree of wl", 90.3, wl.minimal.sum),
    ];
    lines.extend(least("wl", PAPER_WL, wl));
    lines.push(size("tree of l", 33.6, l.minimal.tree));
    lines.push(size("CHD + tree of l", 60.5, l.minimal.sum));
    lines.extend(least("l", PAPER_L, l));
    let image = image.map(|image| megabytes(image.bytes));
    lines.push(line("our image, all positions", "MB", None, image));
    lines
}

/// Prints all tables.
pub(super) fn tables(results: &Results) {
    let Results {
        positions, keys, ..
    } = results;
    println!("{positions} positions that the start leads to; 1 MB is 1,000,000 bytes");
    if keys == positions {
        println!("hashes built from all of them");
    } else {
        println!("hashes built from {keys} of them, and their sizes scaled; trees for all");
    }
    println!("every key looked up in hash and tree, and expanded by one ply: no difference\n");
    let rows: Vec<Vec<String>> = results.ladder.iter().map(row).collect();
    print_table(&["", "", "paper", "ours", "difference"], &rows);

    println!("\nfigures 3 and 4, in MB");
    let curves = results.wl.loads.iter().zip(&results.l.loads);
    let shown = curves.filter(|(wl, _)| wl.load.is_multiple_of(5) || [88, 99].contains(&wl.load));
    let rows: Vec<Vec<String>> = shown.map(|(wl, l)| loads(wl, l, results)).collect();
    let headings = [
        "load %",
        "hash",
        "bits a key",
        "tree of wl",
        "sum",
        "tree of l",
        "sum",
    ];
    print_table(&headings, &rows);

    println!();
    match &results.image {
        Some(image) => println!(
            "our image: {} bytes for all {} positions that the rules leave open, {:.3} bits each; \
             the paper's {} MB are {:.3} bits for each position that the start leads to",
            image.bytes,
            image.positions,
            image.bits_a_position,
            PAPER_L.1,
            PAPER_L.1 * 8e6 / *positions as f64,
        ),
        None => println!("our image: none in the cache folder; `dobutsu build` makes it"),
    }
}

fn row(line: &Line) -> Vec<String> {
    let digits = match line.unit {
        "bits" => 2,
        "%" => 0,
        _ => 1,
    };
    let number = |figure: Option<f64>| figure.map_or("–".into(), |n| format!("{n:.digits$}"));
    let difference = match (line.paper, line.ours) {
        (Some(paper), Some(ours)) if line.unit == "MB" => {
            // Rounded first, and 0 added, so that there is no −0.0.
            let tenths = (1000.0 * (ours / paper - 1.0)).round() + 0.0;
            format!("{:+.1} %", tenths / 10.0)
        }
        _ => String::new(),
    };
    vec![
        line.what.clone(),
        line.unit.into(),
        number(line.paper),
        number(line.ours),
        difference,
    ]
}

fn loads(wl: &Rung, l: &Rung, results: &Results) -> Vec<String> {
    let bits = 8.0 * wl.hash as f64 / results.positions as f64;
    let size = |bytes| format!("{:.1}", megabytes(bytes));
    vec![
        wl.load.to_string(),
        size(wl.hash),
        format!("{bits:.3}"),
        size(wl.tree),
        size(wl.sum),
        size(l.tree),
        size(l.sum),
    ]
}
