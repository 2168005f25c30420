//! Whoever gives the device its advice on a PC: search at first, then the solved game, and the
//! database image when it is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::Result;
use dobutsu_core::database::Database;
use dobutsu_core::game::{After, Position, Value};
use dobutsu_core::player::{Advice, Adviser, AdviserError, Mind, Need, Progress, Tables, Verdict};

use crate::build;
use crate::image::Image;
use crate::parallel::all_cores;
use crate::solve::index::Index;
use crate::solve::{Solved, default_path};

/// An adviser on a PC.
pub enum Thinker {
    /// Looks ahead or asks the database image, as the chip does.
    Device(Box<Mind<'static, &'static [u8]>>),
    /// Asks the solver's own table.
    Solved {
        /// The value of every position.
        solved: Arc<Solved>,
        /// The position asked about.
        position: Position,
    },
}

impl Thinker {
    /// The adviser while there is nothing better.
    pub fn searching() -> Thinker {
        // The tables stay in memory until the program ends, as on the chip.
        let tables = Box::leak(Box::new(Tables::new()));
        Thinker::Device(Box::new(Mind::new(tables)))
    }

    /// The adviser that asks a database image, which stays in memory until the program ends.
    pub fn probing(image: Image) -> Result<Thinker> {
        let bytes: &'static [u8] = image.into_bytes().leak();
        let mut mind = Mind::new(Box::leak(Box::new(Tables::new())));
        mind.learn(Database::open(bytes)?);
        Ok(Thinker::Device(Box::new(mind)))
    }

    /// The adviser that asks the solver's own table.
    pub fn knowing(solved: Arc<Solved>) -> Thinker {
        Thinker::Solved {
            solved,
            position: Position::START,
        }
    }
}

impl Adviser for Thinker {
    fn begin(&mut self, asked: Position, need: Need) {
        match self {
            Thinker::Device(mind) => mind.begin(asked, need),
            Thinker::Solved { position, .. } => *position = asked,
        }
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        match self {
            Thinker::Device(mind) => mind.step(budget),
            Thinker::Solved { .. } => Ok(Progress::Done),
        }
    }

    fn advice(&self) -> Advice {
        match self {
            Thinker::Device(mind) => mind.advice(),
            Thinker::Solved { solved, position } => advice_of(solved, *position),
        }
    }

    fn is_perfect(&self) -> bool {
        match self {
            Thinker::Device(mind) => mind.is_perfect(),
            Thinker::Solved { .. } => true,
        }
    }
}

/// What the solved game says about every move.
pub fn advice_of(solved: &Solved, position: Position) -> Advice {
    Advice::of(position, |_, after| {
        Verdict::Exact(match after {
            After::Caught => Value::Win(1),
            After::Position(next) => solved.exact(next).before(),
        })
    })
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
    if let Ok(image) = Image::read(&image_path) {
        tell(News::Ready(Thinker::probing(image)?));
        return Ok(());
    }
    let index = Index::build();
    let steps = [Solved::steps(&index), build::steps(&index)];
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
    let bytes = build::image(&solved, &count);
    let _ = build::write(&bytes, &image_path);
    tell(News::Ready(Thinker::probing(Image::new(bytes)?)?));
    progress.done.store(steps.iter().sum(), Ordering::Relaxed);
    Ok(())
}
