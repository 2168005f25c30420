//! The properties of the emulated board.

use serde::Serialize;

/// The display's controller.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Regulator {
    /// The Pico's, which works from 1.8 V on.
    BuckBoost,
    /// A linear one, whose output is never above the supply less 0.2 V.
    Ldo,
}

/// A board. Its parts behave by default as the typical column of their data sheets says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// Bytes of flash: 2, 4, 8 or 16 MB. A smaller chip ignores the address bits it does not have.
    pub flash_size: u32,
    /// Whether erasing a sector takes 400 ms and programming a page 3 ms, as they may.
    pub flash_slow: bool,
    /// Whether erasing and programming never end.
    pub flash_hangs: bool,
    /// Whether the flash enables quad reads in the way that the boot stage does.
    pub flash_quad: bool,
    /// Whether contacts bounce for 5 to 10 ms.
    pub bounce: bool,
    /// The time a PLL takes to lock; `None` if it never does.
    pub pll_nanos: Option<u32>,
    /// The display's controller.
    pub controller: Controller,
    /// The display's address on the bus.
    pub display_address: u8,
    /// The fastest clock at which the display can receive.
    pub display_hertz: u32,
    /// The voltage of the supply.
    pub volts: f64,
    /// Whether a third of the supply can be measured, as on the Pico.
    #[serde(rename = "divider")]
    pub has_divider: bool,
    /// What makes the chip's 3.3 V.
    pub regulator: Regulator,
    /// Whether a cable leads to a computer that runs.
    pub usb: bool,
}

impl Board {
    /// The board with typical parts.
    pub const KIND: Board = Board {
        flash_size: 16 << 20,
        flash_slow: false,
        flash_hangs: false,
        flash_quad: true,
        bounce: false,
        pll_nanos: Some(0),
        controller: Controller::Ssd1306,
        display_address: 0x3C,
        display_hertz: 1_000_000,
        volts: 5.0,
        has_divider: true,
        regulator: Regulator::BuckBoost,
        usb: false,
    };

    /// A board whose flash, contacts and clocks are as bad as their data sheets permit.
    pub const UNKIND: Board = Board {
        flash_slow: true,
        bounce: true,
        // The RP2040's data sheet names no figure; the SDK's own wait is of this order.
        pll_nanos: Some(500_000),
        ..Board::KIND
    };
}
