//! The firmware as it was linked: what goes into flash, and where its parts are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use defmt_decoder::Table;
use object::read::elf::{ElfFile32, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, elf};

use super::chip::FLASH;

/// Links the workspace's firmware as the checks do, and says where it is.
pub fn build() -> Result<PathBuf> {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    ensure!(
        workspace.join("firmware").is_dir(),
        "the sources of the firmware are not at {}: name a linked one with --elf",
        workspace.display()
    );
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["xtask", "firmware"])
        .current_dir(workspace)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo does not start")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(
        output.status.success(),
        "the firmware does not build:\n{said}"
    );
    // Its path is a line of what xtask prints.
    let path = said.lines().map(Path::new).find(|path| path.is_file());
    let path = path.context("cargo xtask firmware names no file")?;
    Ok(path.to_owned())
}

/// A linked firmware.
pub struct Firmware {
    path: PathBuf,
    segments: Vec<Segment>,
    symbols: BTreeMap<String, u32>,
    /// What the log's numbers mean; it lives as long as the program, as every log line does.
    table: &'static Table,
}

/// A part of the file that goes into flash.
pub(super) struct Segment {
    pub(super) from: u32,
    pub(super) length: u32,
    /// Offset in flash.
    pub(super) to: u32,
}

impl Firmware {
    /// Reads a linked firmware.
    pub fn read(path: &Path) -> Result<Firmware> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Firmware::parse(path, &bytes).with_context(|| format!("{} is no firmware", path.display()))
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Firmware> {
        let file = ElfFile32::<LittleEndian>::parse(bytes)?;
        let mut segments = Vec::new();
        for header in file.elf_program_headers() {
            let endian = LittleEndian;
            let (length, to) = (header.p_filesz(endian), header.p_paddr(endian));
            if header.p_type(endian) == elf::PT_LOAD && length > 0 {
                let to = to.checked_sub(FLASH).context("a part lies below flash")?;
                ensure!(to + length <= 16 << 20, "a part lies above flash");
                segments.push(Segment {
                    from: header.p_offset(endian),
                    length,
                    to,
                });
            }
        }
        let named = |symbol: object::read::elf::ElfSymbol32<'_, '_, LittleEndian>| {
            Some((symbol.name().ok()?.to_owned(), symbol.address() as u32))
        };
        let symbols = file.symbols().filter_map(named).collect();
        let table = Table::parse(bytes)?.context("it has no log")?;
        Ok(Firmware {
            path: path.to_owned(),
            segments,
            symbols,
            table: Box::leak(Box::new(table)),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The address of a symbol.
    pub fn symbol(&self, name: &str) -> Option<u32> {
        self.symbols.get(name).copied()
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    pub(super) fn table(&self) -> &'static Table {
        self.table
    }
}
