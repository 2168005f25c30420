//! Packages from npm, in the versions of a lock file.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::apt;
use crate::workspace::{in_path, root, run, target_dir};

/// Installs Node.js and npm where they are missing.
pub(crate) fn set_up() -> Result<()> {
    let programs = ["node", "npm"];
    if programs.iter().any(|program| in_path(program).is_none()) {
        apt::install(&["nodejs", "npm"])?;
    }
    Ok(())
}

/// The folder with the packages that a folder of `host-tools` asks for, installed unless they are
/// there in the versions of its lock file.
pub(crate) fn packages(of: &str) -> Result<PathBuf> {
    let asking = root().join("host-tools").join(of);
    let folder = target_dir().join("npm").join(of);
    fs::create_dir_all(&folder)?;
    // Two runs at once install once: the second waits here, then finds the packages.
    let lock = File::create(folder.join("lock"))?;
    lock.lock()?;
    let wanted = asking.join("package-lock.json");
    let wanted = fs::read(&wanted).with_context(|| format!("cannot read {}", wanted.display()))?;
    let installed = folder.join("installed.json");
    if fs::read(&installed).ok().as_ref() != Some(&wanted) {
        fs::copy(asking.join("package.json"), folder.join("package.json"))?;
        fs::write(folder.join("package-lock.json"), &wanted)?;
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
        run(npm.current_dir(&folder))?;
        fs::write(installed, &wanted)?;
    }
    Ok(folder.join("node_modules"))
}
