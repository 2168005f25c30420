//! NOR flash for tests, by its real rules: erasing sets the bits of a sector, writing only clears
//! bits, and a power cut leaves either half done.

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

use crate::player::Dice;

/// Flash with the chip's units of erasing and writing; the bytes may be an array or a `Vec`.
pub struct Nor<B> {
    /// The contents.
    pub bytes: B,
    /// Sectors erased so far.
    pub erased: usize,
    /// Bytes written so far to where bits were not erased.
    pub unerased: usize,
    cut: Option<Cut>,
}

/// When the power is cut, and the random state in which that leaves the flash.
struct Cut {
    /// The number of erasures and writes until the cut; the last of them is interrupted.
    left: usize,
    dice: Dice,
}

/// Why an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NorError {
    /// There is no such address.
    OutOfBounds,
    /// The power is off.
    NoPower,
}

impl NorFlashError for NorError {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            NorError::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            NorError::NoPower => NorFlashErrorKind::Other,
        }
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Nor<B> {
    /// Flash with these contents.
    pub fn new(bytes: B) -> Self {
        Nor {
            bytes,
            erased: 0,
            unerased: 0,
            cut: None,
        }
    }

    /// Cuts the power in the middle of an erasure or write, after `whole` finished ones; the seed
    /// decides what that one leaves behind.
    pub fn cut_after(&mut self, whole: usize, seed: u32) {
        self.cut = Some(Cut {
            left: whole + 1,
            dice: Dice::new(seed),
        });
    }

    /// Whether the power was cut.
    pub(crate) fn is_off(&self) -> bool {
        matches!(self.cut, Some(Cut { left: 0, .. }))
    }

    /// Applies `change` to each byte; if the power is cut meanwhile, only to some bits.
    fn change(
        &mut self,
        offset: u32,
        len: usize,
        change: impl Fn(usize, u8) -> u8,
    ) -> Result<(), NorError> {
        if self.is_off() {
            return Err(NorError::NoPower);
        }
        let start = offset as usize;
        let bytes = self.bytes.as_mut().get_mut(start..start + len);
        let bytes = bytes.ok_or(NorError::OutOfBounds)?;
        let Some(cut) = &mut self.cut else {
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = change(i, *byte);
            }
            return Ok(());
        };
        cut.left -= 1;
        // Each bit has changed with the same probability.
        let percent = match cut.left {
            0 => cut.dice.below(101),
            _ => 100,
        };
        for (i, byte) in bytes.iter_mut().enumerate() {
            let mut changed = || cut.dice.below(100) < percent;
            let done = (0..8).fold(0, |mask, bit| mask | u8::from(changed()) << bit);
            *byte = *byte & !done | change(i, *byte) & done;
        }
        (cut.left > 0).then_some(()).ok_or(NorError::NoPower)
    }
}

impl<B> ErrorType for Nor<B> {
    type Error = NorError;
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> ReadNorFlash for Nor<B> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorError> {
        let start = offset as usize;
        let from = self.bytes.as_ref().get(start..start + bytes.len());
        bytes.copy_from_slice(from.ok_or(NorError::OutOfBounds)?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.as_ref().len()
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> NorFlash for Nor<B> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = 4096;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), NorError> {
        for sector in (from..to).step_by(Self::ERASE_SIZE) {
            self.erased += 1;
            self.change(sector, Self::ERASE_SIZE, |_, _| 0xFF)?;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorError> {
        let target = self.bytes.as_ref().get(offset as usize..);
        self.unerased += target
            .unwrap_or_default()
            .iter()
            .zip(bytes)
            .filter(|&(&old, &new)| new & !old != 0)
            .count();
        self.change(offset, bytes.len(), |i, old| old & bytes[i])
    }
}
