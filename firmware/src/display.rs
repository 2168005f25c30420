//! The display: shows the latest picture, sending only what changed.
//!
//! The task stores the picture that the display has and sends the windows in which the wanted one differs.
//! It does not block others: a picture that arrives while another is sent replaces the one that waits.
//! A display that does not answer is tried at either address and at two speeds, reported once, and tried
//! again every second until it answers; then it gets the whole picture. One that was unplugged and returned
//! between two pictures answers but is off, so the status of an idle display is polled, and it is
//! set up again if it is off.
//!
//! Modules sold as SSD1306 may have an SH1106. It supports only page addressing, which therefore is used
//! for both, and its memory has two columns before the panel's first. The status byte distinguishes it;
//! where it does not, there is a setting. The SSD1309 of larger panels has no charge pump and reads the
//! command for one as two others: the first does nothing, the second moves its column, which every window
//! sets again.

use core::convert::Infallible;
use core::iter::once;
use core::sync::atomic::{AtomicBool, Ordering};

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use dobutsu_core::handheld::{Brightness, Controller, Frame, Settings};
use embassy_rp::i2c::{Async, I2c, Instance};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, TimeoutError, Timer, with_timeout};
use ssd1306::command::{AddrMode, CommandAsync as Command, VcomhLevel};

use crate::board::Screen;
use crate::power::FullClock;

/// The timeout of a transfer. One takes at most 25 ms, but erasing a flash sector stops everything for up to
/// 400 ms.
const PATIENCE: Duration = Duration::from_secs(1);
/// A display that is still powering up is ready within these retries.
const FIRST_RETRIES: u32 = 4;
const FIRST_RETRY: Duration = Duration::from_millis(25);
const RETRY: Duration = Duration::from_secs(1);
/// An idle display's status is polled at this interval.
const POLL: Duration = Duration::from_secs(5);

/// Addresses and speeds to try: 400 kHz is the controllers' limit; weak pull-ups or a long cable may need
/// less.
const WAYS: [Way; 4] = [
    Way::new(0x3C, 400_000),
    Way::new(0x3D, 400_000),
    Way::new(0x3C, 100_000),
    Way::new(0x3D, 100_000),
];

/// An address and a speed.
#[derive(Clone, Copy, defmt::Format)]
struct Way {
    address: u8,
    hertz: u32,
}

impl Way {
    const fn new(address: u8, hertz: u32) -> Way {
        Way { address, hertz }
    }
}

/// Columns of the controller's memory before the panel's first. On an SH1106 the low bits of the status byte
/// identify it.
fn margin(controller: Controller, status: u8) -> u8 {
    let is_sh1106 = match controller {
        Controller::Detected => status & 0x0F == 0x08,
        Controller::Sh1106 => true,
        Controller::Ssd1306 => false,
    };
    if is_sh1106 { 2 } else { 0 }
}

/// The bit of the status byte that is set while the panel is off.
const IS_OFF: u8 = 0x40;

/// How bright the picture is.
#[derive(Clone, Copy, PartialEq, Eq, defmt::Format)]
pub(crate) enum Light {
    /// As bright as set.
    Bright,
    /// After a while without a press.
    Dim,
    /// Dark, with the panel's supply off.
    Off,
}

/// Brightness and orientation of the picture, and the controller's kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    light: Light,
    brightness: Brightness,
    is_upside_down: bool,
    controller: Controller,
}

impl Look {
    /// The look with these settings.
    pub(crate) const fn of(settings: Settings, light: Light) -> Look {
        Look {
            light,
            brightness: settings.brightness,
            is_upside_down: settings.is_upside_down,
            controller: settings.controller,
        }
    }

    /// Whether a display with the other look has to be set up again.
    fn needs_set_up(self, other: Look) -> bool {
        (self.is_upside_down, self.controller) != (other.is_upside_down, other.controller)
    }
}

struct Picture {
    frame: Frame,
    look: Look,
}

/// The picture to show next.
static WANTED: Signal<CriticalSectionRawMutex, Picture> = Signal::new();
/// Set when the wanted picture is shown, or cannot be shown.
static SETTLED: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// Whether the display does not answer.
static LOST: AtomicBool = AtomicBool::new(false);

