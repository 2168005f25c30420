//! The buttons: interrupts in, presses out.
//!
//! A press counts at its first edge, so that debouncing costs no time; the contact's bouncing is
//! then waited out. A release counts once the contact has been open for a while. Held arrows
//! repeat, A and B do not: what they do is not always to be undone.

use dobutsu_core::handheld::Button;
use embassy_futures::select::{Either, select};
use embassy_rp::gpio::Input;
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

/// Watches one button.
#[embassy_executor::task(pool_size = 6)]
pub(crate) async fn watch(button: Button, mut pin: Input<'static>) {
    loop {
        // Levels, not edges: a press during a save, when interrupts are off, is still there.
        pin.wait_for_low().await;
        press(button);
        let mut repeat = Instant::now() + REPEAT_AFTER;
        Timer::after(BOUNCE).await;
        loop {
            match select(released(&mut pin), repetition(button, repeat)).await {
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

/// Waits until the contact is open and stays so.
async fn released(pin: &mut Input<'static>) {
    loop {
        pin.wait_for_high().await;
        match select(pin.wait_for_low(), Timer::after(BOUNCE)).await {
            Either::First(()) => {}
            Either::Second(()) => return,
        }
    }
}

/// Waits until a held button counts again.
async fn repetition(button: Button, at: Instant) {
    match button {
        Button::A | Button::B => core::future::pending().await,
        _ => Timer::at(at).await,
    }
}
