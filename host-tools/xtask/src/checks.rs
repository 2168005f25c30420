//! Every check of the project, in the order in which they run.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::device::Device;
use crate::flash::committed_database;
use crate::report::{Report, Skipped};
use crate::workspace::{cargo, dobutsu, in_path, run, target_dir};
use crate::{apt, dist, npm, site, size};

/// Install what is missing, then run every check.
///
/// The table at the end has the elapsed and the processor time of each.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only format, clippy and the tests on this computer, with the solved game of the last full run
    #[arg(long, conflicts_with = "long")]
    quick: bool,
    /// Also build the images anew, verify them at every position, and run the long tests
    #[arg(long)]
    long: bool,
    /// Also run the property tests this many times, each with a new seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    explore: u32,
}

/// The packages that build for a PC.
const ON_A_PC: [&str; 2] = ["--workspace", "--exclude=dobutsu-firmware"];

/// What the checks need and a machine may lack.
#[derive(Default)]
struct Tools {
    fairy_stockfish: Option<PathBuf>,
    node: Option<()>,
    browser: Option<PathBuf>,
    device: Option<Device>,
}

/// Only installs what is missing.
pub(crate) fn setup() -> ExitCode {
    let mut report = Report::default();
    set_up(&mut report);
    finish(&report)
}

/// Installs what is missing, then runs the chosen checks.
pub(crate) fn test(args: &Args) -> ExitCode {
    let mut report = Report::default();
    if args.quick {
        compile(&mut report);
        test_on_a_pc(&mut report, &Found::default());
    } else {
        let tools = set_up(&mut report);
        compile(&mut report);
        check_everything(&mut report, &tools, args.long);
    }
    if args.explore > 0 {
        report.step("property tests explored", || explore(args.explore));
    }
    finish(&report)
}

fn finish(report: &Report) -> ExitCode {
    println!("\n== summary\n{report}");
    report.exit_code()
}

fn set_up(report: &mut Report) -> Tools {
    let with_path = |path: PathBuf| {
        let note = path.display().to_string();
        (path, note)
    };
    Tools {
        fairy_stockfish: report.step("set up: fairy-stockfish", || {
            Ok(with_path(fairy_stockfish()?))
        }),
        node: report.step("set up: Node.js", || {
            Ok((optional("no emulated chip", npm::set_up())?, String::new()))
        }),
        browser: report.step("set up: a browser", || {
            Ok(with_path(optional("no browser", site::find_browser())?))
        }),
        device: report.step("set up: RP2040 toolchain", || {
            let device = Device::find_or_install()?;
            let note = device.describe();
            Ok((device, note))
        }),
    }
}

/// Turns an error into a reason to skip.
fn optional<T>(without: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| Skipped(format!("{without}: {error:#}")).into())
}

/// What an earlier step returned; without it, a step that needs it is skipped.
fn needed<'t, T>(found: &'t Option<T>, what: &str) -> Result<&'t T> {
    let missing = || Skipped(format!("there is no {what}, see above"));
    Ok(found.as_ref().ok_or_else(missing)?)
}

/// The engine whose move generator ours is compared with.
fn fairy_stockfish() -> Result<PathBuf> {
    // Debian installs games outside root's PATH.
    let find = || {
        let chosen = std::env::var_os("FAIRY_STOCKFISH").map(PathBuf::from);
        let debian = Path::new("/usr/games/fairy-stockfish");
        chosen
            .or_else(|| in_path("fairy-stockfish"))
            .or_else(|| debian.is_file().then(|| debian.to_owned()))
    };
    if find().is_none() {
        let installed = apt::install(&["fairy-stockfish"]);
        optional("no comparison with fairy-stockfish", installed)?;
    }
    find().context("fairy-stockfish was installed but cannot be found")
}

fn compile(report: &mut Report) {
    report.check("format", || run(cargo().args(["fmt", "--all", "--check"])));
    // Everything but the examples in the documentation, which are compiled when they run.
    report.check("the tests compiled", || {
        run(cargo_test(&Found::default()).args(ON_A_PC).arg("--no-run"))
    });
}

