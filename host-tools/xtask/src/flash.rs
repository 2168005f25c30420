//! What goes into a board's flash, and the files that put it there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use object::read::elf::{ElfFile32, FileHeader, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, elf};

use crate::uf2::{self, Family};
use crate::workspace::{dobutsu, root, run, target_dir};

/// Where the chip shows the flash.
pub(crate) const FLASH_START: u32 = 0x1000_0000;

/// The database a board takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// For 2 MB of flash.
    Small,
    /// For more.
    Full,
}

impl Edition {
    /// Both.
    pub(crate) const ALL: [Edition; 2] = [Edition::Small, Edition::Full];

    /// As `dobutsu build` is asked for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Edition::Small => "small",
            Edition::Full => "full",
        }
    }

    /// Its image, as it is committed.
    pub(crate) fn image(self) -> PathBuf {
        let file = format!("host-tools/dobutsu/data/{}.image", self.name());
        root().join(file)
    }
}

/// A board, by what it is sold as or by its flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Board {
    /// The ordinary Pico and its likes, 2 MB
    Pico,
    /// RP2040 boards with 4 MB
    #[value(name = "4m")]
    Four,
    /// RP2040 boards with 8 MB
    #[value(name = "8m")]
    Eight,
    /// RP2040 boards with 16 MB
    #[value(name = "16m")]
    Sixteen,
    /// The Pico 2, 4 MB: built, and never tried
    #[value(name = "pico2")]
    Pico2,
}

impl Board {
    /// Every board.
    pub(crate) const ALL: [Board; 5] = [
        Board::Pico,
        Board::Four,
        Board::Eight,
        Board::Sixteen,
        Board::Pico2,
    ];

    /// Its chip.
    pub(crate) const fn family(self) -> Family {
        match self {
            Board::Pico | Board::Four | Board::Eight | Board::Sixteen => Family::Rp2040,
            Board::Pico2 => Family::Rp2350,
        }
    }

    /// The end of the names of its files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Board::Pico => "pico",
            Board::Four => "4m",
            Board::Eight => "8m",
            Board::Sixteen => "16m",
            Board::Pico2 => "pico2",
        }
    }

    const fn megabytes(self) -> u32 {
        match self {
            Board::Pico => 2,
            Board::Four | Board::Pico2 => 4,
            Board::Eight => 8,
            Board::Sixteen => 16,
        }
    }

    /// The database for it.
    pub(crate) const fn edition(self) -> Edition {
        match self {
            Board::Pico => Edition::Small,
            Board::Four | Board::Eight | Board::Sixteen | Board::Pico2 => Edition::Full,
        }
    }

    /// Whether bytes from an offset on fit; the error says what is missing.
    fn holds(self, what: &str, offset: u32, bytes: usize) -> Result<()> {
        let end = u64::from(offset) + bytes as u64;
        let size = u64::from(self.megabytes()) << 20;
        ensure!(
            end <= size,
            "the {what}, {bytes} bytes from {offset:#x} on, is {} bytes too long for {} MB of flash",
            end - size,
            self.megabytes()
        );
        Ok(())
    }
}

/// A linked firmware as flash will hold it.
pub(crate) struct Firmware {
    /// From the start of the flash.
    pub(crate) bytes: Vec<u8>,
    /// Where the database goes, counted from the start of the flash.
    pub(crate) database: u32,
    /// Where the firmware is told how long its database is, likewise.
    pub(crate) told: u32,
    /// The chip it was linked for.
    pub(crate) family: Family,
}

