//! Which crate of the workspace may stand on which.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// Every crate, and those of the workspace it uses.
const STANDS_ON: &[(&str, &[&str])] = &[
    ("dobutsu", &["dobutsu-core"]),
    ("dobutsu-analysis", &["dobutsu-core"]),
    ("dobutsu-core", &[]),
    ("dobutsu-firmware", &["dobutsu-core"]),
    ("dobutsu-lab", &["dobutsu", "dobutsu-core"]),
    ("xtask", &[]),
];

#[test]
fn crates_stand_on_each_other_one_way() {
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
        // A dependency with a path is one of ours.
        let ours = dependencies.filter(|dependency| dependency["path"].is_string());
        let mut names: Vec<String> = ours.map(|dependency| text(&dependency["name"])).collect();
        names.sort();
        names.dedup();
        found.insert(text(&package["name"]), names);
    }
    let expected = STANDS_ON.iter().map(|(name, others)| {
        let others = others.iter().map(|other| (*other).to_owned()).collect();
        ((*name).to_owned(), others)
    });
    assert_eq!(found, expected.collect());
}
