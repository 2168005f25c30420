//! Every check of the project.
//!
//! A new check is a function and an entry in [`CHECKS`], which names the checks it has to wait for.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};

use crate::console::say;
use crate::device::Device;
use crate::flash::Edition;
use crate::report::Status;
use crate::steps::{self, Step};
use crate::workspace::{cargo, dobutsu, in_path, run, target_dir};
use crate::{apt, dist, npm, site, size};

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

type Check = Step<Equipment>;

/// The packages that build for a PC.
const ON_A_PC: [&str; 2] = ["--workspace", "--exclude=dobutsu-firmware"];

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
    check(ENGINE, &[], set_up_fairy_stockfish),
    check(NODE, &[ENGINE], set_up_node),
    check(BROWSER, &[NODE], set_up_browser),
    check(DEVICE, &[BROWSER], set_up_device),
];

const MADE: &[Check] = &[check(SOLVED, &[], solve)];

const QUICK: &[Check] = &[
    check("format", &[], format),
    check(COMPILED, &[], compile_tests),
    check(TESTS, &[COMPILED, SOLVED, ENGINE], tests),
    // Two cargos in one folder would only wait for each other.
    check(CLIPPY, &[COMPILED], clippy),
];

const CHECKS: &[Check] = &[
    check("documentation", &[CLIPPY], documentation),
    check(FIRMWARE, &[DEVICE], firmware),
    check(PICO2, &[FIRMWARE], firmware_for_pico2),
    check("core for RP2040, plain", &[FIRMWARE], core_plain),
    check("core for RP2040, features", &[FIRMWARE], core_features),
    check("clippy for RP2040", &[FIRMWARE], clippy_device),
    check("the images sampled", &[SOLVED], sample),
    check(SITE, &[FIRMWARE, NODE], build_site),
    check("the page in a browser", &[SITE, BROWSER], browse),
    check(DIST, &[FIRMWARE, PICO2, SITE], distribute),
    check(
        "the firmware emulated",
        &[FIRMWARE, SOLVED, COMPILED, NODE, DIST],
        emulate,
    ),
];

const LONG: &[Check] = &[
    check("the images built anew", &[SOLVED], build_anew),
    check("the images verified", &[SOLVED], verify),
    check("long tests", &[SOLVED, TESTS], long_tests),
];

const EXPLORE: &[Check] = &[check("property tests explored", &[TESTS], explore)];

/// Sets up, then runs the chosen checks.
pub(crate) fn test(args: &Args) -> ExitCode {
    let mut lists = if args.quick {
        vec![QUICK]
    } else {
        vec![SETUP, MADE, QUICK, CHECKS]
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

fn set_up_device(equipment: &Equipment) -> Result<Status> {
    let device = Device::find_or_install()?;
    let note = device.describe();
    equipment.device.get_or_init(|| device);
    Ok(Status::Passed(note))
}

/// The engine whose move generator ours is compared with.
fn set_up_fairy_stockfish(equipment: &Equipment) -> Result<Status> {
    // Debian keeps games out of root's PATH.
    let find = || {
        let chosen = std::env::var_os("FAIRY_STOCKFISH").map(PathBuf::from);
        let debian = Path::new("/usr/games/fairy-stockfish");
        chosen
            .or_else(|| in_path("fairy-stockfish"))
            .or_else(|| debian.is_file().then(|| debian.to_owned()))
    };
    if find().is_none()
        && let Err(error) = apt::install(&["fairy-stockfish"])
    {
        return Ok(Status::Skipped(format!(
            "no comparison with fairy-stockfish: {error:#}"
        )));
    }
    let engine = find().context("Debian's fairy-stockfish is not where it should be")?;
    let note = engine.display().to_string();
    equipment.fairy_stockfish.get_or_init(|| engine);
    Ok(Status::Passed(note))
}

/// What the emulator of the chip runs on; the emulator itself is brought by the tests.
fn set_up_node(_: &Equipment) -> Result<Status> {
    if let Err(error) = npm::set_up() {
        return Ok(Status::Skipped(format!("no emulated chip: {error:#}")));
    }
    Ok(Status::passed())
}

/// The browser that the page is tested in.
fn set_up_browser(equipment: &Equipment) -> Result<Status> {
    let browser = match site::find_browser() {
        Ok(browser) => browser,
        Err(error) => return Ok(Status::Skipped(format!("no browser: {error:#}"))),
    };
    let note = browser.display().to_string();
    equipment.browser.get_or_init(|| browser);
    Ok(Status::Passed(note))
}

/// The page as it is put onto a host.
fn build_site(equipment: &Equipment) -> Result<Status> {
    let Some(elf) = equipment.firmware.get() else {
        return Ok(nothing_to_show());
    };
    if in_path("node").is_none() {
        let why = "no Node.js, as said elsewhere";
        return Ok(Status::Skipped(why.to_owned()));
    }
    let analysis = Device::for_browser()?.build_analysis()?;
    let wasm = std::fs::metadata(&analysis)?.len();
    site::write(&site::Parts {
        elf: elf.clone(),
        image: Edition::Full.image(),
        analysis,
    })?;
    equipment.site.get_or_init(site::folder);
    Ok(Status::Passed(format!("WebAssembly of {wasm} bytes")))
}

/// The page in a real browser, by the scenarios' own presses and pictures.
fn browse(equipment: &Equipment) -> Result<Status> {
    let (Some(_), Some(browser)) = (equipment.site.get(), equipment.browser.get()) else {
        let why = "there is no page or no browser, as said elsewhere";
        return Ok(Status::Skipped(why.to_owned()));
    };
    site::test(browser, &Edition::Full.image())?;
    Ok(Status::passed())
}

fn nothing_to_show() -> Status {
    Status::Skipped("there is no firmware, as said elsewhere".to_owned())
}

fn format(_: &Equipment) -> Result<Status> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Status::passed())
}

