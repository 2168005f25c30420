//! Runs steps side by side, each as soon as those it needs have ended.
//!
//! Compiling, solving, emulating and linking leave a core idle at different times; three steps at
//! once keep two cores busy. What a step prints is kept and shown in one piece when it ends.

use std::fs::{self, File};
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::console;
use crate::report::{Report, Row, Status};

/// How many steps run at once.
const LANES: usize = 3;

/// Something to be done, with what setting up and earlier steps have found.
pub(crate) struct Step<E> {
    pub(crate) name: &'static str,
    /// Steps that have to end before, well or badly; those that do not run are not waited for.
    pub(crate) needs: &'static [&'static str],
    pub(crate) work: fn(&E) -> Result<Status>,
}

// Not derived, which would ask the same of the equipment.
impl<E> Clone for Step<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Step<E> {}

/// What is known while steps run.
struct State {
    /// The steps that have not begun, in their order.
    waiting: Vec<usize>,
    /// The steps that have ended, by their place in the list.
    ended: Vec<(usize, Row)>,
}

/// Runs all steps, and keeps what they print in files of this folder. A failure is kept, and the
/// others still run: one run shows everything there is to repair.
pub(crate) fn run<E: Sync>(steps: &[Step<E>], equipment: &E, logs: &Path) -> Report {
    let state = Mutex::new(State {
        waiting: (0..steps.len()).collect(),
        ended: Vec::new(),
    });
    let changed = Condvar::new();
    thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                while let Some(number) = next(steps, &state, &changed) {
                    let row = run_one(&steps[number], equipment, logs);
                    lock(&state).ended.push((number, row));
                    changed.notify_all();
                }
            });
        }
    });
    let mut ended = lock(&state);
    ended.ended.sort_by_key(|(number, _)| *number);
    Report::new(ended.ended.drain(..).map(|(_, row)| row).collect())
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first step that can begin, once there is one; none when all have begun.
fn next<E>(steps: &[Step<E>], state: &Mutex<State>, changed: &Condvar) -> Option<usize> {
    let mut state = lock(state);
    loop {
        if state.waiting.is_empty() {
            return None;
        }
        let has_ended = |need: &str| {
            let is_here = steps.iter().any(|step| step.name == need);
            let mut ended = state.ended.iter();
            !is_here || ended.any(|(number, _)| steps[*number].name == need)
        };
        let is_ready = |&number: &usize| steps[number].needs.iter().all(|need| has_ended(need));
        if let Some(place) = state.waiting.iter().position(is_ready) {
            return Some(state.waiting.remove(place));
        }
        state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

fn run_one<E>(step: &Step<E>, equipment: &E, logs: &Path) -> Row {
    println!("-- {} begins", step.name);
    let started = Instant::now();
    let path = logs.join(format!("{}.log", step.name.replace([' ', ':', ','], "-")));
    let (result, processor) = match open(&path) {
        Ok(log) => console::into_log(log, || (step.work)(equipment)),
        Err(error) => (Err(error), Duration::ZERO),
    };
    let row = Row {
        step: step.name,
        result,
        time: started.elapsed(),
        processor,
    };
    let said = fs::read(&path).unwrap_or_default();
    // In one piece, as other steps may print too.
    println!(
        "\n== {}\n{}== {row}\n",
        step.name,
        String::from_utf8_lossy(&said)
    );
    row
}

fn open(path: &Path) -> Result<File> {
    let opened = fs::create_dir_all(path.parent().unwrap_or(path)).and_then(|()| {
        fs::write(path, "")?;
        File::options().append(true).open(path)
    });
    opened.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    type Done = Mutex<Vec<&'static str>>;

    const STEPS: &[Step<Done>] = &[
        Step {
            name: "last",
            needs: &["second", "broken"],
            work: |done| finish(done, "last"),
        },
        Step {
            name: "second",
            needs: &["first", "a step of another run"],
            work: |done| finish(done, "second"),
        },
        Step {
            name: "first",
            needs: &[],
            work: |done| {
                console::say("a word");
                finish(done, "first")
            },
        },
        Step {
            name: "broken",
            needs: &["first"],
            work: |done| {
                finish(done, "broken")?;
                bail!("out of order")
            },
        },
    ];

    fn finish(done: &Done, name: &'static str) -> Result<Status> {
        done.lock().unwrap().push(name);
        Ok(Status::Passed(name.to_owned()))
    }

    #[test]
    fn steps_wait_for_what_they_need_and_not_for_success() {
        let logs = std::env::temp_dir().join(format!("xtask-steps-{}", std::process::id()));
        let done = Done::default();
        let report = run(STEPS, &done, &logs).to_string();
        let done = done.into_inner().unwrap();
        let place = |name| done.iter().position(|other| *other == name).unwrap();
        assert_eq!(done.len(), 4);
        assert_eq!((place("first"), place("last")), (0, 3));
        // The table keeps the list's order.
        let names: Vec<&str> = report
            .lines()
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert_eq!(names, ["last", "second", "first", "broken", "all", "", "3"]);
        assert_eq!(
            fs::read_to_string(logs.join("first.log")).unwrap(),
            "a word\n"
        );
        fs::remove_dir_all(logs).unwrap();
    }
}
