//! The buttons: turns interrupts into presses.
//!
//! A press counts when the contact is still closed a millisecond after its first edge, which is longer than
//! a glitch and too short to notice. Then the task waits until the contact has stopped bouncing. A release
//! counts once the contact has been open for a while. Held arrows repeat; A and B do not, because their
//! effect cannot always be undone.
//!
//! While a save erases a sector nothing else runs, typically for 45 ms and at most for 400 ms. The pin
//! latches edges meanwhile. A press that began and ended within an erasure counts by its edge alone; a
//! button that was held before it, was released and is held again counts again.

use core::future::{Future, pending, poll_fn};
use core::pin::pin;
use core::sync::atomic::{AtomicU32, Ordering};
use core::task::Poll;

use dobutsu_core::handheld::Button;
use embassy_futures::select::{Either, select};
use embassy_rp::gpio::{Input, Pin, Pull};
use embassy_rp::{Peri, pac};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Instant, Timer};

use crate::board;

/// Contacts of cheap switches bounce for 5 ms, worn ones for 10 ms.
const BOUNCE: Duration = Duration::from_millis(15);
/// A contact that is open again after this time was closed by a glitch.
const CERTAIN: Duration = Duration::from_millis(1);
/// An edge seen within this many microseconds of an erasure may have occurred at any time during it.
const AFTER_ERASURE: u32 = 5_000;
/// How long an arrow is held before it repeats, and the interval of repetition.
const REPEAT_AFTER: Duration = Duration::from_millis(400);
const REPEAT_EVERY: Duration = Duration::from_millis(120);

/// Presses that have not been received yet; further ones are lost.
static PRESSES: Channel<CriticalSectionRawMutex, Button, 8> = Channel::new();

/// The pins of buttons that are known to be held.
static HELD: AtomicU32 = AtomicU32::new(0);
/// When the last erasure ended: the low 32 bits of the time in microseconds.
static ERASED: AtomicU32 = AtomicU32::new(0);

fn micros() -> u32 {
    Instant::now().as_micros() as u32
}

/// Waits for the next press.
pub(crate) async fn next() -> Button {
    PRESSES.receive().await
}

/// Whether a button is down now, recognised as a press or not.
pub(crate) fn is_down(button: Button) -> bool {
    pac::SIO.gpio_in(0).read() & 1 << board::pin_of(button) == 0
}

/// Whether any button is down now.
pub(crate) fn any_down() -> bool {
    Button::ALL.into_iter().any(is_down)
}

/// Discards presses that have not been received.
pub(crate) fn forget() {
    while PRESSES.try_receive().is_ok() {}
}

/// A contact between a pin and ground.
pub(crate) struct Contact {
    pin: Input<'static>,
    /// The pin's bit among the inputs, which can be read while a task waits for the pin.
    mask: u32,
}

impl Contact {
    /// The contact at this pin, which is pulled high while it is open.
    pub(crate) fn new(pin: Peri<'static, impl Pin>) -> Contact {
        let mask = 1 << pin.pin();
        let mut pin = Input::new(pin, Pull::Up);
        // A slow edge passes the threshold only once.
        pin.set_schmitt(true);
        Contact { pin, mask }
    }

    fn is_closed(&self) -> bool {
        pac::SIO.gpio_in(0).read() & self.mask == 0
    }

    /// Waits until it is closed.
    async fn closed(&mut self) {
        let mut edge = pin!(self.pin.wait_for_falling_edge());
        // The level is read only once the edge is being watched for, so that neither is missed.
        poll_fn(|context| match edge.as_mut().poll(context) {
            Poll::Pending if pac::SIO.gpio_in(0).read() & self.mask != 0 => Poll::Pending,
            _ => Poll::Ready(()),
        })
        .await;
    }

    /// Whether the edge is a press: the contact stays closed, or it could not be read before.
    async fn is_certain(&self) -> bool {
        let erased = || micros().wrapping_sub(ERASED.load(Ordering::Relaxed)) < AFTER_ERASURE;
        if erased() {
            return true;
        }
        Timer::after(CERTAIN).await;
        self.is_closed() || erased()
    }

    /// Waits until it is open and stays open.
    async fn opened(&mut self) {
        loop {
            self.pin.wait_for_high().await;
            match select(self.pin.wait_for_low(), Timer::after(BOUNCE)).await {
                Either::First(()) => {}
                Either::Second(()) => return,
            }
        }
    }
}

/// Watches one button.
#[embassy_executor::task(pool_size = 6)]
pub(crate) async fn watch(button: Button, mut contact: Contact) {
    loop {
        contact.closed().await;
        if !contact.is_certain().await {
            continue;
        }
        press(button);
        let mut repeat = Instant::now() + REPEAT_AFTER;
        Timer::after(BOUNCE).await;
        hold(contact.mask, true);
        loop {
            match select(contact.opened(), repetition(button, repeat)).await {
                Either::First(()) => break,
                Either::Second(()) => {
                    press(button);
                    repeat += REPEAT_EVERY;
                }
            }
        }
        hold(contact.mask, false);
    }
}

/// Records whether a button is held, and clears the latched edges of its pin.
fn hold(mask: u32, held: bool) {
    let before = HELD.load(Ordering::Relaxed);
    // All buttons are watched at one priority, so nothing writes in between.
    HELD.store(
        if held { before | mask } else { before & !mask },
        Ordering::Relaxed,
    );
    was_released(mask);
}

/// Whether the pin of this mask went high since the last call.
fn was_released(mask: u32) -> bool {
    let pin = mask.trailing_zeros() as usize;
    let latched = pac::IO_BANK0.intr(pin / 8);
    let rose = latched.read().edge_high(pin % 8);
    latched.write(|w| w.set_edge_high(pin % 8, true));
    rose
}

/// Checks the buttons after an erasure: one that was held before, was released meanwhile and is held now was
/// pressed again. If it is open now, its edges may be those of a bouncing release, and do not count.
pub(crate) fn check_after_erasure() {
    ERASED.store(micros(), Ordering::Relaxed);
    let closed = !pac::SIO.gpio_in(0).read();
    for button in Button::ALL {
        let mask = 1 << board::pin_of(button);
        if HELD.load(Ordering::Relaxed) & mask != 0 && was_released(mask) && closed & mask != 0 {
            press(button);
        }
    }
}

fn press(button: Button) {
    defmt::debug!("press {}", button);
    if PRESSES.try_send(button).is_err() {
        defmt::warn!("press lost: {}", button);
    }
}

/// Waits until a held button repeats.
async fn repetition(button: Button, at: Instant) {
    match button {
        Button::A | Button::B => pending().await,
        _ => Timer::at(at).await,
    }
}
