//! The buttons: interrupts in, presses out.
//!
//! A press counts when the contact is still closed a millisecond after its first edge: no glitch
//! lasts so long, and nobody feels it. The contact's bouncing is then waited out. A release counts
//! once the contact has been open for a while. Held arrows repeat, A and B do not: what they do is
//! not always to be undone.
//!
//! While a save erases a sector nothing runs, for 45 ms as a rule and 400 at worst. The pin
//! remembers edges for that long. A press that came and went meanwhile counts by its edge alone;
//! and a button that was held before, was let go and is held again, counts again.

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

/// Contacts of cheap switches bounce for 5 ms, worn ones for 10.
const BOUNCE: Duration = Duration::from_millis(15);
/// A contact that is open again after this was never closed by a finger.
const CERTAIN: Duration = Duration::from_millis(1);
/// An edge that is seen so soon after an erasure may have come at any time of it.
const AFTER_ERASURE: u32 = 5_000;
/// How long an arrow is held before it repeats, and how often it does then.
const REPEAT_AFTER: Duration = Duration::from_millis(400);
const REPEAT_EVERY: Duration = Duration::from_millis(120);

/// Presses nobody has taken yet; more than this in one breath are lost, not waited for.
static PRESSES: Channel<CriticalSectionRawMutex, Button, 8> = Channel::new();

/// The pins of buttons that are held, and known to be.
static HELD: AtomicU32 = AtomicU32::new(0);
/// When the last erasure ended, in microseconds, low bits.
static ERASED: AtomicU32 = AtomicU32::new(0);

fn micros() -> u32 {
    Instant::now().as_micros() as u32
}

/// The next press.
pub(crate) async fn next() -> Button {
    PRESSES.receive().await
}

/// Whether a button is down now, whatever was made of it.
pub(crate) fn is_down(button: Button) -> bool {
    pac::SIO.gpio_in(0).read() & 1 << board::pin_of(button) == 0
}

/// Whether any button is down now.
pub(crate) fn any_down() -> bool {
    Button::ALL.into_iter().any(is_down)
}

/// Forgets the presses that nobody has taken.
pub(crate) fn forget() {
    while PRESSES.try_receive().is_ok() {}
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
        let mut pin = Input::new(pin, Pull::Up);
        // The wire's slow edge passes the threshold once.
        pin.set_schmitt(true);
        Contact { pin, mask }
    }

    fn is_closed(&self) -> bool {
        pac::SIO.gpio_in(0).read() & self.mask == 0
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

    /// Whether what was seen is a press: the contact stays closed, or nobody could look at it before.
    async fn is_certain(&self) -> bool {
        let erased = || micros().wrapping_sub(ERASED.load(Ordering::Relaxed)) < AFTER_ERASURE;
        if erased() {
            return true;
        }
        Timer::after(CERTAIN).await;
        self.is_closed() || erased()
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

/// Notes that a button is held, or is not; the pin forgets its edges up to here.
fn hold(mask: u32, held: bool) {
    let before = HELD.load(Ordering::Relaxed);
    // Buttons are watched at one priority, so nobody writes in between.
    HELD.store(
        if held { before | mask } else { before & !mask },
        Ordering::Relaxed,
    );
    was_let_go(mask);
}

/// Whether one of these pins, all but one bit of which are clear, went high since this was last asked.
fn was_let_go(mask: u32) -> bool {
    let pin = mask.trailing_zeros() as usize;
    let latched = pac::IO_BANK0.intr(pin / 8);
    let rose = latched.read().edge_high(pin % 8);
    latched.write(|w| w.set_edge_high(pin % 8, true));
    rose
}

/// Looks at the buttons when an erasure has ended, in which nobody could: one that was held, is held
/// and was let go meanwhile was pressed again. If it is open now its edges may be those of a bouncing
/// release, and do not count.
pub(crate) fn look_back() {
    ERASED.store(micros(), Ordering::Relaxed);
    let closed = !pac::SIO.gpio_in(0).read();
    for button in Button::ALL {
        let mask = 1 << board::pin_of(button);
        if HELD.load(Ordering::Relaxed) & mask != 0 && was_let_go(mask) && closed & mask != 0 {
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

/// Waits until a held button counts again.
async fn repetition(button: Button, at: Instant) {
    match button {
        Button::A | Button::B => pending().await,
        _ => Timer::at(at).await,
    }
}
