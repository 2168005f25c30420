//! A toolchain for the chip: the one that is there, or one we set up.
//!
//! The first of these that works, chosen without asking:
//! 1. the active toolchain has `thumbv6m-none-eabi` already;
//! 2. rustup adds it to the active toolchain;
//! 3. Debian's compiler with its library's source, from which [`sysroot`] builds
//!    what rustup would have downloaded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::console::say;
use crate::workspace::{cargo, in_path, output_of, run, run_within, rustc, target_dir};
use crate::{apt, sysroot};

/// The RP2040's two cores are Cortex-M0+: Armv6-M, Thumb only.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// The component is a few megabytes; a network that has not brought it by then is not there.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(90);

/// Debian's compiler and its library's source; their versions have to be the same.
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// The release below which the dependencies do not build.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust";

/// A way to build for the chip.
pub(crate) enum Device {
    /// The active toolchain knows the target.
    Active,
    /// Debian's compiler, with a sysroot and a linker found for it.
    Debian { sysroot: PathBuf, linker: PathBuf },
}

impl Device {
    /// Chooses a toolchain, installing what it needs.
    pub(crate) fn find_or_install() -> Result<Self> {
        if active_has_target()? {
            return Ok(Device::Active);
        }
        match rustup_adds_target() {
            Ok(()) => return Ok(Device::Active),
            Err(error) => say(format_args!("{error:#}; trying Debian's compiler instead")),
        }
        match debian() {
            Ok(device) => return Ok(device),
            Err(error) => say(format_args!("{error:#}")),
        }
        bail!(
            "no Rust for the RP2040 could be set up; install it with `rustup target add {TARGET}`, \
             or on Debian with `apt-get install {}`",
            DEBIAN_PACKAGES.join(" ")
        );
    }

    /// Which one it is, for the summary.
    pub(crate) fn describe(&self) -> String {
        match self {
            Device::Active => format!("{TARGET} of the active toolchain"),
            Device::Debian { .. } => format!("{TARGET} built with Debian's compiler"),
        }
    }

    /// Clippy works only with the compiler it was built for, and Debian has none for its own.
    pub(crate) fn has_clippy(&self) -> bool {
        matches!(self, Device::Active)
    }

    /// `cargo <subcommand> --target thumbv6m-none-eabi` with this toolchain.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = cargo();
        cargo.args([subcommand, "--target", TARGET]);
        if let Device::Debian { sysroot, linker } = self {
            // Flags for the target only: build scripts and macros use Debian's own library.
            // Without clippy, here is where a warning becomes an error.
            let flags = format!("--sysroot\u{1f}{}\u{1f}-Dwarnings", sysroot.display());
            debian_environment(&mut cargo)
                .env("CARGO_TARGET_DIR", self.target_dir())
                .env("CARGO_ENCODED_RUSTFLAGS", flags)
                .env("CARGO_TARGET_THUMBV6M_NONE_EABI_LINKER", linker);
        }
        cargo
    }

    /// Links the release firmware, and says where it is.
    pub(crate) fn build_firmware(&self) -> Result<PathBuf> {
        self.build_with(&[])
    }

    /// The same with the boot stage that reads any flash chip, slowly.
    pub(crate) fn build_for_any_flash(&self) -> Result<PathBuf> {
        let built = self.build_with(&["--features", "boot2-generic-03h"])?;
        // Set aside: the usual one is linked to the same place.
        let aside = built.with_file_name("dobutsu-firmware-any-flash");
        fs::rename(&built, &aside)?;
        Ok(aside)
    }

    fn build_with(&self, features: &[&str]) -> Result<PathBuf> {
        let firmware = ["--profile", "firmware", "--package", "dobutsu-firmware"];
        run(self.cargo("build").args(firmware).args(features))?;
        Ok(self
            .target_dir()
            .join(TARGET)
            .join("firmware/dobutsu-firmware"))
    }

    /// Two compilers in one folder would each build again what the other has built.
    fn target_dir(&self) -> PathBuf {
        match self {
            Device::Active => target_dir(),
            Device::Debian { .. } => target_dir().join("debian"),
        }
    }
}

