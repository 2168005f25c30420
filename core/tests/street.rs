//! The modules form a one-way street, in the order of the list in the crate's documentation.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules of the numbered list in `lib.rs`.
fn street() -> Vec<String> {
    let lib = fs::read_to_string(source().join("lib.rs")).unwrap();
    let names = lib.lines().filter_map(|line| {
        let item = line.strip_prefix("//! ")?.split_once(". [`")?;
        item.0.parse::<u8>().ok()?;
        Some(item.1.split_once("`]")?.0.to_owned())
    });
    names.collect()
}

/// All files below a folder, or the file itself.
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            files(&entry.unwrap().path(), found);
        }
    } else if path.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.to_owned());
    }
}

/// The modules that a file names by `crate::module`. Comments may point ahead; code, tests included, may
/// not.
fn named(text: &str) -> BTreeSet<String> {
    let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("crate::").skip(1));
    let names: BTreeSet<String> = names
        .map(|rest| rest.chars().take_while(is_part).collect())
        .collect();
    assert!(!names.contains(""), "a list after `crate::` is not read");
    names
}

#[test]
fn every_module_is_on_the_list() {
    let declared = fs::read_to_string(source().join("lib.rs")).unwrap();
    let declared: BTreeSet<&str> = declared
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    let street = street();
    let listed: BTreeSet<&str> = street.iter().map(String::as_str).collect();
    assert_eq!(listed.len(), street.len(), "a module is listed twice");
    assert_eq!(listed, declared);
}

#[test]
fn no_module_uses_one_that_stands_after_it() {
    let street = street();
    for (place, module) in street.iter().enumerate() {
        let mut found = Vec::new();
        files(&source().join(module), &mut found);
        files(&source().join(module).with_extension("rs"), &mut found);
        assert!(!found.is_empty(), "{module} has no file");
        for file in found {
            let names = named(&fs::read_to_string(&file).unwrap());
            for later in &street[place + 1..] {
                assert!(
                    !names.contains(later),
                    "{} uses {later}, which stands after {module}",
                    file.display()
                );
            }
        }
    }
}
