//! The watchdog, which is fed only while the firmware gets on with its work.
//!
//! The feeder runs at the lowest priority, so it runs only if nothing above it spins. It feeds
//! only if the device has ticked and, while it thinks, the thoughts have moved since the last
//! time. A reset finds the game in the saves and goes on.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use embassy_futures::select::{Either, select};
use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer};

/// Longer than half of the saves takes to erase at the flash's slowest, eight sectors of 400 ms, and
/// below the 8.3 s the counter can hold.
const PATIENCE: Duration = Duration::from_secs(4);
const EVERY: Duration = Duration::from_millis(500);

/// Counts ticks of the device.
static TICKS: AtomicU32 = AtomicU32::new(0);
/// Counts slices of thought.
static SLICES: AtomicU32 = AtomicU32::new(0);
/// Whether there is something to think about.
static THINKING: AtomicBool = AtomicBool::new(false);
/// Whether the device sleeps, when it changes.
static ASLEEP: Signal<CriticalSectionRawMutex, bool> = Signal::new();

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
    ASLEEP.signal(asleep);
}

/// Feeds the watchdog.
#[embassy_executor::task]
pub(crate) async fn feed(watchdog: Peri<'static, WATCHDOG>) {
    let mut dog = Watchdog::new(watchdog);
    dog.pause_on_debug(true);
    dog.start(PATIENCE);
    let (mut ticks, mut slices) = (0, 0);
    loop {
        match select(Timer::after(EVERY), ASLEEP.wait()).await {
            Either::First(()) => {
                let lived = core::mem::replace(&mut ticks, TICKS.load(Ordering::Relaxed)) != ticks;
                let thought =
                    core::mem::replace(&mut slices, SLICES.load(Ordering::Relaxed)) != slices;
                if lived && (thought || !THINKING.load(Ordering::Relaxed)) {
                    dog.feed(PATIENCE);
                }
            }
            Either::Second(true) => {
                dog.stop();
                while ASLEEP.wait().await {}
                dog.start(PATIENCE);
            }
            Either::Second(false) => {}
        }
    }
}
