//! Every check of the project.
//!
//! A new check is a function and an entry in [`CHECKS`], which names the checks it has to wait for.

mod chip;
mod computer;
mod images;
mod release;
mod setup;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::Result;

use crate::device::Device;
use crate::report::Status;
use crate::steps::{self, Step};
use crate::workspace::target_dir;

/// Install what is missing, then run every check.
///
/// Checks that do not need each other run at the same time. What each prints is kept in
/// target/checks and shown when it ends.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only format, clippy and the tests on this computer, with the solved game that the last run of
    /// all checks has left
    #[arg(long, conflicts_with = "long")]
    quick: bool,

    /// Also build both images anew, verify them at every position, and run the long tests (the
    /// ignored ones)
    #[arg(long)]
    long: bool,

    /// Also run the property tests so many times, each with a new seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    explore: u32,
}

/// What setting up and earlier checks found, for those that need it.
#[derive(Default)]
struct Equipment {
    device: OnceLock<Device>,
    firmware: OnceLock<PathBuf>,
    any_flash: OnceLock<PathBuf>,
    pico2: OnceLock<PathBuf>,
    dist: OnceLock<PathBuf>,
    fairy_stockfish: OnceLock<PathBuf>,
    solved: OnceLock<PathBuf>,
    browser: OnceLock<PathBuf>,
    site: OnceLock<PathBuf>,
    explore: u32,
}

impl Equipment {
    /// The command that was compiled with the tests: no second profile has to be compiled for it.
    fn dobutsu(&self) -> PathBuf {
        target_dir().join("debug/dobutsu")
    }
}

type Check = Step<Equipment>;

const fn check(
    name: &'static str,
    needs: &'static [&'static str],
    work: fn(&Equipment) -> Result<Status>,
) -> Check {
    Step { name, needs, work }
}

const DEVICE: &str = "set up: RP2040 toolchain";
const ENGINE: &str = "set up: fairy-stockfish";
const NODE: &str = "set up: Node.js";
const COMPILED: &str = "the tests compiled";
const CLIPPY: &str = "clippy";
const SOLVED: &str = "the game solved";
const FIRMWARE: &str = "firmware";
const PICO2: &str = "firmware for the Pico 2";
const DIST: &str = "files of a release";
const BROWSER: &str = "set up: a browser";
const SITE: &str = "the page built";
const TESTS: &str = "tests";

// Two package managers at once would only wait for each other.
const SETUP: &[Check] = &[
    check(ENGINE, &[], setup::set_up_fairy_stockfish),
    check(NODE, &[ENGINE], setup::set_up_node),
    check(BROWSER, &[NODE], setup::set_up_browser),
    check(DEVICE, &[BROWSER], setup::set_up_device),
];

const COMPILE: &[Check] = &[
    check("format", &[], computer::format),
    check(COMPILED, &[], computer::compile_tests),
];

const SOLVE: &[Check] = &[check(SOLVED, &[COMPILED], images::solve)];

const TEST: &[Check] = &[
    check(TESTS, &[COMPILED, SOLVED, ENGINE], computer::tests),
    // Two cargos in one folder would only wait for each other.
    check(CLIPPY, &[COMPILED], computer::clippy),
];

const CHECKS: &[Check] = &[
    check("documentation", &[CLIPPY], computer::documentation),
    check(FIRMWARE, &[DEVICE], chip::firmware),
    check(PICO2, &[FIRMWARE], chip::firmware_for_pico2),
    check("core for RP2040", &[FIRMWARE], chip::core_alone),
    check("clippy for RP2040", &[FIRMWARE], chip::clippy_device),
    check("the images sampled", &[SOLVED], images::sample),
    check(SITE, &[FIRMWARE, NODE], release::build_site),
    check(
        "the page in a browser",
        &[SITE, BROWSER, COMPILED],
        release::browse,
    ),
    check(DIST, &[FIRMWARE, PICO2, SITE], release::distribute),
    check(
        "the firmware emulated",
        &[FIRMWARE, SOLVED, COMPILED, NODE, DIST],
        chip::emulate,
    ),
];

const LONG: &[Check] = &[
    check("the images built anew", &[SOLVED], images::build_anew),
    check("the images verified", &[SOLVED], images::verify),
    check("long tests", &[SOLVED, TESTS], computer::long_tests),
];

const EXPLORE: &[Check] = &[check(
    "property tests explored",
    &[TESTS],
    computer::explore,
)];

/// Sets up, then runs the chosen checks.
pub(crate) fn test(args: &Args) -> ExitCode {
    let mut lists = if args.quick {
        vec![COMPILE, TEST]
    } else {
        vec![SETUP, COMPILE, SOLVE, TEST, CHECKS]
    };
    if args.long {
        lists.push(LONG);
    }
    if args.explore > 0 {
        lists.push(EXPLORE);
    }
    report(&lists, args.explore)
}

/// Only sets up.
pub(crate) fn setup() -> ExitCode {
    report(&[SETUP], 0)
}

fn report(lists: &[&[Check]], explore: u32) -> ExitCode {
    let equipment = Equipment {
        explore,
        ..Equipment::default()
    };
    let checks: Vec<Check> = lists.iter().copied().flatten().copied().collect();
    let report = steps::run(&checks, &equipment, &target_dir().join("checks"));
    println!("\n== summary\n{report}");
    report.exit_code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_wait_only_for_what_stands_before_them() {
        let all: Vec<Check> = [SETUP, COMPILE, SOLVE, TEST, CHECKS, LONG, EXPLORE].concat();
        for (place, check) in all.iter().enumerate() {
            for need in check.needs {
                assert!(
                    all[..place].iter().any(|other| other.name == *need),
                    "{} waits for {need}, which does not come before it",
                    check.name
                );
            }
        }
    }
}