/// Shows a picture as soon as the display is free.
pub(crate) fn show(frame: &Frame, look: Look) {
    SETTLED.reset();
    WANTED.signal(Picture {
        frame: frame.clone(),
        look,
    });
}

/// Waits until the picture last passed to [`show`] is shown; returns at once without a display.
pub(crate) async fn settled() {
    if !LOST.load(Ordering::Relaxed) {
        SETTLED.wait().await;
    }
}

/// Signals that the picture is shown, unless a newer one waits already.
fn settle() {
    if !WANTED.signaled() {
        SETTLED.signal(());
    }
}

/// Why the display cannot be used.
#[derive(defmt::Format)]
enum Fault {
    NoAnswer,
    Hangs,
}

impl From<DisplayError> for Fault {
    fn from(_: DisplayError) -> Fault {
        Fault::NoAnswer
    }
}

impl From<TimeoutError> for Fault {
    fn from(TimeoutError: TimeoutError) -> Fault {
        Fault::Hangs
    }
}

/// Keeps the display up to date.
#[embassy_executor::task]
pub(crate) async fn run(mut screen: Screen) {
    let mut picture = WANTED.wait().await;
    let mut failures = 0;
    loop {
        let mut fault = Fault::NoAnswer;
        for way in WAYS {
            screen.clear().await;
            let Err(failed) = keep_showing(&mut screen, way, &mut picture, &mut failures).await;
            fault = failed;
            if let Some(newer) = WANTED.try_take() {
                picture = newer;
            }
        }
        // A missing display is reported once.
        if failures == FIRST_RETRIES {
            defmt::warn!("display lost: {}", fault);
            LOST.store(true, Ordering::Relaxed);
        }
        let pause = if failures < FIRST_RETRIES {
            FIRST_RETRY
        } else {
            RETRY
        };
        failures = failures.saturating_add(1);
        SETTLED.signal(());
        Timer::after(pause).await;
        if let Some(newer) = WANTED.try_take() {
            picture = newer;
        }
    }
}

/// Sets the display up and shows pictures until it fails.
async fn keep_showing(
    screen: &mut Screen,
    way: Way,
    picture: &mut Picture,
    failures: &mut u32,
) -> Result<Infallible, Fault> {
    // The timing of the bus is derived from the system clock.
    let mut full_clock = FullClock::begin();
    let mut panel = Panel::find(screen.bus(way.hertz), way.address).await?;
    defmt::debug!("display: status {=u8:#x} by {}", panel.found, way);
    loop {
        panel.set_up(picture.look).await?;
        panel.draw(&picture.frame, None).await?;
        panel.set_light(picture.look).await?;
        if LOST.load(Ordering::Relaxed) {
            defmt::info!("display returned");
            LOST.store(false, Ordering::Relaxed);
        }
        *failures = 0;
        settle();
        // Some panels report that they are off when they are on: their status is useless.
        let has_status = picture.look.light == Light::Off || !panel.is_off().await?;
        loop {
            drop(full_clock);
            let newer = next(picture.look.light).await;
            full_clock = FullClock::begin();
            let Some(newer) = newer else {
                if has_status && !panel.is_off().await? {
                    continue;
                }
                break;
            };
            if newer.look.needs_set_up(picture.look) {
                *picture = newer;
                break;
            }
            panel.draw(&newer.frame, Some(&picture.frame)).await?;
            if newer.look != picture.look {
                panel.set_light(newer.look).await?;
            }
            *picture = newer;
            settle();
        }
    }
}

/// The next picture, or `None` when the status of the display is to be polled.
async fn next(light: Light) -> Option<Picture> {
    match light {
        Light::Off => Some(WANTED.wait().await),
        Light::Bright | Light::Dim => with_timeout(POLL, WANTED.wait()).await.ok(),
    }
}

/// A display on the bus.
struct Bus<'d, T: Instance> {
    i2c: I2c<'d, T, Async>,
    address: u8,
}

impl<T: Instance> Bus<'_, T> {
    /// Sends bytes after a control byte that says whether they are commands or data.
    async fn send(&mut self, control: u8, bytes: DataFormat<'_>) -> Result<(), DisplayError> {
        let DataFormat::U8(bytes) = bytes else {
            return Err(DisplayError::DataFormatNotImplemented);
        };
        let bytes = once(control).chain(bytes.iter().copied());
        let sent = self.i2c.write_async(u16::from(self.address), bytes).await;
        sent.map_err(|_| DisplayError::BusWriteError)
    }
}

