//! Runs trials on threads until a limit is reached, saving as it goes.

use std::{
    ops::Range,
    path::PathBuf,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use cpu_time::{ProcessTime, ThreadTime};
use dobutsu_core::estimate::{Composite, Problem, Settings, Windows};

use super::{
    coverage::Coverage, distribution::Series, problem::Visitor, record::Record, spec::Spec,
};

/// Room for the deepest tree: 64 queens, tiles or plies.
pub(super) const DEPTH: usize = 64;
/// Trials are handed out in batches of about this much work.
const BATCH: Duration = Duration::from_millis(50);
const MAX_BATCH: u64 = 1 << 14;
/// How far over its time a run may go without a word.
const GRACE: Duration = Duration::from_secs(2);
const OVERDUE: &str = "lab: the time is up, but a trial that was begun must be finished, or the estimate would be \
                       too low; a higher level or threshold makes trials shorter. Interrupt twice to give it up.";

/// When to stop. Both limits are for the record as a whole, so that a resumed run ends where
/// an uninterrupted one would have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Trials of the seed.
    pub trials: Option<u64>,
    /// CPU time of all threads; looked at between trials only.
    pub cpu: Option<Duration>,
}

impl Limits {
    /// What a record has of the limit that ends it, if it has all of it already.
    pub(super) fn spent(&self, record: &Record, seed: u64) -> Option<String> {
        let time = Duration::from_micros(record.cpu_micros);
        let first_missing = record.coverage.gap(seed, 0, 1).start;
        match (self.cpu, self.trials) {
            (Some(cpu), _) if time >= cpu => Some(format!(
                "{:.1} s already; --time is the total",
                time.as_secs_f64()
            )),
            (_, Some(trials)) if first_missing >= trials => Some(format!(
                "{first_missing} trials of seed {seed} already; --trials is the total"
            )),
            _ => None,
        }
    }
}

/// How to run.
pub(super) struct Runner<'a> {
    /// The seed of the new trials.
    pub seed: u64,
    /// When to stop.
    pub limits: Limits,
    /// Worker threads.
    pub threads: usize,
    /// Where to save, and how often.
    pub checkpoint: Option<(PathBuf, Duration)>,
    /// Set from outside to stop after the trials in hand.
    pub stop: &'a AtomicBool,
    /// Looks at the record a few times a second.
    pub watch: &'a mut dyn FnMut(&Record),
}

impl Runner<'_> {
    /// Adds trials to `record` until a limit is reached.
    pub(super) fn run(self, record: &mut Record) -> Result<()> {
        let settings = record.spec.settings(self.seed)?;
        let (problem, islands) = (record.spec.problem.clone(), record.spec.islands);
        problem.build(
            islands,
            Job {
                runner: self,
                settings,
                record,
            },
        )?
    }
}

struct Job<'a, 'w> {
    runner: Runner<'w>,
    settings: Settings,
    record: &'a mut Record,
}

/// What the threads share.
struct Shared<'a> {
    record: &'a mut Record,
    /// Trials counted or in hand.
    claimed: Coverage,
    batch: u64,
}

