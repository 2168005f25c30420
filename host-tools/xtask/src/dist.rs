//! Everything a release consists of, in `target/dist`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::flash::{Board, Edition, Firmware, alone, write_whole};
use crate::site;
use crate::workspace::target_dir;

/// The file with the checksums.
pub(crate) const SUMS: &str = "SHA256SUMS";

/// The web page, to be unpacked on a static host.
const PAGE: &str = "dobutsu-page.tar.gz";

/// A file's name and contents.
type Named = (String, Vec<u8>);

/// Where they are.
pub(crate) fn folder() -> PathBuf {
    target_dir().join("dist")
}

/// Makes the folder anew, with a UF2 file for every board, both databases by themselves, the web
/// page if there is one, and the checksums of all. The Pico 2's firmware is there if it could be
/// built. The note sums up.
pub(crate) fn write(elf: &Path, pico2: Option<&Path>, site: Option<&Path>) -> Result<String> {
    let firmwares: Vec<Firmware> = [Some(elf), pico2]
        .into_iter()
        .flatten()
        .map(Firmware::read)
        .collect::<Result<_>>()?;
    let read = |edition: Edition| -> Result<Vec<u8>> {
        let path = edition.image();
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let mut files = files(&firmwares, read)?;
    if let Some(site) = site {
        files.push((PAGE.to_owned(), site::archive(site)?));
    }

    let folder = folder();
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, contents) in &files {
        write_whole(&folder.join(name), contents)?;
    }
    let sums = sums(&files);
    write_whole(&folder.join(SUMS), sums.as_bytes())?;
    println!("{}\n{sums}", folder.display());
    Ok(format!("{} files", files.len()))
}

/// All files but their checksums. A board that cannot hold its database takes the firmware alone.
fn files(
    firmwares: &[Firmware],
    database: impl Fn(Edition) -> Result<Vec<u8>>,
) -> Result<Vec<Named>> {
    let named = |firmware: &Firmware| (alone(firmware.family).to_owned(), firmware.alone());
    let mut files: Vec<Named> = firmwares.iter().map(named).collect();
    for board in Board::ALL {
        let Some(firmware) = firmwares.iter().find(|one| one.family == board.family()) else {
            continue;
        };
        match firmware.with_database(&database(board.edition())?, board) {
            // One that is for boards with more flash too is written once, by the name of the smallest.
            Ok(file) if files.iter().any(|(_, known)| *known == file.contents) => {}
            Ok(file) => files.push((file.name, file.contents)),
            Err(error) => println!("no file for {}: {error:#}", board.name()),
        }
    }
    for edition in Edition::ALL {
        files.push((
            format!("dobutsu-{}.image", edition.name()),
            database(edition)?,
        ));
    }
    Ok(files)
}

/// The checksums, as `sha256sum --check` reads them.
fn sums(files: &[Named]) -> String {
    let line = |(name, contents): &Named| {
        let sum = Sha256::digest(contents);
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{sum}  {name}\n")
    };
    files.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::FLASH_START;
    use crate::uf2::Family;
    use crate::uf2::tests::written;

    fn firmware(family: Family) -> Firmware {
        Firmware {
            bytes: b"firmware????".to_vec(),
            database: 0x6_0000,
            told: 8,
            family,
        }
    }

    #[test]
    fn every_board_gets_what_it_can_hold() {
        let names = |bytes: usize| -> Vec<String> {
            let firmwares = [firmware(Family::Rp2040)];
            let files = files(&firmwares, |edition| Ok(vec![edition as u8; bytes])).unwrap();
            files.into_iter().map(|(name, _)| name).collect()
        };
        let [alone, pico, four, eight, small, full] = [
            "dobutsu-firmware.uf2",
            "dobutsu-pico.uf2",
            "dobutsu-4m.uf2",
            "dobutsu-8m.uf2",
            "dobutsu-small.image",
            "dobutsu-full.image",
        ];
        assert_eq!(names(1 << 20), [alone, pico, four, small, full]);
        assert_eq!(names(6 << 20), [alone, eight, small, full]);
        let other = files(&[firmware(Family::Rp2350)], |_| Ok(vec![7; 1 << 20])).unwrap();
        let other: Vec<&str> = other.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(
            other,
            [
                "dobutsu-firmware-pico2.uf2",
                "dobutsu-pico2.uf2",
                small,
                full
            ]
        );
    }

    /// Bytes of the same length for each edition.
    fn image(edition: Edition) -> &'static [u8] {
        match edition {
            Edition::Small => b"small",
            Edition::Full => b"whole",
        }
    }

    #[test]
    fn firmware_and_database_lie_where_the_chip_looks_for_them() {
        let firmwares = [firmware(Family::Rp2040)];
        let files = files(&firmwares, |edition| Ok(image(edition).to_vec())).unwrap();
        let (uf2s, [small, full]) = files.split_last_chunk().unwrap();
        assert_eq!((&small.1[..], &full.1[..]), (&b"small"[..], &b"whole"[..]));
        for (name, contents) in uf2s {
            let flash = written(contents);
            let read = |at: u32, length: u32| -> Vec<u8> {
                (at..at + length)
                    .filter_map(|at| flash.get(&at))
                    .copied()
                    .collect()
            };
            assert_eq!(read(FLASH_START, 8), b"firmware", "{name}");
            let database = read(FLASH_START + 0x6_0000, 5);
            let expected: &[u8] = match name.as_str() {
                name if name == alone(Family::Rp2040) => b"",
                "dobutsu-pico.uf2" => image(Edition::Small),
                _ => image(Edition::Full),
            };
            assert_eq!(database, expected, "{name}");
        }
    }

    /// The example of one block in FIPS 180-4's companion of examples.
    #[test]
    fn checksums_are_those_of_the_standard() {
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(
            sums(&[("a".to_owned(), b"abc".to_vec())]),
            format!("{sum}  a\n")
        );
    }
}
