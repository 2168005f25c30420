//! UF2, the file format that a board's boot loader accepts by drag and drop.
//!
//! A file is a sequence of blocks of 512 bytes, each with an address and 256 bytes of contents
//! (<https://github.com/microsoft/uf2>).

use clap::ValueEnum;

/// Bytes of contents in a block: a page of flash.
const PAGE: usize = 256;
/// The smallest unit that flash can erase, in bytes.
const SECTOR: u32 = 4096;
const MAGIC: [u32; 2] = [0x0A32_4655, 0x9E5D_5157];
const MAGIC_END: u32 = 0x0AB1_6F30;
/// Flag: the last word of the header is the number of the chip family.
const FAMILY_PRESENT: u32 = 0x2000;

/// The chip that a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Family {
    /// The Raspberry Pi Pico and other boards with the RP2040
    #[value(name = "pico")]
    Rp2040,
    /// The Pico 2 with the RP2350, for secure Arm code: built, and never tried
    #[value(name = "pico2")]
    Rp2350,
}

impl Family {
    /// What the names of its files end with.
    pub(crate) const fn board(self) -> &'static str {
        match self {
            Family::Rp2040 => "pico",
            Family::Rp2350 => "pico2",
        }
    }

    /// The family's number in the format's list, and in section 5.5.3 of the RP2350's data sheet.
    const fn number(self) -> u32 {
        match self {
            Family::Rp2040 => 0xE48B_FF56,
            Family::Rp2350 => 0xE48B_FF59,
        }
    }
}

/// A file that writes these parts to their addresses, in this order, and leaves the rest of the flash as it
/// is.
///
/// Parts are padded to whole sectors with 0xFF, because the boot loader may not erase a sector that is sent
/// only in part (erratum RP2040-E14). Each part must begin at a sector, and no two may share one.
pub(crate) fn file(family: Family, parts: &[(u32, &[u8])]) -> Vec<u8> {
    let pages: Vec<(u32, [u8; PAGE])> = parts
        .iter()
        .flat_map(|&(address, bytes)| {
            assert!(
                address.is_multiple_of(SECTOR),
                "a part begins with a sector"
            );
            let len = bytes.len().next_multiple_of(SECTOR as usize);
            (0..len).step_by(PAGE).map(move |at| {
                let mut page = [0xFF; PAGE];
                let rest = bytes.get(at..).unwrap_or_default();
                let taken = rest.len().min(PAGE);
                page[..taken].copy_from_slice(&rest[..taken]);
                (address + at as u32, page)
            })
        })
        .collect();
    let count = pages.len() as u32;
    let mut file = Vec::with_capacity(pages.len() * 512);
    for (number, (address, page)) in (0..).zip(&pages) {
        let words = [
            MAGIC[0],
            MAGIC[1],
            FAMILY_PRESENT,
            *address,
            PAGE as u32,
            number,
            count,
            family.number(),
        ];
        file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        file.extend(page);
        file.resize(file.len() + 476 - PAGE, 0);
        file.extend(MAGIC_END.to_le_bytes());
    }
    file
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// The bytes that a boot loader writes, by address.
    pub(crate) fn written(file: &[u8]) -> BTreeMap<u32, u8> {
        let (blocks, rest) = file.as_chunks::<512>();
        assert!(rest.is_empty());
        let mut flash = BTreeMap::new();
        for (number, block) in blocks.iter().enumerate() {
            let word = |at: usize| u32::from_le_bytes(block[at..at + 4].try_into().unwrap());
            assert_eq!(
                [word(0), word(4), word(508)],
                [0x0A324655, 0x9E5D5157, 0x0AB16F30]
            );
            assert_eq!([word(8), word(16), word(28)], [0x2000, 256, 0xE48BFF56]);
            assert_eq!([word(20), word(24)], [number as u32, blocks.len() as u32]);
            // The RP2040's bootrom erases a sector at every sixteenth block, which has to begin one.
            assert_eq!(number as u32 % 16, (word(12) >> 8) % 16);
            for (at, &byte) in block[32..288].iter().enumerate() {
                let before = flash.insert(word(12) + at as u32, byte);
                assert_eq!(before, None, "a byte is written twice");
            }
        }
        flash
    }

    /// Bytes of which two pages differ.
    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|at| (at + at / PAGE) as u8).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_part_arrives_whole_in_whole_sectors(
            first in (1..9000_usize).prop_map(bytes),
            second in (1..9000_usize).prop_map(bytes),
        ) {
            let parts: [(u32, &[u8]); 2] = [(0x1006_0000, &first), (0x1000_0000, &second)];
            let flash = written(&file(Family::Rp2040, &parts));
            for (start, part) in parts {
                for (at, byte) in part.iter().enumerate() {
                    prop_assert_eq!(flash.get(&(start + at as u32)), Some(byte));
                }
            }
            // Whole sectors, and no others.
            let sectors = |part: &[u8]| part.len().div_ceil(4096);
            prop_assert_eq!(flash.len(), 4096 * (sectors(&first) + sectors(&second)));
        }
    }
}