/// Makes cargo use Debian's compiler, undisturbed by what was meant for the active one.
pub(crate) fn debian_environment(cargo: &mut Command) -> &mut Command {
    for name in [
        "RUSTFLAGS",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "LD_LIBRARY_PATH",
    ] {
        // `cargo run` puts the active toolchain's libraries into LD_LIBRARY_PATH.
        cargo.env_remove(name);
    }
    cargo.env("RUSTC", DEBIAN_RUSTC)
}

/// The active toolchain's folder.
fn active_sysroot() -> Result<PathBuf> {
    Ok(output_of(rustc().args(["--print", "sysroot"]))?.into())
}

fn active_has_target() -> Result<bool> {
    // Asking the files rather than rustup finds the target however it was installed.
    Ok(active_sysroot()?
        .join("lib/rustlib")
        .join(TARGET)
        .join("lib")
        .is_dir())
}

fn rustup_adds_target() -> Result<()> {
    if in_path("rustup").is_none() {
        bail!("there is no rustup");
    }
    let mut rustup = Command::new("rustup");
    rustup
        .args(["target", "add", TARGET])
        .env("RUST_BACKTRACE", "0");
    run_within(DOWNLOAD_LIMIT, rustup.env("RUSTUP_MAX_RETRIES", "0"))?;
    if !active_has_target()? {
        bail!("rustup added {TARGET} to a toolchain that is not the active one");
    }
    Ok(())
}

/// Debian's compiler and what it lacks.
fn debian() -> Result<Device> {
    if debian_release().is_none() {
        apt::install(&DEBIAN_PACKAGES)?;
    }
    let release = debian_release().with_context(|| {
        format!("Debian has no compiler with source of release {OLDEST} or later here")
    })?;
    let sysroot = sysroot::find_or_build(Path::new(DEBIAN_RUSTC), &release)?;
    Ok(Device::Debian {
        sysroot,
        linker: linker()?,
    })
}

/// The release of Debian's compiler, if it will do: young enough, and with its library's source.
fn debian_release() -> Option<String> {
    let described = output_of(Command::new(DEBIAN_RUSTC).arg("-vV")).ok()?;
    let release = described
        .lines()
        .find_map(|line| line.strip_prefix("release: "))?;
    let source = fs::read_to_string(Path::new(DEBIAN_SOURCE).join("src/version")).ok()?;
    let will_do = source.trim() == release && numbers(release) >= numbers(OLDEST);
    will_do.then(|| release.to_owned())
}

/// A release as numbers, which compare as releases do; text such as `1.100` and `1.93` does not.
fn numbers(release: &str) -> Vec<u32> {
    release
        .split(['.', '-'])
        .map_while(|part| part.parse().ok())
        .collect()
}

/// Debian's compiler comes without a linker for the chip; rustup's toolchains have one.
fn linker() -> Result<PathBuf> {
    let host = output_of(rustc().args(["--print", "host-tuple"]))?;
    let active = active_sysroot()?
        .join("lib/rustlib")
        .join(host)
        .join("bin/rust-lld");
    if active.is_file() {
        return Ok(active);
    }
    if let Some(linker) = in_path("ld.lld") {
        return Ok(linker);
    }
    apt::install(&["lld"])?;
    in_path("ld.lld").context("Debian's lld brought no ld.lld")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_compare_as_numbers() {
        let ascending = [
            "1.85.0",
            "1.93",
            "1.93.1",
            "1.96.0",
            "1.100.0-nightly",
            "2.0.0",
        ];
        assert!(ascending.is_sorted_by_key(|release| numbers(release)));
        assert_eq!(numbers("1.100.0-nightly"), [1, 100, 0]);
        assert!(!numbers(OLDEST).is_empty());
    }
}