impl<T: Instance> AsyncWriteOnlyDataCommand for Bus<'_, T> {
    async fn send_commands(&mut self, bytes: DataFormat<'_>) -> Result<(), DisplayError> {
        self.send(0x00, bytes).await
    }

    async fn send_data(&mut self, bytes: DataFormat<'_>) -> Result<(), DisplayError> {
        self.send(0x40, bytes).await
    }
}

/// The display, controlled by the commands of the `ssd1306` crate.
///
/// The crate's own initialisation is not used: it switches the display on at full brightness before it
/// has a picture.
struct Panel<'d, T: Instance> {
    bus: Bus<'d, T>,
    /// Its status byte when it was found.
    found: u8,
    /// Columns of its memory before the panel's first.
    margin: u8,
}

impl<'d, T: Instance> Panel<'d, T> {
    /// The display at this address, if it answers.
    async fn find(i2c: I2c<'d, T, Async>, address: u8) -> Result<Self, Fault> {
        let mut panel = Panel {
            bus: Bus { i2c, address },
            found: 0,
            margin: 0,
        };
        panel.command(&[Command::Noop]).await?;
        panel.found = panel.status().await?;
        Ok(panel)
    }

    async fn status(&mut self) -> Result<u8, Fault> {
        let mut status = [0];
        let read = self
            .bus
            .i2c
            .read_async(u16::from(self.bus.address), &mut status);
        match with_timeout(PATIENCE, read).await? {
            Ok(()) => Ok(status[0]),
            // A display that cannot be read.
            Err(_) => Ok(IS_OFF),
        }
    }

    async fn is_off(&mut self) -> Result<bool, Fault> {
        Ok(self.status().await? & IS_OFF != 0)
    }

    /// Sets everything the picture depends on; the panel may be in any state.
    async fn set_up(&mut self, look: Look) -> Result<(), Fault> {
        self.margin = margin(look.controller, self.found);
        // Modules are mounted upside down.
        let is_upright = !look.is_upside_down;
        self.command(&[
            // Its default of 370 kHz.
            Command::DisplayClockDiv(8, 0),
            Command::Multiplex(63),
            Command::DisplayOffset(0),
            Command::StartLine(0),
            Command::AddressMode(AddrMode::Page),
            Command::SegmentRemap(is_upright),
            Command::ReverseComDir(is_upright),
            Command::ComPinConfig(true, false),
            // For the built-in charge pump.
            Command::PreChargePeriod(1, 15),
            Command::VcomhDeselect(VcomhLevel::Auto),
            Command::AllOn(false),
            Command::Invert(false),
            Command::EnableScroll(false),
        ])
        .await
    }

    async fn set_light(&mut self, look: Look) -> Result<(), Fault> {
        let contrast = match (look.light, look.brightness) {
            (Light::Bright, Brightness::Low) => 0x20,
            (Light::Bright, Brightness::Medium) => 0x9F,
            (Light::Bright, Brightness::High) => 0xFF,
            (Light::Dim, _) => 0x01,
            (Light::Off, _) => {
                let dark = [Command::DisplayOn(false), Command::ChargePump(false)];
                return self.command(&dark).await;
            }
        };
        self.command(&[
            Command::Contrast(contrast),
            Command::ChargePump(true),
            Command::DisplayOn(true),
        ])
        .await
    }

    /// Sends the windows in which `frame` differs from what the display has.
    async fn draw(&mut self, frame: &Frame, shown: Option<&Frame>) -> Result<(), Fault> {
        for window in frame.changes(shown) {
            let left = window.columns.start as u8 + self.margin;
            // The crate names a page by a line in it.
            let line = 8 * window.page as u8;
            self.command(&[Command::PageStart(line.into()), Command::ColStart(left)])
                .await?;
            let bytes = DataFormat::U8(frame.bytes_of(&window));
            with_timeout(PATIENCE, self.bus.send_data(bytes)).await??;
        }
        Ok(())
    }

    async fn command(&mut self, commands: &[Command]) -> Result<(), Fault> {
        for &command in commands {
            with_timeout(PATIENCE, command.send(&mut self.bus)).await??;
        }
        Ok(())
    }
}
