//! Whoever gives the device its advice on a PC: search at first, the solved game when it is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use anyhow::Result;
use dobutsu_core::database::Database;
use dobutsu_core::game::{After, Position, Value};
use dobutsu_core::player::{Advice, Adviser, AdviserError, Prober, Progress, Searcher, Verdict};
use dobutsu_core::table::schemes::{New, OneLevel};

use crate::build;
use crate::image::Image;
use crate::parallel::all_cores;
use crate::solve::index::Index;
use crate::solve::{Solved, default_path};

/// Room for this many positions in the searcher's table or the prober's memory.
const SLOTS: usize = 1 << 14;

/// Positions the searcher looks at for one move; scenarios are to play the same everywhere.
const SHARE: u32 = 100_000;

/// An adviser on a PC.
pub enum Thinker {
    /// Looks ahead.
    Search(Box<Searcher<OneLevel<New, SLOTS>>>),
    /// Asks the database image, as the chip does.
    Image(Box<Prober<&'static [u8], SLOTS>>),
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
        Thinker::Search(Box::new(Searcher::new(OneLevel::new(), SHARE)))
    }

    /// The adviser that asks a database image, which stays in memory until the program ends.
    pub fn probing(image: Image) -> Result<Thinker> {
        let bytes: &'static [u8] = image.into_bytes().leak();
        Ok(Thinker::Image(Box::new(Prober::new(Database::open(
            bytes,
        )?))))
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
    fn begin(&mut self, asked: Position) {
        match self {
            Thinker::Search(searcher) => searcher.begin(asked),
            Thinker::Image(prober) => prober.begin(asked),
            Thinker::Solved { position, .. } => *position = asked,
        }
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        match self {
            Thinker::Search(searcher) => searcher.step(budget),
            Thinker::Image(prober) => prober.step(budget),
            Thinker::Solved { .. } => Ok(Progress::Done),
        }
    }

    fn advice(&self) -> Advice {
        match self {
            Thinker::Search(searcher) => searcher.advice(),
            Thinker::Image(prober) => prober.advice(),
            Thinker::Solved { solved, position } => advice_of(solved, *position),
        }
    }

    fn is_perfect(&self) -> bool {
        !matches!(self, Thinker::Search(_))
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

/// What the thread that opens or solves the game has to say.
pub enum News {
    /// The values are not there yet; solving has begun.
    Solving,
    /// An adviser that knows every position.
    Ready(Thinker),
    /// It cannot be had.
    Failed(anyhow::Error),
}

/// The solved game on its way, in a thread of its own.
pub struct Solving {
    news: Receiver<News>,
    done: Arc<AtomicU64>,
    steps: Arc<AtomicU64>,
}

impl Solving {
    /// Begins to open the solved game, or to solve it if it was never kept.
    pub fn begin() -> Solving {
        let (sender, news) = channel();
        let done = Arc::new(AtomicU64::new(0));
        let steps = Arc::new(AtomicU64::new(0));
        let progress = (Arc::clone(&done), Arc::clone(&steps));
        thread::spawn(move || {
            let begun = sender.clone();
            let solved = open_or_solve(&progress.0, &progress.1, || {
                // Nobody listens any more once the player has left.
                let _ = begun.send(News::Solving);
            });
            let _ = sender.send(solved.map_or_else(News::Failed, News::Ready));
        });
        Solving { news, done, steps }
    }

    /// The latest news, if there is any.
    pub fn news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// How much is done, in percent; `None` before solving has begun.
    pub fn percent(&self) -> Option<u64> {
        let done = self.done.load(Ordering::Relaxed);
        (done * 100).checked_div(self.steps.load(Ordering::Relaxed))
    }
}

/// The database image if it is in the cache, else the solved game, solved now if need be.
fn open_or_solve(done: &AtomicU64, steps: &AtomicU64, begun: impl FnOnce()) -> Result<Thinker> {
    if let Ok(image) = Image::read(&build::default_path()?) {
        return Thinker::probing(image);
    }
    let path = default_path()?;
    if let Ok(solved) = Solved::read(&path) {
        return Ok(Thinker::knowing(Arc::new(solved)));
    }
    begun();
    let index = Index::build();
    steps.store(Solved::steps(&index), Ordering::Relaxed);
    let solved = Solved::solve(index, all_cores(), &|count| {
        done.fetch_add(count, Ordering::Relaxed);
    });
    // Without the file the game is solved again the next time; that is no reason not to play.
    let _ = solved.write(&path);
    Ok(Thinker::knowing(Arc::new(solved)))
}
