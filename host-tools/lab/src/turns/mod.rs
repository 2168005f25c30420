//! `cargo lab turns`: two transposition tables in turn, in searches and games.

mod matches;
pub(crate) mod play;
mod variants;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use dobutsu_core::game::Position;
use dobutsu_core::player::SEARCH_SLOTS;
use dobutsu_core::table::{OneLevel, TranspositionTable};
use serde::Serialize;

use self::matches::{Match, Rival, elo};
use self::play::{Engine, Limit, Player, balanced, pairs, think};
use self::variants::{FromDraft, Probes, Variant};
use crate::output::{Output, percent, print_table};
use dobutsu::progress;
use dobutsu::svg::chart::{Axis, Chart};

/// Two transposition tables used in turn: the paper's two tables for dobutsu shogi
#[derive(clap::Args)]
pub struct Args {
    /// Positions of table 1; 0 omits it
    #[arg(long, default_value_t = 60)]
    positions: usize,
    /// Games of each match of table 2, every start from both sides; 0 omits it
    #[arg(long, default_value_t = 400)]
    games: usize,
    /// Depths and nodes of the searches of table 1
    #[arg(long, value_delimiter = ',', default_values_t = [6, 8])]
    depths: Vec<u8>,
    /// Nodes of a move in the matches, and of further searches of table 1
    #[arg(long, value_delimiter = ',', default_values_t = [300, 1000])]
    budgets: Vec<u32>,
    /// The tables that are compared with one cleared table
    #[arg(long, value_enum, value_delimiter = ',',
          default_values_t = [Variant::TurnsDouble, Variant::Turns, Variant::TwoDeepTurns])]
    rivals: Vec<Variant>,
    /// Play each match again with searches that do not probe the table at their root
    #[arg(long)]
    hide_root: bool,
    /// Probe the previous table from this draft on (table 1 only): the paper's open question
    #[arg(long, value_delimiter = ',', default_values_t = [0])]
    from_draft: Vec<u8>,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Results {
    positions: usize,
    searches: Vec<Searches>,
    /// The probes of the previous table in searches to the last depth, by draft.
    probes: Vec<(u8, Probes)>,
    matches: Vec<Match>,
}

/// One cell of table 1: means over all positions.
#[derive(Serialize)]
struct Searches {
    variant: Variant,
    from_draft: u8,
    finds_root: bool,
    limit: String,
    depth: f64,
    nodes: f64,
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.games.is_multiple_of(2),
        "games come in pairs: --games must be even"
    );
    ensure!(
        args.depths.iter().all(|depth| (1..=20).contains(depth)),
        "depths from 1 to 20 can be searched"
    );
    ensure!(
        args.positions > 0 || args.games > 2,
        "nothing to do: --positions is 0 and --games less than 4"
    );
    let starts = args.games / 2;
    // Saved nodes are measured on some positions even where there is no table 1.
    let positions = match starts {
        0 | 1 => args.positions,
        _ => args.positions.max(60),
    };
    let bar = progress::bar("even positions", starts.max(positions) as u64);
    let even = balanced(starts.max(positions), args.seed, || bar.inc(1));
    bar.finish_and_clear();
    let tests = pairs(&even[..positions], args.seed);
    let shown = &tests[..tests.len().min(args.positions)];
    let results = Results {
        positions: shown.len(),
        searches: searches(&args, shown),
        probes: probes(&args, shown),
        matches: match starts {
            0 | 1 => Vec::new(),
            _ => matches::matches(&args, &even[..starts], &tests),
        },
    };
    args.output.finish(&results, print, charts)?;
    Ok(ExitCode::SUCCESS)
}

fn searches(args: &Args, tests: &[(Position, Position)]) -> Vec<Searches> {
    let depths = args.depths.iter().map(|&depth| Limit::Depth(depth));
    let nodes = args.budgets.iter().map(|&nodes| Limit::Nodes(nodes));
    let limits: Vec<Limit> = depths.chain(nodes).collect();
    let mut ways = vec![(Variant::Cleared, 0, true)];
    for &rival in &args.rivals {
        ways.extend(args.from_draft.iter().map(|&from| (rival, from, true)));
        ways.extend(args.hide_root.then_some((rival, 0, false)));
    }
    let bar = progress::bar("searches", (ways.len() * limits.len()) as u64);
    let mut results = Vec::new();
    for (variant, from_draft, finds_root) in ways {
        for &limit in limits.iter().filter(|_| !tests.is_empty()) {
            let table = variant.table(from_draft);
            let mut player = Player {
                finds_root,
                ..Player::new(table, limit)
            };
            let (mut depth, mut nodes) = (0.0, 0.0);
            for &(before, now) in tests {
                player.table.clear();
                if variant != Variant::Cleared {
                    player.think(before, Engine::new(before));
                }
                let report = player.think(now, Engine::new(now));
                depth += f64::from(report.depth);
                nodes += report.nodes as f64;
            }
            let count = tests.len() as f64;
            results.push(Searches {
                variant,
                from_draft,
                finds_root,
                limit: limit.to_string(),
                depth: depth / count,
                nodes: nodes / count,
            });
            bar.inc(1);
        }
    }
    results
}

