//! The dependencies between the crates of the workspace.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// Every crate and the crates of the workspace that it depends on.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("dobutsu", &["dobutsu-core"]),
    ("dobutsu-analysis", &["dobutsu-core"]),
    ("dobutsu-core", &[]),
    ("dobutsu-firmware", &["dobutsu-core"]),
    ("dobutsu-lab", &["dobutsu", "dobutsu-core"]),
    ("xtask", &[]),
];

#[test]
fn crates_depend_only_on_these() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut found = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        // Only dependencies in the workspace have a path.
        let local = dependencies.filter(|dependency| dependency["path"].is_string());
        let mut names: Vec<String> = local.map(|dependency| text(&dependency["name"])).collect();
        names.sort();
        names.dedup();
        found.insert(text(&package["name"]), names);
    }
    let expected = DEPENDENCIES.iter().map(|(name, others)| {
        let others = others.iter().map(|other| (*other).to_owned()).collect();
        ((*name).to_owned(), others)
    });
    assert_eq!(found, expected.collect());
}
