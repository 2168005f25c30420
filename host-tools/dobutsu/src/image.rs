//! The database image as a file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use dobutsu_core::database::image::{Check, Layout};
use dobutsu_core::database::{Database, ImageError, Memory, Walk};
use dobutsu_core::game::{Position, Value};

use crate::build;
use crate::solve::open_or_solve;
use crate::values::Values;

/// A database image in memory, its checksums verified.
pub struct Image {
    bytes: Vec<u8>,
    memory: RefCell<Box<Memory<SLOTS>>>,
}

/// Values remembered from one question to the next.
const SLOTS: usize = 1 << 14;

impl Image {
    /// Reads an image and checks it throughout.
    pub fn read(path: &Path) -> Result<Image> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Image::new(bytes).with_context(|| format!("{} cannot be used", path.display()))
    }

    /// An image from its bytes, checked throughout.
    pub fn new(bytes: Vec<u8>) -> Result<Image, ImageError> {
        check(&bytes)?;
        let memory = RefCell::default();
        Ok(Image { bytes, memory })
    }

    /// The image in this file; without one, that in the cache, built if it is not there or cannot
    /// be used.
    pub fn open_or_build(named: Option<&Path>) -> Result<Image> {
        let path: PathBuf = match named {
            Some(path) => return Image::read(path),
            None => build::default_path()?,
        };
        if path.exists() {
            match Image::read(&path) {
                Ok(image) => return Ok(image),
                Err(error) => eprintln!("dobutsu: {error:#}; building it again"),
            }
        }
        build::build_at(&open_or_solve(None)?, &path)?;
        Image::read(&path)
    }

    /// The image's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The image's bytes, to keep.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The reader that ships, on these bytes.
    pub fn database(&self) -> Result<Database<&[u8]>, ImageError> {
        Database::open(&self.bytes[..])
    }
}

fn check(bytes: &[u8]) -> Result<(), ImageError> {
    let mut check = Check::new(Layout::read(&bytes)?);
    loop {
        if let Some(result) = check.step(&bytes, 1 << 20) {
            return result;
        }
    }
}

impl Values for Image {
    fn value(&self, position: Position) -> Result<Value> {
        if let Some(value) = position.value_by_rule() {
            return Ok(value);
        }
        let database = self.database()?;
        let mut memory = self.memory.borrow_mut();
        let value = Walk::new(position).step(&database, &mut memory, u32::MAX)?;
        value.context("the walk to the end of the game did not end")
    }
}
