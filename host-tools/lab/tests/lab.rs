//! The experiments as a user runs them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::made;

fn lab(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(args).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = lab(args);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stderr.is_empty(), "no progress in a pipe");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// One line, and exit code 1.
fn error(args: &[&str]) -> String {
    let output = lab(args);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

#[test]
fn the_games_of_go_cost_40_bytes_a_move() {
    let plot = scratch("go.svg");
    let results = json(&[
        "go",
        "--json",
        "--rounds",
        "1",
        "--plot",
        plot.to_str().unwrap(),
    ]);
    assert_eq!(results["games"], 113);
    assert_eq!(results["moves"], 23_955);
    let (corner, top) = (&results["from_corner"], &results["from_top"]);
    assert_eq!(corner["cells"], 118_002);
    assert_eq!(top["cells"], 120_140);
    assert_eq!(corner["distinct_positions"], top["distinct_positions"]);
    let bytes = corner["bytes_a_move"].as_f64().unwrap();
    assert!((39.0..40.0).contains(&bytes), "{bytes}");
    assert_eq!(results["joseki"]["games"], 59);
    assert_eq!(results["joseki"]["corners"], 85);
    // The shape played most is that joseki, found by counting instead of looking.
    assert_eq!(results["shapes"][0]["games"], 59);
    // A move's change asks for five cells, or more if it lies on a middle line or captures.
    let conses = results["change"]["conses_a_move"].as_f64().unwrap();
    assert!((5.0..6.5).contains(&conses), "{conses}");
    let alone = corner["bytes_a_move_alone"].as_f64().unwrap();
    assert!((alone - 42.48).abs() < 0.005, "{alone}");
    let indexed = corner["bytes_a_move_indexed"].as_f64().unwrap();
    let ratio = indexed / results["plain"]["bytes_a_board"].as_f64().unwrap();
    assert!((ratio - 0.687).abs() < 0.001, "{ratio}");
    let local = &results["local"];
    let count = |field: &str| local[field].as_u64().unwrap();
    assert!(count("distinct") < count("distinct_as_they_lie"));
    assert!(count("distinct_as_they_lie") <= count("stones") && count("stones") <= 23_955);
    assert!(fs::read_to_string(plot).unwrap().contains("</svg>"));
}

#[test]
fn other_peoples_games_are_read_or_refused_in_one_line() {
    let file = scratch("other.sgf");
    let path = file.to_str().unwrap();
    fs::write(&file, "(;SZ[19];B[aa];W[bb])(;SZ[9];B[aa])").unwrap();
    let results = json(&["go", "--json", "--rounds", "1", path]);
    assert_eq!(
        (&results["games"], &results["skipped"]),
        (&1.into(), &1.into())
    );
    fs::write(&file, "(;B[aa]\n;W[aa])").unwrap();
    assert_eq!(
        error(&["go", path]),
        "lab: game 1, move 2: a stone is played where none can be"
    );
    fs::write(&file, "(;B[aa]\n;W[a").unwrap();
    let text = error(&["go", path]);
    assert!(
        text.ends_with("line 2: a value is opened by [ and never closed"),
        "{text}"
    );
    fs::write(&file, "(;SZ[9];B[aa])").unwrap();
    assert_eq!(
        error(&["go", path]),
        "lab: no game in the file is on a 19×19 board"
    );
    assert!(error(&["go", "no such file"]).starts_with("lab: cannot read no such file"));
}

#[test]
fn the_overwrite_table_keeps_the_papers_figures() {
    let plot = scratch("overwrite.svg");
    let plot_path = plot.to_str().unwrap();
    let args = [
        "overwrite",
        "--json",
        "--puzzles",
        "40",
        "--limit",
        "30000",
        "--trials",
        "2000",
        "--games",
        "1",
    ];
    let image = made::image_path();
    let files = ["--plot", plot_path, "--image", image.to_str().unwrap()];
    let results = json(&[&args[..], &files].concat());
    let number = |value: &Value| value.as_f64().unwrap();
    let closed = number(&results["formula"][0]["closed"]);
    assert!((closed - 0.894).abs() < 0.0005);
    let (mut within_one_ancestor, mut beyond) = (0, 0);
    for kind in results["puzzles"].as_array().unwrap() {
        let (d, visits) = (&kind["d"], number(&kind["visits"]));
        let below_one = number(&d[0]) * number(&d[1]);
        let spread = visits / number(&kind["reached"]) / below_one;
        for table in kind["tables"].as_array().unwrap() {
            // Whether a visit hits is a coin whose chances are known, so the rate of n independent
            // visits is off by at most 4 × 0.5/√n; boards that come ten times in a row hit together,
            // which makes that three times as much.
            let off = number(&table["hit_rate"]) - number(&table["predicted"]);
            assert!(off.abs() < 6.0 / visits.sqrt() + 1e-9, "{kind}");
            let ratio = number(&table["ratio"]["ratio"]);
            let by_generation = &table["by_generation"];
            if spread < 0.1 {
                // The paper's setting: 0.8 to 1.0, and nothing from ancestors further back.
                assert!((0.8..=1.0).contains(&ratio), "{kind}");
                assert!(number(&by_generation[1]) > 0.99, "{kind}");
                within_one_ancestor += 1;
            }
            if spread > 5.0 && number(&table["slots"]) > 1e4 {
                // Beyond one ancestor, those three generations back are not negligible: cut off
                // after 30,000 boards they save a few per cent, and more the longer it goes on.
                assert!(ratio < number(&by_generation[0]), "{kind}");
                assert!(number(&by_generation[1]) < 0.98, "{kind}");
                beyond += 1;
            }
        }
    }
    assert!(
        within_one_ancestor >= 3 && beyond >= 1,
        "{within_one_ancestor} {beyond}"
    );
    // The device's memory: the chances are known for what was asked in fact.
    for size in results["memory"].as_array().unwrap() {
        let off = number(&size["hit_rate"]) - number(&size["predicted"]);
        assert!(off.abs() < 6.0 / number(&size["probes"]).sqrt(), "{size}");
    }
    let plot = fs::read_to_string(plot).unwrap();
    assert!(plot.contains("paper: 0.8 to 1.0") && plot.contains("</svg>"));
}

/// Real positions instead of random numbers. What small hashes begin with makes them larger a key: a
/// minimal CHD of 20,000 keys is 1.2 % above the paper's, one of 100,000 is 0.4 %. The trees are exact.
#[test]
fn the_ladder_of_real_positions_is_the_papers() {
    let solved = made::solved_path();
    let from = ["--from", solved.to_str().unwrap()];
    let image = made::image_path();
    let with = ["--image", image.to_str().unwrap(), "--keys", "100000"];
    let results = json(&[&["database", "--json"][..], &from, &with].concat());
    assert_eq!(results["positions"], 99_485_568);
    let arrangements = results["arrangements"].as_array().unwrap();
    let sum: u64 = arrangements
        .iter()
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(sum, 1_567_925_964);
    let value = |plies: i64| {
        let values = results["distribution"].as_array().unwrap().iter();
        let mut found = values.filter(|pair| pair[0] == plies);
        found.next().map_or(0, |pair| pair[1].as_u64().unwrap())
    };
    assert_eq!((value(0), value(-174), value(175)), (2_682_700, 0, 0));
    assert!(value(-172) > 0 && value(173) > 0);
    let mut compared = 0;
    for line in results["ladder"].as_array().unwrap() {
        let (Some(paper), Some(ours)) = (line["paper"].as_f64(), line["ours"].as_f64()) else {
            continue;
        };
        if line["unit"] == "MB" {
            // The paper rounds to 0.1 MB.
            let off = (ours - paper).abs() - 0.05;
            assert!(off < 0.01 * paper, "{line}");
            compared += 1;
        }
    }
    assert_eq!(compared, 20);
}

#[test]
fn tables_in_turn_play_the_same_games_every_time() {
    let run = || {
        let args = ["turns", "--json", "--positions", "4", "--games", "4"];
        let mut results = json(
            &[
                &args[..],
                &["--sizes", "8k", "--budgets", "300", "--depths", "3,4"],
            ]
            .concat(),
        );
        // What depends on the clock may differ.
        let searches = results["searches"].as_array_mut().unwrap();
        searches.retain(|line| !line["condition"].as_str().unwrap().ends_with("ms"));
        searches
            .iter_mut()
            .for_each(|line| line["milliseconds"] = Value::Null);
        results
    };
    let results = run();
    assert_eq!(results, run());
    let matches = results["matches"].as_array().unwrap();
    assert!(!matches.is_empty());
    for line in matches {
        let played =
            ["wins", "losses", "draws"].map(|field| line["score"][field].as_u64().unwrap());
        assert_eq!(played.iter().sum::<u64>(), 4);
    }
}

/// The last search saves nodes, and twice the nodes win games. Over 40 positions the share saved at
/// depth 6 is 10.3 % and of the order of the law's 13.3 %; twice the nodes score 67.8 ± 0.6 % of
/// 5,400 games, so that 200 games with a spread of 0.43 a game come below 55 % once in 30,000 times.
#[test]
fn tables_in_turn_save_nodes_and_nodes_win_games() {
    let args = [
        "turns",
        "--json",
        "--paper",
        "--sizes",
        "64k",
        "--positions",
        "40",
    ];
    let results = json(
        &[
            &args[..],
            &["--games", "200", "--depths", "4,6", "--budgets", "300"],
        ]
        .concat(),
    );
    let saving = &results["savings"][0];
    assert_eq!(saving["depth"], 6);
    let [predicted, saved] = ["predicted", "saved"].map(|name| saving[name].as_f64().unwrap());
    assert!((0.02..0.3).contains(&saved), "{saving}");
    assert!((saved - predicted).abs() < 0.1, "{saving}");
    let doubled = &results["matches"][0];
    assert_eq!(doubled["variant"], "Cleared");
    assert!(
        doubled["score"]["points"].as_f64().unwrap() > 110.0,
        "{doubled}"
    );
    for line in results["matches"].as_array().unwrap() {
        let margin = line["score"]["margin"].as_f64().unwrap();
        // At most one point a pair either way, and some pairs differ.
        assert!(margin > 0.0 && margin < 1.96 * 20.0, "{line}");
    }
}

#[test]
fn impossible_wishes_are_refused_in_one_line() {
    assert_eq!(
        error(&["turns", "--games", "3"]),
        "lab: games come in pairs: --games must be even"
    );
    assert_eq!(
        error(&["turns", "--depths", "0"]),
        "lab: depths from 1 to 20 can be searched"
    );
    assert_eq!(
        error(&["turns", "--positions", "0", "--games", "0"]),
        "lab: nothing to do: --positions and --games are both 0"
    );
    assert_eq!(
        error(&["levels", "--games", "0"]),
        "lab: games come in pairs: --games must be even and at least 2"
    );
    assert_eq!(
        error(&["levels", "--from", "4", "--to", "4"]),
        "lab: there is no match between level 4 and level 4"
    );
    assert_eq!(
        error(&["overwrite", "--puzzles", "1"]),
        "lab: a confidence interval needs at least 2 puzzles"
    );
    // A folder cannot be written as a file; what it holds stays.
    let folder = scratch("folder.svg");
    fs::create_dir_all(&folder).unwrap();
    let text = error(&["go", "--rounds", "1", "--plot", folder.to_str().unwrap()]);
    assert!(text.starts_with("lab: cannot write"), "{text}");
}

#[test]
fn the_ladder_refuses_what_is_no_image_and_no_solved_game() {
    let file = scratch("no-image");
    let path = file.to_str().unwrap();
    fs::write(
        &file,
        "neither an image nor a solved game, though it is long enough",
    )
    .unwrap();
    let unusable = format!("lab: {path} cannot be used: ");
    let text = error(&["database", "--image", path]);
    assert!(text.starts_with(&unusable), "{text}");
    let text = error(&["database", "--from", path]);
    assert!(text.starts_with(&unusable), "{text}");
    let text = error(&["database", "--image", "no such file"]);
    assert!(text.starts_with("lab: cannot read no such file"), "{text}");
}
