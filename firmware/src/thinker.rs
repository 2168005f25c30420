//! The thinker: answers questions about positions, a slice at a time, when nothing else runs.
//!
//! It has the lowest priority: buttons, picture and saves interrupt a slice anywhere, so its
//! length is felt only when a question is withdrawn. The second core could think instead, but a
//! perfect move takes a fraction of a second of one core, and a core that runs from flash has
//! to be stopped for every save; one core is simpler and fast enough.
//!
//! The database is opened by its header at once, so that a move can be asked for with the first
//! screen. Its checksums are gone through behind that screen, in slices too, while there is
//! nothing to think about; should they be wrong, or an answer make no sense, the thinker goes on
//! by search and the device says so.

use core::sync::atomic::{AtomicU8, Ordering};
use core::task::Poll;

use dobutsu_core::database::{Database, ImageCheck, ImageError};
use dobutsu_core::game::Position;
use dobutsu_core::handheld::{Health, Source};
use dobutsu_core::player::{Advice, Adviser, AdviserError, AdviserTables, DeviceAdviser, Need};
use dobutsu_core::usi::Engine;
use embassy_futures::select::{Either, select};
use embassy_futures::yield_now;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant};
use heapless::Vec;
use static_cell::{ConstStaticCell, StaticCell};

use crate::memory::InPlace;
use crate::usb::Speech;
use crate::{journal, memory, usb, watchdog};

/// Positions looked at in a slice, about.
const SLICE: u32 = 400;
/// Bytes of the database checked in a slice.
const CHECK_SLICE: u32 = 8192;

/// What the thinker is asked, newest first; nothing when nobody waits any more.
static QUESTION: Signal<CriticalSectionRawMutex, Option<Question>> = Signal::new();
static ANSWER: Signal<CriticalSectionRawMutex, Answer> = Signal::new();
static SOURCE: Signal<CriticalSectionRawMutex, Source> = Signal::new();

/// What is known of the database so far, as a number of [`health`].
static HEALTH: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const SOUND: u8 = 1;
const ABSENT: u8 = 2;
const BAD: u8 = 3;

/// How the database was found, as far as its checksums were gone through.
pub(crate) fn health() -> Health {
    match HEALTH.load(Ordering::Relaxed) {
        SOUND => Health::Sound,
        ABSENT => Health::Absent,
        BAD => Health::Bad,
        _ => Health::Unknown,
    }
}

/// The database in flash, read in place.
type FlashAdviser = DeviceAdviser<'static, InPlace>;

static TABLES: ConstStaticCell<AdviserTables> = ConstStaticCell::new(AdviserTables::new());
static ADVISER: StaticCell<FlashAdviser> = StaticCell::new();

/// A position, and how much is to be known about it.
pub(crate) type Question = (Position, Need);

/// What came of a question.
pub(crate) struct Answer {
    pub(crate) advice: Advice,
    pub(crate) took: Duration,
}

/// Asks a question instead of the last, or withdraws it.
pub(crate) fn ask(question: Option<Question>) {
    ANSWER.reset();
    QUESTION.signal(question);
}

/// The answer to the last question; it may come too late, for the one before.
pub(crate) async fn answer() -> Answer {
    ANSWER.wait().await
}

/// Where answers come from, when it is known and when it changes.
pub(crate) async fn source() -> Source {
    SOURCE.wait().await
}

/// One slice of thought; a function of its own so that its cycles can be counted from outside.
#[inline(never)]
#[unsafe(no_mangle)]
fn dobutsu_think(adviser: &mut FlashAdviser) -> Result<Poll<()>, AdviserError> {
    adviser.step(SLICE)
}

/// The engine of the serial port, and what it has to say.
struct Talk {
    engine: Engine,
    speech: Speech,
    /// Bytes that it has not taken yet.
    left: Vec<u8, 64>,
    /// Until when it has been told how time passes.
    told: Instant,
}

static TALK: StaticCell<Talk> = StaticCell::new();

impl Talk {
    const fn new() -> Talk {
        Talk {
            engine: Engine::new(),
            speech: Speech::new(),
            left: Vec::new(),
            told: Instant::MIN,
        }
    }

    /// Forgets whoever has gone.
    fn greet(&mut self) {
        if usb::is_fresh() || self.engine.is_over() {
            self.engine.reset();
            self.left.clear();
        }
    }

