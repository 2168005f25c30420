//! Pictures stored as text, which new pictures must equal.
#![allow(dead_code, reason = "each test program uses its part")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dobutsu::play::picture::{Dots, rows};
use dobutsu_core::handheld::Frame;

/// A picture as it is stored.
pub(crate) fn text(picture: &Frame) -> String {
    let lines: Vec<String> = rows(picture, Dots::HalfBlocks)
        .map(|row| row.trim_end().to_owned())
        .collect();
    lines.join("\n") + "\n"
}

/// A folder below `tests` that holds one picture per file.
pub(crate) struct Golden {
    folder: PathBuf,
    taken: BTreeSet<PathBuf>,
    wrong: Vec<String>,
}

impl Golden {
    pub(crate) fn new(folder: &str) -> Golden {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        Golden {
            folder: tests.join(folder),
            taken: BTreeSet::new(),
            wrong: Vec::new(),
        }
    }

    /// Whether new pictures are stored instead of compared.
    pub(crate) fn is_updating() -> bool {
        std::env::var_os("UPDATE_GOLDEN").is_some()
    }

    /// Compares a picture with the stored one of this name, or stores it.
    pub(crate) fn compare(&mut self, name: &str, picture: &Frame) {
        let path = self.folder.join(format!("{name}.txt"));
        let picture = text(picture);
        if Self::is_updating() {
            fs::write(&path, &picture).unwrap();
        } else if fs::read_to_string(&path).ok().as_ref() != Some(&picture) {
            self.fail(format!("{name} looks different:\n{picture}"));
        }
        assert!(self.taken.insert(path), "{name} is taken twice");
    }

    /// Adds a sentence to the failures.
    pub(crate) fn fail(&mut self, sentence: String) {
        self.wrong.push(sentence);
    }

    /// Panics if any picture differed.
    pub(crate) fn assert_same(&self) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }

    /// Panics if any picture differed, or the folder has one that was not compared.
    pub(crate) fn assert_complete(self) {
        self.assert_same();
        let stored = fs::read_dir(&self.folder).unwrap();
        let stored: BTreeSet<_> = stored.map(|entry| entry.unwrap().path()).collect();
        assert_eq!(stored, self.taken, "a picture is stored that no test takes");
    }
}