fn clippy(_: &Equipment) -> Result<Status> {
    let all = ["--all-targets", "--", "--deny=warnings"];
    run(cargo().arg("clippy").args(ON_A_PC).args(all))?;
    let core = [
        "clippy",
        "--package=dobutsu-core",
        "--all-features",
        "--",
        "--deny=warnings",
    ];
    run(cargo().args(core))?;
    Ok(Status::passed())
}

fn documentation(_: &Equipment) -> Result<Status> {
    let mut cargo = cargo();
    cargo.arg("doc").args(ON_A_PC);
    cargo.args(["--no-deps", "--document-private-items"]);
    run(cargo.env("RUSTDOCFLAGS", "--deny=warnings"))?;
    Ok(Status::passed())
}

/// Solves the game, which fails if any value's count differs from the published one. The tests
/// use the values.
fn solve(equipment: &Equipment) -> Result<Status> {
    let solved = target_dir().join("solved");
    run(dobutsu().args(["solve", "--out"]).arg(&solved))?;
    equipment.solved.get_or_init(|| solved);
    Ok(Status::passed())
}

/// Walks a sample of positions to the end with each of the committed images.
fn sample(equipment: &Equipment) -> Result<Status> {
    compare(equipment, &["--sample", "2000"])
}

/// Compares the committed images with the solver at every position.
fn verify(equipment: &Equipment) -> Result<Status> {
    compare(equipment, &[])
}

fn compare(equipment: &Equipment, arguments: &[&str]) -> Result<Status> {
    let Some(solved) = equipment.solved.get() else {
        return Ok(not_solved());
    };
    for edition in Edition::ALL {
        let mut verify = dobutsu();
        verify.arg("verify").arg("--image").arg(edition.image());
        verify.arg("--from").arg(solved);
        run(verify.args(arguments))?;
    }
    Ok(Status::passed())
}

/// Builds both images, and expects the committed bytes.
fn build_anew(equipment: &Equipment) -> Result<Status> {
    let Some(solved) = equipment.solved.get() else {
        return Ok(not_solved());
    };
    for edition in Edition::ALL {
        let built = target_dir().join(format!("{}.image", edition.name()));
        let mut build = dobutsu();
        build.args(["build", "--edition", edition.name(), "--out"]);
        run(build.arg(&built).arg("--from").arg(solved))?;
        ensure!(
            std::fs::read(&built)? == std::fs::read(edition.image())?,
            "{} differs from the committed image",
            built.display()
        );
    }
    Ok(Status::passed())
}

fn not_solved() -> Status {
    Status::Skipped("the game was not solved, as said elsewhere".to_owned())
}

/// Everything but documentation's examples, which are compiled when they run.
fn compile_tests(equipment: &Equipment) -> Result<Status> {
    run(cargo_test(equipment).args(ON_A_PC).arg("--no-run"))?;
    Ok(Status::passed())
}

/// All tests but those on the chip, which have a check of their own.
fn tests(equipment: &Equipment) -> Result<Status> {
    let mut tests = cargo_test(equipment);
    run(tests.args(ON_A_PC).env_remove("DOBUTSU_FIRMWARE"))?;
    Ok(Status::passed())
}

fn long_tests(equipment: &Equipment) -> Result<Status> {
    let long = ["--release", "--", "--ignored"];
    run(cargo_test(equipment).args(ON_A_PC).args(long))?;
    Ok(Status::passed())
}

/// Draws other cases than the fixed seed of `.cargo/config.toml` does. A failure is repeated with
/// the seed that is printed, and kept by proptest for all runs to come.
fn explore(equipment: &Equipment) -> Result<Status> {
    let mut failed = Vec::new();
    for _ in 0..equipment.explore {
        let seed = RandomState::new().hash_one(0).to_string();
        say(format_args!("PROPTEST_RNG_SEED={seed}"));
        let mut tests = cargo_test(equipment);
        tests.args(ON_A_PC).args(["--lib", "--bins"]);
        if run(tests.env("PROPTEST_RNG_SEED", &seed)).is_err() {
            failed.push(seed);
        }
    }
    ensure!(
        failed.is_empty(),
        "PROPTEST_RNG_SEED={}",
        failed.join(" and ")
    );
    Ok(Status::Passed(format!("{} seeds", equipment.explore)))
}

