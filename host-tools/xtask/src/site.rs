//! The web page with the emulated device and the analysis board: a folder of static files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::device::Device;
use crate::workspace::{in_path, output_of, root, run, target_dir};
use crate::{apt, flash, npm, size};

/// The files that the page is built from.
pub(crate) struct Parts {
    /// The linked firmware.
    pub(crate) elf: PathBuf,
    /// The database.
    pub(crate) image: PathBuf,
    /// The analysis board as WebAssembly.
    pub(crate) analysis: PathBuf,
}

impl Parts {
    /// Builds the firmware and the analysis board.
    pub(crate) fn build(database: Option<PathBuf>) -> Result<Parts> {
        let elf = Device::find_or_install()?.build_firmware()?;
        size::print(&elf)?;
        Ok(Parts {
            elf,
            image: flash::find_database(database)?,
            analysis: Device::for_browser()?.build_analysis()?,
        })
    }
}

/// The folder of the page.
pub(crate) fn folder() -> PathBuf {
    target_dir().join("site")
}

/// Writes the page into its folder.
pub(crate) fn write(parts: &Parts) -> Result<()> {
    npm::set_up()?;
    let files = [&parts.elf, &parts.image, &parts.analysis];
    run(script("build.mjs").args(files).arg(folder()))
}

/// Serves the page on this computer until it is interrupted.
pub(crate) fn serve() -> Result<()> {
    run(script("serve.mjs").arg(folder()))
}

/// Finds the browser that the page is tested in; installs it and a Japanese font if they are missing.
pub(crate) fn find_browser() -> Result<PathBuf> {
    let find = || in_path("chromium").or_else(|| in_path("google-chrome"));
    let mut missing = Vec::new();
    if find().is_none() {
        missing.push("chromium");
    }
    // Without a Japanese font, texts have other widths and characters are shown as boxes.
    let fonts = output_of(Command::new("fc-list").arg(":lang=ja"));
    if fonts.is_ok_and(|fonts| fonts.is_empty()) || find().is_none() {
        missing.push("fonts-ipafont-gothic");
    }
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    find().context("chromium was installed but cannot be found")
}

/// The scenarios that are played on the page.
const SCENARIOS: [&str; 3] = [
    "host-tools/dobutsu/tests/scenarios/try.txt",
    "host-tools/dobutsu/tests/scenarios/repetition.txt",
    "host-tools/page/test/scenarios/thinking.txt",
];

/// Tests the page in a real browser. `dobutsu` is the command that plays the scenarios for comparison.
pub(crate) fn test(browser: &Path, image: &Path, dobutsu: impl Fn() -> Command) -> Result<()> {
    let traces = target_dir().join("traces");
    fs::create_dir_all(&traces)?;
    for scenario in SCENARIOS {
        let path = root().join(scenario);
        let name = path.file_name().context("a scenario has a name")?;
        let mut play = dobutsu();
        play.args(["play", "--script"]).arg(&path);
        play.arg("--image").arg(image);
        run(play.arg("--trace").arg(traces.join(name)))?;
    }
    let mut node = Command::new("node");
    // One at a time, because they measure processor time.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    for name in ["device", "analysis", "site"] {
        let file = format!("host-tools/page/test/{name}.test.mjs");
        node.arg(root().join(file));
    }
    for (name, path) in [
        ("PAGE_SITE", folder()),
        ("PAGE_CHROMIUM", browser.to_owned()),
        ("PAGE_TRACES", traces),
        ("PAGE_VALUES", root().join("core/tests/data/values.tsv")),
        ("PAGE_PICTURES", target_dir().join("page-pictures")),
    ] {
        node.env(name, path);
    }
    run(&mut node)
}

/// The page as one archive, to be unpacked on a static host.
pub(crate) fn archive(site: &Path) -> Result<Vec<u8>> {
    let file = target_dir().join("site.tar.gz");
    let mut tar = Command::new("tar");
    tar.arg("--create").arg("--gzip").arg("--file").arg(&file);
    // The same files give the same archive, independent of user and time.
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mtime=@0", "--mode=u=rwX,go=rX", "--directory"]);
    run(tar.arg(site).arg("."))?;
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}

/// The command that runs a script of the page.
fn script(name: impl AsRef<Path>) -> Command {
    let mut node = Command::new("node");
    node.arg(npm::folder().join("page").join(name));
    node
}
