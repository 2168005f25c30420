//! The RP2350 of the Pico 2. It has not run on a board yet; `firmware/README.md` describes what was tried.

use core::ptr::read_volatile;

use embassy_rp::clocks::ClockConfig;
use embassy_rp::flash::Error;
use embassy_rp::pac;

use crate::memory;
use crate::storage::Driver;

/// The parts that a reset by the watchdog resets: all but the two oscillators.
pub(crate) const ALL_BUT_OSCILLATORS: u32 = 0x01FF_FFF3;

/// Whether the last reset was by power-up.
pub(crate) fn had_power_on() -> bool {
    let chip = pac::POWMAN.chip_reset().read();
    chip.had_por() || chip.had_bor()
}

/// Whether the last reset was by the reset pin.
pub(crate) fn had_pin() -> bool {
    pac::POWMAN.chip_reset().read().had_run_low()
}

/// The clocks: the data sheet's maximum, 150 MHz.
pub(crate) fn clocks(crystal_hz: u32) -> ClockConfig {
    ClockConfig::crystal(crystal_hz)
}

/// The chip's unique number.
pub(crate) fn serial_number(_flash: &mut Driver) -> Option<u64> {
    embassy_rp::otp::get_chipid().ok()
}

/// The present source of the system clock, as a bit mask.
pub(crate) fn system_clock_sources() -> u32 {
    pac::CLOCKS.clk_sys_selected().read().0
}

/// The present source of the reference clock, as a bit mask.
pub(crate) fn reference_clock_sources() -> u32 {
    pac::CLOCKS.clk_ref_selected().read().0
}

/// Nothing to do: the core compares its stack pointer with a limit.
pub(crate) fn guard_below_ram() {}

/// The flash without its cache.
const UNCACHED: u32 = 0x1400_0000;
/// Words to compare.
const WORDS: u32 = 1024;

/// The flash's JEDEC identification, 0 because embassy cannot read it on this chip, and its size in bytes. A
/// flash ignores the address bits that it does not have, so the firmware repeats at its end.
pub(crate) fn identify_flash(_flash: &mut Driver) -> Result<(u32, u32), Error> {
    let word = |offset: u32| {
        // SAFETY: the window of the flash is readable everywhere.
        unsafe { read_volatile((UNCACHED + offset) as *const u32) }
    };
    let repeats = |bytes: u32| (0..WORDS).all(|at| word(at * 4) == word(bytes + at * 4));
    let sizes = [1 << 20, 2 << 20, 4 << 20, 8 << 20];
    let bytes = sizes.into_iter().find(|&bytes| repeats(bytes));
    Ok((0, bytes.unwrap_or(memory::WINDOW as u32)))
}
