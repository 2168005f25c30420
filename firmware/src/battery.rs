//! The supply: the 3.3 V rail, and the battery behind a divider by three at GP29 where the board has one, as
//! the Pico has.
//!
//! The ADC's reference is the rail itself, so behind a linear regulator that sags with the battery a reading
//! never falls below 3.3 V. The voltage of the temperature diode hardly depends on the rail: 0.706 V at
//! 27 °C, and 1.7 mV less per degree (RP2040 data sheet, 4.9.5). Its reading gives the rail within about 6 %
//! between 0 and 50 °C. On a warm chip the computed rail is too high; it is limited to 3.3 V.

use embassy_rp::Peri;
use embassy_rp::adc::{Adc, Blocking, Channel, Config};
use embassy_rp::gpio::Pull;
use embassy_rp::peripherals::{ADC, ADC_TEMP_SENSOR, PIN_29};

/// Below this a lithium cell is nearly empty, and a sign appears. In hundredths of volts, as all below.
const LOW: u32 = 330;
/// Without a divider, a rail below this means that the battery is nearly empty.
const LOW_RAIL: u32 = 295;
/// Below this rail nothing is written to flash, which needs 2.7 V.
const TOO_LOW: u32 = 285;
/// The rail of every board while its regulator works.
const RAIL: u32 = 330;
/// The diode's voltage times the ADC's full scale.
const DIODE: u32 = 289_107;
const FULL: u32 = 4095;
/// Readings of the diode to average: one step of the ADC is nearly 1 mV.
const READINGS: u32 = 8;

/// The analogue inputs.
pub(crate) struct Battery {
    adc: Adc<'static, Blocking>,
    pin: Peri<'static, PIN_29>,
    diode: Channel<'static>,
    has_divider: bool,
}

impl Battery {
    /// Detects whether there is a divider: an unconnected pin follows the chip's own weak resistors all the
    /// way, a divider of some 100 kΩ does not.
    pub(crate) fn new(
        adc: Peri<'static, ADC>,
        pin: Peri<'static, PIN_29>,
        diode: Peri<'static, ADC_TEMP_SENSOR>,
    ) -> Battery {
        let mut battery = Battery {
            adc: Adc::new_blocking(adc, Config::default()),
            pin,
            diode: Channel::new_temp_sensor(diode),
            has_divider: false,
        };
        let (up, down) = (battery.sample(Pull::Up), battery.sample(Pull::Down));
        battery.has_divider =
            up.is_some_and(|up| up < FULL * 15 / 16) && down.is_some_and(|down| down > FULL / 16);
        battery
    }

    /// A reading of the pin, at most [`FULL`].
    fn sample(&mut self, pull: Pull) -> Option<u32> {
        let mut channel = Channel::new_pin(self.pin.reborrow(), pull);
        // The wire's capacitance is charged through the resistors.
        cortex_m::asm::delay(20_000);
        let raw = self.adc.blocking_read(&mut channel).ok()?;
        Some(raw.into())
    }

    /// The voltage of the rail.
    fn rail(&mut self) -> u32 {
        let sum: u32 = (0..READINGS)
            .map(|_| u32::from(self.adc.blocking_read(&mut self.diode).unwrap_or(0)))
            .sum();
        (DIODE * READINGS)
            .checked_div(sum)
            .unwrap_or(RAIL)
            .min(RAIL)
    }

    /// The voltage of the supply in hundredths of volts, if the board can measure it.
    pub(crate) fn volts(&mut self) -> Option<u16> {
        if !self.has_divider {
            return None;
        }
        let rail = self.rail();
        let raw = self.sample(Pull::None)?;
        Some(((raw * 3 * rail + FULL / 2) / FULL) as u16)
    }

    /// Whether the battery is nearly empty.
    pub(crate) fn is_low(&mut self) -> bool {
        match self.volts() {
            Some(volts) => u32::from(volts) < LOW,
            None => self.rail() < LOW_RAIL,
        }
    }

    /// Whether the flash may be written to.
    pub(crate) fn may_write(&mut self) -> bool {
        self.rail() >= TOO_LOW
    }
}
