//! The emulator's scripts in `host-tools/emulator`, and the npm package they need.
//!
//! `npm ci` installs rp2040js in the version of the lock file, checked by its hash.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// The oldest Node.js that rp2040js runs on.
const NODE: u32 = 18;

/// The emulator's program, ready to be started by Node.js.
///
/// # Errors
/// If the sources or Node.js are missing, or rp2040js cannot be installed.
pub(super) fn server() -> Result<PathBuf> {
    let host_tools = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let server = host_tools.join("emulator/server.mjs");
    ensure!(
        server.is_file(),
        "the sources of the emulator are not at {}",
        host_tools.display()
    );
    // Of two programs at once, the second waits and finds the package.
    let lock = File::open(host_tools.join("package-lock.json"))?;
    lock.lock()?;
    if !host_tools.join("node_modules/rp2040js").exists() {
        check_node()?;
        install(host_tools).context("the emulator cannot be installed")?;
    }
    Ok(server)
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

fn install(folder: &Path) -> Result<()> {
    let output = Command::new("npm")
        .args(["ci", "--omit=dev", "--no-audit", "--no-fund"])
        .arg("--ignore-scripts")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .context("npm does not start (on Debian: apt-get install npm)")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let reason = said.lines().find(|line| line.contains("error"));
        bail!("npm ci failed: {}", reason.unwrap_or("it did not say why"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lock_file_names_no_place_to_download_from() {
        let lock: serde_json::Value =
            serde_json::from_str(include_str!("../../../package-lock.json")).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        assert!(packages.contains_key("node_modules/rp2040js"));
        for (name, package) in packages {
            assert!(package["resolved"].is_null(), "{name}");
            assert!(
                name.is_empty() || package["integrity"].is_string(),
                "{name}"
            );
        }
    }
}
