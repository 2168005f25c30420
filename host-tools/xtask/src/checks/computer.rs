//! The checks on this computer: form, warnings, documentation and tests.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::Command;

use anyhow::{Result, ensure};

use super::Equipment;
use crate::console::say;
use crate::report::Status;
use crate::workspace::{cargo, run};

/// The packages that build for a PC.
pub(super) const ON_A_PC: [&str; 2] = ["--workspace", "--exclude=dobutsu-firmware"];

pub(super) fn format(_: &Equipment) -> Result<Status> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Status::passed())
}

/// Everything but documentation's examples, which are compiled when they run.
pub(super) fn compile_tests(equipment: &Equipment) -> Result<Status> {
    run(cargo_test(equipment).args(ON_A_PC).arg("--no-run"))?;
    Ok(Status::passed())
}

/// All tests but those on the chip, which have a check of their own.
pub(super) fn tests(equipment: &Equipment) -> Result<Status> {
    let mut tests = cargo_test(equipment);
    run(tests.args(ON_A_PC).env_remove("DOBUTSU_FIRMWARE"))?;
    Ok(Status::passed())
}

pub(super) fn long_tests(equipment: &Equipment) -> Result<Status> {
    let long = ["--release", "--", "--ignored"];
    run(cargo_test(equipment).args(ON_A_PC).args(long))?;
    Ok(Status::passed())
}

/// Draws other cases than the fixed seed of `.cargo/config.toml` does. A failure is repeated with
/// the seed that is printed, and kept by proptest for all runs to come.
pub(super) fn explore(equipment: &Equipment) -> Result<Status> {
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

pub(super) fn clippy(_: &Equipment) -> Result<Status> {
    // All features of core.
    let all = [
        "--all-targets",
        "--features=dobutsu-core/defmt",
        "--",
        "--deny=warnings",
    ];
    run(cargo().arg("clippy").args(ON_A_PC).args(all))?;
    Ok(Status::passed())
}

pub(super) fn documentation(_: &Equipment) -> Result<Status> {
    let mut cargo = cargo();
    cargo.arg("doc").args(ON_A_PC);
    cargo.args(["--no-deps", "--document-private-items"]);
    run(cargo.env("RUSTDOCFLAGS", "--deny=warnings"))?;
    Ok(Status::passed())
}

/// Tests with what was found and made for them. One that fails does not keep others from running.
pub(super) fn cargo_test(equipment: &Equipment) -> Command {
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
