//! The database image as a file.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Result};
use dobutsu_core::database::{
    Database, Edition, Flash, ImageCheck, ImageError, ImageLayout, ValueCache,
};
use dobutsu_core::player::DatabaseAdviser;

/// A database image in memory, its checksums verified.
pub struct ImageFile {
    bytes: Cow<'static, [u8]>,
}

/// The images that `dobutsu build` made, as they are committed: with them this program knows the
/// whole game from the first second.
const SMALL: &[u8] = include_bytes!("../data/small.image");
const FULL: &[u8] = include_bytes!("../data/full.image");

/// Values remembered from one question to the next.
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

    /// The image in this file; without one, the full one that this program was made with.
    pub fn open(named: Option<&Path>) -> Result<ImageFile> {
        match named {
            Some(path) => ImageFile::read(path),
            None => Ok(ImageFile::built_in(Edition::Full)?),
        }
    }

    /// The one that this program was made with.
    pub fn built_in(edition: Edition) -> Result<ImageFile, ImageError> {
        ImageFile::new(match edition {
            Edition::Small => SMALL,
            Edition::Full => FULL,
        })
    }

    /// The image's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The reader that ships, on these bytes.
    pub fn database(&self) -> Result<Database<&[u8]>, ImageError> {
        Database::open(&self.bytes[..])
    }

    /// What it was built to know.
    pub fn edition(&self) -> Result<Edition, ImageError> {
        Ok(self.database()?.edition())
    }

    /// The adviser that ships, on this image.
    pub fn into_adviser(self) -> Result<ImageAdviser, ImageError> {
        Ok(DatabaseAdviser::new(Database::open(self)?, Box::default()))
    }
}

/// An adviser that owns its image, with more room for values than the chip has.
pub type ImageAdviser = DatabaseAdviser<ImageFile, Box<ValueCache<SLOTS>>>;

impl Flash for ImageFile {
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]> {
        self.bytes().read(at)
    }
}
