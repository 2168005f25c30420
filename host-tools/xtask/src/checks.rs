//! Every check of the project, in the order they run.
//!
//! A new check is a function and a line in [`CHECKS`].

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::device::Device;
use crate::flash::FlashSize;
use crate::report::{Outcome, Report};
use crate::workspace::{cargo, dobutsu, in_path, run, target_dir};
use crate::{apt, flash, size};

/// What setting up found, for the checks that need it.
#[derive(Default)]
struct Equipment {
    device: Option<Device>,
    firmware: Option<PathBuf>,
    fairy_stockfish: Option<PathBuf>,
    solved: Option<PathBuf>,
    image: Option<PathBuf>,
}

type Step = (&'static str, fn(&mut Equipment) -> Result<Outcome>);

const SETUP: &[Step] = &[
    ("set up: RP2040 toolchain", set_up_device),
    ("set up: fairy-stockfish", set_up_fairy_stockfish),
    ("set up: Node.js", set_up_node),
];

const CHECKS: &[Step] = &[
    ("format", format),
    ("clippy", clippy),
    ("documentation", documentation),
    ("the game solved", solve),
    ("the image built", build),
    ("the image walked", walk),
    ("tests", tests),
    ("core for RP2040, plain", core_plain),
    ("core for RP2040, features", core_features),
    ("clippy for RP2040", clippy_device),
    ("firmware", firmware),
    ("the firmware emulated", emulate),
    ("the flash filled", fill_flash),
];

const LONG: &[Step] = &[("the image verified", verify), ("long tests", long_tests)];

/// Sets up, then runs every check.
pub(crate) fn test(long: bool) -> ExitCode {
    let long = if long { LONG } else { &[] };
    report(&[SETUP, CHECKS, long])
}

/// Only sets up.
pub(crate) fn setup() -> ExitCode {
    report(&[SETUP])
}

fn report(lists: &[&[Step]]) -> ExitCode {
    let mut equipment = Equipment::default();
    let mut report = Report::default();
    for (name, step) in lists.iter().copied().flatten() {
        report.step(name, || step(&mut equipment));
    }
    println!("\n== summary\n{report}");
    report.exit_code()
}

fn set_up_device(equipment: &mut Equipment) -> Result<Outcome> {
    let device = Device::find_or_install()?;
    let note = device.describe();
    equipment.device = Some(device);
    Ok(Outcome::Passed(note))
}

/// The engine whose move generator ours is compared with.
fn set_up_fairy_stockfish(equipment: &mut Equipment) -> Result<Outcome> {
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
        return Ok(Outcome::Skipped(format!(
            "no comparison with fairy-stockfish: {error:#}"
        )));
    }
    let engine = find().context("Debian's fairy-stockfish is not where it should be")?;
    let note = engine.display().to_string();
    equipment.fairy_stockfish = Some(engine);
    Ok(Outcome::Passed(note))
}

/// What the emulator of the chip runs on; the emulator itself is brought by the tests.
fn set_up_node(_: &mut Equipment) -> Result<Outcome> {
    let programs = ["node", "npm"];
    let missing = || programs.iter().any(|program| in_path(program).is_none());
    if missing()
        && let Err(error) = apt::install(&["nodejs", "npm"])
    {
        return Ok(Outcome::Skipped(format!("no emulated chip: {error:#}")));
    }
    Ok(Outcome::passed())
}

fn format(_: &mut Equipment) -> Result<Outcome> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Outcome::passed())
}

fn clippy(_: &mut Equipment) -> Result<Outcome> {
    // Without `--workspace` the firmware, which only builds for the chip, is left out.
    run(cargo().args(["clippy", "--all-targets", "--", "--deny=warnings"]))?;
    let core = [
        "clippy",
        "--package=dobutsu-core",
        "--all-features",
        "--",
        "--deny=warnings",
    ];
    run(cargo().args(core))?;
    Ok(Outcome::passed())
}

fn documentation(_: &mut Equipment) -> Result<Outcome> {
    let mut cargo = cargo();
    cargo.args(["doc", "--no-deps", "--document-private-items"]);
    run(cargo.env("RUSTDOCFLAGS", "--deny=warnings"))?;
    Ok(Outcome::passed())
}

/// Solves the game, which fails if any value's count differs from the published one. The tests
/// use the values.
fn solve(equipment: &mut Equipment) -> Result<Outcome> {
    let solved = target_dir().join("solved");
    run(dobutsu().args(["solve", "--out"]).arg(&solved))?;
    equipment.solved = Some(solved);
    Ok(Outcome::passed())
}

