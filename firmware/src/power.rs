//! Power: only the clocks the device uses, and fewer of them while it sleeps.
//!
//! With nothing to do the core always waits for an interrupt, at full clock so that a press is
//! answered at once. Asleep, the display is off and the chip dormant: no oscillator runs, and with
//! them the timer and the watchdog stand still, until a button's pin is low. Waking takes the
//! crystal's start. A debug probe loses its connection meanwhile.
//!
//! A button that is held when the device falls asleep, in a bag say, would wake it at once. Then it
//! only dozes: the system clock comes from the crystal without a PLL, and it waits for a press.

use dobutsu_core::handheld::Button;
use embassy_rp::clocks::{AdcClkConfig, AdcClkSrc, ClockConfig, dormant_sleep};
use embassy_rp::pac;
use embassy_rp::pac::clocks::vals::ClkSysCtrlSrc;

use crate::{board, chip};

/// 125 MHz from the crystal (150 on the RP2350), 48 for USB, and no clock for the calendar; the crystal's own is enough for a
/// voltage now and then.
///
/// Milliseconds the crystal is given to settle.
pub(crate) fn clocks(crystal_hz: u32, settles_ms: u32) -> ClockConfig {
    let mut clocks = ClockConfig::crystal(crystal_hz);
    clocks.adc_clk = Some(AdcClkConfig {
        src: AdcClkSrc::Xosc,
        div: 1,
        phase: 0,
    });
    chip::trim(&mut clocks);
    if let Some(crystal) = &mut clocks.xosc {
        crystal.delay_multiplier = settles_ms;
    }
    clocks
}

/// Stops all oscillators until a button's pin is low. Nothing may be on its way to the display.
pub(crate) fn sleep_until_low() {
    let wakes = |on: bool| {
        for pin in Button::ALL.map(|button| usize::from(board::pin_of(button))) {
            let enabled = pac::IO_BANK0.int_dormant_wake().inte(pin / 8);
            enabled.modify(|w| w.set_level_low(pin % 8, on));
        }
    };
    wakes(true);
    dormant_sleep();
    wakes(false);
}

/// Starts the clock of USB, which runs after a reset.
pub(crate) fn start_usb() {
    power_pll(pac::PLL_USB, true);
    while !pac::PLL_USB.cs().read().lock() {}
    pac::CLOCKS.clk_usb_ctrl().modify(|w| w.set_enable(true));
}

/// Stops the clock of USB, and the PLL behind it.
pub(crate) fn stop_usb() {
    pac::CLOCKS.clk_usb_ctrl().modify(|w| w.set_enable(false));
    power_pll(pac::PLL_USB, false);
}

/// While this lives, the system runs at the crystal's pace.
pub(crate) struct Doze(());

impl Doze {
    /// Slows down. Nothing may be on its way to the display, whose bus slows down too.
    pub(crate) fn begin() -> Doze {
        select(ClkSysCtrlSrc::CLK_REF);
        power_pll(pac::PLL_SYS, false);
        Doze(())
    }
}

impl Drop for Doze {
    fn drop(&mut self) {
        power_pll(pac::PLL_SYS, true);
        while !pac::PLL_SYS.cs().read().lock() {}
        select(ClkSysCtrlSrc::CLKSRC_CLK_SYS_AUX);
    }
}

/// Changes the source of the system clock, which is made to be changed while it runs.
fn select(source: ClkSysCtrlSrc) {
    pac::CLOCKS.clk_sys_ctrl().modify(|w| w.set_src(source));
    while chip::system_clock_sources() != 1 << source as u32 {}
}

fn power_pll(pll: pac::pll::Pll, on: bool) {
    pll.pwr().modify(|w| {
        w.set_pd(!on);
        w.set_vcopd(!on);
    });
}
