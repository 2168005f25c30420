//! The display: shows the latest picture, sending only what changed.
//!
//! The task keeps the picture the display has and sends the windows in which the wanted one
//! differs. Nobody waits for it: a picture that comes while another is sent replaces the one
//! that waits. A display that does not answer is reported once, set up again every second until
//! it does, and given the whole picture. One that was unplugged and came back between two
//! pictures answers but shows nothing; so a quiet display is set up again now and then.

use core::convert::Infallible;
use core::iter::once;
use core::sync::atomic::{AtomicBool, Ordering};

use dobutsu_core::handheld::Frame;
use embassy_rp::i2c::{self, Async, I2c, Instance};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, TimeoutError, Timer, with_timeout};

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
    Bus(i2c::Error),
    Hangs,
}

impl From<i2c::Error> for Fault {
    fn from(error: i2c::Error) -> Fault {
        Fault::Bus(error)
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
    let mut panel = Panel { bus: screen.bus() };
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

/// The SSD1306 on its bus. Command names and numbers are those of its data sheet, revision 1.1.
struct Panel<'d, T: Instance> {
    bus: I2c<'d, T, Async>,
}

impl<T: Instance> Panel<'_, T> {
    /// Everything the picture depends on, whatever state the panel is in.
    async fn set_up(&mut self) -> Result<(), Fault> {
        self.command(&[
            0xD5, 0x80, // clock: its default of 370 kHz
            0xA8, 63, // 64 lines
            0xD3, 0, 0x40, // no offset, from line 0
            0x20, 0x00, // horizontal addressing
            0xA1, 0xC8, // modules are mounted upside down
            0xDA, 0x12, // COM pins of a 128×64 panel
            0xD9, 0xF1, // precharge for the built-in charge pump
            0xDB, 0x40, // deselect level
            0xA4, 0xA6, 0x2E, // show the memory, not inverted, not scrolling
        ])
        .await
    }

    async fn set_light(&mut self, light: Light) -> Result<(), Fault> {
        match light {
            Light::Bright => self.command(&[0x81, 0x9F, 0x8D, 0x14, 0xAF]).await,
            Light::Dim => self.command(&[0x81, 0x01, 0x8D, 0x14, 0xAF]).await,
            Light::Off => self.command(&[0xAE, 0x8D, 0x10]).await,
        }
    }

    /// Sends the windows in which `frame` differs from what the display has.
    async fn draw(&mut self, frame: &Frame, shown: Option<&Frame>) -> Result<(), Fault> {
        for window in frame.changes(shown) {
            let (left, right) = (window.columns.start as u8, window.columns.end as u8 - 1);
            let page = window.page as u8;
            self.command(&[0x21, left, right, 0x22, page, page]).await?;
            let bytes = frame.bytes_of(&window);
            self.send(0x40, bytes).await?;
        }
        Ok(())
    }

    async fn command(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.send(0x00, bytes).await
    }

    async fn send(&mut self, control: u8, bytes: &[u8]) -> Result<(), Fault> {
        let bytes = once(control).chain(bytes.iter().copied());
        let transfer = self.bus.write_async(DISPLAY_ADDRESS, bytes);
        Ok(with_timeout(PATIENCE, transfer).await??)
    }
}
