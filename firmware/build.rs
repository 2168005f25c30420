//! Hands the workspace's flash map to the linker.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let var =
        |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it for build scripts"));
    let map = var("CARGO_MANIFEST_DIR").join("../memory.x");
    let out = var("OUT_DIR");

    // The linker reads `memory.x` from its search path, where only OUT_DIR is surely ours.
    fs::copy(&map, out.join("memory.x")).expect("memory.x lies at the workspace root");
    println!("cargo:rustc-link-search={}", out.display());
    println!("cargo:rerun-if-changed={}", map.display());

    // --nmagic: sections are not aligned to pages, which a microcontroller does not have.
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
}
