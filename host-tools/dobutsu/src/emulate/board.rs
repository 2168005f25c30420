//! The properties of the emulated board.

use std::time::Duration;

use serde_json::{Value, json};

/// The display's controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// The one that display modules are sold with.
    Ssd1306,
    /// The one that is in some of them.
    Sh1106,
    /// The same with the other's status byte.
    Sh1106Hidden,
    /// The one of larger panels.
    Ssd1309,
}

/// What makes the chip's 3.3 V of the supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regulator {
    /// The Pico's, which makes them of 1.8 V and more.
    BuckBoost,
    /// A linear one, whose output is never above the supply less 0.2 V.
    Ldo,
}

/// A board. Its parts behave by default as the typical column of their data sheets says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Megabytes of flash: 2, 4, 8 or 16. A smaller chip ignores the address bits it does not have.
    pub flash: u32,
    /// Whether erasing a sector takes 400 ms and programming a page 3 ms, as they may.
    pub slow_flash: bool,
    /// Whether erasing and programming never end.
    pub flash_hangs: bool,
    /// Whether the boot stage's way to switch on quad reads is the chip's.
    pub quad: bool,
    /// Whether contacts bounce for 5 to 10 ms.
    pub bounce: bool,
    /// How long a PLL takes to lock, if it does.
    pub pll: Option<Duration>,
    /// The display's controller.
    pub controller: Controller,
    /// The display's address on the bus.
    pub address: u8,
    /// The fastest clock at which the display can be heard.
    pub bus_hertz: u32,
    /// Millivolts of the supply.
    pub millivolts: u32,
    /// Whether a third of the supply can be measured, as on the Pico.
    pub has_divider: bool,
    /// What makes the chip's 3.3 V.
    pub regulator: Regulator,
    /// Whether a cable leads to a computer that runs.
    pub usb: bool,
}

impl Board {
    /// The board with typical parts.
    pub const KIND: Board = Board {
        flash: 16,
        slow_flash: false,
        flash_hangs: false,
        quad: true,
        bounce: false,
        pll: Some(Duration::ZERO),
        controller: Controller::Ssd1306,
        address: 0x3C,
        bus_hertz: 1_000_000,
        millivolts: 5_000,
        has_divider: true,
        regulator: Regulator::BuckBoost,
        usb: false,
    };

    /// A board whose flash, contacts and clocks are as bad as their data sheets permit.
    pub const UNKIND: Board = Board {
        slow_flash: true,
        bounce: true,
        // The RP2040's data sheet names no figure; the SDK's own wait is of this order.
        pll: Some(Duration::from_micros(500)),
        ..Board::KIND
    };

    /// As the emulator reads it.
    pub(super) fn json(&self) -> Value {
        let controller = match self.controller {
            Controller::Ssd1306 => "ssd1306",
            Controller::Sh1106 => "sh1106",
            Controller::Sh1106Hidden => "sh1106-hidden",
            Controller::Ssd1309 => "ssd1309",
        };
        json!({
            "flashSize": self.flash << 20,
            "flashSlow": self.slow_flash,
            "flashHangs": self.flash_hangs,
            "flashQuad": self.quad,
            "bounce": self.bounce,
            "pllNanos": self.pll.map(|time| time.as_nanos() as u64),
            "controller": controller,
            "displayAddress": self.address,
            "displayHertz": self.bus_hertz,
            "volts": f64::from(self.millivolts) / 1e3,
            "divider": self.has_divider,
            "regulator": match self.regulator {
                Regulator::BuckBoost => "buckboost",
                Regulator::Ldo => "ldo",
            },
            "usb": self.usb,
        })
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::KIND
    }
}
