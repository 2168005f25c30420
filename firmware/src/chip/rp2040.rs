//! The RP2040.

use core::ptr::read_volatile;

use embassy_rp::clocks::ClockConfig;
use embassy_rp::flash::Error;
use embassy_rp::pac;

use crate::memory;
use crate::storage::Driver;

/// What a reset by the watchdog covers: everything but the two oscillators.
pub(crate) const ALL_BUT_OSCILLATORS: u32 = 0x0001_FFFC;

/// Whether the power came on.
pub(crate) fn had_power_on() -> bool {
    pac::VREG_AND_CHIP_RESET.chip_reset().read().had_por()
}

/// Whether the reset pin was pulled.
pub(crate) fn had_pin() -> bool {
    pac::VREG_AND_CHIP_RESET.chip_reset().read().had_run()
}

/// What the system clock may be where the flash is read at half of it.
const FAST_HZ: u32 = 200_000_000;
/// The first control register of the flash's interface, which embassy's registers leave out, and the bits
/// of it in which the boot stage has asked for reads by four wires.
const SSI_CTRLR0: *const u32 = 0x1800_0000 as *const u32;
const IS_QUAD: u32 = 2 << 21;

/// The clocks, as fast as the flash can follow (`power.rs`), without one for the calendar. The boot stage
/// says how it reads the flash.
pub(crate) fn clocks(crystal_hz: u32) -> ClockConfig {
    let usual = ClockConfig::crystal(crystal_hz);
    // SAFETY: a register of the chip, which can be read at any time.
    let control = unsafe { read_volatile(SSI_CTRLR0) };
    let mut clocks = match control & IS_QUAD != 0 {
        true => ClockConfig::system_freq(FAST_HZ).unwrap_or(usual),
        false => usual,
    };
    clocks.rtc_clk = None;
    clocks
}

/// The flash's own number.
pub(crate) fn serial_number(flash: &mut Driver) -> Option<u64> {
    let mut id = [0; 8];
    flash.blocking_unique_id(&mut id).ok()?;
    Some(u64::from_be_bytes(id))
}

/// The sources that the system clock comes from, one bit each.
pub(crate) fn system_clock_sources() -> u32 {
    pac::CLOCKS.clk_sys_selected().read()
}

/// The sources that the reference clock comes from, one bit each.
pub(crate) fn reference_clock_sources() -> u32 {
    pac::CLOCKS.clk_ref_selected().read()
}

/// Makes what lies below RAM untouchable: the bus has nothing of its own there that would fault, for
/// addresses from 0x18000000 on are the flash's interface.
pub(crate) fn guard_below_ram() {
    // SAFETY: the second region, 64 MB below RAM in which there is nothing, without any permission.
    unsafe {
        let mpu = &*cortex_m::peripheral::MPU::PTR;
        mpu.rbar.write(0x1C00_0000 | 1 << 4 | 1);
        mpu.rasr.write(1 << 28 | 25 << 1 | 1);
    }
}

/// The flash's name, 0 if it has none, and its bytes. The name's last byte is the power of two.
pub(crate) fn look_at_flash(flash: &mut Driver) -> Result<(u32, u32), Error> {
    let name = flash.blocking_jedec_id()?;
    Ok((name, flash_by_name(name)))
}

/// The size by the JEDEC identification of a flash chip, whose last byte is the power of two. Between a
/// megabyte and the window; others are taken for as much as can be shown, and the database's checksums
/// tell whether that is so.
fn flash_by_name(jedec: u32) -> u32 {
    match jedec & 0xFF {
        power @ 20..=24 => 1 << power,
        _ => memory::WINDOW as u32,
    }
}