/// Builds the image that the tests ask.
fn build(equipment: &mut Equipment) -> Result<Outcome> {
    let Some(solved) = &equipment.solved else {
        return Ok(not_solved());
    };
    let image = target_dir().join("image");
    run(dobutsu()
        .args(["build", "--out"])
        .arg(&image)
        .arg("--from")
        .arg(solved))?;
    let bytes = std::fs::metadata(&image)?.len();
    equipment.image = Some(image);
    Ok(Outcome::Passed(format!("{bytes} bytes")))
}

/// Walks a sample of positions to the end.
fn walk(equipment: &mut Equipment) -> Result<Outcome> {
    compare(equipment, &["--sample", "20000"])
}

/// Compares the image with the solver at every position.
fn verify(equipment: &mut Equipment) -> Result<Outcome> {
    compare(equipment, &[])
}

fn compare(equipment: &Equipment, arguments: &[&str]) -> Result<Outcome> {
    let (Some(solved), Some(image)) = (&equipment.solved, &equipment.image) else {
        return Ok(not_solved());
    };
    let mut verify = dobutsu();
    verify
        .arg("verify")
        .arg("--image")
        .arg(image)
        .arg("--from")
        .arg(solved);
    run(verify.args(arguments))?;
    Ok(Outcome::passed())
}

fn not_solved() -> Outcome {
    Outcome::Skipped("the game was not solved, as said above".to_owned())
}

fn tests(equipment: &mut Equipment) -> Result<Outcome> {
    cargo_test(equipment, &[])
}

fn long_tests(equipment: &mut Equipment) -> Result<Outcome> {
    cargo_test(equipment, &["--release", "--", "--ignored"])
}

/// The very file that would be flashed, on an emulated chip.
fn emulate(equipment: &mut Equipment) -> Result<Outcome> {
    if equipment.firmware.is_none() {
        return Ok(no_device());
    }
    if in_path("node").is_none() {
        let why = "no Node.js, as said above";
        return Ok(Outcome::Skipped(why.to_owned()));
    }
    let chip = ["--package=dobutsu", "--test=chip", "--", "--nocapture"];
    cargo_test(equipment, &chip)
}

fn cargo_test(equipment: &Equipment, arguments: &[&str]) -> Result<Outcome> {
    let mut cargo = cargo();
    if let Some(firmware) = &equipment.firmware {
        cargo.env("DOBUTSU_FIRMWARE", firmware);
    }
    if let Some(engine) = &equipment.fairy_stockfish {
        cargo.env("FAIRY_STOCKFISH", engine);
    }
    if let Some(solved) = &equipment.solved {
        cargo.env("DOBUTSU_SOLVED", solved);
    }
    if let Some(image) = &equipment.image {
        cargo.env("DOBUTSU_IMAGE", image);
    }
    run(cargo.arg("test").args(arguments))?;
    Ok(Outcome::passed())
}

fn core_plain(equipment: &mut Equipment) -> Result<Outcome> {
    build_core(equipment, "--no-default-features")
}

fn core_features(equipment: &mut Equipment) -> Result<Outcome> {
    build_core(equipment, "--all-features")
}

fn build_core(equipment: &Equipment, features: &str) -> Result<Outcome> {
    let Some(device) = &equipment.device else {
        return Ok(no_device());
    };
    // As released, so that the firmware finds its dependencies built.
    run(device
        .cargo("build")
        .args(["--profile=firmware", "--package=dobutsu-core", features]))?;
    Ok(Outcome::passed())
}

fn clippy_device(equipment: &mut Equipment) -> Result<Outcome> {
    let Some(device) = &equipment.device else {
        return Ok(no_device());
    };
    if !device.has_clippy() {
        let why = "Debian's compiler has no clippy; its warnings are errors";
        return Ok(Outcome::Skipped(why.to_owned()));
    }
    let packages = ["--package=dobutsu-core", "--package=dobutsu-firmware"];
    let mut clippy = device.cargo("clippy");
    run(clippy
        .arg("--profile=firmware")
        .args(packages)
        .args(["--", "--deny=warnings"]))?;
    Ok(Outcome::passed())
}

fn firmware(equipment: &mut Equipment) -> Result<Outcome> {
    let Some(device) = &equipment.device else {
        return Ok(no_device());
    };
    let elf = device.build_firmware()?;
    let note = size::check(&elf)?;
    equipment.firmware = Some(elf);
    Ok(Outcome::Passed(note))
}

/// Makes the files for flashing, for the smallest board that holds the database.
fn fill_flash(equipment: &mut Equipment) -> Result<Outcome> {
    let (Some(elf), Some(image)) = (&equipment.firmware, &equipment.image) else {
        let why = "there is no firmware or no database, as said above";
        return Ok(Outcome::Skipped(why.to_owned()));
    };
    let note = flash::write(elf, Some(image.clone()), FlashSize::Eight)?;
    Ok(Outcome::Passed(note))
}

fn no_device() -> Outcome {
    Outcome::Skipped("no toolchain for the RP2040, as said above".to_owned())
}