/// The very file that would be flashed, on an emulated chip.
fn emulate(equipment: &Equipment) -> Result<Status> {
    if equipment.firmware.get().is_none() {
        return Ok(no_device());
    }
    if in_path("node").is_none() {
        let why = "no Node.js, as said elsewhere";
        return Ok(Status::Skipped(why.to_owned()));
    }
    // The same packages as for the other tests, or dependencies would be compiled anew.
    let chip = ["--test=chip", "--", "--nocapture"];
    run(cargo_test(equipment).args(ON_A_PC).args(chip))?;
    Ok(Status::passed())
}

/// Tests with what was found and made for them. One that fails does not keep others from running.
fn cargo_test(equipment: &Equipment) -> Command {
    let mut cargo = cargo();
    for (name, found) in [
        ("DOBUTSU_FIRMWARE", &equipment.firmware),
        ("DOBUTSU_FIRMWARE_ANY_FLASH", &equipment.any_flash),
        ("DOBUTSU_DIST", &equipment.dist),
        ("FAIRY_STOCKFISH", &equipment.fairy_stockfish),
        ("DOBUTSU_SOLVED", &equipment.solved),
    ] {
        if let Some(path) = found.get() {
            cargo.env(name, path);
        }
    }
    cargo.args(["test", "--no-fail-fast"]);
    cargo
}

fn core_plain(equipment: &Equipment) -> Result<Status> {
    build_core(equipment, "--no-default-features")
}

fn core_features(equipment: &Equipment) -> Result<Status> {
    build_core(equipment, "--all-features")
}

fn build_core(equipment: &Equipment, features: &str) -> Result<Status> {
    let Some(device) = equipment.device.get() else {
        return Ok(no_device());
    };
    // In the firmware's profile, whose dependencies are built.
    run(device
        .cargo("build")
        .args(["--profile=firmware", "--package=dobutsu-core", features]))?;
    Ok(Status::passed())
}

fn clippy_device(equipment: &Equipment) -> Result<Status> {
    let Some(device) = equipment.device.get() else {
        return Ok(no_device());
    };
    if !device.has_clippy() {
        let why = "Debian's compiler has no clippy; its warnings are errors";
        return Ok(Status::Skipped(why.to_owned()));
    }
    let packages = ["--package=dobutsu-core", "--package=dobutsu-firmware"];
    let mut clippy = device.cargo("clippy");
    run(clippy
        .arg("--profile=firmware")
        .args(packages)
        .args(["--", "--deny=warnings"]))?;
    Ok(Status::passed())
}

fn firmware(equipment: &Equipment) -> Result<Status> {
    let Some(device) = equipment.device.get() else {
        return Ok(no_device());
    };
    let any_flash = device.build_for_any_flash()?;
    equipment.any_flash.get_or_init(|| any_flash);
    let elf = device.build_firmware()?;
    let note = size::check(&elf)?;
    equipment.firmware.get_or_init(|| elf);
    Ok(Status::Passed(note))
}

/// Built, and linked to the same map; there is no emulator of the RP2350 to run it on.
fn firmware_for_pico2(equipment: &Equipment) -> Result<Status> {
    let device = match Device::for_pico2() {
        Ok(device) => device,
        Err(error) => return Ok(Status::Skipped(format!("no compiler for it: {error:#}"))),
    };
    run(device
        .cargo("clippy")
        .args(["--profile=firmware", "--package=dobutsu-firmware"])
        .args(["--", "--deny=warnings"]))?;
    let elf = device.build_firmware()?;
    let note = size::check(&elf)?;
    equipment.pico2.get_or_init(|| elf);
    Ok(Status::Passed(format!("{note}, untried")))
}

/// Makes the files of a release, and lets another program check their sums.
fn distribute(equipment: &Equipment) -> Result<Status> {
    let Some(elf) = equipment.firmware.get() else {
        return Ok(nothing_to_show());
    };
    let site = equipment.site.get().map(PathBuf::as_path);
    let pico2 = equipment.pico2.get().map(PathBuf::as_path);
    let note = dist::write(elf, pico2, site)?;
    equipment.dist.get_or_init(dist::folder);
    if in_path("sha256sum").is_some() {
        let mut check = Command::new("sha256sum");
        run(check
            .args(["--check", "--strict", dist::SUMS])
            .current_dir(dist::folder()))?;
    }
    Ok(Status::Passed(note))
}

fn no_device() -> Status {
    Status::Skipped("no toolchain for the RP2040, as said elsewhere".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_wait_only_for_what_stands_before_them() {
        let all: Vec<Check> = [SETUP, MADE, QUICK, CHECKS, LONG, EXPLORE].concat();
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
