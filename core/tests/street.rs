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

/// The modules that a file names by `crate::module` or in `crate::{…}`. Comments may point ahead;
/// code, tests included, may not.
fn named(text: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_';
        text.trim_start().chars().take_while(is_part).collect()
    };
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let text: String = text
        .lines()
        .filter(is_code)
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut names = BTreeSet::new();
    for (at, found) in text.match_indices("crate::") {
        let rest = &text[at + found.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut first = true;
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && (first || letter == ',') {
                names.insert(word(group[at..].trim_start_matches(',')));
            }
            first = false;
        }
    }
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

#[test]
fn uses_are_found_however_they_are_written() {
    let text = "//! [x](crate::handheld)\nuse crate::game::{A, B};\nuse crate::{table::{C, search}, player as p};\ncrate::saves::x()";
    let expected = ["game", "player", "saves", "table"].map(String::from);
    assert_eq!(named(text), BTreeSet::from(expected));
}
