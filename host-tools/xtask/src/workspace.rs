//! Where the workspace lies, and how commands are run in it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::console::{self, say};

/// The folder of the workspace's `Cargo.toml`.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Where cargo puts what it builds, and where we keep what we build ourselves.
pub(crate) fn target_dir() -> PathBuf {
    let chosen = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    // A relative folder means relative to the workspace, whatever folder the person stands in.
    root().join(chosen)
}

/// The cargo that started us, as a person would start it in the workspace.
///
/// `cargo run` describes the running package in variables; build scripts that watch them would
/// see a difference between cargo started here and cargo started by hand, and build again.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let of_the_package = [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "CARGO_BIN_",
            "CARGO_CRATE_",
        ];
        if of_the_package.iter().any(|prefix| text.starts_with(prefix)) {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// The released command.
pub(crate) fn dobutsu() -> Command {
    let mut cargo = cargo();
    cargo.args(["run", "--release", "--quiet", "--package=dobutsu", "--"]);
    cargo
}

/// The active compiler.
pub(crate) fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The command as one would type it, without folders before the program's name.
fn spelled(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs a command in view; anything but success is an error that names it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let spelled = spelled(command);
    say(format_args!("$ {spelled}"));
    let times = times_file();
    let status = console::connect(&mut timed(command, &times))?.status();
    if let Ok(text) = fs::read_to_string(&times) {
        console::add_processor_time(children_time(&text));
    }
    let _ = fs::remove_file(&times);
    let status = status.with_context(|| format!("`{spelled}` did not start"))?;
    if !status.success() {
        bail!("`{spelled}` ended with {status}");
    }
    Ok(())
}

/// The command inside a shell that writes the processor time of its children to a file.
fn timed(command: &Command, times: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", r#""$@"; code=$?; times >"$0"; exit $code"#]);
    shell.arg(times).arg(command.get_program());
    shell.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    shell
}

/// A path in the folder for temporary files that no other command uses.
fn times_file() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("xtask-times-{}-{number}", std::process::id());
    env::temp_dir().join(name)
}

/// The sum of the second line that the shell's `times` prints: `1m2.5s 0m0.25s`.
fn children_time(text: &str) -> Duration {
    let seconds = |time: &str| -> Option<f64> {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let line = text.lines().nth(1).unwrap_or_default();
    Duration::from_secs_f64(line.split(' ').filter_map(seconds).sum())
}

/// Runs a command out of sight, and gives back what it printed without the last line break.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let spelled = spelled(command);
    let output = command
        .output()
        .with_context(|| format!("`{spelled}` did not start"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{spelled}` failed: {}", reason(&said));
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Like [`run`], but out of sight and ended after `limit`: for downloads, which may hang.
pub(crate) fn run_within(limit: Duration, command: &mut Command) -> Result<()> {
    let spelled = spelled(command);
    say(format_args!("$ {spelled}"));
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{spelled}` did not start"))?;
    // The little a download says fits the pipe, so nobody has to read it before the end.
    while child.try_wait()?.is_none() {
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            bail!("`{spelled}` gave no answer within {} s", limit.as_secs());
        }
        sleep(Duration::from_millis(50));
    }
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!(
            "`{spelled}` failed: {}",
            reason(&String::from_utf8_lossy(&output.stderr))
        );
    }
    Ok(())
}

/// The line of a program's complaint that says most: the first that calls itself an error.
fn reason(complaint: &str) -> &str {
    let lines = || {
        complaint
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
    };
    let error = lines().find_map(|line| line.strip_prefix("error: ").or(line.strip_prefix("E: ")));
    error
        .or_else(|| lines().next_back())
        .unwrap_or("it did not say why")
}

/// Where `program` lies, if it is one of `PATH`.
pub(crate) fn in_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_the_reason() {
        let rustup = "info: downloading\nerror: no connection\n\nCaused by:\n   0: refused\n";
        assert_eq!(reason(rustup), "no connection");
        assert_eq!(reason("Reading lists\nE: not found\n"), "not found");
        assert_eq!(
            reason("sudo: a password is required\n\n"),
            "sudo: a password is required"
        );
        assert_eq!(reason(""), "it did not say why");
    }

    #[test]
    fn the_children_of_the_shell_are_counted() {
        let text = "0m0.01s 0m0.02s\n1m2.50s 0m0.25s\n";
        assert_eq!(children_time(text), Duration::from_millis(62_750));
        assert_eq!(children_time(""), Duration::ZERO);
    }

    #[test]
    fn a_command_that_hangs_is_ended() {
        let mut hangs = Command::new("sleep");
        let error = run_within(Duration::ZERO, hangs.arg("600")).unwrap_err();
        assert_eq!(error.to_string(), "`sleep 600` gave no answer within 0 s");
    }

    #[test]
    fn a_failing_command_is_named() {
        assert!(run(&mut Command::new("true")).is_ok());
        let error = run(Command::new("false").arg("alarm"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("`false alarm` ended with "), "{error}");
    }
}
