//! The folders of the workspace, and the commands that run in it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

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
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("`{spelled}` did not start"))?;
    if !output.status.success() {
        bail!("`{spelled}` ended with {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
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
    fn a_failing_command_is_named() {
        assert!(run(&mut Command::new("true")).is_ok());
        let error = run(Command::new("false").arg("alarm"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("`false alarm` ended with "), "{error}");
    }
}
