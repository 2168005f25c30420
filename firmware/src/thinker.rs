//! The thinker: answers questions about positions, a slice at a time, when nothing else runs.
//!
//! It has the lowest priority: buttons, picture and saves interrupt a slice anywhere, so its
//! length is felt only when a question is withdrawn. The second core could think instead, but a
//! perfect move takes a few million cycles of one core at most, and a core that runs from flash
//! would have to be stopped for every save; one core is simpler and fast enough.
//!
//! The database is opened by its header at once; its checksums are gone through behind the
//! first screens, while there is nothing to think about.

use dobutsu_core::database::Database;
use dobutsu_core::database::image::{Check, ImageError};
use dobutsu_core::game::Position;
use dobutsu_core::handheld::Source;
use dobutsu_core::player::{Advice, Adviser, AdviserError, Prober, Progress, Searcher};
use dobutsu_core::table::schemes::{New, OneLevel};
use embassy_futures::yield_now;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant};
use static_cell::StaticCell;

use crate::{memory, watchdog};

/// Slots of the table that either adviser fills.
const SLOTS: usize = 1 << 8;
/// Positions the searcher looks at for one move.
const SHARE: u32 = 100_000;
/// Positions looked at in a slice, about.
const SLICE: u32 = 256;
/// Bytes of the database checked in a slice.
const CHECK_SLICE: u32 = 4096;

static QUESTION: Signal<CriticalSectionRawMutex, Option<Position>> = Signal::new();
static ANSWER: Signal<CriticalSectionRawMutex, Answer> = Signal::new();
static SOURCE: Signal<CriticalSectionRawMutex, Source> = Signal::new();
static THINKER: StaticCell<Thinker> = StaticCell::new();

/// Bytes of RAM the thinker takes.
pub(crate) const RAM: usize = size_of::<Thinker>();

/// What came of a question.
pub(crate) struct Answer {
    pub(crate) advice: Advice,
    pub(crate) took: Duration,
}

/// Asks about a position, or withdraws the question.
pub(crate) fn ask(position: Option<Position>) {
    ANSWER.reset();
    QUESTION.signal(position);
}

/// The answer to the last question.
pub(crate) async fn answer() -> Answer {
    ANSWER.wait().await
}

/// Where answers come from, when it is known and when it changes.
pub(crate) async fn source() -> Source {
    SOURCE.wait().await
}

/// Either adviser, in one place in RAM.
#[allow(clippy::large_enum_variant)]
enum Thinker {
    Probing(Prober<&'static [u8], SLOTS>),
    Searching(Searcher<OneLevel<New, SLOTS>>),
}

impl Thinker {
    fn adviser(&mut self) -> &mut dyn Adviser {
        match self {
            Thinker::Probing(prober) => prober,
            Thinker::Searching(searcher) => searcher,
        }
    }
}

/// One slice of thought; a function of its own so that its cycles can be counted from outside.
#[inline(never)]
#[unsafe(no_mangle)]
fn dobutsu_think(thinker: &mut Thinker) -> Result<Progress, AdviserError> {
    thinker.adviser().step(SLICE)
}

/// Thinks.
#[embassy_executor::task]
pub(crate) async fn run() {
    let image = memory::database();
    let (thinker, mut check) = match Database::open(image) {
        Ok(database) => {
            let layout = database.layout();
            defmt::info!("database: found, {=u32} bytes", layout.size());
            SOURCE.signal(Source::Database);
            let thinker = THINKER.init_with(|| Thinker::Probing(Prober::new(database)));
            (thinker, Some(Check::new(layout)))
        }
        Err(error) => {
            report(error);
            (THINKER.init_with(searching), None)
        }
    };
    let mut question = None;
    loop {
        if let Some(new) = QUESTION.try_take() {
            question = new.map(|position| {
                thinker.adviser().begin(position);
                Instant::now()
            });
            watchdog::thinking(question.is_some());
        }
        if let Some(since) = question {
            match dobutsu_think(thinker) {
                Ok(Progress::Working) => {}
                Ok(Progress::Done) => {
                    question = None;
                    watchdog::thinking(false);
                    ANSWER.signal(Answer {
                        advice: thinker.adviser().advice(),
                        took: since.elapsed(),
                    });
                }
                Err(_) => todo!(),
            }
            watchdog::thought();
        } else if let Some(checking) = &mut check {
            match checking.step(&image, CHECK_SLICE) {
                None => {}
                Some(Ok(())) => {
                    defmt::info!("database: verified");
                    check = None;
                }
                Some(Err(error)) => {
                    report(error);
                    check = None;
                    *thinker = searching();
                }
            }
        } else {
            QUESTION.signal(QUESTION.wait().await);
        }
        yield_now().await;
    }
}

fn searching() -> Thinker {
    Thinker::Searching(Searcher::new(OneLevel::new(), SHARE))
}

/// Says why the database cannot be used.
fn report(error: ImageError) {
    defmt::warn!("database: refused, {}", error);
    SOURCE.signal(match error {
        ImageError::Missing => Source::Search,
        _ => Source::Damaged,
    });
}
