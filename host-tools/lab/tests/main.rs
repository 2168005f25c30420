//! The experiments as a user runs them. One program, to link once.

#[path = "../../dobutsu/tests/common/made.rs"]
mod made;

mod estimate;
mod lab;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The folder in which the program runs.
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// Runs the program with the words of this line.
fn lab(line: &str) -> Output {
    lab_with(line, &[])
}

/// Runs the program with the words of this line and these files.
fn lab_with(line: &str, files: &[PathBuf]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.current_dir(FOLDER).args(line.split_whitespace());
    command.args(files).output().unwrap()
}

fn json(output: Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// One line, and exit code 1.
fn error(output: Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// A file in the folder.
fn scratch(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}
