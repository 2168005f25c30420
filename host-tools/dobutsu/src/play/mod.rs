//! `dobutsu play`: the handheld in the terminal.
//!
//! The device is [`dobutsu_core::handheld::Handheld`], as on the chip. [`terminal`] has the keys and
//! the display, [`storage`] the save file, [`thinker`] the adviser, [`script`] the scenarios, which need
//! no terminal, and [`picture`] the screen as text and as PNG.

pub mod picture;
pub mod script;
pub mod storage;
pub mod terminal;
pub mod thinker;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use crate::files;
use crate::image::ImageFile;
use crate::play::thinker::Thinker;

/// Play on the handheld, here in the terminal.
///
/// Arrow keys move, Enter or Space is button A (pick up, put down, choose), Escape or Backspace
/// is button B (put back, leave, menu), q quits. The game is saved after every move. The lessons in the menu
/// teach the rules.
///
/// The screen names squares by file and rank, A1 to C4; a square has the same name for both players. A drop
/// names the animal, as in Chick*B3. The other commands use USI, which writes 3a to 1d and C*2c instead.
#[derive(clap::Args, Default)]
pub struct Args {
    /// Play a scenario from a file, without a terminal
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Write the scenario's pictures to this folder, as PNG
    #[arg(long, value_name = "DIR", requires = "script")]
    png: Option<PathBuf>,

    /// Write the scenario's presses and pictures to this file, for the tests of the web page
    #[arg(long, value_name = "FILE", requires = "script")]
    trace: Option<PathBuf>,

    /// The device's database [default: the one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,

    /// Store the game in this folder instead of the user's data folder
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,

    /// Write the game on the board to this file when leaving, for `dobutsu review`: FILE.kif is
    /// Shift-JIS, FILE.kifu UTF-8
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    kif: Option<PathBuf>,
}

/// Plays a scenario, or opens the device in the terminal.
pub fn run(args: Args) -> Result<ExitCode> {
    let database = || Thinker::probing(ImageFile::open(args.image.as_deref())?);
    match args.script {
        Some(file) => {
            let mut trace = args.trace.is_some().then(script::trace::Trace::default);
            let twin = trace.as_mut().map(|trace| trace as &mut dyn script::Twin);
            let snaps = script::run_file(&file, &database, twin)?;
            if let (Some(path), Some(trace)) = (args.trace, trace) {
                files::write_whole(&path, |file| file.write_all(trace.text().as_bytes()))?;
            }
            if let Some(folder) = args.png {
                script::write_pngs(&snaps, &folder)?;
            }
        }
        None => {
            let storage = storage::Storage::open(args.data_dir)?;
            terminal::run(storage, database()?, args.kif.as_deref())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
