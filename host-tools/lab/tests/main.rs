//! The experiments as a user runs them. One program, to link once.

#[path = "../../dobutsu/tests/common/made.rs"]
mod made;

mod estimate;
mod lab;

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn lab(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(args).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = lab(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
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
