//! The self-test, which runs when A is held at power-on.

use dobutsu_core::handheld::{Button, Findings, Frame, Health, SelfTest, Settings};
use embassy_futures::select::{Either, select};
use embassy_time::{Duration, Timer};

use crate::battery::Battery;
use crate::display::{self, Light, Look};
use crate::{buttons, memory, thinker, watchdog};

/// How often the findings are updated.
const INTERVAL: Duration = Duration::from_millis(200);

/// Runs the self-test until its owner ends it.
pub(crate) async fn run(
    mut test: SelfTest,
    saves: Health,
    battery: &mut Battery,
    settings: Settings,
) {
    defmt::info!("self-test");
    // The press of A that began it does not count as an answer.
    while buttons::is_down(Button::A) {
        show(&test, settings);
        watchdog::ticked();
        Timer::after(INTERVAL).await;
    }
    Timer::after(INTERVAL).await;
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
        match select(buttons::next(), Timer::after(INTERVAL)).await {
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
