//! `cargo xtask`: the project's checks and release files.
//!
//! `cargo xtask test` works on a fresh machine: it installs what is missing, then runs every check in
//! [`checks`].
#![forbid(unsafe_code)]

mod apt;
mod checks;
mod device;
mod dist;
mod flash;
mod npm;
mod report;
mod site;
mod size;
mod sysroot;
mod uf2;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use crate::device::Device;
use crate::uf2::Family;

/// Set up and check the project, and build the files to flash and release.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing, then run every check.
    Test(checks::Args),
    /// Install what the checks need.
    Setup,
    /// Build the firmware and print its sizes.
    Firmware,
    /// Build the files that put firmware and database onto a board.
    Image {
        /// The board, by its chip
        #[arg(long, value_name = "BOARD", default_value = "pico")]
        board: Family,
        /// Read the flash with a command that every flash chip supports, but slowly: for a board whose display stays dark
        #[arg(long)]
        any_flash: bool,
        /// A database that `dobutsu build` wrote [default: the committed one]
        #[arg(long, value_name = "FILE")]
        database: Option<PathBuf>,
    },
    /// Build the web page, a folder of static files.
    Site {
        /// A database that `dobutsu build` wrote [default: the committed one]
        #[arg(long, value_name = "FILE")]
        database: Option<PathBuf>,
        /// Test it in a real browser, as `test` does
        #[arg(long)]
        test: bool,
        /// Serve it on this computer and print the address
        #[arg(long)]
        serve: bool,
    },
    /// Build the release: files for every board, the web page, and their checksums.
    Dist,
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Test(args) => Ok(checks::test(&args)),
        Command::Setup => Ok(checks::setup()),
        Command::Firmware => {
            let elf = Device::find_or_install()?.build_firmware()?;
            println!("{}", elf.display());
            size::print(&elf)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Image {
            board,
            any_flash,
            database,
        } => {
            let device = Device::for_family(board)?;
            if any_flash && board != Family::Rp2040 {
                bail!("--any-flash is for boards with the RP2040; the other chip reads any flash");
            }
            let elf = match any_flash {
                true => device.build_for_any_flash()?,
                false => device.build_firmware()?,
            };
            size::print(&elf)?;
            flash::write(&elf, database)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Site {
            database,
            test,
            serve,
        } => {
            let parts = site::Parts::build(database)?;
            site::write(&parts)?;
            println!("{}", site::folder().display());
            if test {
                site::test(&site::find_browser()?, &parts.image, workspace::dobutsu)?;
            }
            if serve {
                site::serve()?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Dist => {
            let parts = site::Parts::build(None)?;
            site::write(&parts)?;
            let pico2 = Device::for_pico2().and_then(|device| device.build_firmware());
            if let Err(error) = &pico2 {
                println!("no file for the Pico 2: {error:#}");
            }
            let pico2 = pico2.as_deref().ok();
            dist::write(&parts.elf, pico2, Some(&site::folder()))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
