//! The supply: the rail that flash and chip get, and the battery before the regulator where the board has a
//! divider by three at GP29, as the Pico has.
//!
//! The ADC measures against the rail itself, so a battery that is measured behind a sagging linear
//! regulator seems never to fall below 3.3 V. The temperature diode's voltage hardly depends on the rail:
//! 0.706 V at 27 °C and 1.7 mV less for each degree more (RP2040 data sheet, 4.9.5). Measuring it gives the
//! rail, to about 6 % between 0 and 50 °C; a warm chip makes it seem higher, and a rail above 3.3 V is taken
//! for 3.3.

use embassy_rp::Peri;
use embassy_rp::adc::{Adc, Blocking, Channel, Config};
use embassy_rp::gpio::Pull;
use embassy_rp::peripherals::{ADC, ADC_TEMP_SENSOR, PIN_29};

/// Below this a lithium cell is nearly empty: the sign appears. In hundredths of volts, as all below.
const LOW: u32 = 330;
/// Without a divider, a rail below this means the same: the regulator has nothing left to regulate.
const LOW_RAIL: u32 = 295;
/// Below this nothing is written: flash chips want 2.7 V.
const TOO_LOW: u32 = 285;
/// What the regulators of all boards make.
const RAIL: u32 = 330;
/// The diode's volts times the ADC's full scale.
const DIODE: u32 = 289_107;
const FULL: u32 = 4095;
/// Measurements of the diode, whose steps are nearly 1 mV.
const TIMES: u32 = 8;

/// The analogue inputs.
pub(crate) struct Battery {
    adc: Adc<'static, Blocking>,
    pin: Peri<'static, PIN_29>,
    diode: Channel<'static>,
    has_divider: bool,
}

impl Battery {
    /// Looks whether there is a divider. A pin at which there is nothing follows the chip's own weak
    /// resistors all the way; a divider of some 100 kΩ holds against them.
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

    /// What is measured at the pin, of [`FULL`].
    fn sample(&mut self, pull: Pull) -> Option<u32> {
        let mut channel = Channel::new_pin(self.pin.reborrow(), pull);
        // The wire's capacity is charged through the resistors.
        cortex_m::asm::delay(20_000);
        let raw = self.adc.blocking_read(&mut channel).ok()?;
        Some(raw.into())
    }

    /// The rail.
    fn rail(&mut self) -> u32 {
        let sum: u32 = (0..TIMES)
            .map(|_| u32::from(self.adc.blocking_read(&mut self.diode).unwrap_or(0)))
            .sum();
        (DIODE * TIMES).checked_div(sum).unwrap_or(RAIL).min(RAIL)
    }

    /// Hundredths of volts of the supply, where the board can measure them.
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
