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

    println!(
        "\nEdge-matching puzzles to the first solution: boards at ℓ and below, with over without"
    );
    println!("(paper: nearly always between 0.8 and 1.0)");
    let rows: Vec<_> = results
        .puzzles
        .iter()
        .map(|kind| {
            vec![
                format!("{}×{}, {} colours", kind.width, kind.height, kind.colours),
                format!("{}", kind.level),
                format!("{}", kind.slots),
                format!("{}", kind.solved),
                format!("{}", kind.given_up),
                format!("{:.3}", kind.ratio_of_sums),
                format!("{:.3} ± {:.3}", kind.mean, kind.margin),
                format!("{:.0} %", 100.0 * kind.within_paper),
            ]
        })
        .collect();
    let headings = [
        "puzzle",
        "ℓ",
        "M",
        "solved",
        "given up",
        "of sums",
        "mean ratio",
        "in 0.8–1",
    ];
    print_table(&headings, &rows);
}
