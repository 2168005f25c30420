//! The compiled `core` and `alloc` for the chip or the browser, built from Debian's source of them.
//!
//! It is built once (under a minute) and kept below `target/`, in a folder named after the
//! compiler, because a library serves exactly the compiler that built it.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::console::say;
use crate::device::debian_environment;
use crate::workspace::{cargo, run, target_dir};

/// Where one is built.
const UNFINISHED: &str = "unfinished";

/// The sysroot for `rustc`, built first if there is none for this very compiler.
pub(crate) fn find_or_build(rustc: &Path, release: &str, target: &str) -> Result<PathBuf> {
    let kept = target_dir().join("sysroot");
    fs::create_dir_all(&kept)?;
    // Two runs at once build it once: the second waits here, then finds it.
    let lock = File::create(kept.join("lock"))?;
    lock.lock()?;

    let sysroot = kept.join(format!("{target}-{release}-{:016x}", fingerprint(rustc)?));
    if !sysroot.is_dir() {
        say(format_args!("building {} (once)", sysroot.display()));
        // What an interrupted run, or an older compiler, has left.
        for entry in fs::read_dir(&kept)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let stale = name.starts_with(target) || name == UNFINISHED;
            if stale && entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            }
        }
        // Built aside and renamed when whole, so that what has the name is finished.
        let workshop = kept.join(UNFINISHED);
        fs::rename(build(&workshop, target)?, &sysroot)?;
        fs::remove_dir_all(&workshop)?;
    }
    Ok(sysroot)
}

/// Tells compilers of one release apart: a package update replaces the file.
fn fingerprint(rustc: &Path) -> Result<u64> {
    let file = fs::metadata(rustc)?;
    let mut hasher = DefaultHasher::new();
    (file.len(), file.modified()?).hash(&mut hasher);
    Ok(hasher.finish())
}

/// Builds the libraries by building an empty crate that needs them.
fn build(workshop: &Path, target: &str) -> Result<PathBuf> {
    let manifest = "[package]\nname = \"empty\"\nedition = \"2024\"\n[workspace]\n";
    fs::create_dir_all(workshop.join("src"))?;
    fs::write(workshop.join("Cargo.toml"), manifest)?;
    fs::write(workshop.join("src/lib.rs"), "#![no_std]\n")?;

    let mut cargo = cargo();
    cargo.current_dir(workshop);
    cargo.args(["build", "--release", "--target", target]);
    // Neither has a C library: memcpy and its kin come from compiler-builtins.
    cargo.args([
        "-Zbuild-std=core,alloc",
        "-Zbuild-std-features=compiler-builtins-mem",
    ]);
    debian_environment(&mut cargo)
        // Building the library is reserved to nightly compilers; this is how others may.
        .env("RUSTC_BOOTSTRAP", "1")
        // Link-time optimisation reads the libraries' bitcode.
        .env("CARGO_ENCODED_RUSTFLAGS", "-Cembed-bitcode=yes")
        .env("CARGO_TARGET_DIR", workshop.join("target"));
    run(&mut cargo)?;

    let sysroot = workshop.join("sysroot");
    let libraries = sysroot.join("lib/rustlib").join(target).join("lib");
    fs::create_dir_all(&libraries)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(workshop.join("target").join(target).join("release/deps"))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = name.to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libempty-") {
            fs::copy(&path, libraries.join(&name))?;
            names.push(name);
        }
    }
    for library in ["libcore-", "liballoc-", "libcompiler_builtins-"] {
        let made = names
            .iter()
            .filter(|name| name.starts_with(library))
            .count();
        ensure!(
            made == 1,
            "building the library made {made} files {library}*.rlib"
        );
    }
    Ok(sysroot)
}
