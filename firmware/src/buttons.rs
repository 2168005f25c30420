//! The buttons: interrupts in, presses out.
//!
//! A press counts at its first edge, so that debouncing costs no time; the contact's bouncing is
//! then waited out. A release counts once the contact has been open for a while. Held arrows
//! repeat, A and B do not: what they do is not always to be undone.
//!
//! While a save erases a sector nothing runs, for 45 ms as a rule. The pin remembers an edge for
//! that long, so a press that comes and goes meanwhile is late but not lost, unless the release of
//! the one before falls into the same erasure.

use core::future::{Future, pending, poll_fn};
use core::pin::pin;
use core::task::Poll;

use dobutsu_core::handheld::Button;
use embassy_futures::select::{Either, select};
use embassy_rp::gpio::{Input, Pin, Pull};
use embassy_rp::{Peri, pac};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Instant, Timer};

/// Contacts of cheap switches bounce for 5 ms, worn ones for 10.
const BOUNCE: Duration = Duration::from_millis(15);
/// How long an arrow is held before it repeats, and how often it does then.
const REPEAT_AFTER: Duration = Duration::from_millis(400);
const REPEAT_EVERY: Duration = Duration::from_millis(120);

/// Presses nobody has taken yet; more than this in one breath are lost, not waited for.
static PRESSES: Channel<CriticalSectionRawMutex, Button, 8> = Channel::new();

/// The next press.
pub(crate) async fn next() -> Button {
    PRESSES.receive().await
}

/// A contact between a pin and ground.
pub(crate) struct Contact {
    pin: Input<'static>,
    /// The pin's bit among the inputs, which can be read while it is waited for.
    mask: u32,
}

impl Contact {
    /// The contact at this pin, held high while it is open.
    pub(crate) fn new(pin: Peri<'static, impl Pin>) -> Contact {
        let mask = 1 << pin.pin();
        let pin = Input::new(pin, Pull::Up);
        Contact { pin, mask }
    }

    /// Waits until it closes, if it does not already.
    async fn closed(&mut self) {
        let mut edge = pin!(self.pin.wait_for_falling_edge());
        // The level is looked at only once the edge is being watched for, so neither is missed.
        poll_fn(|context| match edge.as_mut().poll(context) {
            Poll::Pending if pac::SIO.gpio_in(0).read() & self.mask != 0 => Poll::Pending,
            _ => Poll::Ready(()),
        })
        .await;
    }

    /// Waits until it is open and stays so.
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
        press(button);
        let mut repeat = Instant::now() + REPEAT_AFTER;
        Timer::after(BOUNCE).await;
        loop {
            match select(contact.opened(), repetition(button, repeat)).await {
                Either::First(()) => break,
                Either::Second(()) => {
                    press(button);
                    repeat += REPEAT_EVERY;
                }
            }
        }
    }
}

fn press(button: Button) {
    defmt::debug!("press {}", button);
    if PRESSES.try_send(button).is_err() {
        defmt::warn!("press lost: {}", button);
    }
}

/// Waits until a held button counts again.
async fn repetition(button: Button, at: Instant) {
    match button {
        Button::A | Button::B => pending().await,
        _ => Timer::at(at).await,
    }
}
