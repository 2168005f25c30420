//! The workspace's own firmware.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Links the workspace's firmware as the checks do; returns its path.
pub fn build() -> Result<PathBuf> {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    ensure!(
        workspace.join("firmware").is_dir(),
        "the sources of the firmware are not at {}: name a linked one with --elf",
        workspace.display()
    );
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["xtask", "firmware"])
        .current_dir(workspace)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo does not start")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    ensure!(
        output.status.success(),
        "the firmware does not build:\n{printed}"
    );
    // Its path is a line of what xtask prints.
    let path = printed.lines().map(Path::new).find(|path| path.is_file());
    let path = path.context("cargo xtask firmware names no file")?;
    Ok(path.to_owned())
}
