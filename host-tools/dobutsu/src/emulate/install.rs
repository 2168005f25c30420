//! The emulator's files in the user's cache, with the npm package they stand on.
//!
//! The scripts are part of this program and are written out when they are not there yet; `npm ci`
//! brings rp2040js in the version of the lock file, checked by its hash. A folder is named after
//! its contents, so that programs of different age do not disturb each other.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::files;

/// Every file of `host-tools/emulator`.
const FILES: &[(&str, &str)] = &[
    ("board.mjs", include_str!("../../../emulator/board.mjs")),
    ("buzzer.mjs", include_str!("../../../emulator/buzzer.mjs")),
    ("cache.mjs", include_str!("../../../emulator/cache.mjs")),
    ("chip.mjs", include_str!("../../../emulator/chip.mjs")),
    ("clock.mjs", include_str!("../../../emulator/clock.mjs")),
    (
        "contacts.mjs",
        include_str!("../../../emulator/contacts.mjs"),
    ),
    ("elf.mjs", include_str!("../../../emulator/elf.mjs")),
    ("flash.mjs", include_str!("../../../emulator/flash.mjs")),
    ("i2c.mjs", include_str!("../../../emulator/i2c.mjs")),
    (
        "instructions.mjs",
        include_str!("../../../emulator/instructions.mjs"),
    ),
    ("log.mjs", include_str!("../../../emulator/log.mjs")),
    ("mpu.mjs", include_str!("../../../emulator/mpu.mjs")),
    (
        "package.json",
        include_str!("../../../emulator/package.json"),
    ),
    (
        "package-lock.json",
        include_str!("../../../emulator/package-lock.json"),
    ),
    (
        "peripherals.mjs",
        include_str!("../../../emulator/peripherals.mjs"),
    ),
    ("rom.mjs", include_str!("../../../emulator/rom.mjs")),
    ("serial.mjs", include_str!("../../../emulator/serial.mjs")),
    ("server.mjs", include_str!("../../../emulator/server.mjs")),
    ("ssd1306.mjs", include_str!("../../../emulator/ssd1306.mjs")),
    ("ssi.mjs", include_str!("../../../emulator/ssi.mjs")),
    (
        "translate.mjs",
        include_str!("../../../emulator/translate.mjs"),
    ),
    ("uf2.mjs", include_str!("../../../emulator/uf2.mjs")),
    ("verify.mjs", include_str!("../../../emulator/verify.mjs")),
    ("watch.mjs", include_str!("../../../emulator/watch.mjs")),
];

/// The oldest Node.js that rp2040js runs on.
const NODE: u32 = 18;

/// The emulator's program, ready to be started by Node.js.
pub(super) fn server() -> Result<PathBuf> {
    check_node()?;
    let folder = files::in_cache(&format!("emulator-{:08x}", fingerprint()))?;
    let server = folder.join("server.mjs");
    if !server.exists() {
        install(&folder)
            .with_context(|| format!("the emulator cannot be installed in {}", folder.display()))?;
    }
    Ok(server)
}

fn fingerprint() -> u32 {
    let mut hasher = files::CRC.digest();
    for (name, text) in FILES {
        hasher.update(name.as_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

fn check_node() -> Result<()> {
    let output = match Command::new("node").arg("--version").output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
            "the emulator runs on Node.js {NODE} or later, which is not installed \
             (on Debian: apt-get install nodejs npm)"
        ),
        output => output.context("Node.js does not start")?,
    };
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next();
    let major: u32 = major.and_then(|text| text.parse().ok()).unwrap_or(0);
    ensure!(
        major >= NODE,
        "the emulator needs Node.js {NODE} or later, and this is {version}"
    );
    Ok(())
}

/// Builds the folder aside and renames it when it is whole; of two runs at once, the second waits.
fn install(folder: &Path) -> Result<()> {
    let parent = folder.parent().context("a cache has a parent")?;
    fs::create_dir_all(parent)?;
    let lock = File::create(parent.join("emulator.lock"))?;
    lock.lock()?;
    if folder.exists() {
        return Ok(());
    }
    let unfinished = folder.with_extension("unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    fs::create_dir_all(&unfinished)?;
    for (name, text) in FILES {
        fs::write(unfinished.join(name), text)?;
    }
    let output = Command::new("npm")
        .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(&unfinished)
        .stdin(Stdio::null())
        .output()
        .context("npm does not start (on Debian: apt-get install npm)")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let reason = said.lines().find(|line| line.contains("error"));
        bail!("npm ci failed: {}", reason.unwrap_or("it did not say why"));
    }
    fs::rename(&unfinished, folder)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_part_of_this_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../emulator");
        let mut there: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        let mut known: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        assert_eq!(there, known);
    }

    #[test]
    fn the_lock_file_names_no_place_to_download_from() {
        let lock: serde_json::Value =
            serde_json::from_str(include_str!("../../../emulator/package-lock.json")).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        assert_eq!(packages.len(), 2);
        for (name, package) in packages {
            assert!(package["resolved"].is_null(), "{name}");
            assert!(
                name.is_empty() || package["integrity"].is_string(),
                "{name}"
            );
        }
    }
}