fn probes(args: &Args, tests: &[(Position, Position)]) -> Vec<(u8, Probes)> {
    let Some(&depth) = args.depths.last() else {
        return Vec::new();
    };
    let mut table = Box::new(FromDraft::<OneLevel<SEARCH_SLOTS>, true>::new(0));
    let mut sums = [Probes::default(); 16];
    for &(before, now) in tests {
        table.clear();
        think(Engine::new(before), &mut *table, Limit::Depth(depth));
        table.probes.take();
        think(Engine::new(now), &mut *table, Limit::Depth(depth));
        for (sum, now) in sums.iter_mut().zip(table.probes.take()) {
            sum.all += now.all;
            sum.found += now.found;
            sum.deep_enough += now.deep_enough;
        }
    }
    let by_draft = (0u8..16).zip(sums);
    by_draft.filter(|(_, probes)| probes.all > 0).collect()
}

fn way(line: &Searches) -> String {
    let name = line.variant.name();
    match (line.from_draft, line.finds_root) {
        (0, true) => name.to_owned(),
        (0, false) => format!("{name}, root not probed"),
        (from, _) => format!("{name}, previous from draft {from}"),
    }
}

fn print(results: &Results) {
    if !results.searches.is_empty() {
        println!(
            "Table 1: {} positions, each after the search two plies before; 64 KB of table",
            results.positions
        );
        println!(
            "(paper, shogi: nodes −10.2 % and −0.9 % at fixed depth; depth +0.3 and −0.1 at fixed nodes)"
        );
        let lines = results.searches.chunk_by(|a, b| way(a) == way(b));
        let cleared: Vec<f64> = lines.clone().next().map_or(Vec::new(), |cells| {
            cells.iter().map(|cell| cell.nodes).collect()
        });
        let mut headings = String::new();
        let mut rows = Vec::new();
        for cells in lines {
            let mut row = vec![way(&cells[0])];
            for (cell, cleared) in cells.iter().zip(&cleared) {
                let is_depth = cell.limit.starts_with("depth");
                row.push(match is_depth {
                    true => format!(
                        "{:.0} ({:+.1} %)",
                        cell.nodes,
                        100.0 * (cell.nodes / cleared - 1.0)
                    ),
                    false => format!("{:.2}", cell.depth),
                });
                if rows.is_empty() {
                    let what = if is_depth { "nodes" } else { "depth" };
                    headings += &format!("|{}: {what}", cell.limit);
                }
            }
            rows.push(row);
        }
        print_table(&headings, rows);
        println!(
            "\nProbes of the previous table (64 KB each) in the deepest searches, by plies to search"
        );
        let rows = results.probes.iter().map(|(draft, probes)| {
            let share = |part: u64| percent(part as f64 / probes.all as f64, 2);
            let (found, deep) = (share(probes.found), share(probes.deep_enough));
            vec![draft.to_string(), probes.all.to_string(), found, deep]
        });
        print_table("plies|probes|found|deep enough", rows);
    }
    if results.matches.is_empty() {
        return;
    }
    println!(
        "\nTable 2: {} games against one cleared table; 64 KB of table",
        results.matches[0].games
    );
    println!("(paper, shogi, 200 games: 58.5 % at 10 s, 56.8 % at 25 s; ± is a 95 % interval)");
    let rows = results.matches.iter().map(|line| {
        let verdict = match line.score - 0.5 {
            above if above > line.margin => "better",
            below if -below > line.margin => "worse",
            _ => "not settled",
        };
        let share = |share: Option<f64>| share.map_or(String::new(), |share| percent(share, 1));
        vec![
            line.rival.name(),
            line.nodes.to_string(),
            format!("{} ± {:.2}", percent(line.score, 2), 100.0 * line.margin),
            format!("{:+.0}", elo(line.score)),
            share(line.saved),
            share(line.expected),
            verdict.to_owned(),
        ]
    });
    print_table("|nodes a move|score|Elo|nodes saved|score expected|", rows);
}

fn charts(results: &Results) -> Vec<Chart> {
    let mut charts = Vec::new();
    if !results.matches.is_empty() {
        let mut rivals: Vec<Rival> = Vec::new();
        for line in &results.matches {
            if !rivals.contains(&line.rival) {
                rivals.push(line.rival);
            }
        }
        let across = |score: f64| [(-0.5, score), (rivals.len() as f64 - 0.5, score)];
        let mut chart = Chart::new(
            "Score against one cleared table, 95 % intervals",
            Axis::names(rivals.iter().map(|rival| rival.name()).collect()),
            Axis::linear("%"),
        )
        .line("paper, 10 s and 25 s", across(58.5))
        .line("paper ", across(56.75))
        .line("even", across(50.0));
        for lines in results.matches.chunk_by(|a, b| a.nodes == b.nodes) {
            let points = lines.iter().map(|line| {
                let place = rivals.iter().position(|rival| *rival == line.rival);
                (
                    place.unwrap_or(0) as f64,
                    100.0 * line.score,
                    100.0 * line.margin,
                )
            });
            chart = chart.errors(&format!("{} nodes a move", lines[0].nodes), points);
        }
        charts.push(chart);
    }
    charts
}
