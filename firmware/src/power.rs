//! Power: only the clocks the device uses, and fewer of them while it sleeps.
//!
//! With nothing to do the core always waits for an interrupt, at full clock so that a press is
//! answered at once. Asleep, the display is off, nothing ticks, and the system clock comes from
//! the crystal: at 12 MHz without a PLL a waiting core draws a small part of what it draws at
//! 125 MHz. The timer and the buttons' interrupts do not notice, and waking takes the fraction of
//! a millisecond that the PLL needs to lock. The chip's dormant state would save more still, but
//! it takes the debug probe's connection away and the crystal's start to leave.

use embassy_rp::clocks::ClockConfig;
use embassy_rp::pac;
use embassy_rp::pac::clocks::vals::ClkSysCtrlSrc;

/// 125 MHz from the crystal, and no clocks for USB, ADC and calendar, nor the PLL behind them.
///
/// Milliseconds the crystal is given to settle.
pub(crate) fn clocks(crystal_hz: u32, settles_ms: u32) -> ClockConfig {
    let mut clocks = ClockConfig::crystal(crystal_hz);
    clocks.usb_clk = None;
    clocks.adc_clk = None;
    clocks.rtc_clk = None;
    if let Some(crystal) = &mut clocks.xosc {
        crystal.usb_pll = None;
        crystal.delay_multiplier = settles_ms;
    }
    clocks
}

/// While this lives, the system runs at the crystal's pace.
pub(crate) struct Doze(());

impl Doze {
    /// Slows down. Nothing may be on its way to the display, whose bus slows down too.
    pub(crate) fn begin() -> Doze {
        select(ClkSysCtrlSrc::CLK_REF);
        power_pll(false);
        Doze(())
    }
}

impl Drop for Doze {
    fn drop(&mut self) {
        power_pll(true);
        while !pac::PLL_SYS.cs().read().lock() {}
        select(ClkSysCtrlSrc::CLKSRC_CLK_SYS_AUX);
    }
}

/// Changes the source of the system clock, which is made to be changed while it runs.
fn select(source: ClkSysCtrlSrc) {
    pac::CLOCKS.clk_sys_ctrl().modify(|w| w.set_src(source));
    while pac::CLOCKS.clk_sys_selected().read() != 1 << source as u32 {}
}

fn power_pll(on: bool) {
    pac::PLL_SYS.pwr().modify(|w| {
        w.set_pd(!on);
        w.set_vcopd(!on);
    });
}
