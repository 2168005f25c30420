//! Files that are written completely or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use crc::{CRC_32_ISO_HDLC, Crc, Table};
use directories::ProjectDirs;

/// The checksum of this program's files, with tables that make it fast for long ones.
pub static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

fn folders() -> Result<ProjectDirs> {
    ProjectDirs::from("", "", "dobutsu").ok_or_else(|| anyhow!("there is no home folder for files"))
}

/// The default path of a file that can be generated again.
pub fn in_cache(name: &str) -> Result<PathBuf> {
    Ok(folders()?.cache_dir().join(name))
}

/// The default folder for files that cannot be generated again.
pub fn data_folder() -> Result<PathBuf> {
    Ok(folders()?.data_dir().to_path_buf())
}

/// Writes a temporary file beside the path and renames it when it is complete, so that an interrupted run
/// leaves the previous file. The next run overwrites the temporary file.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let (part, file) = begin(path)?;
    file.set_len(0).with_context(failed)?;
    let mut writer = BufWriter::with_capacity(1 << 20, file);
    let written = write(&mut writer).and_then(|()| writer.flush());
    written.with_context(failed)?;
    writer.get_ref().sync_all().with_context(failed)?;
    fs::rename(&part, path).with_context(failed)
}

/// Returns an error if a file cannot be written; to be called before long work.
pub fn ensure_writable(path: &Path) -> Result<()> {
    if path.is_dir() {
        bail!("cannot write {}: it is a folder", path.display());
    }
    let (part, _) = begin(path)?;
    fs::remove_file(&part).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates the folder if it does not exist; returns an error if files cannot be written to it.
pub fn ensure_folder_writable(folder: &Path) -> Result<()> {
    ensure_writable(&folder.join("picture.svg"))
}

/// The temporary file beside a path, locked for one run.
fn begin(path: &Path) -> Result<(PathBuf, File)> {
    let name = path
        .file_name()
        .with_context(|| format!("{} does not name a file", path.display()))?;
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut part = name.to_os_string();
    part.push(".part");
    let part = folder.join(part);
    let failed = || format!("cannot write {}", path.display());
    fs::create_dir_all(folder).with_context(failed)?;
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&part)
        .with_context(failed)?;
    if file.try_lock().is_err() {
        bail!("another run is writing {}", path.display());
    }
    Ok((part, file))
}
