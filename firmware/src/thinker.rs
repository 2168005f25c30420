//! The thinker: answers questions about positions, in slices, when nothing else runs.
//!
//! It has the lowest priority: buttons, picture and saves interrupt a slice anywhere, so the length of
//! a slice matters only when a question is withdrawn. The second core is not used: a perfect move takes a
//! fraction of a second of one core, and a core that runs from flash has to be stopped for every save.
//!
//! The database is opened by its header at once, so that the first screen can already ask for a move. Its
//! checksums are computed afterwards, in slices too, while there is no question. If a checksum or an answer
//! is wrong, the thinker goes on by search, and the device shows a notice.

use core::sync::atomic::{AtomicU8, Ordering};
use core::task::Poll;

use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::{Database, ImageCheck, ImageError, ImageLayout};
use dobutsu_core::game::{Position, Value};
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
use crate::power::FullClock;
use crate::usb::Speech;
use crate::{journal, memory, usb, watchdog};

/// The budget of a slice, in positions of a search: a few milliseconds. Between slices other tasks of the
/// background run, whose code evicts some of the networks from the flash's cache.
const SLICE: u32 = 400;
/// Bytes of the database checked in a slice.
const CHECK_SLICE: u32 = 8192;

/// The newest question; none withdraws the last one.
static QUESTION: Signal<CriticalSectionRawMutex, Option<Question>> = Signal::new();
static ANSWER: Signal<CriticalSectionRawMutex, Answer> = Signal::new();
static SOURCE: Signal<CriticalSectionRawMutex, Source> = Signal::new();

/// The state of the database as [`health`] decodes it.
static HEALTH: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const SOUND: u8 = 1;
const ABSENT: u8 = 2;
const BAD: u8 = 3;

/// The state of the database: unknown until its checksums have been computed.
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

/// A position, and what the device needs to know about it.
pub(crate) type Question = (Position, Need);

/// The answer to a question.
pub(crate) struct Answer {
    pub(crate) advice: Advice,
    /// How long it took; `None` while the distance is being counted.
    pub(crate) took: Option<Duration>,
}

/// Asks a question in place of the last one, or withdraws that.
pub(crate) fn ask(question: Option<Question>) {
    ANSWER.reset();
    QUESTION.signal(question);
}

/// Waits for an answer. It may still be the answer to an earlier question.
pub(crate) async fn answer() -> Answer {
    ANSWER.wait().await
}

/// Waits for news about where answers come from.
pub(crate) async fn source() -> Source {
    SOURCE.wait().await
}

/// One slice; a function of its own so that an emulator can count its cycles.
#[inline(never)]
#[unsafe(no_mangle)]
fn dobutsu_think(adviser: &mut FlashAdviser) -> Result<Poll<()>, AdviserError> {
    adviser.step(SLICE)
}

/// The engine of the serial port, and its output.
struct Talk {
    engine: Engine,
    speech: Speech,
    /// Input that it has not accepted yet.
    left: Vec<u8, 64>,
    /// The time up to which the engine's clock has been advanced.
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

    /// Starts anew for a new host.
    fn greet(&mut self) {
        if usb::is_fresh() || self.engine.is_over() {
            self.engine.reset();
            self.left.clear();
        }
    }

    /// Reads input as far as the engine accepts it.
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
            // A search that begins with this input begins now.
            self.told = Instant::now();
        }
        let taken = self.engine.read(bytes, &mut self.speech);
        // The vector is as long as the longest input.
        let _ = self.left.extend_from_slice(&bytes[taken..]);
    }
}

/// The adviser, and who uses it.
struct Thinker {
    talk: &'static mut Talk,
    adviser: &'static mut FlashAdviser,
    image: InPlace,
    /// The check of the sections, until it is done.
    check: Option<ImageCheck>,
    /// The question being answered, and when that began.
    question: Option<(Question, Instant)>,
    /// The least distance passed on.
    at_least: Option<Value>,
    /// A question that has to wait until the engine does not need the adviser.
    waiting: Option<Question>,
}

/// Answers questions, those of the serial port too.
#[embassy_executor::task]
pub(crate) async fn run() {
    let mut thinker = Thinker::new();
    let mut full_clock = None;
    loop {
        let news = if thinker.is_busy() {
            full_clock.get_or_insert_with(FullClock::begin);
            yield_now().await;
            QUESTION.try_take()
        } else {
            full_clock = None;
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
    /// Creates the adviser, and looks for the database. Not inlined: it is created on the stack, and the
    /// frame of the task lies below every other.
    #[inline(never)]
    fn new() -> Thinker {
        let mut thinker = Thinker {
            talk: TALK.init_with(Talk::new),
            adviser: ADVISER.init_with(|| DeviceAdviser::new(TABLES.take())),
            image: memory::database(),
            check: None,
            question: None,
            at_least: None,
            waiting: None,
        };
        thinker.open();
        thinker
    }

    fn open(&mut self) {
        if let Ok(layout) = ImageLayout::read(&self.image) {
            self.image.copy_network(layout.network(Topic::Loss));
        }
        match Database::open(self.image) {
            Ok(database) => {
                let layout = database.layout();
                defmt::info!("database: found, {=u32} bytes", layout.size());
                journal::note(format_args!("database, {} bytes", layout.size()));
                self.check = Some(ImageCheck::new(layout));
                self.adviser.use_database(database);
                SOURCE.signal(Source::Database);
            }
            Err(error) => self.do_without(error),
        }
    }

    /// Goes on by search, and reports why.
    fn do_without(&mut self, error: ImageError) {
        defmt::warn!("database: refused, {}", error);
        journal::note(format_args!("{error}"));
        SOURCE.signal(match error {
            ImageError::Missing => Source::Search,
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
        // The question being answered is begun again.
        if let Some(((position, need), _)) = self.question {
            self.adviser.begin(position, need);
        }
    }

    /// Whether there is anything to do now.
    fn is_busy(&self) -> bool {
        self.question.is_some()
            || self.check.is_some()
            || self.waiting.is_some()
            || self.talk.engine.is_busy()
            || !self.talk.left.is_empty()
    }

    /// Begins to answer a question, or withdraws the last one. There is one adviser, so the engine's search
    /// is finished first.
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

    /// Works on the device's question for a slice.
    #[inline(never)]
    fn think(&mut self) {
        let progress = dobutsu_think(self.adviser);
        watchdog::thought();
        match progress {
            Ok(Poll::Pending) => {
                let at_least = self.adviser.at_least();
                if at_least.is_some() && at_least != self.at_least {
                    self.at_least = at_least;
                    self.answer(None);
                }
            }
            Ok(Poll::Ready(())) => {
                if let Some((_, since)) = self.question.take() {
                    self.answer(Some(since.elapsed()));
                }
                watchdog::thinking(false);
            }
            Err(AdviserError::Image(error)) => self.do_without(error),
        }
    }

    #[inline(never)]
    fn answer(&self, took: Option<Duration>) {
        let advice = self.adviser.advice();
        ANSWER.signal(Answer { advice, took });
    }

    /// Works on the engine's search for a slice.
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
