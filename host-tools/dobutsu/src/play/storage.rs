//! The save file in the user's data folder.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::{Context, Result};
use directories::ProjectDirs;

/// Where the record is kept.
pub struct Storage {
    file: PathBuf,
}

impl Storage {
    /// Opens the given folder, or the user's data folder, and makes it if need be.
    pub fn open(folder: Option<PathBuf>) -> Result<Storage> {
        let folder = match folder {
            Some(folder) => folder,
            None => ProjectDirs::from("", "", "dobutsu")
                .context("there is no home folder to keep the game in; use --data-dir")?
                .data_dir()
                .to_path_buf(),
        };
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Storage {
            file: folder.join("handheld.save"),
        })
    }

    /// The record that was kept, if there is one.
    pub fn read(&self) -> Result<Option<Vec<u8>>> {
        match fs::read(&self.file) {
            Ok(record) => Ok(Some(record)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => {
                Err(error).with_context(|| format!("cannot read {}", self.file.display()))
            }
        }
    }

    /// Keeps a record: written whole beside the old one, then put in its place.
    pub fn write(&self, record: &[u8]) -> Result<()> {
        let fresh = self.file.with_extension("new");
        fs::write(&fresh, record).with_context(|| format!("cannot write {}", fresh.display()))?;
        fs::rename(&fresh, &self.file)
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}
