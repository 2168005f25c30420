//! The results as tables.

use super::play::Limit;
use super::{Args, Results, conditions, line_95};
use crate::output::print_table;

/// Prints the paper's two tables and the answer to its question.
pub(super) fn tables(args: &Args, results: &Results) {
    if !results.searches.is_empty() {
        searches(args, results);
        census(results);
    }
    if !results.matches.is_empty() {
        matches(args, results);
    }
}

fn searches(args: &Args, results: &Results) {
    println!(
        "Table 1: {} positions, each after the search two plies before it",
        results.positions
    );
    println!(
        "(paper, shogi: nodes at fixed iterations −10 % and −1 %, depth at fixed time and nodes about equal)"
    );
    for &size in args.sizes() {
        println!("\n{} of table in all", size.name());
        let of_size: Vec<_> = results
            .searches
            .iter()
            .filter(|line| line.size == size)
            .collect();
        let conditions = conditions(args);
        let mut headings = vec!["".to_owned()];
        for (name, limit) in &conditions {
            headings.push(match limit {
                Limit::Depth(_) => format!("{name}: nodes"),
                _ => format!("{name}: depth"),
            });
            headings.push(match limit {
                Limit::Milliseconds(_) => "nodes".into(),
                _ => "ms".into(),
            });
        }
        let rows: Vec<Vec<String>> = of_size
            .iter()
            .filter(|line| line.condition == conditions[0].0)
            .map(|first| {
                let mut row = vec![first.name.clone()];
                for (name, limit) in &conditions {
                    let line = of_size
                        .iter()
                        .find(|line| line.variant == first.variant && line.condition == *name);
                    let Some(line) = line else { continue };
                    row.push(match limit {
                        Limit::Depth(_) => format!("{:.0}", line.nodes),
                        _ => format!("{:.2}", line.depth),
                    });
                    row.push(match limit {
                        Limit::Milliseconds(_) => format!("{:.0}", line.nodes),
                        _ => format!("{:.2}", line.milliseconds),
                    });
                }
                row
            })
            .collect();
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        print_table(&headings, &rows);
    }
}

fn census(results: &Results) {
    println!("\nThe open question: what the previous table answers, by plies still to search");
    for census in &results.census {
        println!("\n{}, depth {}", census.size.name(), census.depth);
        let rows: Vec<_> = census
            .by_draft
            .iter()
            .map(|(draft, asked)| {
                let share =
                    |part: u64| format!("{:.2} %", 100.0 * part as f64 / asked.probes as f64);
                vec![
                    draft.to_string(),
                    asked.probes.to_string(),
                    share(asked.hits),
                    share(asked.deep_enough),
                ]
            })
            .collect();
        print_table(&["draft", "asked", "found", "deep enough"], &rows);
    }
}

fn matches(args: &Args, results: &Results) {
    println!("\nTable 2: {} games against one table, cleared", args.games);
    println!(
        "(paper, shogi: two in turn 117–83 and 113.5–86.5; more than {:.1} points are significant at 95 %)",
        line_95(args.games)
    );
    let rows: Vec<_> = results
        .matches
        .iter()
        .map(|line| {
            let lost = args.games as f64 - line.points;
            let verdict = match line.points {
                points if points >= line_95(args.games) => "better",
                _ if lost >= line_95(args.games) => "worse",
                _ => "",
            };
            vec![
                line.name.clone(),
                line.size.name().to_owned(),
                line.nodes.to_string(),
                format!("{} – {}", line.points, lost),
                format!("± {:.1}", line.margin),
                format!("+{} −{} ={}", line.wins, line.losses, line.draws),
                verdict.to_owned(),
            ]
        })
        .collect();
    print_table(
        &["", "table", "nodes a move", "points", "95 %", "games", ""],
        &rows,
    );
}
