//! `cargo lab estimate` from outside: results that do not depend on how they were come by,
//! checkpoints that survive anything, and bad input answered in a sentence.

mod checkpoints;
mod paper;
mod refusals;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;

fn lab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.arg("estimate").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    lab(arguments).output().unwrap()
}

/// The statistics a run prints, without the time it took.
fn figures(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut json: Value = serde_json::from_slice(&output.stdout).unwrap();
    json.as_object_mut().unwrap().remove("cpu_seconds").unwrap();
    json
}

/// One line on standard error and exit code 1.
fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with("lab: ") && error.lines().count() == 1,
        "{error}"
    );
    error
}

/// A folder of this test's own, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("dobutsu-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const QUEENS: [&str; 4] = ["--problem", "queens:14", "--cutoff", "level:7"];

fn queens<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUEENS, more].concat()
}

#[test]
fn threads_change_nothing() {
    let one = figures(&queens(&["--trials", "3000", "--threads", "1"]));
    assert_eq!(
        one,
        figures(&queens(&["--trials", "3000", "--threads", "3"]))
    );
    assert_ne!(one, figures(&queens(&["--trials", "3000", "--seed", "2"])));
}

#[test]
fn level_zero_counts_exactly() {
    let exact = figures(&[
        "--problem",
        "pentomino:3x20",
        "--cutoff",
        "level:0",
        "--trials",
        "1",
    ]);
    assert_eq!(exact["estimate"]["value"], 8.0);
    assert_eq!(exact["standard_error"]["value"], 0.0);
}

/// Whatever time is given, there is nothing to be gained from counting twice.
#[test]
fn an_exact_count_is_told_as_exact_and_made_once() {
    let text = |problem: &str| {
        let output = run(&["--problem", problem, "--cutoff", "level:0", "--time", "1h"]);
        assert!(output.status.success() && output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    let queens = text("queens:8");
    assert!(
        queens.contains("92, exact") && queens.contains("1 ("),
        "{queens}"
    );
    assert!(text("puzzle:###/###+all:3").contains("0, exact"));
    // The box of the help text has solutions.
    assert!(text("puzzle:###/##./#..+all:3").contains("2, exact"));
}

/// The pentominoes in their 6×10 box, drawn by hand, and again as a name.
#[test]
fn a_box_drawn_in_a_file_is_the_same_box() {
    let folder = Folder::new("puzzle");
    let file = folder.file("box.txt");
    let rows = "##########\n".repeat(6);
    fs::write(&file, format!("% six by ten\n{rows}\nall:5\n")).unwrap();
    let exact = |problem: &str| {
        let mut json = figures(&[
            "--problem",
            problem,
            "--cutoff",
            "level:3",
            "--trials",
            "200",
            "--prune",
            "islands",
            "--width",
            "50",
        ]);
        json.as_object_mut().unwrap().remove("spec").unwrap();
        json
    };
    let drawn = exact(&format!("@{file}"));
    assert_eq!(drawn, exact("pentomino:6x10"));
    let [mean, error] =
        ["estimate", "standard_error"].map(|name| drawn[name]["value"].as_f64().unwrap());
    assert!((mean - 9_356.0).abs() < 4.0 * error, "{mean} ± {error}");
}

#[test]
fn figures_are_drawn() {
    let folder = Folder::new("plots");
    let plots = folder.file("plots");
    figures(&queens(&["--trials", "300", "--plot", &plots]));
    for name in ["estimate.svg", "contributions.svg", "levels.svg"] {
        let svg = fs::read_to_string(Path::new(&plots).join(name)).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "{name}"
        );
    }
}
