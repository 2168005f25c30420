//! Every scenario is played, and its pictures are compared with the stored ones.
//!
//! `UPDATE_GOLDEN=1 cargo test -p dobutsu --test suite scenarios` stores the new pictures; look at them before
//! committing: `dobutsu play --script FILE --png DIR` writes them as PNG.

use std::fs;
use std::path::{Path, PathBuf};

use dobutsu::image::ImageFile;
use dobutsu::play::picture::write_png;
use dobutsu::play::script;
use dobutsu::play::thinker::Thinker;

use crate::common::{self, golden::Golden};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The README's pictures, and the screens they show.
const README: [(&str, &str); 4] = [
    ("title", "title.kana"),
    ("board", "board-held.english"),
    ("review", "review.english"),
    ("puzzle", "puzzle.kana"),
];

#[test]
fn scenarios_play_as_expected_and_look_as_before() {
    let mut golden = Golden::new("golden");
    let scratch = tempfile::tempdir().unwrap();
    let database = || Thinker::probing(ImageFile::read(&common::image_path())?);
    for file in files(&folder("scenarios")) {
        let text = fs::read_to_string(&file).unwrap();
        let snaps = match script::run(&text, &database, None) {
            Ok(snaps) => snaps,
            Err(error) => {
                golden.fail(format!("{}: {error:#}", file.display()));
                continue;
            }
        };
        for snap in snaps {
            golden.compare(&snap.name, &snap.frame);
            for (name, _) in README.iter().filter(|(_, shown)| *shown == snap.name) {
                let path = folder("../../pictures").join(format!("{name}.png"));
                let fresh = match Golden::is_updating() {
                    true => path.clone(),
                    false => scratch.path().join(name),
                };
                write_png(&snap.frame, &fresh).unwrap();
                if fs::read(&fresh).unwrap() != fs::read(&path).unwrap() {
                    golden.fail(format!("the README's picture of the {name} is out of date"));
                }
            }
        }
    }
    golden.assert_complete();
}

#[test]
fn a_scenario_that_fails_names_its_line() {
    let failing = |text: &str| {
        let result = script::run(text, &|| Ok(Thinker::searching()), None);
        format!("{:#}", result.err().unwrap())
    };
    assert_eq!(
        failing("press A\n\n# a comment\nexpect screen title"),
        "line 4: expect screen title: expected \"title\", found \"menu\""
    );
    assert_eq!(failing("press C"), "line 1: press C: there is no button C");
    assert_eq!(failing("dance"), "line 1: dance: no such command");
    assert_eq!(
        failing("press A\nchoose Continue"),
        "line 2: choose Continue: the menu has no such entry"
    );
}
