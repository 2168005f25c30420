//! The last mishap: the place of a panic or a fault, preserved across the reset that follows, for owners
//! without a debug probe.
//!
//! It is written to RAM that is not initialised and that a reset by the watchdog does not change, and read
//! once after the reset.

use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::ptr::{addr_of_mut, read_volatile, write_volatile};

use dobutsu_core::handheld::Mishap;
use embassy_rp::pac;

use crate::chip;

/// What is preserved: plain words, so that any content of RAM after power-up is valid.
#[derive(Clone, Copy)]
#[repr(C)]
struct Kept {
    mark: u32,
    kind: u32,
    /// The line of a panic, or the addresses of the faulting instruction and of its caller.
    numbers: [u32; 2],
    /// The end of the file's name.
    place: [u8; PLACE],
    /// The checksum of the fields above.
    sum: u32,
}

/// The longest name that fits a line of the display.
const PLACE: usize = 20;
const MARK: u32 = 0x4D49_5348;
const PANIC: u32 = 1;
const FAULT: u32 = 2;
const OVERFLOW: u32 = 3;

#[unsafe(link_section = ".uninit.MISHAP")]
static mut KEPT: MaybeUninit<Kept> = MaybeUninit::uninit();

impl Kept {
    fn new(kind: u32, numbers: [u32; 2], name: &str) -> Kept {
        let mut place = [0; PLACE];
        // The end of a path identifies the file.
        let from = name.len().saturating_sub(PLACE);
        for (byte, letter) in place.iter_mut().zip(name.bytes().skip(from)) {
            *byte = letter;
        }
        let mut kept = Kept {
            mark: MARK,
            kind,
            numbers,
            place,
            sum: 0,
        };
        kept.sum = kept.sum_of();
        kept
    }

    fn sum_of(&self) -> u32 {
        let words = [self.mark, self.kind, self.numbers[0], self.numbers[1]];
        let bytes = self.place.iter().map(|&byte| u32::from(byte));
        words
            .into_iter()
            .chain(bytes)
            .fold(0x811C_9DC5, |sum, word| {
                (sum ^ word).wrapping_mul(0x0100_0193)
            })
    }

    fn mishap(&self) -> Option<Mishap> {
        let length = self.place.iter().position(|&byte| byte == 0);
        let name = core::str::from_utf8(&self.place[..length.unwrap_or(PLACE)]).unwrap_or("?");
        let [first, second] = self.numbers;
        match self.kind {
            PANIC => Some(Mishap::panic(name, first)),
            FAULT => Some(Mishap::fault(first, second)),
            OVERFLOW => Some(Mishap::overflow()),
            _ => None,
        }
    }
}

fn keep(kept: Kept) {
    // SAFETY: written only here, at the start and last before a reset, when nothing else runs.
    unsafe { write_volatile(addr_of_mut!(KEPT).cast(), kept) }
}

/// Takes the mishap from before the reset, if there was one. After a reset by the watchdog without another
/// reason, the device hung.
pub(crate) fn take(after_watchdog: bool) -> Option<Mishap> {
    // SAFETY: plain words, of which any are valid; nothing else runs yet.
    let kept: Kept = unsafe { read_volatile(addr_of_mut!(KEPT).cast()) };
    keep(Kept::new(0, [0; 2], ""));
    let sound = kept.mark == MARK && kept.sum == kept.sum_of();
    let found = sound.then(|| kept.mishap()).flatten();
    let found = found.or(after_watchdog.then(Mishap::hang));
    if let Some(mishap) = &found {
        defmt::warn!("last time: {=str}", mishap.place());
        crate::journal::note(format_args!("last time: {}", mishap.place()));
    }
    found
}

/// Restarts by the watchdog.
fn reset() -> ! {
    pac::PSM
        .wdsel()
        .write_value(pac::psm::regs::Wdsel(chip::ALL_BUT_OSCILLATORS));
    pac::WATCHDOG.ctrl().write(|w| w.set_trigger(true));
    loop {
        cortex_m::asm::nop();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    cortex_m::interrupt::disable();
    let (file, line) = info
        .location()
        .map_or(("?", 0), |place| (place.file(), place.line()));
    // Stored before it is logged, because logging may be what panics.
    keep(Kept::new(PANIC, [line, 0], file));
    if first_time() {
        defmt::error!("{}", defmt::Display2Format(info));
        defmt::flush();
    }
    reset()
}

/// Whether this is the first mishap since the start, and not one within another.
fn first_time() -> bool {
    use core::sync::atomic::{AtomicBool, Ordering};
    static SEEN: AtomicBool = AtomicBool::new(false);
    let seen = SEEN.load(Ordering::Relaxed);
    SEEN.store(true, Ordering::Relaxed);
    !seen
}

// The cause may be the stack: the handler resets it to its top, which loses its contents, and passes the
// address of the exception frame on.
core::arch::global_asm!(
    ".section .HardFault.user, \"ax\"",
    ".global HardFault",
    ".type HardFault,%function",
    ".thumb_func",
    "HardFault:",
    "mrs r0, MSP",
    "ldr r1, =_stack_start",
    "msr MSP, r1",
    "ldr r1, =dobutsu_fault",
    "bx r1",
    ".pool",
    ".size HardFault, . - HardFault",
);

/// Stores the registers of a fault, which the chip has pushed to `frame` unless there was no room.
#[unsafe(no_mangle)]
extern "C" fn dobutsu_fault(frame: *const u32) -> ! {
    let kept = match crate::memory::fault_frame(frame) {
        Some([caller, place]) => Kept::new(FAULT, [place, caller], ""),
        None => Kept::new(OVERFLOW, [0; 2], ""),
    };
    keep(kept);
    if first_time() {
        defmt::error!("fault: {=u32:#010x}", kept.numbers[0]);
        defmt::flush();
    }
    reset()
}
