//! The serial port: connected to a computer, the device speaks USI like `dobutsu usi`.
//!
//! This task only moves bytes. The engine belongs to the thinker, which owns the adviser (`thinker.rs`). The
//! port is enabled whenever the device is awake. Whether a host is present is decided by the bus, because
//! the supply's voltage differs from board to board. A port that is opened at 1200 baud and closed again
//! restarts the chip as a drive, as flashing tools expect.

use core::cell::Cell;
use core::fmt::{self, Write as _};
use core::sync::atomic::{AtomicBool, Ordering};

use embassy_futures::join::join3;
use embassy_futures::select::{Either, select};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, bind_interrupts};
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_sync::signal::Signal;
use embassy_sync::watch::Watch;
use embassy_time::{Duration, Timer, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, State};
use embassy_usb::control::{OutResponse, Request};
use embassy_usb::driver::EndpointError;
use embassy_usb::{Builder, Config, Handler};
use heapless::{String, Vec};
use static_cell::{ConstStaticCell, StaticCell};

use crate::journal::{self, Heard};

bind_interrupts!(struct Irqs {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

/// Raspberry Pi's vendor number, and its product number for a serial port of an RP2040 program.
const VENDOR: u16 = 0x2E8A;
const PRODUCT: u16 = 0x000A;
/// The largest packet of a full-speed port.
const PACKET: usize = 64;
/// After this long without reading, a host is taken to be gone.
const PATIENCE: Duration = Duration::from_secs(1);
/// Requests to a serial port (USB class definitions for communication devices, PSTN 1.2, 6.3).
const SET_LINE_CODING: u8 = 0x20;
const SET_CONTROL_LINE_STATE: u8 = 0x22;
/// The bit of the latter that is set while a program has the port open.
const DTR: u16 = 1;
/// Closing the port at this speed requests a restart as a drive.
const TOUCH: u32 = 1200;
/// Time for the host to see its request answered before the restart.
const LEAVE: Duration = Duration::from_millis(50);
/// More than the longest output of the engine for one line of input.
const LONGEST: usize = 2560;

/// Bytes from the host that the engine has not read.
static HEARD: Pipe<CriticalSectionRawMutex, 256> = Pipe::new();
/// Bytes of the engine that the host has not read.
static SAID: Pipe<CriticalSectionRawMutex, 256> = Pipe::new();
/// Whether a host has configured the device and has not suspended it.
static HOST: Watch<CriticalSectionRawMutex, bool, 1> = Watch::new_with(false);
/// Set when the port was closed at 1200 baud.
static TOUCHED: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// Whether a program has the port open.
static OPEN: AtomicBool = AtomicBool::new(false);
/// Set for a new host or program: pending replies are discarded.
static FRESH: AtomicBool = AtomicBool::new(false);

/// Whether a host is present.
pub(crate) fn has_host() -> bool {
    HOST.try_get().unwrap_or(false)
}

/// Waits until no host is present.
pub(crate) async fn host_left() {
    if let Some(mut host) = HOST.receiver() {
        host.get_and(|is_present| !*is_present).await;
    }
}

/// The serial number, by which a host recognises the device; 0 until it is known.
static SERIAL_NUMBER: Mutex<CriticalSectionRawMutex, Cell<u64>> = Mutex::new(Cell::new(0));

/// Stores the serial number, if there is one.
pub(crate) fn note_serial_number(number: Option<u64>) {
    SERIAL_NUMBER.lock(|kept| kept.set(number.unwrap_or(0)));
}

/// Whether there is a new host or program since the last call.
pub(crate) fn is_fresh() -> bool {
    let fresh = FRESH.load(Ordering::Relaxed);
    if fresh {
        FRESH.store(false, Ordering::Relaxed);
    }
    fresh
}

/// Waits for bytes from the host.
pub(crate) async fn hear(bytes: &mut [u8]) -> usize {
    HEARD.read(bytes).await
}

/// Reads bytes from the host that have arrived already.
pub(crate) fn try_hear(bytes: &mut [u8]) -> usize {
    HEARD.try_read(bytes).unwrap_or(0)
}

/// Output of the engine, until it is sent.
pub(crate) struct Speech(Vec<u8, LONGEST>);

impl Speech {
    pub(crate) const fn new() -> Speech {
        Speech(Vec::new())
    }

    /// Sends it; without a reader it is discarded.
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

/// Buffers of the port.
struct Memory {
    configuration: [u8; 128],
    control: [u8; PACKET],
    number: String<16>,
}

static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory {
    configuration: [0; 128],
    control: [0; PACKET],
    number: String::new(),
});
static STATE: StaticCell<State> = StaticCell::new();
static HOST_STATE: StaticCell<HostState> = StaticCell::new();

/// Runs the port.
#[embassy_executor::task]
pub(crate) async fn run(usb: Peri<'static, USB>) {
    let Memory {
        configuration,
        control,
        number,
    } = MEMORY.take();
    // Sixteen digits fit any number.
    let _ = write!(number, "{:016X}", SERIAL_NUMBER.lock(Cell::get));
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("dobutsu");
    config.product = Some("Dobutsu shogi, USI");
    config.serial_number = Some(number);
    config.max_power = 100;
    let driver = Driver::new(usb, Irqs);
    let mut builder = Builder::new(driver, config, configuration, &mut [], &mut [], control);
    builder.handler(HOST_STATE.init(HostState::default()));
    let mut port = CdcAcmClass::new(&mut builder, STATE.init(State::new()), PACKET as u16);
    let mut device = builder.build();
    let talk = async {
        loop {
            port.wait_connection().await;
            HEARD.clear();
            SAID.clear();
            FRESH.store(true, Ordering::Relaxed);
            OPEN.store(true, Ordering::Relaxed);
            // It ends when the cable is pulled out or the program closes the port.
            let _ = carry(&mut port).await;
            OPEN.store(false, Ordering::Relaxed);
            FRESH.store(true, Ordering::Relaxed);
        }
    };
    let restart = async {
        TOUCHED.wait().await;
        Timer::after(LEAVE).await;
        restart_as_drive();
    };
    join3(talk, device.run(), restart).await;
}

/// Restarts the chip as a drive, by its own boot loader.
pub(crate) fn restart_as_drive() -> ! {
    defmt::info!("restarting as a drive");
    embassy_rp::rom_data::reset_to_usb_boot(0, 0);
    // The call does not return.
    loop {
        cortex_m::asm::nop();
    }
}

/// What the host has configured.
#[derive(Default)]
struct HostState {
    is_configured: bool,
    is_suspended: bool,
    baud: u32,
}

impl HostState {
    fn publish(&self) {
        let is_present = self.is_configured && !self.is_suspended;
        if has_host() != is_present {
            HOST.sender().send(is_present);
        }
    }
}

impl Handler for HostState {
    /// A reset of the bus: the host may be another one.
    fn reset(&mut self) {
        HEARD.clear();
        SAID.clear();
        FRESH.store(true, Ordering::Relaxed);
        *self = HostState::default();
        self.publish();
    }

    fn configured(&mut self, is_configured: bool) {
        self.is_configured = is_configured;
        self.publish();
    }

    /// An idle bus is suspended: the host sleeps, or the cable was pulled out.
    fn suspended(&mut self, is_suspended: bool) {
        self.is_suspended = is_suspended;
        self.publish();
    }

    /// Observes requests to the port, which answers them.
    fn control_out(&mut self, request: Request, data: &[u8]) -> Option<OutResponse> {
        match (request.request, data.first_chunk()) {
            (SET_LINE_CODING, Some(&baud)) => self.baud = u32::from_le_bytes(baud),
            (SET_CONTROL_LINE_STATE, _) if request.value & DTR == 0 && self.baud == TOUCH => {
                TOUCHED.signal(());
            }
            _ => {}
        }
        None
    }
}

type Port = CdcAcmClass<'static, Driver<'static, USB>>;

/// Moves bytes both ways.
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
                            pass_on(port, before, &mut said).await?;
                            pass_on(port, &[byte], &mut said).await?;
                        }
                    }
                }
            }
            Either::Second(count) => send(port, &said[..count]).await?,
        }
    }
}

/// Passes bytes on to the engine, which may not read before its output was sent.
async fn pass_on(
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
    // A full packet is followed by an empty one; without it the host waits for more.
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
