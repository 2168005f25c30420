//! `dobutsu emulate`: the firmware on an emulated board.
//!
//! The file that would be flashed, by probe-rs or as UF2, runs on [rp2040js], an RP2040 in JavaScript, with
//! the database at its place in flash. [`chip`] is the board: power, buttons, display, flash and time, in a process of its
//! own behind `wire`. [`firmware`] links the file, [`log`] is a line of its log, and [`saves`] reads and
//! writes the saved game with the code of the device, in core's
//! [flash for tests](dobutsu_core::saves::nor).
//! [`twin`] plays scenarios on chip and PC at once, `terminal` shows the board to a person, and
//! [`figures`] is the table that `--cycles` prints.
//!
//! # What is modelled
//! The scripts in `host-tools/emulator` add to rp2040js what the firmware depends on:
//!
//! | part | model |
//! |---|---|
//! | start | second boot stage run from RAM, ring oscillator at 6.5 MHz, the crystal's delay as programmed; the bootrom's own few milliseconds are not |
//! | core | instructions of rp2040js; hot code translated to JavaScript, with the cycles of the M0+ manual |
//! | flash | 4 KB erase to ones (45 ms, or 400), 256-byte program that only clears bits (0.5 ms, or 3.1), stopped half-way by a power cut; 2, 4, 8 or 16 MB, whose addresses wrap; name and status by direct commands; quad reads only if they were enabled in the chip's way |
//! | boot loader | the drive that takes UF2 files, with its rule for erasing; its functions, and a record of their calls |
//! | cache | on request: 16 KB, two ways, 8-byte lines; a miss costs the clocks that the boot stage's way of reading takes (30 for quad reads), times its divider |
//! | memory protection | regions without permission, in the lowest 256 bytes of RAM and outside of it |
//! | clock | what the firmware sets: 200 MHz, or 125 with the generic boot stage; the flash at the boot stage's fraction of it |
//! | sleep | all oscillators stand still, and the chip's time with them, until a pin wakes them; edges are kept; an exception while RAM has no power is a fault |
//! | supply | any voltage, behind a buck-boost converter or a linear regulator; the ADC measures against the rail; a divider at GP29, or none; the temperature diode |
//! | PLL | locks at once, after a time, or never |
//! | contacts | close and open cleanly, or bounce for 5 to 10 ms; glitches of nanoseconds |
//! | I2C | interrupt mask and levels, a bit's time from the divider registers, address and data not acknowledged by a display that is unplugged |
//! | buzzer | frequency and pulse width on its pin, without the piezo |
//! | display | SSD1306, the SH1106 sold as one, or an SSD1309, at either address: commands, addressing windows, orientation, on and off; its memory is lost with its power |
//! | USB | on request, a computer that sets the device up as a serial port once it sees the pull-up appear and the clock running; a bus at rest for 3 ms is suspended |
//! | watchdog | counts and resets the chip; RAM and scratch registers survive |
//! | log | defmt's frames from the RTT buffer, decoded by the format strings in the ELF file |
//! | dice | the first 32 bits of the ring oscillator are the seed |
//!
//! [rp2040js]: https://github.com/wokwi/rp2040js

mod board;
pub mod chip;
pub mod figures;
pub mod firmware;
pub mod log;
pub mod saves;
mod terminal;
pub mod twin;
mod wire;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use self::chip::{Board, Chip};
use self::twin::ChipTwin;
use crate::image::ImageFile;
use crate::play::script;
use crate::play::thinker::Thinker;
use crate::{build, files};

/// Run the handheld's firmware on an emulated chip.
///
/// Opens the board in the terminal, with the firmware's log beside its display; keys as in `play`.
/// With --script, a scenario is played on the chip and on this computer, and every picture has to be
/// the same. The firmware is built first, and the emulator installed (which needs Node.js and npm).
#[derive(clap::Args)]
pub struct Args {
    /// The linked firmware [default: the workspace's, built first]
    #[arg(long, value_name = "FILE")]
    elf: Option<PathBuf>,

    /// The database [default: the one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,

    /// Store the board's save region in this file
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    flash: Option<PathBuf>,

    /// Play a scenario from a file, without a terminal
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Write the scenario's pictures to this folder, as PNG
    #[arg(long, value_name = "DIR", requires = "script")]
    png: Option<PathBuf>,

    /// Write the firmware's log to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Model the flash's cache, and print cycles, misses and stack at the end
    #[arg(long)]
    cycles: bool,
}

/// Runs the firmware, by a scenario or in the terminal.
pub fn run(args: Args) -> Result<ExitCode> {
    let elf = match args.elf {
        Some(elf) => elf,
        None => firmware::build()?,
    };
    let image = match args.image {
        Some(image) => image,
        None => {
            let path = files::in_cache("built-in.image")?;
            build::write(ImageFile::open(None)?.bytes(), &path)?;
            path
        }
    };
    let mut chip = Chip::new(&elf, Board::KIND, args.cycles)?;
    if let Some(path) = &args.log {
        chip.log_to(path)?;
    }
    let figures = match args.script {
        Some(scenario) => {
            let mut twin = ChipTwin::new(chip, image.clone())?;
            play(&scenario, &image, &mut twin, args.png.as_deref())?;
            figures::table(&mut twin.chip, &twin.log)?
        }
        None => {
            let database = chip.database()?;
            chip.flash_file(database, &image)?;
            let log = terminal::run(&mut chip, args.flash.as_deref())?;
            figures::table(&mut chip, &log)?
        }
    };
    if args.cycles {
        print!("{figures}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays a scenario on chip and PC. If they differ, both pictures are written to the folder as well.
fn play(scenario: &Path, image: &Path, twin: &mut ChipTwin, png: Option<&Path>) -> Result<()> {
    let database = || Thinker::probing(ImageFile::read(image)?);
    let played = script::run_file(scenario, &database, Some(twin));
    if let Some(folder) = png {
        let snaps = played.as_deref().unwrap_or(&twin.different);
        script::write_pngs(snaps, folder)?;
    }
    played.map(drop)
}
