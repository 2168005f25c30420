//! The self-test, for whoever holds A while switching on.

use dobutsu_core::handheld::{Button, Findings, Frame, Health, SelfTest, Settings};
use embassy_futures::select::{Either, select};
use embassy_time::{Duration, Timer};

use crate::battery::Battery;
use crate::display::{self, Light, Look};
use crate::{buttons, memory, thinker, watchdog};

/// How often it looks at what may have changed.
const LOOK: Duration = Duration::from_millis(200);

/// Runs the self-test until its owner has seen enough.
pub(crate) async fn run(
    mut test: SelfTest,
    saves: Health,
    battery: &mut Battery,
    settings: Settings,
) {
    defmt::info!("self-test");
    // The finger that began it is no answer to it.
    while buttons::is_down(Button::A) {
        show(&test, settings);
        watchdog::ticked();
        Timer::after(LOOK).await;
    }
    Timer::after(LOOK).await;
    buttons::forget();
    while !test.is_done() {
        let findings = Findings {
            flash: memory::flash_bytes() >> 10,
            database: thinker::health(),
            saves,
            volts: battery.volts(),
        };
        test.find(findings);
        show(&test, settings);
        watchdog::ticked();
        match select(buttons::next(), Timer::after(LOOK)).await {
            Either::First(button) if settings.is_upside_down => test.press(button.upside_down()),
            Either::First(button) => test.press(button),
            Either::Second(()) => {}
        }
    }
}

fn show(test: &SelfTest, settings: Settings) {
    let mut frame = Frame::new();
    test.draw(&mut frame);
    display::show(&frame, Look::of(settings, Light::Bright));
}
