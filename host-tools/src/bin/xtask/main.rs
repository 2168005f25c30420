//! The project's checks, behind `cargo xtask`.
fn main() {}
