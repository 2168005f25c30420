//! Everything a release consists of, in `target/dist`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::flash::{Firmware, Named, committed_database, write_whole};
use crate::site;
use crate::workspace::target_dir;

/// The file with the checksums.
const SUMS: &str = "SHA256SUMS";

/// The web page, to be unpacked on a static host.
const PAGE: &str = "dobutsu-page.tar.gz";

/// Where they are.
pub(crate) fn folder() -> PathBuf {
    target_dir().join("dist")
}

/// Makes the folder anew, with the UF2 files for each chip, the database by itself, the web page if
/// there is one, and the checksums of all. The Pico 2's firmware is there if it could be built. The
/// note sums up.
pub(crate) fn write(elf: &Path, pico2: Option<&Path>, site: Option<&Path>) -> Result<String> {
    let firmwares: Vec<Firmware> = [Some(elf), pico2]
        .into_iter()
        .flatten()
        .map(Firmware::read)
        .collect::<Result<_>>()?;
    let path = committed_database();
    let image = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut files = files(&firmwares, &image)?;
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

/// All files but their checksums and the page.
fn files(firmwares: &[Firmware], image: &[u8]) -> Result<Vec<Named>> {
    let mut files = Vec::new();
    for firmware in firmwares {
        files.extend([firmware.alone(), firmware.with_database(image)?]);
    }
    files.push(("dobutsu.image".to_owned(), image.to_vec()));
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
            bytes: b"firmware".to_vec(),
            database: 0x6_0000,
            family,
        }
    }

    #[test]
    fn every_chip_has_its_files() {
        let firmwares = [Family::Rp2040, Family::Rp2350].map(firmware);
        let files = files(&firmwares, b"image").unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(
            names,
            [
                "dobutsu-firmware.uf2",
                "dobutsu-pico.uf2",
                "dobutsu-firmware-pico2.uf2",
                "dobutsu-pico2.uf2",
                "dobutsu.image"
            ]
        );
    }

    #[test]
    fn firmware_and_database_lie_where_the_chip_looks_for_them() {
        let files = files(&[firmware(Family::Rp2040)], b"image").unwrap();
        let (uf2s, [image]) = files.split_last_chunk().unwrap();
        assert_eq!(image.1, b"image");
        for ((name, contents), expected) in uf2s.iter().zip([&b""[..], b"image"]) {
            let flash = written(contents);
            let read = |at: u32, length: u32| -> Vec<u8> {
                (at..at + length)
                    .filter_map(|at| flash.get(&at))
                    .copied()
                    .collect()
            };
            assert_eq!(read(FLASH_START, 8), b"firmware", "{name}");
            assert_eq!(read(FLASH_START + 0x6_0000, 5), expected, "{name}");
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
