//! Hands the workspace's flash map to the linker.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let var =
        |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it for build scripts"));
    let map = var("CARGO_MANIFEST_DIR").join("../memory.x");
    let out = var("OUT_DIR");

    // The linker reads `memory.x` from its search path, to which OUT_DIR is added.
    fs::copy(&map, out.join("memory.x")).expect("memory.x lies at the workspace root");
    println!("cargo:rustc-link-search={}", out.display());
    println!("cargo:rerun-if-changed={}", map.display());

    // The target selects the chip; the RP2350 has no second boot stage.
    let is_rp2350 = env::var("TARGET").is_ok_and(|target| target.starts_with("thumbv8m"));
    println!("cargo:rustc-check-cfg=cfg(rp2350)");
    let boot: &[&str] = match is_rp2350 {
        true => &["--defsym=__boot2_bytes=0"],
        false => &["--defsym=__boot2_bytes=0x100", "-Tlink-rp.x"],
    };
    if is_rp2350 {
        println!("cargo:rustc-cfg=rp2350");
    }

    // --nmagic: sections are not aligned to pages, which a microcontroller does not have.
    for argument in ["--nmagic", "-Tlink.x", "-Tdefmt.x"].iter().chain(boot) {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
}
