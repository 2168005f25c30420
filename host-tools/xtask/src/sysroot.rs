//! `core` and `alloc` for the chip or the browser, compiled from the source that Debian ships.
//!
//! They are compiled once, in less than a minute, and stored below `target/` in a folder named after the
//! compiler, because only the compiler that built a library can use it.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::device::debian_environment;
use crate::workspace::{cargo, run, target_dir};

/// The sysroot for this compiler and target, built if there is none.
pub(crate) fn find_or_build(rustc: &Path, release: &str, target: &str) -> Result<PathBuf> {
    let kept = target_dir().join("sysroot");
    fs::create_dir_all(&kept)?;
    // If two runs start at once, the second waits here and then finds the sysroot.
    let lock = File::create(kept.join("lock"))?;
    lock.lock()?;

    let sysroot = kept.join(format!("{target}-{release}-{:016x}", fingerprint(rustc)?));
    if !sysroot.is_dir() {
        println!("building {} (once)", sysroot.display());
        // Remains of an interrupted run or of an older compiler.
        for entry in fs::read_dir(&kept)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let stale = name.starts_with(target) || name == "unfinished";
            if stale && entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            }
        }
        // Renamed when complete, so that an interrupted build is not mistaken for a sysroot.
        let workshop = kept.join("unfinished");
        fs::rename(build(&workshop, target)?, &sysroot)?;
        fs::remove_dir_all(&workshop)?;
    }
    Ok(sysroot)
}

/// A number that differs between two builds of the same release.
fn fingerprint(rustc: &Path) -> Result<u64> {
    let file = fs::metadata(rustc)?;
    let mut hasher = DefaultHasher::new();
    (file.len(), file.modified()?).hash(&mut hasher);
    Ok(hasher.finish())
}

/// Builds the libraries by building an empty crate that depends on them.
fn build(workshop: &Path, target: &str) -> Result<PathBuf> {
    let manifest = "[package]\nname = \"empty\"\nedition = \"2024\"\n[workspace]\n";
    fs::create_dir_all(workshop.join("src"))?;
    fs::write(workshop.join("Cargo.toml"), manifest)?;
    fs::write(workshop.join("src/lib.rs"), "#![no_std]\n")?;

    let mut cargo = cargo();
    cargo.current_dir(workshop);
    cargo.args(["build", "--release", "--target", target]);
    // The targets have no C library: memcpy and similar functions come from compiler-builtins.
    cargo.args([
        "-Zbuild-std=core,alloc",
        "-Zbuild-std-features=compiler-builtins-mem",
    ]);
    debian_environment(&mut cargo)
        // Allows -Zbuild-std on a stable compiler.
        .env("RUSTC_BOOTSTRAP", "1")
        // Link-time optimisation needs the libraries' bitcode.
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
