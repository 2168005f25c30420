//! What goes into a board's flash, and the files that put it there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use object::read::elf::{ElfFile32, FileHeader, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, elf};

use crate::uf2::{self, Family};
use crate::workspace::{dobutsu, root, run, target_dir};

/// Where the chip shows the flash.
pub(crate) const FLASH_START: u32 = 0x1000_0000;

/// The flash of the smallest board, an ordinary Pico. Firmware and database have to fit.
const FLASH_BYTES: u32 = 2 << 20;

/// A linked firmware as flash will hold it.
pub(crate) struct Firmware {
    /// From the start of the flash.
    pub(crate) bytes: Vec<u8>,
    /// Where the database goes, counted from the start of the flash.
    pub(crate) database: u32,
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
            family,
        })
    }
}

fn offset(address: u32) -> Result<u32> {
    let offset = address.checked_sub(FLASH_START);
    offset.with_context(|| format!("{address:#x} is not in flash"))
}

impl Firmware {
    /// The UF2 file with the firmware alone.
    pub(crate) fn alone(&self) -> Named {
        let name = match self.family {
            Family::Rp2040 => "dobutsu-firmware.uf2",
            Family::Rp2350 => "dobutsu-firmware-pico2.uf2",
        };
        let contents = uf2::file(self.family, &[(FLASH_START, &self.bytes)]);
        (name.to_owned(), contents)
    }

    /// The UF2 file with firmware and database.
    pub(crate) fn with_database(&self, image: &[u8]) -> Result<Named> {
        let room = (FLASH_BYTES - self.database) as usize;
        ensure!(
            image.len() <= room,
            "the database has {} bytes, {} too many for a board with 2 MB of flash",
            image.len(),
            image.len() - room
        );
        let at = FLASH_START + self.database;
        let contents = uf2::file(self.family, &[(FLASH_START, &self.bytes), (at, image)]);
        Ok((format!("dobutsu-{}.uf2", self.family.board()), contents))
    }
}

/// A file's name and contents.
pub(crate) type Named = (String, Vec<u8>);

/// Writes the files for flashing a board, and prints how to use them.
pub(crate) fn write(elf: &Path, database: Option<PathBuf>) -> Result<()> {
    let firmware = Firmware::read(elf)?;
    let folder = target_dir();
    remove_older(&folder)?;
    let path = find_database(database)?;
    let image = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    for (what, (name, contents)) in [
        ("the firmware alone", firmware.alone()),
        ("firmware and database", firmware.with_database(&image)?),
    ] {
        let file = folder.join(name);
        write_whole(&file, &contents)?;
        println!("{}: {what}", file.display());
    }
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
    Ok(())
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

/// The database image as it is committed.
pub(crate) fn committed_database() -> PathBuf {
    root().join("host-tools/dobutsu/data/dobutsu.image")
}

/// The database image: the named one, or the committed one. The command looks at one that is named
/// before it is flashed: it refuses a damaged one with a sentence.
pub(crate) fn find_database(named: Option<PathBuf>) -> Result<PathBuf> {
    let Some(path) = named else {
        return Ok(committed_database());
    };
    run(dobutsu().args(["probe", "--image"]).arg(&path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firmware() -> Firmware {
        Firmware {
            bytes: b"firmware".to_vec(),
            database: 0x6_0000,
            family: Family::Rp2040,
        }
    }

    #[test]
    fn a_database_that_is_too_long_is_refused() {
        assert!(firmware().with_database(&[7; 1_703_936]).is_ok());
        let error = firmware().with_database(&[7; 1_703_940]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the database has 1703940 bytes, 4 too many for a board with 2 MB of flash"
        );
    }

    #[test]
    fn the_committed_database_fits() {
        let image = fs::read(committed_database()).unwrap();
        let fits = firmware().with_database(&image);
        assert!(fits.is_ok(), "{:?}", fits.err());
    }

    #[test]
    fn an_older_file_goes() {
        let folder = std::env::temp_dir().join(format!("xtask-flash-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["dobutsu.uf2", "dobutsu-pico.uf2", "dobutsu.d", "other.uf2"] {
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
