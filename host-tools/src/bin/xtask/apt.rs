//! Debian's packages, on machines that have them.

use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace::{in_path, output_of, run};

/// Installs packages. Callers look first whether what they need is there already.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if in_path("apt-get").is_none() {
        bail!(
            "there is no apt-get to install {} with",
            packages.join(" and ")
        );
    }
    // Lists may be missing on a fresh machine and name withdrawn versions on an old one; they
    // are fetched only then, as most of the time goes there.
    if apt_get(&install_arguments(packages)).is_ok() {
        return Ok(());
    }
    apt_get(&["update"])?;
    apt_get(&install_arguments(packages))
}

/// Never removes what the person has: Debian's compilers for different uses exclude each other.
fn install_arguments<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["install", "--yes", "--no-install-recommends", "--no-remove"];
    arguments.extend(packages);
    arguments
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
