//! The display: shows the latest picture, sending only what changed.
//!
//! The task keeps the picture the display has and sends the windows in which the wanted one
//! differs. Nobody waits for it: a picture that comes while another is sent replaces the one
//! that waits. A display that does not answer is reported once, set up again every second until
//! it does, and given the whole picture. One that was unplugged and came back between two
//! pictures answers but shows nothing; so a quiet display is set up again now and then.

use core::convert::Infallible;
use core::sync::atomic::{AtomicBool, Ordering};

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use dobutsu_core::handheld::Frame;
use embassy_rp::i2c::{Async, I2c, Instance};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, TimeoutError, Timer, with_timeout};
use ssd1306::I2CDisplayInterface;
use ssd1306::command::{AddrMode, CommandAsync as Command, VcomhLevel};
use ssd1306::prelude::I2CInterface;

use crate::board::{DISPLAY_ADDRESS, Screen};

/// A transfer takes 25 ms at most, but the erasure of a flash sector, which stops everything,
/// may take 400 ms. What lasts longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(1);
/// A display that is still powering up is ready soon.
const FIRST_RETRIES: u32 = 4;
const FIRST_RETRY: Duration = Duration::from_millis(25);
const RETRY: Duration = Duration::from_secs(1);
/// How long a display may be left alone before it is set up again.
const REFRESH: Duration = Duration::from_secs(5);

/// How bright the picture is.
#[derive(Clone, Copy, PartialEq, Eq, defmt::Format)]
pub(crate) enum Light {
    /// Somebody plays.
    Bright,
    /// Nobody has pressed a button for a while.
    Dim,
    /// Dark, with the panel's supply off.
    Off,
}

struct Picture {
    frame: Frame,
    light: Light,
}

/// The picture to show next.
static WANTED: Signal<CriticalSectionRawMutex, Picture> = Signal::new();
/// Set when the wanted picture is shown, or cannot be.
static SETTLED: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// Whether the display does not answer.
static LOST: AtomicBool = AtomicBool::new(false);

/// Shows a picture as soon as the display is free.
pub(crate) fn show(frame: &Frame, light: Light) {
    SETTLED.reset();
    WANTED.signal(Picture {
        frame: frame.clone(),
        light,
    });
}

/// Waits for the picture last handed to [`show`], if there is a display to wait for.
pub(crate) async fn settled() {
    if !LOST.load(Ordering::Relaxed) {
        SETTLED.wait().await;
    }
}

/// Says that the picture is shown, unless a newer one waits already.
fn settle() {
    if !WANTED.signaled() {
        SETTLED.signal(());
    }
}

/// Why the display has no picture.
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
        screen.clear().await;
        let Err(fault) = keep_showing(&mut screen, &mut picture, &mut failures).await;
        // A display that is not there is news once.
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
    picture: &mut Picture,
    failures: &mut u32,
) -> Result<Infallible, Fault> {
    let mut panel = Panel::new(screen.bus());
    loop {
        panel.set_up().await?;
        panel.draw(&picture.frame, None).await?;
        panel.set_light(picture.light).await?;
        if LOST.load(Ordering::Relaxed) {
            defmt::info!("display returned");
            LOST.store(false, Ordering::Relaxed);
        }
        *failures = 0;
        settle();
        // Until it has been quiet for long.
        while let Some(newer) = next(picture.light).await {
            panel.draw(&newer.frame, Some(&picture.frame)).await?;
            if newer.light != picture.light {
                panel.set_light(newer.light).await?;
            }
            *picture = newer;
            settle();
        }
    }
}

/// The next picture, or none for so long that the display wants looking after.
async fn next(light: Light) -> Option<Picture> {
    match light {
        Light::Off => Some(WANTED.wait().await),
        Light::Bright | Light::Dim => with_timeout(REFRESH, WANTED.wait()).await.ok(),
    }
}

/// The SSD1306 on its bus, spoken to in the `ssd1306` crate's commands.
///
/// Not by the crate's own initialisation: that switches the display on before there is a picture
/// in it and at full brightness, which would be seen each time a display is looked after.
struct Panel<'d, T: Instance> {
    bus: I2CInterface<I2c<'d, T, Async>>,
}

impl<'d, T: Instance> Panel<'d, T> {
    fn new(bus: I2c<'d, T, Async>) -> Self {
        Panel {
            bus: I2CDisplayInterface::new_custom_address(bus, DISPLAY_ADDRESS),
        }
    }

    /// Everything the picture depends on, whatever state the panel is in.
    async fn set_up(&mut self) -> Result<(), Fault> {
        self.command(&[
            // Its default of 370 kHz.
            Command::DisplayClockDiv(8, 0),
            Command::Multiplex(63),
            Command::DisplayOffset(0),
            Command::StartLine(0),
            Command::AddressMode(AddrMode::Horizontal),
            // Modules are mounted upside down.
            Command::SegmentRemap(true),
            Command::ReverseComDir(true),
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

    async fn set_light(&mut self, light: Light) -> Result<(), Fault> {
        let contrast = match light {
            Light::Bright => 0x9F,
            Light::Dim => 0x01,
            Light::Off => {
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
            let (left, right) = (window.columns.start as u8, window.columns.end as u8 - 1);
            // The crate names a page by a line in it.
            let line = 8 * window.page as u8;
            self.command(&[
                Command::ColumnAddress(left, right),
                Command::PageAddress(line.into(), line.into()),
            ])
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
