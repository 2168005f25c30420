//! The save file in the user's data folder.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::files;

/// The file of the save record.
pub struct Storage {
    file: PathBuf,
    /// Locked while this program runs: two would overwrite each other's game.
    _lock: File,
}

impl Storage {
    /// Opens the given folder, or the user's data folder; creates it if it does not exist.
    ///
    /// # Errors
    /// If the folder cannot be written, or another program uses it.
    pub fn open(folder: Option<PathBuf>) -> Result<Storage> {
        let folder = match folder {
            Some(folder) => folder,
            None => files::data_folder()?,
        };
        let other = "--data-dir DIR stores the game in another folder";
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}; {other}", folder.display()))?;
        let lock = folder.join("handheld.lock");
        let lock = File::create(&lock)
            .with_context(|| format!("cannot write {}; {other}", lock.display()))?;
        ensure!(
            lock.try_lock().is_ok(),
            "the game in {} is being played in another window; --data-dir DIR stores another game",
            folder.display()
        );
        Ok(Storage {
            file: folder.join("handheld.save"),
            _lock: lock,
        })
    }

    /// The stored record, if there is one.
    pub fn read(&self) -> Result<Option<Vec<u8>>> {
        match fs::read(&self.file) {
            Ok(record) => Ok(Some(record)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => {
                Err(error).with_context(|| format!("cannot read {}", self.file.display()))
            }
        }
    }

    /// Renames the stored record, so that the next one does not overwrite it; returns the new path.
    pub fn set_aside(&self) -> Result<PathBuf> {
        let aside = self.file.with_extension("save.refused");
        fs::rename(&self.file, &aside)
            .with_context(|| format!("cannot rename {}", self.file.display()))?;
        Ok(aside)
    }

    /// Stores a record, completely or not at all.
    pub fn write(&self, record: &[u8]) -> Result<()> {
        files::write_whole(&self.file, |file| file.write_all(record))
    }
}
