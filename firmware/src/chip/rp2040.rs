//! The RP2040.

use core::ptr::read_volatile;

use embassy_rp::clocks::{ClockConfig, CoreVoltage, PllConfig};
use embassy_rp::flash::Error;
use embassy_rp::pac;

use crate::memory;
use crate::storage::Driver;

/// The parts that a reset by the watchdog resets: all but the two oscillators.
pub(crate) const ALL_BUT_OSCILLATORS: u32 = 0x0001_FFFC;

/// Whether the last reset was by power-up.
pub(crate) fn had_power_on() -> bool {
    pac::VREG_AND_CHIP_RESET.chip_reset().read().had_por()
}

/// Whether the last reset was by the reset pin.
pub(crate) fn had_pin() -> bool {
    pac::VREG_AND_CHIP_RESET.chip_reset().read().had_run()
}

/// 200 MHz of a crystal of 12 MHz. `ClockConfig::system_freq` chooses the same factors, but its search for
/// them takes 80 ms of the slow clock before the first picture.
const FAST: PllConfig = PllConfig {
    refdiv: 1,
    fbdiv: 100,
    post_div1: 6,
    post_div2: 1,
};
/// The first control register of the flash's interface, which embassy's registers lack, and its bit that
/// the boot stage sets for quad reads.
const SSI_CTRLR0: *const u32 = 0x1800_0000 as *const u32;
const IS_QUAD: u32 = 2 << 21;

/// The clocks, as fast as the boot stage's way of reading the flash allows (`power.rs`), and none for the
/// calendar.
pub(crate) fn clocks(crystal_hz: u32) -> ClockConfig {
    // SAFETY: a register of the chip, which can be read at any time.
    let control = unsafe { read_volatile(SSI_CTRLR0) };
    let mut clocks = ClockConfig::crystal(crystal_hz);
    if let (Some(crystal), true) = (&mut clocks.xosc, control & IS_QUAD != 0) {
        crystal.sys_pll = Some(FAST);
        clocks.core_voltage = CoreVoltage::V1_15;
    }
    clocks.rtc_clk = None;
    clocks
}

/// The flash's unique number.
pub(crate) fn serial_number(flash: &mut Driver) -> Option<u64> {
    let mut id = [0; 8];
    flash.blocking_unique_id(&mut id).ok()?;
    Some(u64::from_be_bytes(id))
}

/// The present source of the system clock, as a bit mask.
pub(crate) fn system_clock_sources() -> u32 {
    pac::CLOCKS.clk_sys_selected().read()
}

/// The present source of the reference clock, as a bit mask.
pub(crate) fn reference_clock_sources() -> u32 {
    pac::CLOCKS.clk_ref_selected().read()
}

/// Protects the addresses below RAM. Not all accesses there fault by themselves: from 0x18000000 on lies the
/// flash's interface.
pub(crate) fn guard_below_ram() {
    // SAFETY: the second region, 64 MB below RAM in which there is nothing, without any permission.
    unsafe {
        let mpu = &*cortex_m::peripheral::MPU::PTR;
        mpu.rbar.write(0x1C00_0000 | 1 << 4 | 1);
        mpu.rasr.write(1 << 28 | 25 << 1 | 1);
    }
}

/// The flash's JEDEC identification and its size in bytes.
pub(crate) fn identify_flash(flash: &mut Driver) -> Result<(u32, u32), Error> {
    let name = flash.blocking_jedec_id()?;
    Ok((name, flash_bytes(name)))
}

/// The size by the JEDEC identification, whose last byte is the power of two for sizes from a megabyte to the
/// whole window. Others are taken for the whole window; the database's checksums detect if that is wrong.
fn flash_bytes(jedec: u32) -> u32 {
    match jedec & 0xFF {
        power @ 20..=24 => 1 << power,
        _ => memory::WINDOW as u32,
    }
}
