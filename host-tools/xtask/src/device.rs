//! The toolchains for the chip and for browsers.
//!
//! The first of these that works is used:
//! 1. the active toolchain, if it has the target;
//! 2. the active toolchain, after rustup has added the target;
//! 3. Debian's compiler, with a library that [`sysroot`] builds from Debian's source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use object::read::elf::ElfFile32;
use object::{LittleEndian, Object, ObjectSection};

use crate::uf2::Family;
use crate::workspace::{cargo, in_path, output_of, run, rustc, target_dir};
use crate::{apt, sysroot};

/// The target for the RP2040, whose cores are Cortex-M0+.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// The target for the RP2350, whose cores are Cortex-M33 with an FPU.
const PICO2: &str = "thumbv8m.main-none-eabihf";

/// The target for browsers.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";

/// Whether rustup has failed in this run. It is not tried again for other targets: without a network, every try
/// ends only after its own time limit.
static RUSTUP_FAILED: AtomicBool = AtomicBool::new(false);

/// Debian's compiler and its library's source. Their versions must be equal.
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// The oldest release that builds the dependencies.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust";

/// A toolchain for a target other than this computer.
pub(crate) struct Device {
    target: &'static str,
    compiler: Compiler,
}

enum Compiler {
    /// The active toolchain knows the target.
    Active,
    /// Debian's compiler, with a sysroot and a linker found for it.
    Debian { sysroot: PathBuf, linker: PathBuf },
}

impl Device {
    /// Chooses a toolchain for the chip, installing what it needs.
    pub(crate) fn find_or_install() -> Result<Self> {
        Device::set_up(TARGET)
    }

    /// Chooses a toolchain for the Pico 2.
    pub(crate) fn for_pico2() -> Result<Self> {
        Device::set_up(PICO2)
    }

    /// Chooses a toolchain for a board's chip.
    pub(crate) fn for_family(family: Family) -> Result<Self> {
        match family {
            Family::Rp2040 => Device::find_or_install(),
            Family::Rp2350 => Device::for_pico2(),
        }
    }

    /// Chooses a toolchain for the browser, installing what it needs.
    pub(crate) fn for_browser() -> Result<Self> {
        Device::set_up(BROWSER)
    }

    fn set_up(target: &'static str) -> Result<Self> {
        let compiler = if active_has(target)? {
            Compiler::Active
        } else if let Err(error) = rustup_adds(target) {
            // The firmware for the Pico 2 has not been tested on a board, so one compiler is enough.
            if target == PICO2 {
                return Err(error);
            }
            println!("{error:#}; trying Debian's compiler instead");
            debian(target).with_context(|| {
                format!(
                    "no Rust for {target} could be set up; install it with `rustup target add {target}`, \
                     or on Debian with `apt-get install {}`",
                    DEBIAN_PACKAGES.join(" ")
                )
            })?
        } else {
            Compiler::Active
        };
        Ok(Device { target, compiler })
    }

    /// Describes the toolchain for the table of checks.
    pub(crate) fn describe(&self) -> String {
        let target = self.target;
        match self.compiler {
            Compiler::Active => format!("{target} of the active toolchain"),
            Compiler::Debian { .. } => format!("{target} built with Debian's compiler"),
        }
    }

    /// Whether there is a clippy for this compiler. Debian has none.
    pub(crate) fn has_clippy(&self) -> bool {
        matches!(self.compiler, Compiler::Active)
    }

    /// `cargo <subcommand> --target …` with this toolchain.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = cargo();
        cargo.args([subcommand, "--target", self.target]);
        let name = self.target.to_uppercase().replace('-', "_");
        // The networks use SIMD, which every browser since 2023 has.
        let features = match self.target {
            BROWSER => "-Ctarget-feature=+simd128",
            _ => "",
        };
        if let Compiler::Debian { sysroot, linker } = &self.compiler {
            // These flags apply to the target only: build scripts and macros use Debian's own library.
            // Warnings are errors here, because there is no clippy to check them.
            let mut flags = format!("--sysroot\u{1f}{}\u{1f}-Dwarnings", sysroot.display());
            if !features.is_empty() {
                flags.extend(["\u{1f}", features]);
            }
            debian_environment(&mut cargo)
                .env("CARGO_TARGET_DIR", self.target_dir())
                .env("CARGO_ENCODED_RUSTFLAGS", flags)
                .env(format!("CARGO_TARGET_{name}_LINKER"), linker);
        } else if !features.is_empty() {
            cargo.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), features);
        }
        cargo
    }

    /// Builds the firmware and returns the path of its ELF file.
    pub(crate) fn build_firmware(&self) -> Result<PathBuf> {
        let firmware = ["--profile", "firmware", "--package", "dobutsu-firmware"];
        run(self.cargo("build").args(firmware))?;
        Ok(self
            .target_dir()
            .join(self.target)
            .join("firmware/dobutsu-firmware"))
    }

    /// The same with the boot stage that reads every flash chip, but slowly. The firmware detects it and runs at a
    /// lower clock.
    pub(crate) fn build_for_any_flash(&self) -> Result<PathBuf> {
        let built = self.build_firmware()?;
        let mut bytes = fs::read(&built)?;
        put_boot_stage(&mut bytes, &rp2040_boot2::BOOT_LOADER_GENERIC_03H)?;
        let aside = built.with_file_name("dobutsu-firmware-any-flash");
        fs::write(&aside, bytes)?;
        Ok(aside)
    }

    /// Compiles the analysis board for browsers and returns the path of its WebAssembly.
    pub(crate) fn build_analysis(&self) -> Result<PathBuf> {
        run(self
            .cargo("build")
            .args(["--profile", "wasm", "--package", "dobutsu-analysis"]))?;
        Ok(self
            .target_dir()
            .join(BROWSER)
            .join("wasm/dobutsu_analysis.wasm"))
    }

    /// Each compiler has its own folder; in one folder they would rebuild each other's results.
    fn target_dir(&self) -> PathBuf {
        match self.compiler {
            Compiler::Active => target_dir(),
            Compiler::Debian { .. } => target_dir().join("debian"),
        }
    }
}

