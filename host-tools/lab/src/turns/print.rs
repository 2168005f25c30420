//! The results as tables.

use super::matches::{chance_of, elo};
use super::play::Limit;
use super::variants::Variant;
use super::{Args, Results, conditions, line_95};
use crate::output::print_table;

/// Prints the paper's two tables and the answer to its question.
pub(super) fn tables(args: &Args, results: &Results) {
    if !results.searches.is_empty() {
        searches(args, results);
        law(results);
        census(results);
    }
    if !results.matches.is_empty() {
        matches(args, results);
        luck(results);
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
                Limit::Time(_) => "nodes".into(),
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
                        Limit::Time(_) => format!("{:.0}", line.nodes),
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

fn law(results: &Results) {
    if results.savings.is_empty() {
        return;
    }
    println!(
        "\nThe law: two in turn, twice the RAM, save the share of nodes in iterations up to D − 2"
    );
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let rows: Vec<_> = results
        .savings
        .iter()
        .map(|saving| {
            vec![
                saving.size.name().to_owned(),
                saving.depth.to_string(),
                percent(saving.predicted),
                percent(saving.saved),
            ]
        })
        .collect();
    print_table(&["table", "D", "share up to D − 2", "saved"], &rows);
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
        "(paper, shogi, 200 games: two in turn, twice the RAM, 117 = 58.5 % at 10 s, 113.5 = 56.8 % at 25 s)"
    );
    println!(
        "(± is the 95 % interval, from pairs of games with the same start; expected is what a doubling of \
         the limit is worth, for the nodes saved)"
    );
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let rows: Vec<_> = results
        .matches
        .iter()
        .map(|line| {
            let (share, margin) = line.score.share();
            let expected = |figure: fn(&super::matches::Prediction) -> f64| {
                let prediction = line.prediction.as_ref();
                prediction.map_or(String::new(), |prediction| percent(figure(prediction)))
            };
            let verdict = match share - 0.5 {
                above if above > margin => "better",
                below if -below > margin => "worse",
                _ => "",
            };
            vec![
                line.name.clone(),
                line.size.name().to_owned(),
                line.limit.clone(),
                line.score.points.to_string(),
                percent(share),
                format!("± {:.2} %", 100.0 * margin),
                format!("{:+.0}", elo(share)),
                expected(|prediction| prediction.saved),
                expected(|prediction| prediction.speed),
                expected(|prediction| prediction.score),
                format!(
                    "+{} −{} ={}",
                    line.score.wins, line.score.losses, line.score.draws
                ),
                verdict.to_owned(),
            ]
        })
        .collect();
    print_table(
        &[
            "", "table", "a move", "points", "score", "95 %", "Elo", "saved", "speed", "expected",
            "games", "",
        ],
        &rows,
    );
}

/// How likely the paper's results were, were its program like ours.
fn luck(results: &Results) {
    println!("\nHow lucky the paper's results would have been, draws aside, were the true score");
    let shares = [
        ("even".to_owned(), 0.5),
        ("58.5 %, as it found".to_owned(), 0.585),
    ];
    let ours = results
        .matches
        .iter()
        .filter(|line| line.variant == Variant::TurnsDouble);
    let ours = ours.map(|line| {
        let name = format!("ours: {}, {}", line.size.name(), line.limit);
        (name, line.score.share().0)
    });
    let rows: Vec<_> = shares
        .into_iter()
        .chain(ours)
        .map(|(name, share)| {
            let chance = |wins| format!("{:.2} %", 100.0 * chance_of(wins, 200, share));
            vec![
                name,
                format!("{:.2} %", 100.0 * share),
                chance(117),
                chance(114),
            ]
        })
        .collect();
    print_table(&["", "score", "117 of 200 or more", "114 or more"], &rows);
    println!(
        "(beyond {:.1} of 200 the paper calls a result significant)",
        line_95(200)
    );
}