/// A panicking worker ends the program anyway; what it held is still whole.
fn lock<'m, 'a>(shared: &'m Mutex<Shared<'a>>) -> MutexGuard<'m, Shared<'a>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Visitor for Job<'_, '_> {
    type Output = Result<()>;

    fn visit<P>(self, problem: &P) -> Result<()>
    where
        P: Problem + Sync,
        P::Node: Send,
    {
        let Self {
            runner,
            mut settings,
            record,
        } = self;
        let Runner {
            limits,
            threads,
            checkpoint,
            stop,
            watch,
            ..
        } = runner;
        let spec = record.spec.clone();
        // Refuses bad settings before any thread starts.
        Composite::<P, DEPTH>::new(problem, settings, 0)?;
        if spec.width != 1 {
            settings.windows = Some(Windows::for_width::<P, DEPTH>(
                problem, &settings, spec.width,
            )?);
        }
        let claimed = record.coverage.clone();
        let before = Duration::from_micros(record.cpu_micros);
        let clock = ProcessTime::now();
        let mut overdue = limits.cpu.map(|limit| limit + GRACE);
        let shared = Mutex::new(Shared {
            record,
            claimed,
            batch: 1,
        });
        let work = || work(problem, settings, &spec, limits, stop, &shared);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut saved = Instant::now();
            let mut seen = Instant::now();
            while !workers.iter().all(|worker| worker.is_finished()) {
                thread::sleep(Duration::from_millis(20));
                if overdue.is_some_and(|limit| before + clock.elapsed() > limit) {
                    overdue = None;
                    eprintln!("{OVERDUE}");
                }
                if seen.elapsed() > Duration::from_millis(200) {
                    seen = Instant::now();
                    watch(lock(&shared).record);
                }
                if let Some((path, every)) = &checkpoint
                    && saved.elapsed() >= *every
                {
                    let snapshot = lock(&shared).record.clone();
                    if let Err(error) = snapshot.save(path) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                    saved = Instant::now();
                }
            }
            for worker in workers {
                worker
                    .join()
                    .map_err(|_| anyhow::anyhow!("a worker thread panicked"))??;
            }
            Ok(())
        })?;
        let shared = lock(&shared);
        watch(shared.record);
        match &checkpoint {
            Some((path, _)) => shared.record.save(path),
            None => Ok(()),
        }
    }
}

fn work<P: Problem>(
    problem: &P,
    settings: Settings,
    spec: &Spec,
    limits: Limits,
    stop: &AtomicBool,
    shared: &Mutex<Shared<'_>>,
) -> Result<()> {
    while let Some((mut range, mut series)) = claim(settings.seed, limits, stop, shared) {
        while !range.is_empty() && !is_over(limits, stop, &lock(shared)) {
            let clock = ThreadTime::now();
            let mut part = Record::new(spec.clone());
            part.series = series.clone();
            run_for(BATCH, problem, settings, &mut range, stop, &mut part)?;
            let took = clock.elapsed();
            part.cpu_micros = took.as_micros() as u64;
            let each = took.as_secs_f64() / part.statistics.trials.max(1) as f64;
            let mut shared = lock(shared);
            shared.batch = ((BATCH.as_secs_f64() / each) as u64).clamp(1, MAX_BATCH);
            shared.record.merge(&part)?;
            series = shared.record.series.emptied();
        }
    }
    Ok(())
}

fn is_over(limits: Limits, stop: &AtomicBool, shared: &Shared<'_>) -> bool {
    let spent = Duration::from_micros(shared.record.cpu_micros);
    stop.load(Ordering::Relaxed) || limits.cpu.is_some_and(|limit| spent >= limit)
}

/// The next trials to run: the first that are neither counted nor in hand.
fn claim(
    seed: u64,
    limits: Limits,
    stop: &AtomicBool,
    shared: &Mutex<Shared<'_>>,
) -> Option<(Range<u64>, Series)> {
    let mut shared = lock(shared);
    if is_over(limits, stop, &shared) {
        return None;
    }
    let mut range = shared.claimed.gap(seed, 0, shared.batch);
    range.end = range.end.min(limits.trials.unwrap_or(u64::MAX));
    if range.is_empty() {
        return None;
    }
    shared.claimed.add(seed, range.clone()).ok()?;
    Some((range, shared.record.series.emptied()))
}

/// Runs trials from the front of `range` into `part`, for about `time`; stops between trials.
fn run_for<P: Problem>(
    time: Duration,
    problem: &P,
    settings: Settings,
    range: &mut Range<u64>,
    stop: &AtomicBool,
    part: &mut Record,
) -> Result<()> {
    let first = range.start;
    let started = Instant::now();
    let mut composite = Composite::<P, DEPTH>::new(problem, settings, first)?;
    while !range.is_empty() {
        if let Poll::Ready(trial) = composite.step(u32::MAX) {
            part.distribution.record(&trial);
            part.series.record(&trial);
            range.start += 1;
            if stop.load(Ordering::Relaxed) || started.elapsed() > time {
                break;
            }
        }
    }
    part.statistics = *composite.statistics();
    part.coverage.add(settings.seed, first..range.start)
}
