//! The results as tables.

use super::Results;
use super::formula::Simulated;
use crate::output::print_table;

fn interval(simulated: &Simulated) -> String {
    format!("{:.4} ± {:.4}", simulated.ratio, simulated.margin)
}

/// Prints everything, the paper's figures beside ours.
pub(super) fn tables(results: &Results) {
    println!("Search time below level ℓ with the table over without: 1 − E/T");
    let rows: Vec<_> = results
        .formula
        .iter()
        .map(|saving| {
            vec![
                format!(
                    "d={} M={} p={}",
                    saving.model.d, saving.model.m, saving.model.p
                ),
                saving.paper.map_or("-".into(), |paper| format!("{paper}")),
                format!("{:.4}", saving.closed),
                format!("{:.4}", saving.summed),
                interval(&saving.simulated),
                interval(&saving.real_table),
            ]
        })
        .collect();
    print_table(
        &[
            "model",
            "paper",
            "closed form",
            "double sum",
            "simulated",
            "real table",
        ],
        &rows,
    );

    println!(
        "\nOccupied slots after t writes into {}: M(1 − α^t)",
        results.occupancy_slots
    );
    let rows: Vec<_> = results
        .occupancy
        .iter()
        .map(|filling| {
            vec![
                format!("{}", filling.t),
                format!("{:.2}", filling.expected),
                format!("{:.2} ± {:.2}", filling.mean, filling.margin),
            ]
        })
        .collect();
    print_table(&["t", "formula", "simulated"], &rows);

    let spread = &results.distribution;
    println!(
        "\nP(t={}, k, M={}): {} tables fit it with χ² = {:.1} on {} degrees of freedom",
        spread.t, spread.m, spread.tables, spread.chi_square, spread.degrees
    );
    let rows: Vec<_> = results
        .closed_form
        .iter()
        .map(|point| {
            vec![
                format!("P({}, {}, {})", point.t, point.k, point.m),
                format!("{:.9}", point.closed),
                format!("{:.9}", point.recurrence),
            ]
        })
        .collect();
    print_table(&["", "closed form", "recurrence"], &rows);

    puzzles(results);
    reuse(results);
}

fn puzzles(results: &Results) {
    println!("\nEdge-matching puzzles, any tile on any cell, to the first solution");
    println!(
        "boards at ℓ and below, with a table at ℓ over without (paper: nearly always 0.8 to 1.0);"
    );
    println!("2, 3, 4+: if only hits counted whose shared ancestor is so many generations back;");
    println!("T/d²: visits to ℓ of a search over those below one such ancestor of 2 generations");
    let rows: Vec<_> = results
        .puzzles
        .iter()
        .flat_map(|kind| {
            kind.tables.iter().map(move |table| {
                vec![
                    kind.name(),
                    format!("{}", kind.level),
                    format!("{} of {}", kind.solved, kind.solved + kind.given_up),
                    format!("{:.1}, {:.1}", kind.d[0], kind.d[1]),
                    format!("{:.5}", kind.p),
                    format!("{:.2}", kind.spread()),
                    format!("{}", table.slots),
                    format!("{:.3}", table.formula),
                    format!("{:.3} ± {:.3}", table.ratio.ratio, table.ratio.margin),
                    format!("{:.3}", table.by_generation[0]),
                    format!("{:.3}", table.by_generation[1]),
                    format!("{:.3}", table.by_generation[2]),
                    format!("{:.0} %", 100.0 * table.within_paper),
                ]
            })
        })
        .collect();
    let headings = [
        "puzzle",
        "ℓ",
        "solved",
        "d",
        "p",
        "T/d²",
        "M",
        "formula",
        "measured",
        "2",
        "3",
        "4+",
        "in 0.8–1",
    ];
    print_table(&headings, &rows);
}

fn reuse(results: &Results) {
    println!("\nHit rate of every table from one histogram of reuse distances: Σ h(t) α^t");
    let rows: Vec<_> = results
        .puzzles
        .iter()
        .flat_map(|kind| {
            kind.tables.iter().map(move |table| {
                vec![
                    format!("{}, ℓ = {}", kind.name(), kind.level),
                    format!("{}", table.slots),
                    format!("{:.2} %", 100.0 * table.predicted),
                    format!("{:.2} %", 100.0 * table.hit_rate),
                ]
            })
        })
        .collect();
    print_table(&["puzzle", "M", "predicted", "measured"], &rows);
    println!("\nthe device's memory of values, every move of random games judged");
    let rows: Vec<_> = (results.memory)
        .iter()
        .map(|size| {
            vec![
                format!(
                    "{}{}",
                    size.slots,
                    if size.is_devices {
                        ", the device's"
                    } else {
                        ""
                    }
                ),
                format!("{}", size.probes),
                format!("{:.2} %", 100.0 * size.hit_rate),
                format!("{:.2} %", 100.0 * size.predicted),
                format!("{:.2} %", 100.0 * size.predicted_from_devices),
            ]
        })
        .collect();
    let headings = [
        "M",
        "probes",
        "measured",
        "from its own h",
        "from the device's h",
    ];
    print_table(&headings, &rows);
}
