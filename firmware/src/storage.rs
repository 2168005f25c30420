//! The flash of the saves: the only place that writes to flash.

use core::ops::Range;

use dobutsu_core::handheld::RECORD_MAX;
use dobutsu_core::saves::{OVERHEAD, Saves};
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, Flash, READ_SIZE, WRITE_SIZE};
use embassy_rp::peripherals::FLASH;
use embassy_time::{Duration, Timer};
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};

use crate::{buttons, chip, journal, memory, usb, watchdog};

/// A pause between two sectors, for tasks of lower priority.
const PAUSE: Duration = Duration::from_millis(1);

/// The record in flash.
pub(crate) type Storage = Saves<Nor, { RECORD_MAX + OVERHEAD }>;

/// Reads the size of the flash, and finds the record without changing anything, which takes a millisecond.
pub(crate) async fn open(flash: Peri<'static, FLASH>) -> Storage {
    let region = memory::saves_range();
    let mut nor = Nor {
        flash: Flash::new_blocking(flash),
        region: region.clone(),
        has_hung: watchdog::was_writing(),
    };
    if nor.has_hung {
        defmt::warn!("saves: writing hung, and is not tried again until the power was off");
        journal::note(format_args!("writing to flash hung"));
    }
    nor.identify_flash();
    // `memory.x` makes the region of whole erase blocks, which are more than sectors.
    defmt::unwrap!(Saves::open(nor, region).await)
}

/// Embassy's driver, which may read the whole window.
pub(crate) type Driver = Flash<'static, FLASH, Blocking, { memory::WINDOW }>;

/// The flash for [`Saves`]: embassy's blocking driver, limited to the region.
pub(crate) struct Nor {
    flash: Driver,
    region: Range<u32>,
    /// Whether the watchdog ended a write, as in embassy's issue 4506 on the RP2350. Writing again would hang
    /// again at every save; without saves the device can at least be played.
    has_hung: bool,
}

impl Nor {
    /// Reads the flash's identification, size and serial number.
    fn identify_flash(&mut self) {
        match chip::identify_flash(&mut self.flash) {
            Ok((id, bytes)) => {
                memory::note_flash(bytes);
                defmt::info!("flash: JEDEC {=u32:#08x}, {=u32} KB", id, bytes >> 10);
                journal::note(format_args!("flash {id:06x}, {} KB", bytes >> 10));
                usb::note_serial_number(chip::serial_number(&mut self.flash));
            }
            Err(error) => defmt::warn!("flash: {}", error),
        }
    }

    /// Changes a range of the region, and logs errors. Outside of the region nothing is written.
    fn change(
        &mut self,
        range: Range<u32>,
        change: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let inside = self.region.start <= range.start && range.end <= self.region.end;
        let changed = match inside {
            true if self.has_hung => return Err(Error::Other),
            true => {
                watchdog::writing(true);
                let changed = change(self);
                watchdog::writing(false);
                changed
            }
            false => Err(Error::OutOfBounds),
        };
        if let Err(error) = changed {
            let Range { start, end } = range;
            defmt::error!("saves: {} at {=u32:#x}..{=u32:#x}", error, start, end);
        }
        changed
    }
}

impl ErrorType for Nor {
    type Error = Error;
}

impl ReadNorFlash for Nor {
    const READ_SIZE: usize = READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.flash.blocking_read(offset, bytes)
    }

    fn capacity(&self) -> usize {
        self.flash.capacity()
    }
}

impl NorFlash for Nor {
    const WRITE_SIZE: usize = WRITE_SIZE;
    const ERASE_SIZE: usize = ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        defmt::debug!("saves: erasing {=u32:#x}..{=u32:#x}", from, to);
        for sector in (from..to).step_by(ERASE_SIZE) {
            let end = sector + ERASE_SIZE as u32;
            self.change(sector..end, |nor| nor.flash.blocking_erase(sector, end))?;
            // Nothing else ran meanwhile. Now the buttons are checked, and waiting tasks run, among them the
            // watchdog's feeder, which has a lower priority.
            buttons::check_after_erasure();
            watchdog::ticked();
            Timer::after(PAUSE).await;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        let end = offset + bytes.len() as u32;
        self.change(offset..end, |nor| nor.flash.blocking_write(offset, bytes))
    }
}
