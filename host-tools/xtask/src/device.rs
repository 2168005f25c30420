//! A toolchain for the chip, or for a browser: the one that is there, or one we set up.
//!
//! The first of these that works, chosen without asking:
//! 1. the active toolchain has the target already;
//! 2. rustup adds it to the active toolchain;
//! 3. Debian's compiler with its library's source, from which [`sysroot`] builds
//!    what rustup would have downloaded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use object::read::elf::ElfFile32;
use object::{LittleEndian, Object, ObjectSection};

use crate::uf2::Family;
use crate::workspace::{cargo, in_path, output_of, run, run_within, rustc, target_dir};
use crate::{apt, sysroot};

/// The RP2040's two cores are Cortex-M0+: Armv6-M, Thumb only.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// The RP2350's are Cortex-M33: Armv8-M with an FPU.
const PICO2: &str = "thumbv8m.main-none-eabihf";

/// What browsers run.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";

/// The component is a few megabytes; a network that has not brought it by then is not there.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(90);

/// Debian's compiler and its library's source; their versions have to be the same.
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// The release below which the dependencies do not build.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust";

/// A way to build for a target that is not this computer.
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

    /// The toolchain for the Pico 2, if the active one has the target or rustup adds it: what is built
    /// there has not been tried on a board, and is not worth a compiler of its own.
    pub(crate) fn for_pico2() -> Result<Self> {
        if !active_has(PICO2)? {
            rustup_adds(PICO2)?;
        }
        Ok(Device {
            target: PICO2,
            compiler: Compiler::Active,
        })
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
        let compiler = Compiler::find_or_install(target)?;
        Ok(Device { target, compiler })
    }

    /// Which one it is, for the summary.
    pub(crate) fn describe(&self) -> String {
        let target = self.target;
        match self.compiler {
            Compiler::Active => format!("{target} of the active toolchain"),
            Compiler::Debian { .. } => format!("{target} built with Debian's compiler"),
        }
    }

    /// Clippy works only with the compiler it was built for, and Debian has none for its own.
    pub(crate) fn has_clippy(&self) -> bool {
        matches!(self.compiler, Compiler::Active)
    }

    /// `cargo <subcommand> --target …` with this toolchain.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = cargo();
        cargo.args([subcommand, "--target", self.target]);
        let name = self.target.to_uppercase().replace('-', "_");
        // The networks add up many small numbers at once, as every browser since 2023 can.
        let features = match self.target {
            BROWSER => "-Ctarget-feature=+simd128",
            _ => "",
        };
        if let Compiler::Debian { sysroot, linker } = &self.compiler {
            // Flags for the target only: build scripts and macros use Debian's own library.
            // Without clippy, here is where a warning becomes an error.
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

    /// Links the release firmware, and says where it is.
    pub(crate) fn build_firmware(&self) -> Result<PathBuf> {
        let firmware = ["--profile", "firmware", "--package", "dobutsu-firmware"];
        run(self.cargo("build").args(firmware))?;
        Ok(self
            .target_dir()
            .join(self.target)
            .join("firmware/dobutsu-firmware"))
    }

    /// The same with the boot stage that reads any flash chip, slowly. The firmware runs at a lower clock
    /// when it finds that one.
    pub(crate) fn build_for_any_flash(&self) -> Result<PathBuf> {
        let built = self.build_firmware()?;
        let mut bytes = fs::read(&built)?;
        put_boot_stage(&mut bytes, &rp2040_boot2::BOOT_LOADER_GENERIC_03H)?;
        let aside = built.with_file_name("dobutsu-firmware-any-flash");
        fs::write(&aside, bytes)?;
        Ok(aside)
    }

    /// Compiles the analysis board for browsers, and says where it is.
    pub(crate) fn build_analysis(&self) -> Result<PathBuf> {
        run(self
            .cargo("build")
            .args(["--profile", "wasm", "--package", "dobutsu-analysis"]))?;
        Ok(self
            .target_dir()
            .join(BROWSER)
            .join("wasm/dobutsu_analysis.wasm"))
    }

    /// Two compilers in one folder would each build again what the other has built.
    fn target_dir(&self) -> PathBuf {
        match self.compiler {
            Compiler::Active => target_dir(),
            Compiler::Debian { .. } => target_dir().join("debian"),
        }
    }
}

/// Puts another second boot stage into a linked firmware.
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

impl Compiler {
    fn find_or_install(target: &str) -> Result<Self> {
        if active_has(target)? {
            return Ok(Compiler::Active);
        }
        match rustup_adds(target) {
            Ok(()) => return Ok(Compiler::Active),
            Err(error) => println!("{error:#}; trying Debian's compiler instead"),
        }
        match debian(target) {
            Ok(compiler) => return Ok(compiler),
            Err(error) => println!("{error:#}"),
        }
        bail!(
            "no Rust for {target} could be set up; install it with `rustup target add {target}`, \
             or on Debian with `apt-get install {}`",
            DEBIAN_PACKAGES.join(" ")
        );
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

fn active_has(target: &str) -> Result<bool> {
    // Asking the files rather than rustup finds the target however it was installed.
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
    let mut rustup = Command::new("rustup");
    rustup
        .args(["target", "add", target])
        .env("RUST_BACKTRACE", "0");
    run_within(DOWNLOAD_LIMIT, rustup.env("RUSTUP_MAX_RETRIES", "0"))?;
    if !active_has(target)? {
        bail!("rustup added {target} to a toolchain that is not the active one");
    }
    Ok(())
}

/// Debian's compiler and what it lacks.
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

/// Debian's compiler comes without a linker for other targets; rustup's toolchains have one.
fn linker(target: &str) -> Result<PathBuf> {
    let host = output_of(rustc().args(["--print", "host-tuple"]))?;
    let active = active_sysroot()?
        .join("lib/rustlib")
        .join(host)
        .join("bin/rust-lld");
    if active.is_file() {
        return Ok(active);
    }
    // It is one program by several names.
    let name = match target {
        BROWSER => "wasm-ld",
        _ => "ld.lld",
    };
    if let Some(linker) = in_path(name) {
        return Ok(linker);
    }
    apt::install(&["lld"])?;
    in_path(name).with_context(|| format!("Debian's lld brought no {name}"))
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
