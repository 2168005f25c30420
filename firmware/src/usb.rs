//! The serial port: plugged into a PC, the device speaks USI, as `dobutsu usi` does.
//!
//! The port's task only carries bytes. The engine lives with the thinker, which is the one that has an
//! adviser (`thinker.rs`). On battery there is nothing at the other end, and the port and its clock
//! are off.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use embassy_futures::join::join;
use embassy_futures::select::{Either, select};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, bind_interrupts};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_sync::watch::Watch;
use embassy_time::{Duration, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, State};
use embassy_usb::driver::EndpointError;
use embassy_usb::{Builder, Config, Handler};
use heapless::Vec;
use static_cell::{ConstStaticCell, StaticCell};

use crate::journal::{self, Heard};
use crate::power;

bind_interrupts!(struct Irqs {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

/// The numbers under which computers know the serial port of RP2040 programs.
const VENDOR: u16 = 0x2E8A;
const PRODUCT: u16 = 0x000A;
/// The largest packet of a full-speed port.
const PACKET: usize = 64;
/// A reader that takes nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(1);
/// What the engine says to one line at most, and then some.
const LONGEST: usize = 2560;

/// Bytes from the PC that the engine has not read.
static HEARD: Pipe<CriticalSectionRawMutex, 256> = Pipe::new();
/// Bytes of the engine that the PC has not read.
static SAID: Pipe<CriticalSectionRawMutex, 256> = Pipe::new();
/// Whether the supply is a computer's.
static POWERED: Watch<CriticalSectionRawMutex, bool, 2> = Watch::new_with(false);
/// Whether somebody listens.
static OPEN: AtomicBool = AtomicBool::new(false);
/// Whether somebody new listens, whom the engine owes nothing.
static FRESH: AtomicBool = AtomicBool::new(false);

/// Says whether the supply is a computer's, or may be.
pub(crate) fn set_powered(powered: bool) {
    if POWERED.try_get() != Some(powered) {
        POWERED.sender().send(powered);
    }
}

/// Whether the supply is a computer's, or may be.
pub(crate) fn is_powered() -> bool {
    POWERED.try_get().unwrap_or(false)
}

/// Whether somebody new listens since this was last asked.
pub(crate) fn is_fresh() -> bool {
    let fresh = FRESH.load(Ordering::Relaxed);
    if fresh {
        FRESH.store(false, Ordering::Relaxed);
    }
    fresh
}

/// Waits for bytes from the PC.
pub(crate) async fn hear(bytes: &mut [u8]) -> usize {
    HEARD.read(bytes).await
}

/// Bytes from the PC that are there already.
pub(crate) fn try_hear(bytes: &mut [u8]) -> usize {
    HEARD.try_read(bytes).unwrap_or(0)
}

/// What the engine has to say, until it is sent.
pub(crate) struct Speech(Vec<u8, LONGEST>);

impl Speech {
    pub(crate) const fn new() -> Speech {
        Speech(Vec::new())
    }

    /// Sends it, unless nobody takes it.
    pub(crate) async fn send(&mut self) {
        if self.0.is_empty() {
            return;
        }
        if OPEN.load(Ordering::Relaxed) {
            let sent = SAID.write_all(&self.0);
            if with_timeout(PATIENCE, sent).await.is_err() {
                FRESH.store(true, Ordering::Relaxed);
            }
        }
        self.0.clear();
    }
}

impl fmt::Write for Speech {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0
            .extend_from_slice(text.as_bytes())
            .map_err(|_| fmt::Error)
    }
}

/// What the port needs for as long as it lives.
struct Memory {
    configuration: [u8; 128],
    control: [u8; PACKET],
}

static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory {
    configuration: [0; 128],
    control: [0; PACKET],
});
static STATE: StaticCell<State> = StaticCell::new();
static CABLE: StaticCell<Cable> = StaticCell::new();

/// Runs the port whenever there may be a computer.
#[embassy_executor::task]
pub(crate) async fn run(usb: Peri<'static, USB>) {
    let Some(mut powered) = POWERED.receiver() else {
        return;
    };
    // The controller is woken only when there is somebody to hear it.
    powered.get_and(|powered| *powered).await;
    power::start_usb();
    let Memory {
        configuration,
        control,
    } = MEMORY.take();
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("dobutsu");
    config.product = Some("Dobutsu shogi, USI");
    config.max_power = 100;
    let driver = Driver::new(usb, Irqs);
    let mut builder = Builder::new(driver, config, configuration, &mut [], &mut [], control);
    builder.handler(CABLE.init(Cable));
    let mut port = CdcAcmClass::new(&mut builder, STATE.init(State::new()), PACKET as u16);
    let mut device = builder.build();
    let talk = async {
        loop {
            port.wait_connection().await;
            HEARD.clear();
            SAID.clear();
            FRESH.store(true, Ordering::Relaxed);
            OPEN.store(true, Ordering::Relaxed);
            // It ends when the cable, or the program at the other end, has gone.
            let _ = carry(&mut port).await;
            OPEN.store(false, Ordering::Relaxed);
            FRESH.store(true, Ordering::Relaxed);
        }
    };
    let live = async {
        loop {
            // The device itself runs for ever.
            let gone = powered.changed_and(|powered| !*powered);
            let Either::Second(_) = select(device.run(), gone).await;
            device.disable().await;
            power::stop_usb();
            powered.changed_and(|powered| *powered).await;
            power::start_usb();
        }
    };
    join(talk, live).await;
}

/// The cable: whoever is at its other end after a reset of the bus is somebody new.
struct Cable;

impl Handler for Cable {
    fn reset(&mut self) {
        HEARD.clear();
        SAID.clear();
        FRESH.store(true, Ordering::Relaxed);
    }
}

type Port = CdcAcmClass<'static, Driver<'static, USB>>;

/// Carries bytes both ways.
async fn carry(port: &mut Port) -> Result<(), EndpointError> {
    let mut heard = [0; PACKET];
    let mut said = [0; PACKET];
    let mut words = journal::Listener::new();
    loop {
        match select(port.read_packet(&mut heard), SAID.read(&mut said)).await {
            Either::First(read) => {
                for &byte in &heard[..read?] {
                    match words.hear(byte) {
                        Heard::Nothing => {}
                        Heard::Page => send_journal(port).await?,
                        Heard::Bytes(before) => {
                            hand_on(port, before, &mut said).await?;
                            hand_on(port, &[byte], &mut said).await?;
                        }
                    }
                }
            }
            Either::Second(count) => send(port, &said[..count]).await?,
        }
    }
}

/// Hands bytes on to the engine. It may not read on before what it has said was taken.
async fn hand_on(
    port: &mut Port,
    mut bytes: &[u8],
    said: &mut [u8; PACKET],
) -> Result<(), EndpointError> {
    while !bytes.is_empty() {
        match select(HEARD.write(bytes), SAID.read(said)).await {
            Either::First(count) => bytes = &bytes[count..],
            Either::Second(count) => send(port, &said[..count]).await?,
        }
    }
    Ok(())
}

async fn send(port: &mut Port, bytes: &[u8]) -> Result<(), EndpointError> {
    port.write_packet(bytes).await?;
    // A full packet is followed by an empty one, or the other end waits for more.
    if bytes.len() == PACKET {
        port.write_packet(&[]).await?;
    }
    Ok(())
}

async fn send_journal(port: &mut Port) -> Result<(), EndpointError> {
    let mut line = [0; PACKET - 1];
    let mut from = 0;
    loop {
        let count = journal::read(from, &mut line);
        if count == 0 {
            return Ok(());
        }
        send(port, &line[..count]).await?;
        from += count;
    }
}
