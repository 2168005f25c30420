//! The watchdog, which is fed only while the firmware gets on with its work.
//!
//! The feeder runs at the lowest priority, so it runs only if nothing above it spins. It feeds
//! only if the device has ticked and, while it thinks, the thoughts have moved since the last
//! time. A reset finds the game in the saves and goes on.
//!
//! It is never stopped. While the device sleeps nothing has to tick; if it sleeps so deeply that the
//! oscillators stand, so does the watchdog's counter. Waking is work like any other: a PLL that does
//! not lock, or a log that waits for a probe that was pulled out, ends in a reset.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use embassy_rp::{Peri, pac};
use embassy_time::{Duration, Timer};

/// The counter holds 8.3 s. What may go by between two feeds: the feeder's own interval (0.5 s), a
/// slice of thought (some ms), the longest stretch without a breath in it, which is a sector's erasure
/// at the flash's slowest and the pages of a record written before it (0.4 s and 10 × 3 ms), and a
/// display that hangs (1 s): 2 s. Half of the saves, eight sectors of 0.4 s, would still fit if
/// they were erased in one go.
const PATIENCE: Duration = Duration::from_secs(8);
const EVERY: Duration = Duration::from_millis(500);
/// Asleep, seldom: each time costs the power of waking the core.
const EVERY_ASLEEP: Duration = Duration::from_secs(4);

/// Counts ticks of the device.
static TICKS: AtomicU32 = AtomicU32::new(0);
/// Counts slices of thought.
static SLICES: AtomicU32 = AtomicU32::new(0);
/// Whether there is something to think about.
static THINKING: AtomicBool = AtomicBool::new(false);
/// Whether the device sleeps.
static ASLEEP: AtomicBool = AtomicBool::new(false);

/// One line of work: its count can only go up.
fn count(counter: &AtomicU32) {
    // The chip cannot add atomically, but each counter has one writer.
    counter.store(
        counter.load(Ordering::Relaxed).wrapping_add(1),
        Ordering::Relaxed,
    );
}

/// The device lives.
pub(crate) fn ticked() {
    count(&TICKS);
}

/// The thinker has got on.
pub(crate) fn thought() {
    count(&SLICES);
}

/// The thinker has something to think about, or has finished.
pub(crate) fn thinking(busy: bool) {
    THINKING.store(busy, Ordering::Relaxed);
}

/// The device falls asleep, or wakes up. Asleep it waits for a button, for days if need be.
pub(crate) fn asleep(asleep: bool) {
    ASLEEP.store(asleep, Ordering::Relaxed);
}

/// What the watchdog's first scratch register, which only losing power clears, holds during a write.
const WRITING: u32 = 0x5752_4954;

/// The flash is being written to, and nothing else runs, or it is done.
pub(crate) fn writing(now: bool) {
    pac::WATCHDOG
        .scratch0()
        .write_value(if now { WRITING } else { 0 });
}

/// Whether the flash was being written to when the chip was reset.
pub(crate) fn was_writing() -> bool {
    pac::WATCHDOG.scratch0().read() == WRITING
}

/// Feeds the watchdog.
#[embassy_executor::task]
pub(crate) async fn feed(watchdog: Peri<'static, WATCHDOG>) {
    let mut dog = Watchdog::new(watchdog);
    dog.pause_on_debug(true);
    dog.start(PATIENCE);
    let (mut ticks, mut slices) = (0, 0);
    loop {
        let asleep = ASLEEP.load(Ordering::Relaxed);
        Timer::after(if asleep { EVERY_ASLEEP } else { EVERY }).await;
        let lived = core::mem::replace(&mut ticks, TICKS.load(Ordering::Relaxed)) != ticks;
        let thought = core::mem::replace(&mut slices, SLICES.load(Ordering::Relaxed)) != slices;
        let sleeps = asleep && ASLEEP.load(Ordering::Relaxed);
        if sleeps || (lived && (thought || !THINKING.load(Ordering::Relaxed))) {
            dog.feed(PATIENCE);
        }
    }
}