    /// Reads what has come, as far as the engine takes it.
    #[inline(never)]
    fn listen(&mut self) {
        self.greet();
        if self.left.is_empty() {
            let mut bytes = [0; 64];
            let count = usb::try_hear(&mut bytes);
            self.take(&bytes[..count]);
        } else {
            let bytes = core::mem::take(&mut self.left);
            self.take(&bytes);
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        if !self.engine.is_busy() {
            // What it is asked now it begins to think about now.
            self.told = Instant::now();
        }
        let taken = self.engine.read(bytes, &mut self.speech);
        // There are no more than fit.
        let _ = self.left.extend_from_slice(&bytes[taken..]);
    }
}

/// The adviser at work.
struct Thinker {
    talk: &'static mut Talk,
    adviser: &'static mut FlashAdviser,
    image: InPlace,
    /// The long checksum, until it is done.
    check: Option<ImageCheck>,
    /// The question in hand, and since when.
    question: Option<(Question, Instant)>,
    /// A question that has to wait until the engine has done with the adviser.
    waiting: Option<Question>,
}

/// Thinks.
#[embassy_executor::task]
pub(crate) async fn run() {
    let mut thinker = Thinker::new();
    loop {
        let news = if thinker.is_busy() {
            yield_now().await;
            QUESTION.try_take()
        } else {
            let mut bytes = [0; 64];
            match select(QUESTION.wait(), usb::hear(&mut bytes)).await {
                Either::First(question) => Some(question),
                Either::Second(count) => {
                    thinker.talk.greet();
                    thinker.talk.take(&bytes[..count]);
                    None
                }
            }
        };
        if let Some(question) = news {
            thinker.take_up(question);
        }
        thinker.talk.listen();
        if thinker.question.is_some() {
            thinker.think();
        } else if thinker.talk.engine.is_busy() {
            thinker.think_aloud();
        } else if let Some(question) = thinker.waiting.take() {
            thinker.take_up(Some(question));
        } else {
            thinker.verify();
        }
        thinker.talk.speech.send().await;
    }
}

impl Thinker {
    /// Makes the adviser, and looks for the database. Not inlined, like the rest: it passes over
    /// the stack here, and the frame of the task lies under every other.
    #[inline(never)]
    fn new() -> Thinker {
        let mut thinker = Thinker {
            talk: TALK.init_with(Talk::new),
            adviser: ADVISER.init_with(|| DeviceAdviser::new(TABLES.take())),
            image: memory::database(),
            check: None,
            question: None,
            waiting: None,
        };
        thinker.open();
        thinker
    }

    fn open(&mut self) {
        if memory::database_is_unfit() {
            self.do_without(ImageError::Truncated);
            return;
        }
        match Database::open(self.image) {
            Ok(database) => {
                let layout = database.layout();
                let edition = layout.edition();
                defmt::info!("database: found, {}, {=u32} bytes", edition, layout.size());
                journal::note(format_args!("{edition} database, {} bytes", layout.size()));
                self.check = Some(ImageCheck::new(layout));
                self.adviser.use_database(database);
                SOURCE.signal(layout.edition().into());
            }
            Err(error) => self.do_without(error),
        }
    }

    /// Goes on by search, and says why.
    fn do_without(&mut self, error: ImageError) {
        defmt::warn!("database: refused, {}", error);
        journal::note(format_args!("{error}"));
        SOURCE.signal(match error {
            ImageError::Missing => Source::Search,
            // It goes on where there is no flash.
            ImageError::Truncated => Source::Unfit,
            _ => Source::Damaged,
        });
        HEALTH.store(
            match error {
                ImageError::Missing => ABSENT,
                _ => BAD,
            },
            Ordering::Relaxed,
        );
        self.check = None;
        self.adviser.drop_database();
        // What was half thought is thought again.
        if let Some(((position, need), _)) = self.question {
            self.adviser.begin(position, need);
        }
    }

    /// Whether there is anything to do at once.
    fn is_busy(&self) -> bool {
        self.question.is_some()
            || self.check.is_some()
            || self.waiting.is_some()
            || self.talk.engine.is_busy()
            || !self.talk.left.is_empty()
    }

    /// Takes a question up, or withdraws the last. One adviser cannot think about two things: what the
    /// engine has begun is finished first.
    #[inline(never)]
    fn take_up(&mut self, question: Option<Question>) {
        self.waiting = None;
        if self.question.is_none() && self.talk.engine.is_busy() {
            self.waiting = question;
            watchdog::thinking(question.is_some());
            return;
        }
        if let Some((position, need)) = question {
            self.adviser.begin(position, need);
        }
        self.question = question.map(|question| (question, Instant::now()));
        watchdog::thinking(question.is_some());
    }

    /// Thinks for a slice.
    #[inline(never)]
    fn think(&mut self) {
        let progress = dobutsu_think(self.adviser);
        watchdog::thought();
        match progress {
            Ok(Poll::Pending) => {}
            Ok(Poll::Ready(())) => {
                if let Some((_, since)) = self.question.take() {
                    ANSWER.signal(Answer {
                        advice: self.adviser.advice(),
                        took: since.elapsed(),
                    });
                }
                watchdog::thinking(false);
            }
            Err(AdviserError::Image(error)) => self.do_without(error),
        }
    }

    /// Thinks for a slice about what the PC has asked.
    #[inline(never)]
    fn think_aloud(&mut self) {
        let Talk {
            engine,
            speech,
            told,
            ..
        } = &mut *self.talk;
        let passed = told.elapsed().as_millis();
        *told += Duration::from_millis(passed);
        engine.elapse(passed as u32, speech);
        let progress = engine.step(self.adviser, SLICE, speech);
        watchdog::thought();
        if let Err(AdviserError::Image(error)) = progress {
            self.do_without(error);
        }
    }

    /// Checks a slice of the database.
    #[inline(never)]
    fn verify(&mut self) {
        let Some(check) = &mut self.check else {
            return;
        };
        match check.step(&self.image, CHECK_SLICE) {
            Ok(Poll::Pending) => {}
            Ok(Poll::Ready(())) => {
                defmt::info!("database: verified");
                HEALTH.store(SOUND, Ordering::Relaxed);
                self.check = None;
            }
            Err(error) => self.do_without(error),
        }
    }
}
