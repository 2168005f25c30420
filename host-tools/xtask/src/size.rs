//! How much flash and RAM the firmware takes, against its budgets.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use object::read::elf::{ElfFile32, FileHeader, SectionHeader};
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, elf};

use crate::console::say;
use crate::flash::FLASH_START;

/// Where RAM begins; what has bytes there is copied from flash by the start.
const RAM_START: u32 = 0x2000_0000;
/// What statics and stack may take of the 264 KB of RAM, as in `memory.x`.
const RAM_BUDGET: u64 = 256 * 1024;

/// Bytes by where they live, as `size` has always named them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sizes {
    /// Code and constants: flash.
    text: u64,
    /// Statics with a first value, and code that runs from RAM: in flash, and copied to RAM.
    data: u64,
    /// Statics without one: RAM.
    bss: u64,
    /// What `memory.x` gives the stack: RAM.
    stack: u64,
    /// The flash from its start to the saves, which `memory.x` gives the firmware.
    flash_budget: u64,
}

/// Prints the sizes of a linked firmware; more than a budget is an error. The note sums up.
pub(crate) fn check(elf: &Path) -> Result<String> {
    let bytes = fs::read(elf).with_context(|| format!("cannot read {}", elf.display()))?;
    let sizes = Sizes::of(&bytes).with_context(|| format!("{}", elf.display()))?;
    say(&sizes);
    sizes.within_budget()?;
    Ok(format!(
        "{} bytes of flash, {} of RAM",
        sizes.flash(),
        sizes.ram()
    ))
}

impl Sizes {
    fn of(bytes: &[u8]) -> Result<Self> {
        let file = ElfFile32::<LittleEndian>::parse(bytes)?;
        let endian = file.elf_header().endian()?;
        let mut sizes = Sizes::default();
        for section in file.sections() {
            let header = section.elf_section_header();
            let is_copied = section.address() >= RAM_START.into();
            sizes.add(
                header.sh_flags(endian),
                header.sh_type(endian),
                is_copied,
                section.size(),
            );
        }
        let address = |name: &str| -> Result<u64> {
            let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
            let symbol = symbol.with_context(|| format!("the symbol {name} is missing"))?;
            Ok(symbol.address())
        };
        sizes.stack = address("_stack_start")?.saturating_sub(address("_stack_end")?);
        sizes.flash_budget = address("__saves_start")?
            .checked_sub(FLASH_START.into())
            .context("the saves are not in flash")?;
        Ok(sizes)
    }

    /// Counts a section; one without memory on the chip (debug information) counts nowhere.
    fn add(
        &mut self,
        flags: elf::SectionFlags,
        kind: elf::SectionType,
        is_copied: bool,
        size: u64,
    ) {
        if !flags.contains(elf::SHF_ALLOC) {
        } else if kind == elf::SHT_NOBITS {
            self.bss += size;
        } else if is_copied {
            self.data += size;
        } else {
            self.text += size;
        }
    }

    fn flash(&self) -> u64 {
        self.text + self.data
    }

    fn ram(&self) -> u64 {
        self.data + self.bss + self.stack
    }

    fn within_budget(&self) -> Result<()> {
        for (what, used, budget) in [
            ("flash", self.flash(), self.flash_budget),
            ("RAM", self.ram(), RAM_BUDGET),
        ] {
            if used > budget {
                bail!(
                    "the firmware takes {used} bytes of {what}, {} too many",
                    used - budget
                );
            }
        }
        Ok(())
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sizes {
            text,
            data,
            bss,
            stack,
            flash_budget,
        } = self;
        writeln!(f, "           bytes")?;
        writeln!(f, "text  {text:>10}   code and constants")?;
        writeln!(
            f,
            "data  {data:>10}   statics with a first value, code that runs from RAM"
        )?;
        writeln!(f, "bss   {bss:>10}   other statics")?;
        writeln!(
            f,
            "stack {stack:>10}   reserved below the statics; there is no heap"
        )?;
        let share = |used: u64, budget: u64| 100.0 * used as f64 / budget as f64;
        let (flash, ram) = (self.flash(), self.ram());
        let (of_flash, of_ram) = (share(flash, *flash_budget), share(ram, RAM_BUDGET));
        writeln!(
            f,
            "flash {flash:>10}   text + data, {of_flash:.1} % of {flash_budget}"
        )?;
        write!(
            f,
            "RAM   {ram:>10}   data + bss + stack, {of_ram:.1} % of {RAM_BUDGET}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_counted_where_they_live() {
        let code = elf::SHF_ALLOC | elf::SHF_EXECINSTR;
        let variable = elf::SHF_ALLOC | elf::SHF_WRITE;
        let mut sizes = Sizes::default();
        sizes.add(code, elf::SHT_PROGBITS, false, 1000);
        sizes.add(elf::SHF_ALLOC, elf::SHT_PROGBITS, false, 200);
        sizes.add(variable, elf::SHT_PROGBITS, true, 30);
        sizes.add(code, elf::SHT_PROGBITS, true, 500);
        sizes.add(variable, elf::SHT_NOBITS, true, 4);
        sizes.add(elf::SectionFlags(0), elf::SHT_PROGBITS, false, 1 << 20);
        assert_eq!(
            sizes,
            Sizes {
                text: 1200,
                data: 530,
                bss: 4,
                stack: 0,
                flash_budget: 0
            }
        );
        assert_eq!((sizes.flash(), sizes.ram()), (1730, 534));
    }

    #[test]
    fn a_byte_over_budget_is_an_error() {
        let full = || Sizes {
            text: 0x5_0000,
            data: 0,
            bss: RAM_BUDGET - 8,
            stack: 8,
            flash_budget: 0x5_0000,
        };
        assert!(full().within_budget().is_ok());
        let error = Sizes {
            text: 0x5_0001,
            ..full()
        }
        .within_budget()
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the firmware takes 327681 bytes of flash, 1 too many"
        );
        let error = Sizes {
            bss: RAM_BUDGET - 7,
            ..full()
        }
        .within_budget()
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the firmware takes 262145 bytes of RAM, 1 too many"
        );
    }

    #[test]
    fn what_is_no_firmware_is_an_error() {
        assert!(Sizes::of(b"").is_err());
        assert!(Sizes::of(b"\x7fELF but not for long").is_err());
    }
}
