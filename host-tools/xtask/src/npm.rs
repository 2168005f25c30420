//! Node.js, and npm packages in the versions of `host-tools/package-lock.json`.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::apt;
use crate::workspace::{in_path, root, run};

/// Installs Node.js, npm and the packages where they are missing.
pub(crate) fn set_up() -> Result<()> {
    let programs = ["node", "npm"];
    if programs.iter().any(|program| in_path(program).is_none()) {
        apt::install(&["nodejs", "npm"])?;
    }
    let folder = folder();
    let wanted = folder.join("package-lock.json");
    // If two runs start at once, the second waits here and then finds the packages.
    let lock = File::open(&wanted).with_context(|| format!("cannot read {}", wanted.display()))?;
    lock.lock()?;
    let wanted = fs::read(wanted)?;
    let installed = folder.join("node_modules/installed.json");
    if fs::read(&installed).ok().as_ref() != Some(&wanted) {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
        run(npm.current_dir(folder))?;
        fs::write(installed, wanted)?;
    }
    Ok(())
}

/// The folder of all programs for Node.js.
pub(crate) fn folder() -> PathBuf {
    root().join("host-tools")
}
