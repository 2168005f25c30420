//! The save file in the user's data folder.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::files;

/// Where the record is kept.
pub struct Storage {
    file: PathBuf,
}

impl Storage {
    /// Opens the given folder, or the user's data folder, and makes it if need be.
    pub fn open(folder: Option<PathBuf>) -> Result<Storage> {
        let folder = match folder {
            Some(folder) => folder,
            None => files::data_folder()?,
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

    /// Keeps a record, whole.
    pub fn write(&self, record: &[u8]) -> Result<()> {
        files::write_whole(&self.file, |file| file.write_all(record))
    }
}