impl Firmware {
    /// Reads a linked firmware. That it keeps to its region is the linker's business; here it is
    /// only looked at once more.
    pub(crate) fn read(path: &Path) -> Result<Firmware> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Firmware::of(&bytes).with_context(|| format!("{}", path.display()))
    }

    fn of(elf: &[u8]) -> Result<Firmware> {
        let file = ElfFile32::<LittleEndian>::parse(elf)?;
        let endian = file.elf_header().endian()?;
        let symbol = |name: &str| -> Result<u32> {
            let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
            let address = symbol
                .with_context(|| format!("the symbol {name} of memory.x is missing"))?
                .address();
            offset(u32::try_from(address)?)
        };
        // Only the RP2040 has a second boot stage.
        let boot2 = file
            .symbols()
            .find(|symbol| symbol.name() == Ok("__boot2_bytes"));
        let boot2 = boot2.context("the symbol __boot2_bytes of memory.x is missing")?;
        let family = match boot2.address() {
            0 => Family::Rp2350,
            _ => Family::Rp2040,
        };
        let (saves, database) = (symbol("__saves_start")?, symbol("__database_start")?);
        let told = symbol("DOBUTSU_DATABASE_BYTES")?;
        let mut bytes = Vec::new();
        for header in file.elf_program_headers() {
            let Ok(contents) = header.data(endian, elf) else {
                bail!("it is cut short");
            };
            if header.p_type(endian) != elf::PT_LOAD || contents.is_empty() {
                continue;
            }
            let start = offset(header.p_paddr(endian))? as usize;
            let end = start + contents.len();
            ensure!(end <= saves as usize, "the firmware reaches into the saves");
            // Gaps are as erased.
            bytes.resize(bytes.len().max(end), 0xFF);
            bytes[start..end].copy_from_slice(contents);
        }
        ensure!(!bytes.is_empty(), "it has nothing to flash");
        Ok(Firmware {
            bytes,
            database,
            told,
            family,
        })
    }
}

fn offset(address: u32) -> Result<u32> {
    let offset = address.checked_sub(FLASH_START);
    offset.with_context(|| format!("{address:#x} is not in flash"))
}

/// The name of the file with the firmware alone.
pub(crate) const fn alone(family: Family) -> &'static str {
    match family {
        Family::Rp2040 => "dobutsu-firmware.uf2",
        Family::Rp2350 => "dobutsu-firmware-pico2.uf2",
    }
}

/// A UF2 file for a board.
pub(crate) struct ForBoard {
    pub(crate) name: String,
    pub(crate) contents: Vec<u8>,
    /// Bytes of flash that stay free.
    pub(crate) free: u64,
}

impl Firmware {
    /// The UF2 file with the firmware alone, for any board with its chip.
    pub(crate) fn alone(&self) -> Vec<u8> {
        uf2::file(self.family, &[(FLASH_START, &self.bytes)])
    }

    /// The UF2 file with firmware and database for a board.
    ///
    /// The firmware comes last. A board with less flash than the file is for ignores the address bits it
    /// does not have, so the database runs over the firmware's place; coming after it, the firmware
    /// stays whole, and can say what is wrong: it is told how long its database is.
    pub(crate) fn with_database(&self, image: &[u8], board: Board) -> Result<ForBoard> {
        ensure!(
            self.family == board.family(),
            "this firmware is not for the chip of {}",
            board.name()
        );
        board.holds("firmware", 0, self.bytes.len())?;
        board.holds("database", self.database, image.len())?;
        let mut firmware = self.bytes.clone();
        let told = self.told as usize;
        let word = firmware.get_mut(told..told + 4);
        let word = word.context("DOBUTSU_DATABASE_BYTES is not in flash")?;
        word.copy_from_slice(&(image.len() as u32).to_le_bytes());
        let at = FLASH_START + self.database;
        let end = u64::from(self.database) + image.len() as u64;
        Ok(ForBoard {
            name: format!("dobutsu-{}.uf2", board.name()),
            contents: uf2::file(self.family, &[(at, image), (FLASH_START, &firmware)]),
            free: (u64::from(board.megabytes()) << 20) - end,
        })
    }
}

