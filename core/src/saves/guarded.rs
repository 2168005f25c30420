//! The flash as `sequential-storage` gets it.

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

use super::is_blank;

/// The flash for `sequential-storage`, with two restrictions. The storage repairs damage even when it
/// reads: reading cannot write here. It also trusts a sector that looks empty: bytes that are not erased
/// are not written here.
pub(super) struct Guarded<'f, F> {
    pub(super) flash: &'f mut F,
    pub(super) read_only: bool,
}

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Refused<E> {
    ReadOnly,
    NotErased,
    Flash(E),
}

impl<E: NorFlashError> NorFlashError for Refused<E> {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Refused::ReadOnly | Refused::NotErased => NorFlashErrorKind::Other,
            Refused::Flash(error) => error.kind(),
        }
    }
}

impl<F: NorFlash> Guarded<'_, F> {
    fn for_writing(&mut self) -> Result<&mut F, Refused<F::Error>> {
        match self.read_only {
            true => Err(Refused::ReadOnly),
            false => Ok(self.flash),
        }
    }
}

impl<F: NorFlash> ErrorType for Guarded<'_, F> {
    type Error = Refused<F::Error>;
}

impl<F: NorFlash> ReadNorFlash for Guarded<'_, F> {
    const READ_SIZE: usize = F::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let read = self.flash.read(offset, bytes).await;
        read.map_err(Refused::Flash)
    }

    fn capacity(&self) -> usize {
        self.flash.capacity()
    }
}

impl<F: NorFlash> NorFlash for Guarded<'_, F> {
    const WRITE_SIZE: usize = F::WRITE_SIZE;
    const ERASE_SIZE: usize = F::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Self::Error> {
        let erased = self.for_writing()?.erase(from, to).await;
        erased.map_err(Refused::Flash)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        let flash = self.for_writing()?;
        let range = offset..offset + bytes.len() as u32;
        match is_blank(flash, range).await.map_err(Refused::Flash)? {
            true => flash.write(offset, bytes).await.map_err(Refused::Flash),
            false => Err(Refused::NotErased),
        }
    }
}
