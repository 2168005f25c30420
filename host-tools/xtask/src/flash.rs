//! What goes into a board's flash, and the files that put it there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use object::read::elf::{ElfFile32, FileHeader, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, elf};

use crate::console::say;
use crate::uf2;
use crate::workspace::{dobutsu, run, target_dir};

/// Where the chip shows the flash.
pub(crate) const FLASH_START: u32 = 0x1000_0000;

/// How much flash a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FlashSize {
    #[value(name = "2M")]
    Two,
    #[value(name = "4M")]
    Four,
    #[value(name = "8M")]
    Eight,
    #[value(name = "16M")]
    Sixteen,
}

impl FlashSize {
    /// Every size, the smallest first.
    pub(crate) const ALL: [FlashSize; 4] = [
        FlashSize::Two,
        FlashSize::Four,
        FlashSize::Eight,
        FlashSize::Sixteen,
    ];

    const fn megabytes(self) -> u32 {
        match self {
            FlashSize::Two => 2,
            FlashSize::Four => 4,
            FlashSize::Eight => 8,
            FlashSize::Sixteen => 16,
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
        Ok(Firmware { bytes, database })
    }
}

fn offset(address: u32) -> Result<u32> {
    let offset = address.checked_sub(FLASH_START);
    offset.with_context(|| format!("{address:#x} is not in flash"))
}

/// The name of the file with the firmware alone.
pub(crate) const ALONE: &str = "dobutsu-firmware.uf2";

impl Firmware {
    /// The UF2 file with the firmware alone, for any board.
    pub(crate) fn alone(&self) -> Vec<u8> {
        uf2::file(&[(FLASH_START, &self.bytes)])
    }

    /// The name and the contents of the UF2 file with firmware and database for a board of this
    /// size, and the bytes it leaves free.
    pub(crate) fn with_database(
        &self,
        image: &[u8],
        size: FlashSize,
    ) -> Result<(String, Vec<u8>, u64)> {
        size.holds("firmware", 0, self.bytes.len())?;
        size.holds("database", self.database, image.len())?;
        let name = format!("dobutsu-{}M.uf2", size.megabytes());
        let at = FLASH_START + self.database;
        let file = uf2::file(&[(FLASH_START, &self.bytes), (at, image)]);
        let end = u64::from(self.database) + image.len() as u64;
        Ok((name, file, (u64::from(size.megabytes()) << 20) - end))
    }
}

/// Writes the files for flashing a board, and says how to use them. The note sums up.
pub(crate) fn write(elf: &Path, database: Option<PathBuf>, size: FlashSize) -> Result<String> {
    let firmware = Firmware::read(elf)?;
    let folder = target_dir();
    remove_older(&folder)?;
    let alone = folder.join(ALONE);
    write_whole(&alone, &firmware.alone())?;
    say(format_args!("{}: the firmware alone", alone.display()));

    let path = find_database(database)?;
    let image = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let (name, all, free) = firmware.with_database(&image, size).with_context(|| {
        format!(
            "a board that small plays by search: flash {} alone",
            alone.display()
        )
    })?;
    let all_path = folder.join(name);
    write_whole(&all_path, &all)?;
    say(format_args!(
        "{}: firmware and database",
        all_path.display()
    ));
    say(format_args!(
        "hold BOOTSEL while plugging the board in, and copy one of them to the drive RPI-RP2; \
         saved games stay\n\
         or with a debug probe:\n  \
         probe-rs download --chip RP2040 --binary-format bin --base-address {:#x} {}\n  \
         probe-rs run --chip RP2040 {}",
        FLASH_START + firmware.database,
        path.display(),
        elf.display()
    ));
    Ok(format!("{free} bytes of {} MB free", size.megabytes()))
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

/// The database image: the named one, or the one below `target`, which is built if it is not
/// there. The command looks at it before it is flashed: it refuses a damaged one with a sentence.
pub(crate) fn find_database(named: Option<PathBuf>) -> Result<PathBuf> {
    let path = named.unwrap_or_else(|| target_dir().join("image"));
    if !path.is_file() {
        run(dobutsu().args(["build", "--out"]).arg(&path))?;
    }
    let start = Stdio::null();
    run(dobutsu().args(["probe", "--image"]).arg(&path).stdin(start))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_holds_what_fits() {
        let bytes = 6_616_020;
        assert!(
            FlashSize::Sixteen
                .holds("database", 0x9_0000, bytes)
                .is_ok()
        );
        assert!(FlashSize::Eight.holds("database", 0x9_0000, bytes).is_ok());
        assert!(FlashSize::Two.holds("firmware", 0, 2 << 20).is_ok());
        let error = FlashSize::Four
            .holds("database", 0x9_0000, bytes)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the database, 6616020 bytes from 0x90000 on, is 3011540 bytes too long for 4 MB of flash"
        );
    }

    #[test]
    fn an_older_file_for_another_board_goes() {
        let folder = std::env::temp_dir().join(format!("xtask-flash-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["dobutsu.uf2", "dobutsu-16M.uf2", "dobutsu.d", "other.uf2"] {
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
