//! The device: takes presses and ticks, shows pictures, and fulfils the device's requests.
//!
//! One task owns it, at a priority above the thinker's, so that the picture after a press is sent within a
//! few milliseconds even while the thinker works.

use dobutsu_core::handheld::{
    Button, Frame, Handheld, Health, Mishap, Request, SelfTest, Settings, TICKS_PER_SECOND,
};
use dobutsu_core::saves::Found;
use embassy_futures::select::{Either, Either4, select, select4};
use embassy_time::{Duration, Instant, Ticker, with_timeout};
use static_cell::StaticCell;

use crate::battery::Battery;
use crate::display::{self, Light, Look};
use crate::power::{self, Detached, Doze, FullClock};
use crate::storage::Storage;
use crate::thinker::{self, Answer, Question};
use crate::{buttons, journal, memory, selftest, sound, usb, watchdog};

const TICK: Duration = Duration::from_hz(TICKS_PER_SECOND as u64);
/// The display is dimmed after this many ticks without a press: half a minute.
const DIM: u32 = 30 * TICKS_PER_SECOND as u32;
/// Interval in ticks at which the stack's high-water mark and the battery are measured.
const MEASURE: u32 = 10 * TICKS_PER_SECOND as u32;

/// Initialised at run time, so that the initial value, mostly zeros, is not stored in flash.
static DEVICE: StaticCell<Handheld> = StaticCell::new();

/// Draws the device's picture; a function of its own so that an emulator can count its cycles.
#[inline(never)]
#[unsafe(no_mangle)]
fn dobutsu_draw(device: &Handheld, frame: &mut Frame) {
    device.draw(frame);
}

/// Creates the device, switched off; once. Its initial value is created on the stack.
#[inline(never)]
pub(crate) fn create_device() -> &'static mut Handheld {
    DEVICE.init_with(Handheld::off)
}

/// The device, and the state of this task.
struct Ui {
    device: &'static mut Handheld,
    storage: Storage,
    battery: Battery,
    frame: Frame,
    look: Look,
    /// Whether a picture was passed on since the display last settled.
    showing: bool,
    /// The question that the thinker has not answered yet.
    asked: Option<Question>,
    /// The time that the last answer took.
    took: Duration,
    /// Plies of the current match.
    played: usize,
    ticker: Ticker,
    /// Ticks since the device was switched on.
    ticks: u32,
    /// The stack's high-water mark in bytes.
    deepest: usize,
    /// Whether the moment of a press has been mixed into the dice.
    is_stirred: bool,
}

/// Runs the device.
#[embassy_executor::task]
pub(crate) async fn run(
    device: &'static mut Handheld,
    mut storage: Storage,
    mut battery: Battery,
    seed: u32,
    mishap: Option<Mishap>,
) {
    let starting = FullClock::begin();
    let record = match storage.record().await {
        Found::Nothing => {
            defmt::info!("saves: nothing");
            None
        }
        Found::Record(record) => {
            defmt::info!("saves: {=usize} bytes", record.len());
            Some(record)
        }
        Found::Rubbish => {
            defmt::warn!("saves: rubbish");
            // The device shows a notice for a record that it cannot read.
            Some(&[][..])
        }
    };
    let saves = match record {
        None => Health::Absent,
        Some([]) => Health::Bad,
        Some(_) => Health::Sound,
    };
    device.switch_on(record, seed);
    if buttons::is_down(Button::A) {
        let test = SelfTest::new(device.settings().language);
        selftest::run(test, saves, &mut battery, device.settings()).await;
    }
    if let Some(mishap) = mishap {
        device.report(mishap);
    }
    if device.has_notice() {
        defmt::warn!("record refused");
    }
    let mut ui = Ui {
        device,
        storage,
        battery,
        frame: Frame::new(),
        look: Look::of(Settings::FRESH, Light::Off),
        showing: false,
        asked: None,
        took: Duration::MIN,
        played: 0,
        ticker: Ticker::every(TICK),
        ticks: 0,
        deepest: 0,
        is_stirred: false,
    };
    ui.show();
    drop(starting);
    let mut stale = false;
    loop {
        if stale {
            ui.show();
        }
        if ui.fulfil().await {
            ui.show();
        }
        let event = select4(
            buttons::next(),
            ui.ticker.next(),
            thinker::answer(),
            thinker::source(),
        );
        stale = true;
        match event.await {
            Either4::First(button) => ui.press(button),
            Either4::Second(()) => stale = ui.tick(),
            Either4::Third(answer) => ui.advise(&answer),
            Either4::Fourth(source) => ui.device.set_source(source),
        }
        ui.log_move();
        if let Some(tune) = ui.device.take_tune() {
            sound::play(tune, ui.device.settings().volume);
        }
    }
}

/// Sleeps with all oscillators stopped until a button is pressed.
async fn sleep_dormant() -> Button {
    power::sleep_until_pressed();
    // The press may not have been recognised yet, or the button is open again. Whichever it was, it only
    // wakes the device.
    let pressed = with_timeout(Duration::from_millis(30), buttons::next()).await;
    pressed.unwrap_or(Button::B)
}

/// The moment of the first press in microseconds, which no person can repeat. A function of its own so that
/// an emulated board can replace it with a constant, and play the same game every time.
#[inline(never)]
#[unsafe(no_mangle)]
fn dobutsu_moment() -> u32 {
    Instant::now().as_micros() as u32
}

