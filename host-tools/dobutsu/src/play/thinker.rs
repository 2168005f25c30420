//! Whoever gives the device its advice on a PC: search at first, then the solved game, and the
//! database image when it is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::Poll;
use std::thread;

use anyhow::Result;
use dobutsu_core::database::{Database, Edition};
use dobutsu_core::game::Position;
use dobutsu_core::player::{Advice, Adviser, AdviserError, AdviserTables, DeviceAdviser, Need};

use crate::build;
use crate::image::ImageFile;
use crate::parallel::all_cores;
use crate::solve::index::Index;
use crate::solve::{Solved, SolvedAdviser, default_path};

/// An adviser on a PC.
pub enum Thinker {
    /// Looks ahead or asks the database image, as the chip does.
    Device(Box<DeviceAdviser<'static, ImageFile>>),
    /// Asks the solver's own table.
    Solved(SolvedAdviser<Arc<Solved>>),
}

impl Thinker {
    /// The adviser while there is nothing better.
    pub fn searching() -> Thinker {
        // The tables stay in memory until the program ends, as on the chip.
        let tables = Box::leak(Box::new(AdviserTables::new()));
        Thinker::Device(Box::new(DeviceAdviser::new(tables)))
    }

    /// The adviser that asks a database image.
    pub fn probing(image: ImageFile) -> Result<Thinker> {
        let mut adviser = DeviceAdviser::new(Box::leak(Box::new(AdviserTables::new())));
        adviser.use_database(Database::open(image)?);
        Ok(Thinker::Device(Box::new(adviser)))
    }

    /// The adviser that asks the solver's own table.
    pub fn knowing(solved: Arc<Solved>) -> Thinker {
        Thinker::Solved(SolvedAdviser::new(solved))
    }
}

impl Adviser for Thinker {
    fn begin(&mut self, position: Position, need: Need) {
        match self {
            Thinker::Device(device) => device.begin(position, need),
            Thinker::Solved(solved) => solved.begin(position, need),
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        match self {
            Thinker::Device(device) => device.step(budget),
            Thinker::Solved(solved) => solved.step(budget),
        }
    }

    fn advice(&self) -> Advice {
        match self {
            Thinker::Device(device) => device.advice(),
            Thinker::Solved(solved) => solved.advice(),
        }
    }
}

/// What the thread that opens or makes the database has to say.
pub enum News {
    /// The database is not there yet; making it has begun.
    Making,
    /// An adviser that knows every position, or a better one.
    Ready(Thinker),
    /// It cannot be had.
    Failed(anyhow::Error),
}

/// The database on its way, in a thread of its own.
pub struct Making {
    news: Receiver<News>,
    progress: Arc<Progressed>,
}

#[derive(Default)]
struct Progressed {
    done: AtomicU64,
    steps: AtomicU64,
}

impl Making {
    /// Begins to open the database image, or to make it if it was never kept.
    pub fn begin() -> Making {
        let (sender, news) = channel();
        let progress = Arc::new(Progressed::default());
        let making = Making {
            news,
            progress: Arc::clone(&progress),
        };
        thread::spawn(move || {
            if let Err(error) = open_or_make(&progress, &sender) {
                // Nobody listens any more once the player has left.
                let _ = sender.send(News::Failed(error));
            }
        });
        making
    }

    /// The latest news, if there is any.
    pub fn news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// How much is done, in percent; `None` before making it has begun.
    pub fn percent(&self) -> Option<u64> {
        let done = self.progress.done.load(Ordering::Relaxed);
        (done * 100).checked_div(self.progress.steps.load(Ordering::Relaxed))
    }
}

/// The database image from the cache, or a new one; until that is built, the solved game will do.
fn open_or_make(progress: &Progressed, news: &Sender<News>) -> Result<()> {
    let tell = |said| {
        let _ = news.send(said);
    };
    let image_path = build::default_path()?;
    if let Ok(image) = ImageFile::read(&image_path) {
        tell(News::Ready(Thinker::probing(image)?));
        return Ok(());
    }
    let index = Index::build();
    let steps = [Solved::steps(&index), build::steps(&index, Edition::Full)];
    progress.steps.store(steps.iter().sum(), Ordering::Relaxed);
    let count = |steps| {
        progress.done.fetch_add(steps, Ordering::Relaxed);
    };
    let path = default_path()?;
    let solved = match Solved::read(&path) {
        Ok(solved) => solved,
        Err(_) => {
            tell(News::Making);
            let solved = Solved::solve(index, all_cores(), &count);
            // What cannot be kept is made again the next time; that is no reason not to play.
            let _ = solved.write(&path);
            solved
        }
    };
    progress.done.store(steps[0], Ordering::Relaxed);
    let solved = Arc::new(solved);
    tell(News::Ready(Thinker::knowing(Arc::clone(&solved))));
    let bytes = build::image(&solved, Edition::Full, &count)?;
    let _ = build::write(&bytes, &image_path);
    tell(News::Ready(Thinker::probing(ImageFile::new(bytes)?)?));
    progress.done.store(steps.iter().sum(), Ordering::Relaxed);
    Ok(())
}