/// Replaces the second boot stage in a linked firmware.
fn put_boot_stage(elf: &mut [u8], stage: &[u8; 256]) -> Result<()> {
    let file = ElfFile32::<LittleEndian>::parse(&*elf)?;
    let section = file.section_by_name(".boot2").context("no boot stage")?;
    let (at, length) = section.file_range().context("an empty boot stage")?;
    let place = elf.get_mut(at as usize..(at + length) as usize);
    let place = place.filter(|place| place.len() == stage.len());
    place
        .context("a boot stage of another length")?
        .copy_from_slice(stage);
    Ok(())
}

/// Makes cargo use Debian's compiler, without the variables for the active one.
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

fn active_has(target: &str) -> Result<bool> {
    // The files show the target however it was installed; rustup knows only its own.
    Ok(active_sysroot()?
        .join("lib/rustlib")
        .join(target)
        .join("lib")
        .is_dir())
}

fn rustup_adds(target: &str) -> Result<()> {
    if in_path("rustup").is_none() {
        bail!("there is no rustup");
    }
    if RUSTUP_FAILED.swap(true, Ordering::Relaxed) {
        bail!("rustup has failed before");
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", target]);
    run(rustup.env("RUSTUP_MAX_RETRIES", "0"))?;
    if !active_has(target)? {
        bail!("rustup added {target} to a toolchain that is not the active one");
    }
    RUSTUP_FAILED.store(false, Ordering::Relaxed);
    Ok(())
}

/// Debian's compiler with a sysroot and a linker, installed or built if missing.
fn debian(target: &str) -> Result<Compiler> {
    if debian_release().is_none() {
        apt::install(&DEBIAN_PACKAGES)?;
    }
    let release = debian_release().with_context(|| {
        format!("Debian has no compiler with source of release {OLDEST} or later here")
    })?;
    let sysroot = sysroot::find_or_build(Path::new(DEBIAN_RUSTC), &release, target)?;
    Ok(Compiler::Debian {
        sysroot,
        linker: linker(target)?,
    })
}

/// The release of Debian's compiler, if it is recent enough and the source of its library is installed.
fn debian_release() -> Option<String> {
    let described = output_of(Command::new(DEBIAN_RUSTC).arg("-vV")).ok()?;
    let release = described
        .lines()
        .find_map(|line| line.strip_prefix("release: "))?;
    let source = fs::read_to_string(Path::new(DEBIAN_SOURCE).join("src/version")).ok()?;
    let is_suitable = source.trim() == release && numbers(release) >= numbers(OLDEST);
    is_suitable.then(|| release.to_owned())
}

/// A release as numbers, which compare correctly: as text, `1.100` would be less than `1.93`.
fn numbers(release: &str) -> Vec<u32> {
    release
        .split(['.', '-'])
        .map_while(|part| part.parse().ok())
        .collect()
}

/// A linker for the target: that of rustup's toolchain, or Debian's lld.
fn linker(target: &str) -> Result<PathBuf> {
    let host = output_of(rustc().args(["--print", "host-tuple"]))?;
    let active = active_sysroot()?
        .join("lib/rustlib")
        .join(host)
        .join("bin/rust-lld");
    if active.is_file() {
        return Ok(active);
    }
    // The same program has several names.
    let name = match target {
        BROWSER => "wasm-ld",
        _ => "ld.lld",
    };
    if let Some(linker) = in_path(name) {
        return Ok(linker);
    }
    apt::install(&["lld"])?;
    in_path(name).with_context(|| format!("Debian's lld has no {name}"))
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