/// Writes the files for flashing a board, and says how to use them. The note sums up. A board whose
/// flash cannot hold the database gets the firmware alone, which plays by search.
pub(crate) fn write(elf: &Path, database: Option<PathBuf>, board: Board) -> Result<String> {
    let firmware = Firmware::read(elf)?;
    let folder = target_dir();
    remove_older(&folder)?;
    let alone = folder.join(alone(firmware.family));
    write_whole(&alone, &firmware.alone())?;
    println!("{}: the firmware alone", alone.display());

    let path = find_database(database, board.edition())?;
    let image = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let note = match firmware.with_database(&image, board) {
        Ok(file) => {
            let all = folder.join(&file.name);
            write_whole(&all, &file.contents)?;
            println!("{}: firmware and database", all.display());
            format!("{} bytes of {} MB free", file.free, board.megabytes())
        }
        Err(error) => {
            println!("no file with a database: {error}; the firmware alone plays by search");
            "without a database".to_owned()
        }
    };
    let (drive, chip) = match firmware.family {
        Family::Rp2040 => ("RPI-RP2", "RP2040"),
        Family::Rp2350 => ("RP2350", "RP235x"),
    };
    println!(
        "hold BOOTSEL while plugging the board in, and copy one of them to the drive {drive}, which \
         takes a minute or two; saved games stay\n\
         or with a debug probe:\n  \
         probe-rs download --chip {chip} --binary-format bin --base-address {:#x} {}\n  \
         probe-rs run --chip {chip} {}",
        FLASH_START + firmware.database,
        path.display(),
        elf.display()
    );
    Ok(note)
}

/// A file for another board, or of another firmware, is not left beside the new ones.
fn remove_older(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("dobutsu") && name.ends_with(".uf2") {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes a file whole or not at all: half a file would flash half a device.
pub(crate) fn write_whole(path: &Path, contents: &[u8]) -> Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = fs::write(&part, contents).and_then(|()| fs::rename(&part, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The database image: the named one, or the committed one of an edition. The command looks at one that
/// is named before it is flashed: it refuses a damaged one with a sentence.
pub(crate) fn find_database(named: Option<PathBuf>, edition: Edition) -> Result<PathBuf> {
    let Some(path) = named else {
        return Ok(edition.image());
    };
    run(dobutsu().args(["probe", "--image"]).arg(&path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_holds_what_fits() {
        let at = 0x6_0000;
        for (board, most) in [(Board::Pico, 1_703_936), (Board::Four, 3_801_088)] {
            assert!(board.holds("database", at, most).is_ok());
            assert!(board.holds("database", at, most + 1).is_err());
        }
        assert!(Board::Four.holds("database", at, 2_000_000).is_ok());
        let error = Board::Pico.holds("database", at, 2_000_000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the database, 2000000 bytes from 0x60000 on, is 296064 bytes too long for 2 MB of flash"
        );
    }

    #[test]
    fn every_board_holds_its_edition() {
        for board in Board::ALL {
            let image = fs::metadata(board.edition().image()).unwrap();
            let fits = board.holds("database", 0x6_0000, image.len() as usize);
            assert!(fits.is_ok(), "{fits:?}");
        }
    }

    #[test]
    fn the_firmware_comes_last_and_is_told_how_long_its_database_is() {
        let firmware = Firmware {
            bytes: b"firmware????.".to_vec(),
            database: 0x6_0000,
            told: 8,
            family: Family::Rp2040,
        };
        let file = firmware.with_database(&[7; 300], Board::Pico).unwrap();
        assert_eq!(file.name, "dobutsu-pico.uf2");
        let (blocks, _) = file.contents.as_chunks::<512>();
        let address =
            |block: &[u8; 512]| u32::from_le_bytes([block[12], block[13], block[14], block[15]]);
        assert_eq!(address(&blocks[0]), 0x1006_0000, "the database first");
        assert!(address(&blocks[blocks.len() - 1]) < 0x1005_0000);
        let flash = crate::uf2::tests::written(&file.contents);
        let word = |at: u32| flash[&(FLASH_START + at)];
        assert_eq!(
            [word(8), word(9), word(10), word(11)],
            300_u32.to_le_bytes()
        );
        assert_eq!((word(7), word(12)), (b'e', b'.'));
    }

    #[test]
    fn an_older_file_for_another_board_goes() {
        let folder = std::env::temp_dir().join(format!("xtask-flash-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["dobutsu.uf2", "dobutsu-16m.uf2", "dobutsu.d", "other.uf2"] {
            fs::write(folder.join(name), "").unwrap();
        }
        remove_older(&folder).unwrap();
        let names = fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["dobutsu.d", "other.uf2"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_firmware_is_an_error() {
        assert!(Firmware::of(b"").is_err());
        assert!(Firmware::of(b"\x7fELF but not for long").is_err());
    }
}
