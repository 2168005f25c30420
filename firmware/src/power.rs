//! Power: only the clocks the device uses, and fewer of them while it sleeps.
//!
//! With nothing to do the core always waits for an interrupt, at full clock so that a press is
//! answered at once. Asleep, the display is off and the chip dormant: no oscillator runs, and with
//! them the timer and the watchdog stand still, until a button's pin is low. Waking takes the
//! crystal's start. A debug probe loses its connection meanwhile.
//!
//! A button that is held when the device falls asleep, in a bag say, would wake it at once. Then it
//! only dozes: the system clock comes from the crystal without a PLL, and it waits for a press.
//!
//! # Clocks
//! The RP2040 runs at 200 MHz, for which it is certified at 1.15 V. The usual boot stage reads the flash at
//! half of that, by quad reads; the flash chips of RP2040 boards allow 104 MHz from 2.7 V and 133 from 3.
//! With the boot stage for any flash, which reads by the old command 03h at a quarter of the system clock,
//! it runs at 125 MHz: many chips allow that command no more than 33 MHz.

use dobutsu_core::handheld::Button;
use embassy_rp::clocks::{AdcClkConfig, AdcClkSrc, ClockConfig, dormant_sleep};
use embassy_rp::pac;
use embassy_rp::pac::clocks::vals::{ClkRefCtrlSrc, ClkSysCtrlSrc};
use embassy_rp::pac::xosc::vals::Enable;

use crate::{board, buttons, chip};

/// The clocks: the system's, 48 MHz for USB, and none for the calendar; the crystal's own is enough for a
/// voltage now and then. `settles_ms` are milliseconds the crystal is given to settle.
pub(crate) fn clocks(crystal_hz: u32, settles_ms: u32) -> ClockConfig {
    let mut clocks = chip::clocks(crystal_hz);
    clocks.adc_clk = Some(AdcClkConfig {
        src: AdcClkSrc::Xosc,
        div: 1,
        phase: 0,
    });
    if let Some(crystal) = &mut clocks.xosc {
        crystal.delay_multiplier = settles_ms;
    }
    clocks
}

/// How often and after how many cycles of the ring oscillator, about a millisecond, a button is looked at
/// that has ended the dormant state. A bouncing contact is closed at one of these times.
const LOOKS: u32 = 5;
const LOOK_CYCLES: u32 = 6_500;

/// Stops all oscillators until a button is pressed. Nothing may be on its way to the display.
///
/// A wire that was low for less than a millisecond stops them again.
pub(crate) fn sleep_until_pressed() {
    let wakes = |on: bool| {
        for pin in Button::ALL.map(|button| usize::from(board::pin_of(button))) {
            let enabled = pac::IO_BANK0.int_dormant_wake().inte(pin / 8);
            enabled.modify(|w| w.set_level_low(pin % 8, on));
        }
    };
    wakes(true);
    // RAM has no power for a few instructions before and after: an interrupt that is taken there would put
    // its registers nowhere. Waking does not take one.
    cortex_m::interrupt::free(|_| {
        let ring = Ring::begin();
        loop {
            dormant_sleep();
            // The counter stood still, and counts again.
            pac::WATCHDOG.load().write(|w| w.set_load(0xFF_FFFF));
            let mut looks = 0..LOOKS;
            if looks.any(|_| {
                cortex_m::asm::delay(LOOK_CYCLES);
                buttons::any_down()
            }) {
                break;
            }
        }
        drop(ring);
    });
    wakes(false);
}

/// While this lives, the system runs from the ring oscillator, and crystal and PLL rest.
struct Ring {
    /// Ends after the crystal runs again.
    _doze: Doze,
}

impl Ring {
    fn begin() -> Ring {
        let doze = Doze::begin();
        select_reference(ClkRefCtrlSrc::ROSC_CLKSRC_PH);
        pac::XOSC.ctrl().modify(|w| w.set_enable(Enable::DISABLE));
        Ring { _doze: doze }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        pac::XOSC.ctrl().modify(|w| w.set_enable(Enable::ENABLE));
        while !pac::XOSC.status().read().stable() {}
        select_reference(ClkRefCtrlSrc::XOSC_CLKSRC);
    }
}

/// While this lives, USB has no clock, and no computer sees a device.
pub(crate) struct Detached(());

impl Detached {
    /// Takes the pull-up off the data line, by which a computer sees a device, before the clock stops: a
    /// device that is seen and does not answer is given up.
    pub(crate) fn begin() -> Detached {
        pull_up(false);
        pac::CLOCKS.clk_usb_ctrl().modify(|w| w.set_enable(false));
        power_pll(pac::PLL_USB, false);
        Detached(())
    }
}

impl Drop for Detached {
    fn drop(&mut self) {
        power_pll(pac::PLL_USB, true);
        while !pac::PLL_USB.cs().read().lock() {}
        pac::CLOCKS.clk_usb_ctrl().modify(|w| w.set_enable(true));
        pull_up(true);
    }
}

fn pull_up(on: bool) {
    pac::USB.sie_ctrl().modify(|w| w.set_pullup_en(on));
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

/// The same for the reference clock.
fn select_reference(source: ClkRefCtrlSrc) {
    pac::CLOCKS.clk_ref_ctrl().modify(|w| w.set_src(source));
    while chip::reference_clock_sources() != 1 << source as u32 {}
}

fn power_pll(pll: pac::pll::Pll, on: bool) {
    pll.pwr().modify(|w| {
        w.set_pd(!on);
        w.set_vcopd(!on);
    });
}
