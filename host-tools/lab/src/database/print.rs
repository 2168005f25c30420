//! The ladder as tables, the paper's figures beside ours.

use serde::Serialize;

use super::ladder::{Built, Curve, Kind};
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

/// What a hash is called.
pub(super) fn name(kind: Kind) -> String {
    match kind {
        Kind::Chd => "CHD, minimal".into(),
        Kind::LooseChd(load) => format!("CHD, load {load} %"),
        Kind::Bdz => "BDZ, minimal".into(),
        Kind::LooseBdz => "BDZ, M = 1.23 N".into(),
        Kind::Phast => "PHast, minimal".into(),
    }
}

/// The paper's figures of a hash: itself, the trees of wl and l, and the sums with them.
fn paper(kind: Kind) -> [Option<f64>; 5] {
    match kind {
        Kind::Chd => [26.9, 63.4, 90.3, 33.6, 60.5].map(Some),
        Kind::LooseChd(load) => [
            None,
            None,
            (load == PAPER_WL.0).then_some(PAPER_WL.1),
            None,
            (load == PAPER_L.0).then_some(PAPER_L.1),
        ],
        Kind::Bdz => [34.4, 63.4, 97.8, 33.6, 68.0].map(Some),
        Kind::LooseBdz => [24.5, 70.4, 94.8, 36.7, 61.2].map(Some),
        Kind::Phast => [None; 5],
    }
}

/// The whole ladder, from the top.
pub(super) fn ladder(
    positions: u64,
    hashes: &[Built],
    wl: &Curve,
    l: &Curve,
    image: &OurImage,
) -> Vec<Line> {
    let line = |what: String, unit, paper, ours| Line {
        what,
        unit,
        paper,
        ours,
    };
    // 60 bits for a position, 8 for its value.
    let sorted = megabytes(positions * 68 / 8);
    let mut lines = vec![
        line(
            "entropy of wl, H0".into(),
            "bits",
            Some(4.76),
            Some(wl.entropy),
        ),
        line(
            "entropy of l, H0".into(),
            "bits",
            Some(2.5),
            Some(l.entropy),
        ),
        line(
            "sorted keys + bytes".into(),
            "MB",
            Some(846.0),
            Some(sorted),
        ),
    ];
    for built in hashes {
        let name = name(built.kind);
        let rows = [
            (name.clone(), built.hash),
            ("  tree of wl".into(), built.tree_of_wl),
            (
                format!("  {name} + tree of wl"),
                built.hash + built.tree_of_wl,
            ),
            ("  tree of l".into(), built.tree_of_l),
            (
                format!("  {name} + tree of l"),
                built.hash + built.tree_of_l,
            ),
        ];
        for ((what, bytes), paper) in rows.into_iter().zip(paper(built.kind)) {
            lines.push(line(what, "MB", paper, Some(megabytes(bytes))));
        }
    }
    for (name, (load, paper), curve) in [("wl", PAPER_WL, wl), ("l", PAPER_L, l)] {
        if let Some(least) = curve.least() {
            let (at, size) = (f64::from(least.load), megabytes(least.sum));
            lines.extend([
                line(
                    format!("least of all loads, {name}"),
                    "MB",
                    Some(paper),
                    Some(size),
                ),
                line(
                    "  which is at load".into(),
                    "%",
                    Some(f64::from(load)),
                    Some(at),
                ),
            ]);
        }
    }
    let image = Some(megabytes(image.bytes));
    lines.push(line("our image, all positions".into(), "MB", None, image));
    lines
}

/// Prints all tables.
pub(super) fn tables(results: &Results) {
    let positions = &results.positions;
    println!("Table 1: arrangements by pieces in hand");
    let counts = results.arrangements;
    let names = (0..counts.len()).map(|hands| hands.to_string());
    let rows = names
        .zip(counts)
        .chain([("sum".to_owned(), counts.iter().sum())]);
    let rows = rows.map(|(name, count)| vec![name, count.to_string()]);
    print_table("in hand|arrangements", rows);

    println!("\n{positions} positions that the start leads to; 1 MB is 1,000,000 bytes");
    println!(
        "every key looked up in hash and trees, and those of the curves expanded by one ply: no difference\n"
    );
    print_table("||paper|ours|difference", results.ladder.iter().map(row));

    println!("\nthe hashes");
    let rows = results.hashes.iter().map(|built| hash(built, *positions));
    print_table("|keys|paper, bits a key|ours|MB for all", rows);

    println!();
    let image = &results.image;
    println!(
        "our image: {} bytes for all {} positions that the rules leave open, {:.3} bits each; \
         the paper's {} MB are {:.3} bits for each position that the start leads to",
        image.bytes,
        image.positions,
        image.bits_a_position,
        PAPER_L.1,
        PAPER_L.1 * 8e6 / *positions as f64,
    );
}

fn hash(built: &Built, positions: u64) -> Vec<String> {
    // BDZ and CHD as the paper quotes them (section 4.1).
    let paper = match built.kind {
        Kind::LooseChd(50) => "0.67",
        Kind::LooseChd(81) => "1.4",
        Kind::Bdz => "2.6",
        Kind::LooseBdz => "1.95",
        _ => "",
    };
    let scaled = if built.keys == positions {
        ""
    } else {
        " scaled"
    };
    vec![
        name(built.kind),
        built.keys.to_string(),
        paper.to_owned(),
        format!("{:.3}", built.bits_a_key),
        format!("{:.1}{scaled}", megabytes(built.hash)),
    ]
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
