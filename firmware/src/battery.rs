//! The supply's voltage, where the board has a divider by three at an analogue input, as the Pico has.

use embassy_rp::Peri;
use embassy_rp::adc::{Adc, Blocking, Channel, Config};
use embassy_rp::gpio::Pull;
use embassy_rp::peripherals::{ADC, PIN_29};

/// Below this a lithium cell is nearly empty: the sign appears.
const LOW: u16 = 330;
/// Below this nothing is written: flash chips want 2.7 V, and the supply is what is left for them.
const TOO_LOW: u16 = 270;

/// Above this it is no lithium cell, which has 4.2 V at most, but what USB gives behind a diode.
const USB: u16 = 440;

/// The analogue input.
pub(crate) struct Battery {
    adc: Adc<'static, Blocking>,
    pin: Peri<'static, PIN_29>,
    has_divider: bool,
}

impl Battery {
    /// Looks whether there is a divider. A pin at which there is nothing follows the chip's own weak
    /// resistors all the way; a divider of some 100 kΩ holds against them.
    pub(crate) fn new(adc: Peri<'static, ADC>, pin: Peri<'static, PIN_29>) -> Battery {
        let mut battery = Battery {
            adc: Adc::new_blocking(adc, Config::default()),
            pin,
            has_divider: false,
        };
        let (up, down) = (battery.sample(Pull::Up), battery.sample(Pull::Down));
        battery.has_divider = up.is_some_and(|up| up < 930) && down.is_some_and(|down| down > 60);
        battery
    }

    /// Hundredths of volts of the supply, by a divider of three and a reference of 3.3 V.
    fn sample(&mut self, pull: Pull) -> Option<u16> {
        let mut channel = Channel::new_pin(self.pin.reborrow(), pull);
        // The wire's capacity is charged through the resistors.
        cortex_m::asm::delay(10_000);
        let raw = self.adc.blocking_read(&mut channel).ok()?;
        Some(((u32::from(raw) * 990 + 2047) / 4095) as u16)
    }

    /// Hundredths of volts of the supply, where the board can measure them.
    pub(crate) fn volts(&mut self) -> Option<u16> {
        if !self.has_divider {
            return None;
        }
        self.sample(Pull::None)
    }

    /// Whether the battery is nearly empty.
    pub(crate) fn is_low(&mut self) -> bool {
        self.volts().is_some_and(|volts| volts < LOW)
    }

    /// Whether the supply may be a computer's.
    pub(crate) fn may_be_usb(&mut self) -> bool {
        self.volts().is_none_or(|volts| volts >= USB)
    }

    /// Whether the flash may be written to.
    pub(crate) fn may_write(&mut self) -> bool {
        self.volts().is_none_or(|volts| volts >= TOO_LOW)
    }
}
