//! The database image as a file.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Result};
use dobutsu_core::database::{
    Database, Flash, ImageCheck, ImageError, ImageLayout, Workspace, words_at,
};
use dobutsu_core::player::DatabaseAdviser;

/// A database image in memory, its checksums verified.
pub struct ImageFile {
    bytes: Cow<'static, [u8]>,
}

/// The committed image, made by `dobutsu build`.
const BUILT_IN: &[u8] = include_bytes!("../data/dobutsu.image");

/// Slots of the cache of values.
const SLOTS: usize = 1 << 14;

impl ImageFile {
    /// Reads an image and checks it throughout.
    pub fn read(path: &Path) -> Result<ImageFile> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        ImageFile::new(bytes).with_context(|| format!("{} cannot be used", path.display()))
    }

    /// An image from its bytes, checked throughout.
    pub fn new(bytes: impl Into<Cow<'static, [u8]>>) -> Result<ImageFile, ImageError> {
        let bytes = bytes.into();
        let flash = &bytes[..];
        let mut check = ImageCheck::new(ImageLayout::read(&flash)?);
        while check.step(&flash, 1 << 20)?.is_pending() {}
        Ok(ImageFile { bytes })
    }

    /// The image in this file; without one, the one that is built in.
    pub fn open(named: Option<&Path>) -> Result<ImageFile> {
        match named {
            Some(path) => ImageFile::read(path),
            None => Ok(ImageFile::built_in()?),
        }
    }

    /// The image that is built in.
    pub fn built_in() -> Result<ImageFile, ImageError> {
        ImageFile::new(BUILT_IN)
    }

    /// The image's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The database in the image.
    pub fn database(&self) -> Result<Database<&[u8]>, ImageError> {
        Database::open(&self.bytes[..])
    }

    /// An adviser that asks this image.
    pub fn into_adviser(self) -> Result<ImageAdviser, ImageError> {
        Ok(DatabaseAdviser::new(Database::open(self)?, Box::default()))
    }
}

/// An adviser that owns its image, with more room for values than the chip has.
pub type ImageAdviser = DatabaseAdviser<ImageFile, Box<Workspace<SLOTS>>>;

impl Flash for ImageFile {
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]> {
        self.bytes().read(at)
    }

    type Word = [u8; 4];

    fn words<const N: usize>(&self, at: u32) -> Option<&[[u8; 4]; N]> {
        words_at(self.bytes().as_chunks().0, at)
    }
}
