//! The RP2350 of the Pico 2. Nobody has tried this on a board yet.

use core::ptr::read_volatile;

use embassy_rp::clocks::ClockConfig;
use embassy_rp::flash::Error;
use embassy_rp::pac;

use crate::memory;
use crate::storage::Driver;

/// What a reset by the watchdog covers: everything but the two oscillators.
pub(crate) const ALL_BUT_OSCILLATORS: u32 = 0x01FF_FFF3;

/// Whether the power came on.
pub(crate) fn had_power_on() -> bool {
    let chip = pac::POWMAN.chip_reset().read();
    chip.had_por() || chip.had_bor()
}

/// Whether the reset pin was pulled.
pub(crate) fn had_pin() -> bool {
    pac::POWMAN.chip_reset().read().had_run_low()
}

/// The clocks: its data sheet names no more than 150 MHz.
pub(crate) fn clocks(crystal_hz: u32) -> ClockConfig {
    ClockConfig::crystal(crystal_hz)
}

/// The chip's own number.
pub(crate) fn serial_number(_flash: &mut Driver) -> Option<u64> {
    embassy_rp::otp::get_chipid().ok()
}

/// The sources that the system clock comes from, one bit each.
pub(crate) fn system_clock_sources() -> u32 {
    pac::CLOCKS.clk_sys_selected().read().0
}

/// The sources that the reference clock comes from, one bit each.
pub(crate) fn reference_clock_sources() -> u32 {
    pac::CLOCKS.clk_ref_selected().read().0
}

/// The core compares its stack pointer with a limit, which no step across the end can miss.
pub(crate) fn guard_below_ram() {}

/// Where the chip shows the flash past its cache.
const UNCACHED: u32 = 0x1400_0000;
/// So much of the beginning is compared.
const WORDS: u32 = 1024;

/// The flash's name, 0 since embassy does not ask it on this chip, and its bytes: a flash ignores the
/// address bits it does not have, so at its end the firmware begins again.
pub(crate) fn look_at_flash(_flash: &mut Driver) -> Result<(u32, u32), Error> {
    let word = |offset: u32| {
        // SAFETY: the window of the flash is readable wherever there is flash or its repetition.
        unsafe { read_volatile((UNCACHED + offset) as *const u32) }
    };
    let repeats = |bytes: u32| (0..WORDS).all(|at| word(at * 4) == word(bytes + at * 4));
    let sizes = [1 << 20, 2 << 20, 4 << 20, 8 << 20];
    let bytes = sizes.into_iter().find(|&bytes| repeats(bytes));
    Ok((0, bytes.unwrap_or(memory::WINDOW as u32)))
}
