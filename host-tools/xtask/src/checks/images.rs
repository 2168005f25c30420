//! The solved game, and the committed images beside it.

use std::process::Command;

use anyhow::{Result, ensure};

use super::Equipment;
use crate::flash::Edition;
use crate::report::Status;
use crate::workspace::{dobutsu, run, target_dir};

/// Solves the game, which fails if any value's count differs from the published one. The tests
/// use the values.
pub(super) fn solve(equipment: &Equipment) -> Result<Status> {
    let solved = target_dir().join("solved");
    let mut dobutsu = Command::new(equipment.dobutsu());
    run(dobutsu.args(["solve", "--out"]).arg(&solved))?;
    equipment.solved.get_or_init(|| solved);
    Ok(Status::passed())
}

/// Walks a sample of positions to the end with each of the committed images.
pub(super) fn sample(equipment: &Equipment) -> Result<Status> {
    let dobutsu = || Command::new(equipment.dobutsu());
    compare(equipment, dobutsu, &["--sample", "2000"])
}

/// Compares the committed images with the solver at every position.
pub(super) fn verify(equipment: &Equipment) -> Result<Status> {
    compare(equipment, dobutsu, &[])
}

fn compare(
    equipment: &Equipment,
    dobutsu: impl Fn() -> Command,
    arguments: &[&str],
) -> Result<Status> {
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
pub(super) fn build_anew(equipment: &Equipment) -> Result<Status> {
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
