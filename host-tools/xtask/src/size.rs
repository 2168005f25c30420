//! The flash and RAM that a linked firmware takes. The linker has checked the limits of `memory.x`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use object::read::elf::{ElfFile32, FileHeader, SectionHeader};
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, elf};

use crate::flash::FLASH_START;

/// Sections from here on with contents are copied from flash at the start.
const RAM_START: u64 = 0x2000_0000;
/// The part of the 264 KB of RAM that `memory.x` allows.
const RAM_LIMIT: u64 = 256 * 1024;

/// Prints the sizes of a linked firmware and returns them for the table of checks.
pub(crate) fn print(elf: &Path) -> Result<String> {
    let bytes = fs::read(elf).with_context(|| format!("cannot read {}", elf.display()))?;
    let sizes = sizes(&bytes).with_context(|| format!("{}", elf.display()))?;
    println!("{sizes}");
    Ok(sizes)
}

fn sizes(elf: &[u8]) -> Result<String> {
    let file = ElfFile32::<LittleEndian>::parse(elf)?;
    let endian = file.elf_header().endian()?;
    // As the program `size` calls them: in flash, in flash and copied to RAM, only in RAM.
    let [mut text, mut data, mut bss] = [0; 3];
    for section in file.sections() {
        let header = section.elf_section_header();
        if !header.sh_flags(endian).contains(elf::SHF_ALLOC) {
            continue;
        }
        *match (header.sh_type(endian), section.address()) {
            (elf::SHT_NOBITS, _) => &mut bss,
            (_, RAM_START..) => &mut data,
            _ => &mut text,
        } += section.size();
    }
    let address = |name: &str| -> Result<u64> {
        let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
        let symbol = symbol.with_context(|| format!("the symbol {name} is missing"))?;
        Ok(symbol.address())
    };
    let stack = address("_stack_start")?.saturating_sub(address("_stack_end")?);
    let flash_limit = address("__saves_start")?.saturating_sub(FLASH_START.into());
    let (flash, ram) = (text + data, data + bss + stack);
    Ok(format!(
        "flash {flash} of {flash_limit} bytes (text {text}, data {data}), \
         RAM {ram} of {RAM_LIMIT} (data, bss {bss}, stack {stack})"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_a_firmware_is_an_error() {
        assert!(sizes(b"").is_err());
        assert!(sizes(b"\x7fELF but not for long").is_err());
    }
}
