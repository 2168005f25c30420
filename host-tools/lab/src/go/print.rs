//! The results as tables.

use super::change::WHOLE;
use super::storage::Storage;
use super::{PLAIN_BYTES, Results};
use crate::output::print_table;

/// Prints everything, the paper's figures beside ours.
pub(super) fn tables(results: &Results) {
    println!(
        "{} games, {} moves, {} positions{}",
        results.games,
        results.moves,
        results.positions,
        match results.skipped {
            0 => String::new(),
            n => format!(" ({n} games on other boards left out)"),
        }
    );
    let column = |storage: &Storage, of: &dyn Fn(&Storage) -> String| of(storage);
    let row = |what: &str, paper: &str, of: &dyn Fn(&Storage) -> String| {
        vec![
            what.to_owned(),
            paper.to_owned(),
            column(&results.from_corner, of),
            column(&results.from_top, of),
        ]
    };
    let ratio = |bytes: f64, plain: f64| format!("{:.3}", bytes / plain);
    let plain = &results.plain;
    let rows = [
        row("bytes a move, each game alone", "40", &|s| {
            format!("{:.2}", s.bytes_a_move_alone)
        }),
        row("  over a plain board of 90.25", "0.443", &|s| {
            ratio(s.bytes_a_move_alone, PLAIN_BYTES)
        }),
        row("bytes a move, all games together", "-", &|s| {
            format!("{:.2}", s.bytes_a_move)
        }),
        row("  and with the index's share", "-", &|s| {
            format!("{:.2}", s.bytes_a_move_indexed)
        }),
        row("a plain board with the same index's share", "-", &|_| {
            format!("{:.2}", plain.bytes_a_board)
        }),
        row("  list over plain, both with their index", "-", &|s| {
            ratio(s.bytes_a_move_indexed, plain.bytes_a_board)
        }),
        row("moves that make 5 cells or fewer", "all", &|s| {
            format!("{:.1} %", 100.0 * s.share_of_moves_within(5))
        }),
        row("cells in all", "-", &|s| s.cells.to_string()),
        row("distinct positions", "-", &|s| {
            s.distinct_positions.to_string()
        }),
        row("distinct corners (5×5)", "-", &|s| {
            s.distinct_corners.to_string()
        }),
        row("  in more than one corner", "-", &|s| {
            s.corners_shared.to_string()
        }),
        row("distinct sides (5×5)", "-", &|s| {
            s.distinct_sides.to_string()
        }),
        row("  on more than one side", "-", &|s| {
            s.sides_shared.to_string()
        }),
        row("look-ups of stored boards a second", "-", &|s| {
            format!("{:.0}", s.found_a_second)
        }),
        row("  whole boards in a hash table", "-", &|_| {
            format!("{:.0}", plain.found_a_second)
        }),
        row("look-ups of unknown boards a second", "-", &|s| {
            format!("{:.0}", s.missed_a_second)
        }),
        row("  whole boards in a hash table", "-", &|_| {
            format!("{:.0}", plain.missed_a_second)
        }),
    ];
    print_table(&["", "paper", "from the corner", "as it lies"], &rows);
    let (corner, top) = (
        results.from_corner.cells as f64,
        results.from_top.cells as f64,
    );
    println!(
        "symmetry saves {:.1} % of the cells",
        100.0 * (1.0 - corner / top)
    );
    let change = &results.change;
    println!(
        "\nstoring by a move's change: {:.2} cells looked for instead of {WHOLE}, at most five in {:.1} % of moves;",
        change.conses_a_move,
        100.0 * change.within_five
    );
    println!(
        "{:.0} positions a second of CPU time instead of {:.0}, {:.1} times",
        change.by_change_a_second,
        change.anew_a_second,
        change.by_change_a_second / change.anew_a_second
    );
    println!("\ncells made by a move (each game alone): share of moves");
    let rows: Vec<_> = (0..results.from_corner.cells_by_move.len())
        .filter(|&cells| results.from_corner.cells_by_move[cells] > 0)
        .map(|cells| {
            let share = results.from_corner.cells_by_move[cells] as f64 / results.moves as f64;
            vec![cells.to_string(), format!("{:.2} %", 100.0 * share)]
        })
        .collect();
    print_table(&["cells", "moves"], &rows);
    println!("\n{}", results.joseki);
    println!("\nmost common corner shapes of 4 to 9 stones, all turned alike");
    for shape in &results.shapes {
        println!("\n{shape}");
    }
    println!("\n{}", results.local);
}