// These are not inlined, so that the stack frame of the task, which lies below every other, stays small.
impl Ui {
    #[inline(never)]
    fn press(&mut self, button: Button) {
        let _full_clock = FullClock::begin();
        if !core::mem::replace(&mut self.is_stirred, true) {
            let micros = dobutsu_moment();
            defmt::info!("stirred by {=u32}", micros);
            self.device.stir(micros);
        }
        self.device
            .press(match self.device.settings().is_upside_down {
                true => button.upside_down(),
                false => button,
            });
    }

    /// Advances the device by a tick. Returns whether the picture may have changed.
    #[inline(never)]
    fn tick(&mut self) -> bool {
        self.ticks = self.ticks.wrapping_add(1);
        let before = self.device.pulse();
        // An experiment computes in its ticks; at the slow clock the feeder of the watchdog would never run.
        let _full_clock = self.device.is_experimenting().then(FullClock::begin);
        self.device.tick();
        watchdog::ticked();
        let mut changed = self.device.pulse() != before || self.device.idle() == DIM;
        if self.ticks % MEASURE == 1 {
            self.measure_stack();
            self.device.set_battery_low(self.battery.is_low());
            changed = true;
        }
        changed
    }

    #[inline(never)]
    fn advise(&mut self, answer: &Answer) {
        if let Some(took) = answer.took {
            self.asked = None;
            self.took = took;
        }
        self.device.advise(&answer.advice);
    }

    /// Passes the picture on to the display if it has changed.
    #[inline(never)]
    fn show(&mut self) {
        let _full_clock = FullClock::begin();
        let mut frame = Frame::new();
        dobutsu_draw(self.device, &mut frame);
        let light = if self.device.is_asleep() {
            Light::Off
        } else if self.device.idle() >= DIM {
            Light::Dim
        } else {
            Light::Bright
        };
        let look = Look::of(self.device.settings(), light);
        if frame != self.frame || look != self.look {
            display::show(&frame, look);
            self.frame = frame;
            self.look = look;
            self.showing = true;
        }
    }

    /// Fulfils the device's request. Returns whether the picture may have changed meanwhile.
    async fn fulfil(&mut self) -> bool {
        // The picture is shown first, because a save may take noticeably long.
        if let Some(Request::Save(_)) = self.device.request() {
            self.settle().await;
        }
        let mut changed = false;
        while let Some(Request::Save(record)) = self.device.request() {
            let _full_clock = FullClock::begin();
            // A flash whose supply fails during a write may lose more than this record.
            let kept = if !self.battery.may_write() {
                defmt::warn!("saves: the battery is too low");
                false
            } else if let Err(error) = self.storage.keep(record).await {
                defmt::error!("saves: {}", error);
                journal::note(format_args!("a save failed"));
                false
            } else {
                true
            };
            defmt::info!("saved {=usize} bytes: {=bool}", record.len(), kept);
            self.device.saved(kept);
            changed |= !kept;
        }
        let (question, sleep) = match self.device.request() {
            Some(Request::Think(position, need)) => (Some((position, need)), false),
            Some(Request::Sleep) => (None, true),
            Some(Request::Update) => usb::restart_as_drive(),
            _ => (None, false),
        };
        if self.asked != question {
            self.asked = question;
            thinker::ask(question);
        }
        if sleep {
            self.sleep().await;
        }
        changed || sleep
    }

    /// Waits until the display shows what was passed on.
    async fn settle(&mut self) {
        if core::mem::take(&mut self.showing) {
            display::settled().await;
        }
    }

    /// Waits for a button, with everything else stopped.
    async fn sleep(&mut self) {
        defmt::info!("asleep");
        self.settle().await;
        watchdog::asleep(true);
        let button = self.wait_asleep().await;
        watchdog::asleep(false);
        defmt::info!("awake");
        self.press(button);
        self.ticker.reset();
    }

    /// Waits for a button. The clocks stop unless a host is present.
    async fn wait_asleep(&mut self) -> Button {
        while usb::has_host() {
            if let Either::First(button) = select(buttons::next(), usb::host_left()).await {
                return button;
            }
        }
        let _detached = Detached::begin();
        if !buttons::any_down() {
            return sleep_dormant().await;
        }
        let doze = Doze::begin();
        let button = buttons::next().await;
        // Should waking hang, the watchdog resets the chip.
        watchdog::asleep(false);
        drop(doze);
        button
    }

    /// Logs the stack's high-water mark when it has risen.
    fn measure_stack(&mut self) {
        let (size, used) = memory::stack();
        if used > self.deepest {
            self.deepest = used;
            defmt::info!("stack: {=usize} of {=usize} bytes used", used, size);
        }
    }

    /// Logs a move that was played.
    #[inline(never)]
    fn log_move(&mut self) {
        let Some(current) = self.device.current_match() else {
            return;
        };
        let played = current.game().plies();
        let before = core::mem::replace(&mut self.played, played);
        let Some((diagram, mv)) = current.last_move().filter(|_| played == before + 1) else {
            return;
        };
        let Some(you) = current.person() else {
            return;
        };
        let usi = defmt::Display2Format(&diagram.usi(mv));
        if diagram.side == you {
            defmt::info!("person plays {}", usi);
        } else {
            let took = self.took.as_micros();
            defmt::info!("device plays {} after {=u64} us", usi, took);
        }
    }
}
