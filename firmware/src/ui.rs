//! The device: presses and ticks in, pictures out, its requests fulfilled.
//!
//! One task owns it, at a priority above the thinker's, so that a press is on its way to the
//! display within a few milliseconds whatever is being thought about.

use dobutsu_core::handheld::{Button, Frame, Handheld, Mode, Request, TICKS_PER_SECOND};
use dobutsu_core::player::Advice;
use embassy_futures::select::{Either4, select4};
use embassy_time::{Duration, Ticker};
use static_cell::ConstStaticCell;

use crate::display::{self, Light};
use crate::power::Doze;
use crate::storage::Storage;
use crate::thinker::{self, Answer, Question};
use crate::{buttons, memory, watchdog};

const TICK: Duration = Duration::from_hz(TICKS_PER_SECOND as u64);
/// After so many ticks without a press the display is dimmed: half a minute.
const DIM: u32 = 30 * TICKS_PER_SECOND as u32;
/// How often the stack's high-water mark is looked at, in ticks.
const LOOK_AT_STACK: u32 = 10 * TICKS_PER_SECOND as u32;

static DEVICE: ConstStaticCell<Handheld> = ConstStaticCell::new(Handheld::off());

/// What the device takes of the RAM.
pub(crate) const RAM: [(&str, usize); 1] = [("the device and its games", size_of::<Handheld>())];

/// Draws the device's picture; a function of its own so that its cycles can be counted from
/// outside.
#[inline(never)]
#[unsafe(no_mangle)]
fn dobutsu_draw(device: &Handheld, frame: &mut Frame) {
    let Ok(()) = device.draw(frame);
}

// What the device does is not inlined, so that the stack frame of the task, which lies under
// every other, stays small.

#[inline(never)]
fn switch_on(device: &mut Handheld, record: Option<&[u8]>, seed: u32) {
    device.switch_on(record, seed);
}

#[inline(never)]
fn press(device: &mut Handheld, button: Button) {
    device.press(button);
}

#[inline(never)]
fn tick(device: &mut Handheld) {
    device.tick();
}

#[inline(never)]
fn advise(device: &mut Handheld, advice: &Advice) {
    device.advise(advice);
}

/// The device and what it was last seen doing.
struct Ui {
    device: &'static mut Handheld,
    storage: Storage,
    frame: Frame,
    light: Light,
    /// Whether a picture was handed over since the display last settled.
    showing: bool,
    /// What the thinker was last asked and has not answered.
    asked: Option<Question>,
    /// How long the last advice took.
    took: Duration,
    /// Moves played on the board in use.
    played: usize,
    /// Ticks since the last press.
    idle: u32,
}

/// Runs the device.
#[embassy_executor::task]
pub(crate) async fn run(mut storage: Storage, seed: u32) {
    let device = DEVICE.take();
    if storage.is_unfinished() {
        // That takes a while; meanwhile here is the title.
        let mut frame = Frame::new();
        dobutsu_draw(device, &mut frame);
        display::show(&frame, Light::Bright);
        display::settled().await;
        storage.tidy_up().await;
    }
    switch_on(device, storage.record(), seed);
    if device.has_notice() {
        defmt::warn!("record refused");
    }
    let mut ui = Ui {
        device,
        storage,
        frame: Frame::new(),
        light: Light::Off,
        showing: false,
        asked: None,
        took: Duration::MIN,
        played: 0,
        idle: 0,
    };
    let mut ticker = Ticker::every(TICK);
    let mut ticks = 0;
    let mut deepest = 0;
    loop {
        ui.show();
        if ui.fulfil().await {
            ticker.reset();
        }
        match select4(
            buttons::next(),
            ticker.next(),
            thinker::answer(),
            thinker::source(),
        )
        .await
        {
            Either4::First(button) => {
                ui.idle = 0;
                press(ui.device, button);
            }
            Either4::Second(()) => {
                ui.idle += 1;
                tick(ui.device);
                watchdog::ticked();
                ticks += 1;
                if ticks % LOOK_AT_STACK == 1 {
                    let (size, used) = memory::stack();
                    if used > deepest {
                        deepest = used;
                        defmt::info!("stack: {=usize} of {=usize} bytes used", used, size);
                    }
                }
            }
            Either4::Third(Answer { advice, took }) => {
                ui.asked = None;
                ui.took = took;
                advise(ui.device, &advice);
            }
            Either4::Fourth(source) => ui.device.set_source(source),
        }
        ui.note_moves();
    }
}

impl Ui {
    /// Hands the picture over if it has changed.
    #[inline(never)]
    fn show(&mut self) {
        let mut frame = Frame::new();
        dobutsu_draw(self.device, &mut frame);
        let light = if self.device.is_asleep() {
            Light::Off
        } else if self.idle >= DIM {
            Light::Dim
        } else {
            Light::Bright
        };
        if frame != self.frame || light != self.light {
            display::show(&frame, light);
            self.frame = frame;
            self.light = light;
            self.showing = true;
        }
    }

    /// Does what the device asks for; whether it slept meanwhile.
    async fn fulfil(&mut self) -> bool {
        // The picture first: a save may take long enough to be noticed.
        if let Some(Request::Save(_)) = self.device.request() {
            self.settle().await;
        }
        while let Some(Request::Save(record)) = self.device.request() {
            let kept = self.storage.keep(record).await;
            defmt::info!("saved {=usize} bytes: {=bool}", record.len(), kept);
            self.device.saved(kept);
        }
        let (question, sleep) = match self.device.request() {
            Some(Request::Think(position, need)) => (Some((position, need)), false),
            Some(Request::Sleep) => (None, true),
            _ => (None, false),
        };
        if self.asked != question {
            self.asked = question;
            thinker::ask(question);
        }
        if sleep {
            self.sleep().await;
        }
        sleep
    }

    /// Waits until the display has what was handed over.
    async fn settle(&mut self) {
        if core::mem::take(&mut self.showing) {
            display::settled().await;
        }
    }

    /// Waits for a button, with everything else at rest.
    async fn sleep(&mut self) {
        defmt::info!("asleep");
        self.settle().await;
        watchdog::asleep(true);
        let doze = Doze::begin();
        let button = buttons::next().await;
        drop(doze);
        watchdog::asleep(false);
        defmt::info!("awake");
        self.idle = 0;
        press(self.device, button);
    }

    /// Logs the device's own moves.
    #[inline(never)]
    fn note_moves(&mut self) {
        let Some(bout) = self.device.bout() else {
            return;
        };
        let played = bout.game().played().len();
        let before = core::mem::replace(&mut self.played, played);
        let Some((mv, mover)) = bout.last_move().filter(|_| played == before + 1) else {
            return;
        };
        let (Mode::Solo { you, .. } | Mode::Puzzle { you, .. }) = bout.mode() else {
            return;
        };
        let diagram = bout.diagram_at(before);
        let usi = defmt::Display2Format(&diagram.usi(mv));
        if mover == you {
            defmt::info!("person plays {}", usi);
        } else {
            let took = self.took.as_micros();
            defmt::info!("device plays {} after {=u64} us", usi, took);
        }
    }
}
