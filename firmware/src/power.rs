//! Clocks, and sleep.
//!
//! # Clocks
//! The RP2040 runs at 200 MHz, for which it is certified at a core voltage of 1.15 V. The usual boot stage
//! reads the flash at half of that by quad reads; the flash chips of RP2040 boards allow 104 MHz from 2.7 V
//! and 133 MHz from 3 V. The boot stage for any flash reads by command 03h at a quarter of the system clock.
//! With it the chip runs at 125 MHz, because many flash chips allow that command no more than 33 MHz.
//!
//! While the device only waits for a press, the system clock comes from USB's PLL at 48 MHz: nothing that
//! runs then takes long, and a clock tree draws current in proportion to its frequency. [`FullClock`]
//! selects the full clock.
//!
//! # Sleep
//! Asleep, the display is off and the chip is dormant: no oscillator runs, so timer and watchdog stand still,
//! until a button's pin is low. Waking takes the start-up time of the crystal. A debug probe loses its
//! connection meanwhile.
//!
//! A button that is held when the device falls asleep, in a bag for instance, would wake it at once. In this
//! case it only dozes: the system clock comes from the crystal without a PLL, and it waits for a press.

use core::cell::Cell;

use dobutsu_core::handheld::Button;
use embassy_rp::clocks::{AdcClkConfig, AdcClkSrc, ClockConfig, dormant_sleep};
use embassy_rp::pac;
use embassy_rp::pac::clocks::vals::{ClkRefCtrlSrc, ClkSysCtrlAuxsrc, ClkSysCtrlSrc};
use embassy_rp::pac::xosc::vals::Enable;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;

use crate::{board, buttons, chip};

/// The clocks at start: the system clock, 48 MHz for USB, none for the calendar. The crystal clocks the ADC,
/// which measures a voltage now and then. The crystal gets `settles_ms` milliseconds to settle.
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

/// How many [`FullClock`]s exist.
static HOLDERS: Mutex<CriticalSectionRawMutex, Cell<u32>> = Mutex::new(Cell::new(0));

/// While one of these exists, the system clock has its full frequency; without one, 48 MHz.
///
/// Held by whatever computes for long, and by drivers whose timing is derived from the system clock: the
/// display's bus and the buzzer.
pub(crate) struct FullClock(());

impl FullClock {
    /// Selects the full clock.
    pub(crate) fn begin() -> FullClock {
        HOLDERS.lock(|holders| {
            if holders.get() == 0 {
                select_pll(ClkSysCtrlAuxsrc::CLKSRC_PLL_SYS);
            }
            holders.set(holders.get() + 1);
        });
        FullClock(())
    }
}

impl Drop for FullClock {
    fn drop(&mut self) {
        HOLDERS.lock(|holders| {
            holders.set(holders.get() - 1);
            if holders.get() == 0 {
                select_pll(ClkSysCtrlAuxsrc::CLKSRC_PLL_USB);
            }
        });
    }
}

/// Changes the PLL of the system clock. Only the choice between the reference and a PLL is free of glitches,
/// so the clock comes from the reference while the PLL is changed (RP2040 data sheet, 2.15.3.2).
fn select_pll(pll: ClkSysCtrlAuxsrc) {
    select(ClkSysCtrlSrc::CLK_REF);
    pac::CLOCKS.clk_sys_ctrl().modify(|w| w.set_auxsrc(pll));
    select(ClkSysCtrlSrc::CLKSRC_CLK_SYS_AUX);
}

/// After waking, the buttons are read this many times at intervals of this many cycles of the ring
/// oscillator, about a millisecond. A bouncing contact is closed in one of these readings.
const READINGS: u32 = 5;
const READING_CYCLES: u32 = 6_500;

/// Stops all oscillators until a button is pressed. No transfer to the display may be under way.
///
/// A pin that was low for less than a millisecond does not wake the device.
pub(crate) fn sleep_until_pressed() {
    let wakes = |on: bool| {
        for pin in Button::ALL.map(|button| usize::from(board::pin_of(button))) {
            let enabled = pac::IO_BANK0.int_dormant_wake().inte(pin / 8);
            enabled.modify(|w| w.set_level_low(pin % 8, on));
        }
    };
    wakes(true);
    // RAM has no power for a few instructions before and after the dormant state: an interrupt taken there
    // would push its frame into unpowered RAM. Waking does not need an interrupt.
    cortex_m::interrupt::free(|_| {
        let ring = Ring::begin();
        loop {
            dormant_sleep();
            // The watchdog's counter stood still, and now counts again.
            pac::WATCHDOG.load().write(|w| w.set_load(0xFF_FFFF));
            let mut readings = 0..READINGS;
            if readings.any(|_| {
                cortex_m::asm::delay(READING_CYCLES);
                buttons::any_down()
            }) {
                break;
            }
        }
        drop(ring);
    });
    wakes(false);
}

/// While this exists, the system runs from the ring oscillator, and crystal and PLL are off.
struct Ring {
    /// Dropped once the crystal runs again.
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

/// While this exists, USB has no clock, and a host sees no device.
pub(crate) struct Detached {
    /// The slow system clock comes from USB's PLL, which stops.
    _full: FullClock,
}

impl Detached {
    /// Takes the pull-up off the data line, by which a host detects a device, before the clock stops: a
    /// host gives up a device that it detects and that does not answer.
    pub(crate) fn begin() -> Detached {
        let full = FullClock::begin();
        pull_up(false);
        pac::CLOCKS.clk_usb_ctrl().modify(|w| w.set_enable(false));
        power_pll(pac::PLL_USB, false);
        Detached { _full: full }
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

/// While this exists, the system clock is the crystal's. A [`FullClock`] must exist as well.
pub(crate) struct Doze(());

impl Doze {
    /// Slows down. No transfer to the display may be under way: its bus slows down too.
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

/// Changes the source of the system clock, which may be done while it runs.
fn select(source: ClkSysCtrlSrc) {
    pac::CLOCKS.clk_sys_ctrl().modify(|w| w.set_src(source));
    while chip::system_clock_sources() != 1 << source as u32 {}
}

/// Changes the source of the reference clock, likewise.
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
