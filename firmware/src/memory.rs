//! Where things are: the flash regions of `memory.x`, and how much RAM is used.
//!
//! All that is `unsafe` about memory is here: addresses that only the linker knows.

use core::ops::Range;
use core::ptr::read_volatile;
use core::slice::from_raw_parts;

use cortex_m_rt::STACK_PAINT_VALUE;
use dobutsu_core::handheld::ram::{TERMS, TOTAL};

unsafe extern "C" {
    static __saves_start: u8;
    static __saves_end: u8;
    static __database_start: u8;
    static __database_end: u8;
    static _stack_start: u32;
    static _stack_end: u32;
    static __sdata: u8;
    static __euninit: u8;
}

/// Where the chip shows the flash.
const FLASH_START: u32 = 0x1000_0000;
/// As much flash as it can show.
pub(crate) const WINDOW: usize = 16 << 20;

/// The saves, as offsets in flash.
pub(crate) fn saves_range() -> Range<u32> {
    let offset = |symbol: *const u8| symbol as u32 - FLASH_START;
    offset(&raw const __saves_start)..offset(&raw const __saves_end)
}

/// The database's region, image or not, read in place.
pub(crate) fn database() -> &'static [u8] {
    let start = &raw const __database_start;
    let end = &raw const __database_end;
    // SAFETY: the linker's symbols enclose a region of readable flash which nobody writes while
    // the firmware runs: the storage keeps to its own.
    unsafe { from_raw_parts(start, end as usize - start as usize) }
}

/// Bytes the stack has and bytes it has ever used, by the paint that is worn off.
pub(crate) fn stack() -> (usize, usize) {
    let bottom = &raw const _stack_end;
    let top = &raw const _stack_start;
    let words = (top as usize - bottom as usize) / 4;
    let painted = (0..words).take_while(|&word| {
        // SAFETY: between the linker's symbols lies the stack, which is RAM; what runs meanwhile
        // may change a word, but not make it unreadable.
        unsafe { read_volatile(bottom.add(word)) == STACK_PAINT_VALUE }
    });
    (words * 4, (words - painted.count()) * 4)
}

/// Logs what the RAM is used for, the device term by term.
pub(crate) fn log_ram() {
    let statics = &raw const __euninit as usize - &raw const __sdata as usize;
    for (name, bytes) in TERMS {
        defmt::info!("RAM: {=usize} {=str}", bytes, name);
    }
    let rest = statics.saturating_sub(TOTAL);
    let (stack, _) = stack();
    defmt::info!("RAM: {=usize} tasks, drivers, code and log", rest);
    defmt::info!("RAM: {=usize} stack", stack);
    defmt::info!("RAM: {=usize} in all", stack + statics);
}
