//! Packages of Debian and its derivatives.

use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace::{in_path, output_of, run};

/// Installs packages. Callers first check whether the programs they need are installed.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    if in_path("apt-get").is_none() {
        bail!(
            "apt-get is missing; please install {}",
            packages.join(" and ")
        );
    }
    // The package lists may be missing or out of date. If they cannot be updated, the old ones are tried.
    if let Err(error) = apt_get(&["update"]) {
        println!("{error:#}");
    }
    // Debian's compilers for different uses conflict with each other; none is removed for another.
    let mut install = vec!["install", "--yes", "--no-install-recommends", "--no-remove"];
    install.extend(packages);
    apt_get(&install)
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let is_root = output_of(Command::new("id").arg("-u"))? == "0";
    let mut command = if is_root {
        Command::new("env")
    } else {
        // -n: an error instead of a prompt for a password.
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "env"]);
        sudo
    };
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]);
    // Waits for another apt-get; draws no progress bar.
    command.args(["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]);
    run(command.args(arguments))
}
