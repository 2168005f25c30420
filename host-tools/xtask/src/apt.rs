//! Debian's packages, on machines that have them.

use std::process::Command;

use anyhow::{Result, bail};

use crate::console::say;
use crate::workspace::{in_path, output_of, run};

/// Installs packages. Callers look first whether what they need is there already.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if in_path("apt-get").is_none() {
        bail!(
            "there is no apt-get to install {} with",
            packages.join(" and ")
        );
    }
    // Lists may be missing on a fresh machine; old ones name versions that are withdrawn or
    // too old for us. What they still offer is tried even if no new ones can be had.
    if let Err(error) = apt_get(&["update"]) {
        say(format_args!("{error:#}"));
    }
    // Never removes what the person has: Debian's compilers for different uses exclude each other.
    let mut install = vec!["install", "--yes", "--no-install-recommends", "--no-remove"];
    install.extend(packages);
    apt_get(&install)
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let is_root = output_of(Command::new("id").arg("-u"))? == "0";
    let mut command = if is_root {
        Command::new("env")
    } else {
        // -n: a machine that asks for a password gets an error, not a prompt nobody sees.
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "env"]);
        sudo
    };
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]);
    // Waits for another apt-get, and draws no progress bar into a log.
    command.args(["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]);
    run(command.args(arguments))
}
