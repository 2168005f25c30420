//! The board: which pin does what. For a board with other pins, change this file and nothing else.
//!
//! | what | pins |
//! |---|---|
//! | SSD1306, SSD1309 or SH1106, 128×64, address 0x3C or 0x3D | SDA GP4, SCL GP5 (I2C0) |
//! | Up, Down, Left, Right | GP10, GP11, GP12, GP13 |
//! | A, B | GP14, GP15 |
//! | a piezo buzzer, to ground, if there is one | GP6 |
//! | a third of the supply's voltage, where the board has it | GP29 |
//!
//! A button connects its pin to ground; otherwise the chip's pull-up holds it high. Display modules have
//! their own pull-ups. A bare panel needs two resistors of 4.7 kΩ to 3.3 V: the chip's own, of 50 to
//! 80 kΩ, need 2 µs to charge a wire of 40 pF, and 400 kHz allows 0.3 µs.

use dobutsu_core::handheld::Button;
use embassy_rp::config::Config;
use embassy_rp::gpio::{Level, OutputOpenDrain};
use embassy_rp::i2c::{self, Async, I2c};
use embassy_rp::peripherals::{FLASH, I2C0, PIN_4, PIN_5, USB, WATCHDOG};
use embassy_rp::pwm::{self, Pwm};
use embassy_rp::{Peri, Peripherals, bind_interrupts, pac};
use embassy_time::Timer;

use crate::battery::Battery;
use crate::buttons::Contact;
use crate::{chip, power};

bind_interrupts!(struct Irqs {
    I2C0_IRQ => i2c::InterruptHandler<I2C0>;
});

/// The crystal of almost every RP2040 board.
const CRYSTAL_HZ: u32 = 12_000_000;

/// Milliseconds for the crystal to settle. Boards with a slow one need 64; embassy's 128 would noticeably
/// delay the first picture.
const CRYSTAL_SETTLES_MS: u32 = 64;

/// The peripherals that the firmware uses, by purpose.
pub(crate) struct Board {
    pub(crate) screen: Screen,
    pub(crate) buttons: [(Button, Contact); 6],
    pub(crate) battery: Battery,
    pub(crate) buzzer: Pwm<'static>,
    pub(crate) flash: Peri<'static, FLASH>,
    pub(crate) usb: Peri<'static, USB>,
    pub(crate) watchdog: Peri<'static, WATCHDOG>,
}

impl Board {
    /// Starts the clocks and assigns the pins.
    pub(crate) fn new() -> Board {
        let clocks = power::clocks(CRYSTAL_HZ, CRYSTAL_SETTLES_MS);
        Board::from(embassy_rp::init(Config::new(clocks)))
    }
}

/// The setting of the buzzer's pin before the first tune: low.
fn silent() -> pwm::Config {
    let mut config = pwm::Config::default();
    config.enable = false;
    config
}

/// The number of a button's pin.
pub(crate) const fn pin_of(button: Button) -> u8 {
    match button {
        Button::Up => 10,
        Button::Down => 11,
        Button::Left => 12,
        Button::Right => 13,
        Button::A => 14,
        Button::B => 15,
    }
}

impl From<Peripherals> for Board {
    fn from(chip: Peripherals) -> Board {
        Board {
            screen: Screen {
                i2c: chip.I2C0,
                sda: chip.PIN_4,
                scl: chip.PIN_5,
            },
            buttons: [
                (Button::Up, Contact::new(chip.PIN_10)),
                (Button::Down, Contact::new(chip.PIN_11)),
                (Button::Left, Contact::new(chip.PIN_12)),
                (Button::Right, Contact::new(chip.PIN_13)),
                (Button::A, Contact::new(chip.PIN_14)),
                (Button::B, Contact::new(chip.PIN_15)),
            ],
            battery: Battery::new(chip.ADC, chip.PIN_29, chip.ADC_TEMP_SENSOR),
            buzzer: Pwm::new_output_a(chip.PWM_SLICE3, chip.PIN_6, silent()),
            flash: chip.FLASH,
            usb: chip.USB,
            watchdog: chip.WATCHDOG,
        }
    }
}

/// The display's bus, which can be set up again after a failure.
pub(crate) struct Screen {
    i2c: Peri<'static, I2C0>,
    sda: Peri<'static, PIN_4>,
    scl: Peri<'static, PIN_5>,
}

impl Screen {
    /// Sets the bus up again, which clears the controller after an interrupted transfer.
    pub(crate) fn bus(&mut self, hertz: u32) -> I2c<'_, I2C0, Async> {
        let mut config = i2c::Config::default();
        config.frequency = hertz;
        let Screen { i2c, sda, scl } = self;
        I2c::new_async(i2c.reborrow(), scl.reborrow(), sda.reborrow(), Irqs, config)
    }

    /// Clocks the bus by hand, so that a display that was interrupted within a byte releases the data line:
    /// nine clocks end any byte, then a stop (I²C specification, 3.1.16).
    pub(crate) async fn clear(&mut self) {
        let mut sda = OutputOpenDrain::new(self.sda.reborrow(), Level::High);
        let mut scl = OutputOpenDrain::new(self.scl.reborrow(), Level::High);
        for _ in 0..9 {
            scl.set_low();
            Timer::after_micros(5).await;
            scl.set_high();
            Timer::after_micros(5).await;
        }
        sda.set_low();
        Timer::after_micros(5).await;
        sda.set_high();
        Timer::after_micros(5).await;
    }
}

/// Reads the seed of the dice: 32 bits of the ring oscillator, the most significant first. They are the first
/// bits read after a reset, so that an emulated chip can supply the seed by this register.
pub(crate) fn seed() -> u32 {
    (0..u32::BITS).fold(0, |bits, _| {
        bits << 1 | u32::from(pac::ROSC.randombit().read().randombit())
    })
}

/// Why the chip started.
#[derive(Clone, Copy, defmt::Format)]
pub(crate) enum ResetReason {
    /// It was switched on.
    Power,
    /// Its reset pin was pulled low.
    Pin,
    /// A debug probe requested it.
    Probe,
    /// The watchdog was not fed.
    Watchdog,
    /// Software requested it, such as the boot loader after flashing.
    Software,
}

impl ResetReason {
    /// Reads the chip's registers.
    pub(crate) fn read() -> ResetReason {
        let watchdog = pac::WATCHDOG.reason().read();
        if watchdog.timer() {
            ResetReason::Watchdog
        } else if watchdog.force() {
            ResetReason::Software
        } else if chip::had_power_on() {
            ResetReason::Power
        } else if chip::had_pin() {
            ResetReason::Pin
        } else {
            ResetReason::Probe
        }
    }
}