/// Variables that name what was built or installed for the tests.
type Found = Vec<(&'static str, PathBuf)>;

/// `cargo test`; a failing test does not prevent others from running.
fn cargo_test(found: &Found) -> Command {
    let mut cargo = cargo();
    cargo.envs(found.iter().map(|(name, path)| (name, path)));
    cargo.args(["test", "--no-fail-fast"]);
    cargo
}

/// All tests except those on the chip, and clippy with all features of core.
fn test_on_a_pc(report: &mut Report, found: &Found) {
    report.check("tests", || {
        let mut tests = cargo_test(found);
        run(tests.args(ON_A_PC).env_remove("DOBUTSU_FIRMWARE"))
    });
    report.check("clippy", || {
        let all = ["--all-targets", "--features=dobutsu-core/defmt"];
        let mut clippy = cargo();
        clippy.arg("clippy").args(ON_A_PC).args(all);
        run(clippy.args(["--", "--deny=warnings"]))
    });
}

/// The command that was compiled with the tests, so that no second profile has to be compiled.
fn tested_dobutsu() -> Command {
    Command::new(target_dir().join("debug/dobutsu"))
}

fn check_everything(report: &mut Report, tools: &Tools, long: bool) {
    let mut found = Found::new();
    let engine = tools.fairy_stockfish.clone();
    found.extend(engine.map(|path| ("FAIRY_STOCKFISH", path)));
    // Fails if any count differs from the published one.
    let solved = report.step("the game solved", || {
        let solved = target_dir().join("solved");
        run(tested_dobutsu().args(["solve", "--out"]).arg(&solved))?;
        Ok((solved, String::new()))
    });
    found.extend(solved.clone().map(|path| ("DOBUTSU_SOLVED", path)));
    test_on_a_pc(report, &found);
    report.check("documentation", || {
        let mut doc = cargo();
        doc.arg("doc").args(ON_A_PC);
        doc.args(["--no-deps", "--document-private-items"]);
        run(doc.env("RUSTDOCFLAGS", "--deny=warnings"))
    });
    let elf = check_firmware(report, &tools.device, &mut found);
    // It is not run: the emulator of the RP2350, rp2350js, is not among npm's packages and needs
    // corrections; `firmware/README.md` describes what ran on it.
    let pico2 = report.step("firmware for the Pico 2", || {
        let device = optional("no compiler for it", Device::for_pico2())?;
        let elf = device.build_firmware()?;
        let note = size::print(&elf)?;
        Ok((elf, format!("{note}, not run")))
    });
    report.check("the image sampled", || {
        let solved = needed(&solved, "solved game")?;
        verify(solved, tested_dobutsu, &["--sample", "2000"])
    });
    let page = report.step("the page built", || {
        needed(&tools.node, "Node.js")?;
        let analysis = Device::for_browser()?.build_analysis()?;
        let bytes = std::fs::metadata(&analysis)?.len();
        site::write(&site::Parts {
            elf: needed(&elf, "firmware")?.clone(),
            image: committed_database(),
            analysis,
        })?;
        Ok((site::folder(), format!("WebAssembly of {bytes} bytes")))
    });
    report.check("the page in a browser", || {
        needed(&page, "page")?;
        let browser = needed(&tools.browser, "browser")?;
        site::test(browser, &committed_database(), tested_dobutsu)
    });
    let release = report.step("files of a release", || {
        let elf = needed(&elf, "firmware")?;
        let note = dist::write(elf, pico2.as_deref(), page.as_deref())?;
        Ok((dist::folder(), note))
    });
    found.extend(release.map(|folder| ("DOBUTSU_DIST", folder)));
    report.check("the firmware emulated", || {
        needed(&elf, "firmware")?;
        needed(&tools.node, "Node.js")?;
        // The same packages as for the other tests, or dependencies would be compiled again.
        let chip = ["--test=chip", "--", "--nocapture"];
        run(cargo_test(&found).args(ON_A_PC).args(chip))
    });
    if !long {
        return;
    }
    report.check("the image built anew", || {
        build_anew(needed(&solved, "solved game")?)
    });
    report.check("the image verified", || {
        verify(needed(&solved, "solved game")?, dobutsu, &[])
    });
    report.check("long tests", || {
        let ignored = ["--release", "--", "--ignored"];
        run(cargo_test(&found).args(ON_A_PC).args(ignored))
    });
}

/// Builds the firmware and checks core for the chip; returns the linked firmware.
fn check_firmware(
    report: &mut Report,
    device: &Option<Device>,
    found: &mut Found,
) -> Option<PathBuf> {
    let toolchain = || needed(device, "toolchain for the RP2040");
    let elf = report.step("firmware", || {
        let device = toolchain()?;
        let any_flash = device.build_for_any_flash()?;
        found.push(("DOBUTSU_FIRMWARE_ANY_FLASH", any_flash));
        let elf = device.build_firmware()?;
        found.push(("DOBUTSU_FIRMWARE", elf.clone()));
        let note = size::print(&elf)?;
        Ok((elf, note))
    });
    report.check("core for RP2040", || {
        // The firmware is built with all features.
        let core = [
            "--profile=firmware",
            "--package=dobutsu-core",
            "--no-default-features",
        ];
        run(toolchain()?.cargo("check").args(core))
    });
    report.check("clippy for RP2040", || {
        let device = toolchain()?;
        if !device.has_clippy() {
            let reason = "Debian's compiler has no clippy; its warnings are errors";
            return Err(Skipped(reason.to_owned()).into());
        }
        let packages = ["--package=dobutsu-core", "--package=dobutsu-firmware"];
        let mut clippy = device.cargo("clippy");
        clippy.arg("--profile=firmware").args(packages);
        run(clippy.args(["--", "--deny=warnings"]))
    });
    elf
}

/// Compares the committed image with the solved game.
fn verify(solved: &Path, dobutsu: fn() -> Command, arguments: &[&str]) -> Result<()> {
    let mut verify = dobutsu();
    verify.arg("verify").arg("--from").arg(solved);
    run(verify.args(arguments))
}

/// Builds the image again and compares it with the committed one.
fn build_anew(solved: &Path) -> Result<()> {
    let built = target_dir().join("dobutsu.image");
    let mut build = dobutsu();
    build.args(["build", "--out"]).arg(&built);
    run(build.arg("--from").arg(solved))?;
    ensure!(
        std::fs::read(&built)? == std::fs::read(committed_database())?,
        "{} differs from the committed image",
        built.display()
    );
    Ok(())
}

/// Runs the property tests with seeds other than the fixed one of `.cargo/config.toml`. The seed of a
/// failure is printed; proptest stores the case for later runs.
fn explore(times: u32) -> Result<((), String)> {
    let mut failed = Vec::new();
    for _ in 0..times {
        let seed = RandomState::new().hash_one(0).to_string();
        println!("PROPTEST_RNG_SEED={seed}");
        let mut tests = cargo_test(&Found::default());
        tests.args(ON_A_PC).args(["--lib", "--bins"]);
        if run(tests.env("PROPTEST_RNG_SEED", &seed)).is_err() {
            failed.push(format!("PROPTEST_RNG_SEED={seed}"));
        }
    }
    ensure!(failed.is_empty(), "{}", failed.join(" and "));
    Ok(((), format!("{times} seeds")))
}
