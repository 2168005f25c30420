//! The folders of the workspace, and the commands that run in it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// The folder of the workspace's `Cargo.toml`.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// The target folder of cargo, which also holds what this program builds.
pub(crate) fn target_dir() -> PathBuf {
    let chosen = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    // A relative path is relative to the workspace, whatever the current folder is.
    root().join(chosen)
}

/// The cargo that started this program, in the root of the workspace.
///
/// `cargo run` sets variables about the running package. Build scripts that depend on them would run
/// again if cargo were started with them here and without them by hand, so they are removed.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let prefixes = [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "CARGO_BIN_",
            "CARGO_CRATE_",
        ];
        if prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// The `dobutsu` command, built in release mode.
pub(crate) fn dobutsu() -> Command {
    let mut cargo = cargo();
    cargo.args(["run", "--release", "--quiet", "--package=dobutsu", "--"]);
    cargo
}

/// The active compiler.
pub(crate) fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The command line, without folders before the program's name.
fn spelled(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs a command whose output is shown; anything but success is an error that names it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let spelled = spelled(command);
    println!("$ {spelled}");
    let status = command.stdin(Stdio::null()).status();
    let status = status.with_context(|| format!("`{spelled}` did not start"))?;
    if !status.success() {
        bail!("`{spelled}` ended with {status}");
    }
    Ok(())
}

/// Runs a command and returns what it prints, without the last line break.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let spelled = spelled(command);
    let output = command.output();
    let output = output.with_context(|| format!("`{spelled}` did not start"))?;
    ensure_success(&spelled, &output)?;
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Runs a command without showing its output, and kills it after `limit`: for downloads, which may hang.
pub(crate) fn run_within(limit: Duration, command: &mut Command) -> Result<()> {
    let spelled = spelled(command);
    println!("$ {spelled}");
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("`{spelled}` did not start"))?;
    // The messages of a download fit into the pipe, so they can be read after its end.
    while child.try_wait()?.is_none() {
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            bail!("`{spelled}` did not end within {} s", limit.as_secs());
        }
        sleep(Duration::from_millis(50));
    }
    ensure_success(&spelled, &child.wait_with_output()?)
}

/// Fails with the program's own reason unless it succeeded.
fn ensure_success(spelled: &str, output: &Output) -> Result<()> {
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "`{spelled}` failed: {}",
        reason(&messages)
    );
    Ok(())
}

/// The most informative line of a program's messages: the first that is marked as an error, or else the last.
fn reason(messages: &str) -> &str {
    let mut lines = messages
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let marked = |line: &&str| line.starts_with("error: ") || line.starts_with("E: ");
    let chosen = lines.clone().find(marked).or_else(|| lines.next_back());
    let line = chosen.unwrap_or("no reason given");
    line.trim_start_matches("error: ").trim_start_matches("E: ")
}

/// The path of a program in one of the folders of `PATH`.
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
        assert_eq!(reason(""), "no reason given");
    }

    #[test]
    fn a_command_that_hangs_is_ended() {
        let mut hangs = Command::new("sleep");
        let error = run_within(Duration::ZERO, hangs.arg("600")).unwrap_err();
        assert_eq!(error.to_string(), "`sleep 600` did not end within 0 s");
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
