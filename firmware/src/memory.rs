//! The flash regions of `memory.x`, and how much RAM is used.
//!
//! Accesses by the linker's symbols, which are `unsafe`, are only here.

use core::ops::Range;
use core::ptr::read_volatile;
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m_rt::STACK_PAINT_VALUE;
use dobutsu_core::database::network::NETWORK_BYTES;
use dobutsu_core::database::{Flash, words_at};
use dobutsu_core::handheld::ram::{TERMS, TOTAL};
use static_cell::ConstStaticCell;

use crate::chip;

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

/// Where the chip maps the flash.
const FLASH_START: u32 = 0x1000_0000;
/// As much flash as it can map.
pub(crate) const WINDOW: usize = 16 << 20;

/// Bytes of flash; the whole window until the chip has been identified.
static FLASH_BYTES: AtomicU32 = AtomicU32::new(WINDOW as u32);

/// Stores the size of the flash.
pub(crate) fn note_flash(bytes: u32) {
    FLASH_BYTES.store(bytes, Ordering::Relaxed);
}

/// Bytes of flash.
pub(crate) fn flash_bytes() -> u32 {
    FLASH_BYTES.load(Ordering::Relaxed)
}

/// The region of the saves, as offsets in flash.
pub(crate) fn saves_range() -> Range<u32> {
    let offset = |symbol: *const u8| symbol as u32 - FLASH_START;
    offset(&raw const __saves_start)..offset(&raw const __saves_end)
}

/// The database's region as far as there is flash, with or without an image, read in place: networks by
/// words, which takes a quarter of the time that bytes take.
#[derive(Clone, Copy)]
pub(crate) struct InPlace {
    bytes: &'static [u8],
    words: &'static [u32],
    /// A copy of the network that is read most, if there is one, and where it is in the image.
    network: (u32, &'static [u32]),
}

/// Words of a network.
const NETWORK_WORDS: usize = NETWORK_BYTES as usize / 4;
static NETWORK: ConstStaticCell<[u32; NETWORK_WORDS]> = ConstStaticCell::new([0; NETWORK_WORDS]);

impl InPlace {
    /// Copies the network that starts here to RAM, where reading takes no time; once.
    pub(crate) fn copy_network(&mut self, at: u32) {
        let Some(copy) = NETWORK.try_take() else {
            return;
        };
        if let Some(words) = self.words::<NETWORK_WORDS>(at) {
            *copy = *words;
            self.network = (at, copy);
        }
    }
}

impl Flash for InPlace {
    #[inline]
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]> {
        self.bytes.read(at)
    }

    type Word = u32;

    #[inline]
    fn words<const N: usize>(&self, at: u32) -> Option<&[u32; N]> {
        let (start, copy) = self.network;
        match at.checked_sub(start).and_then(|at| words_at(copy, at)) {
            None => words_at(self.words, at),
            words => words,
        }
    }
}

/// The database's region.
pub(crate) fn database() -> InPlace {
    let start = &raw const __database_start;
    let end = (&raw const __database_end as u32).min(FLASH_START + flash_bytes());
    let bytes = (end as usize).saturating_sub(start as usize);
    // SAFETY: the linker's symbols enclose a region of readable flash that is not written while the
    // firmware runs, because the storage writes only to its own. It begins at an erase block, so at a word.
    unsafe {
        InPlace {
            bytes: from_raw_parts(start, bytes),
            words: from_raw_parts(start.cast(), bytes / 4),
            network: (0, &[]),
        }
    }
}

/// Protected bytes at the end of the stack.
const GUARD: usize = 32;

/// Protects the end of the stack and the addresses below RAM: a stack that outgrows its region faults at
/// once, whether it crosses the end gradually or by a large frame.
pub(crate) fn guard_stack() {
    // It fails only if the protection was set up before.
    if embassy_rp::install_core0_stack_guard().is_err() {
        defmt::warn!("no stack guard");
    }
    chip::guard_below_ram();
}

/// The caller's and the instruction's address from the registers that a fault has pushed onto the stack;
/// `None` if they did not fit.
pub(crate) fn fault_frame(frame: *const u32) -> Option<[u32; 2]> {
    let lowest = &raw const _stack_end as usize + GUARD;
    let highest = &raw const _stack_start as usize - size_of::<[u32; 8]>();
    if !(lowest..=highest).contains(&(frame as usize)) {
        return None;
    }
    // SAFETY: eight words within the stack, of which these are the sixth and the seventh.
    Some(unsafe { [read_volatile(frame.add(5)), read_volatile(frame.add(6))] })
}

/// Bytes of the stack above the guard, and the most that were ever in use: those whose initial paint was
/// overwritten.
pub(crate) fn stack() -> (usize, usize) {
    let bottom = (&raw const _stack_end).wrapping_byte_add(GUARD);
    let top = &raw const _stack_start;
    let words = (top as usize - bottom as usize) / 4;
    let painted = (0..words).take_while(|&word| {
        // SAFETY: the stack lies between the linker's symbols; a word may change meanwhile, but stays
        // readable.
        unsafe { read_volatile(bottom.add(word)) == STACK_PAINT_VALUE }
    });
    (words * 4, (words - painted.count()) * 4)
}

/// Logs the use of RAM, that of the device term by term.
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
