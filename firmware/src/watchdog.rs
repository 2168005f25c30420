//! The watchdog, which is fed only while the firmware makes progress.
//!
//! The feeder has the lowest priority, so it runs only if nothing above it loops forever. It feeds the
//! watchdog only if the device has ticked since the last time and, while there is a question, the thinker has
//! worked. After a reset the game is read from the saves and goes on.
//!
//! The watchdog is never stopped. While the device sleeps no ticks are required; in the dormant state the
//! counter stands still with the oscillators. If waking hangs, because a PLL does not lock or because the log
//! waits for a probe that was pulled out, the watchdog resets the chip.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use embassy_rp::{Peri, pac};
use embassy_time::{Duration, Timer};

/// The timeout; the counter's maximum is 8.3 s. Between two feeds pass at most 2 s: the feeder's own interval
/// (0.5 s), a slice of the thinker (some ms), the longest stretch without a pause, which is erasing a sector
/// of the slowest flash after writing the pages of a record (0.4 s and 10 × 3 ms), and a transfer to a display
/// that hangs (1 s).
const TIMEOUT: Duration = Duration::from_secs(8);
const EVERY: Duration = Duration::from_millis(500);
/// Asleep it is longer, because waking the core takes power.
const EVERY_ASLEEP: Duration = Duration::from_secs(4);

/// Counts ticks of the device.
static TICKS: AtomicU32 = AtomicU32::new(0);
/// Counts slices of the thinker.
static SLICES: AtomicU32 = AtomicU32::new(0);
/// Whether the thinker has a question.
static THINKING: AtomicBool = AtomicBool::new(false);
/// Whether the device sleeps.
static ASLEEP: AtomicBool = AtomicBool::new(false);

/// Increments a counter.
fn count(counter: &AtomicU32) {
    // The RP2040 cannot add atomically, but each counter has one writer.
    counter.store(
        counter.load(Ordering::Relaxed).wrapping_add(1),
        Ordering::Relaxed,
    );
}

/// Called for every tick of the device, and after every erased sector.
pub(crate) fn ticked() {
    count(&TICKS);
}

/// Called for every slice of the thinker.
pub(crate) fn thought() {
    count(&SLICES);
}

/// Called when the thinker begins to work on a question, and when it has finished.
pub(crate) fn thinking(busy: bool) {
    THINKING.store(busy, Ordering::Relaxed);
}

/// Called when the device falls asleep and when it wakes up. Asleep it may wait for days.
pub(crate) fn asleep(asleep: bool) {
    ASLEEP.store(asleep, Ordering::Relaxed);
}

/// The value of the watchdog's first scratch register during a write. Only a loss of power clears it.
const WRITING: u32 = 0x5752_4954;

/// Called before and after a write to flash, during which nothing else runs.
pub(crate) fn writing(now: bool) {
    pac::WATCHDOG
        .scratch0()
        .write_value(if now { WRITING } else { 0 });
}

/// Whether the chip was reset during a write to flash.
pub(crate) fn was_writing() -> bool {
    pac::WATCHDOG.scratch0().read() == WRITING
}

/// Feeds the watchdog.
#[embassy_executor::task]
pub(crate) async fn feed(watchdog: Peri<'static, WATCHDOG>) {
    let mut dog = Watchdog::new(watchdog);
    dog.pause_on_debug(true);
    dog.start(TIMEOUT);
    let (mut ticks, mut slices) = (0, 0);
    loop {
        let asleep = ASLEEP.load(Ordering::Relaxed);
        Timer::after(if asleep { EVERY_ASLEEP } else { EVERY }).await;
        let lived = core::mem::replace(&mut ticks, TICKS.load(Ordering::Relaxed)) != ticks;
        let thought = core::mem::replace(&mut slices, SLICES.load(Ordering::Relaxed)) != slices;
        let sleeps = asleep && ASLEEP.load(Ordering::Relaxed);
        if sleeps || (lived && (thought || !THINKING.load(Ordering::Relaxed))) {
            dog.feed(TIMEOUT);
        }
    }
}
