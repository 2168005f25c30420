//! The questions about choices in pieces: found out by several tasks, and not lost when one is
//! interrupted.
//!
//! There are always as many pieces, whoever makes them, so the image does not depend on how the
//! work was divided. A piece is a file: for each class the number of questions answered with yes
//! and of those answered with no, then their hashes in ascending order, all little endian, and
//! the CRC-32 of that.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use dobutsu_core::database::odds::Class;

use super::predictions::Predictions;
use super::questions::{Asked, CHOICES, ask_all};
use crate::files;
use crate::parallel::Part;

/// How many pieces there are.
const PIECES: u32 = 256;

/// A folder of pieces.
pub(super) struct Pieces {
    folder: PathBuf,
    /// The numbers of the positions.
    numbers: Range<u32>,
    /// What tells pieces of other networks and numbers apart.
    mark: u32,
}

impl Pieces {
    /// The pieces for these networks and positions in a folder, which is made if need be.
    pub(super) fn open(folder: &Path, networks: &[u8], numbers: Range<u32>) -> Result<Pieces> {
        files::ensure_folder_writable(folder)?;
        let mut digest = files::CRC.digest();
        digest.update(networks);
        digest.update(&numbers.start.to_le_bytes());
        digest.update(&numbers.end.to_le_bytes());
        Ok(Pieces {
            folder: folder.to_path_buf(),
            mark: digest.finalize(),
            numbers,
        })
    }

    /// The numbers of the positions of a piece.
    fn numbers(&self, piece: u32) -> Range<u32> {
        let part = Part {
            number: piece + 1,
            of: PIECES,
        };
        let Range { start, end } = part.of(self.numbers.end - self.numbers.start);
        self.numbers.start + start..self.numbers.start + end
    }

    fn path(&self, piece: u32) -> PathBuf {
        let name = format!("choices-{:08x}-{piece:03}", self.mark);
        self.folder.join(name)
    }

    /// Makes the pieces of a part that are not there yet, one after the other.
    pub(super) fn make(
        &self,
        predictions: &Predictions,
        part: Part,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<()> {
        for piece in part.of(PIECES) {
            let numbers = self.numbers(piece);
            if self.read(piece).is_ok() {
                progress(u64::from(numbers.end - numbers.start));
                continue;
            }
            let asked = ask_all(predictions, CHOICES, numbers, threads, progress)?;
            let bytes = to_bytes(asked);
            files::write_whole(&self.path(piece), |file| file.write_all(&bytes))?;
        }
        Ok(())
    }

    /// All pieces together, by class.
    pub(super) fn read_all(&self) -> Result<Vec<Asked>> {
        let mut all = vec![Asked::default(); Class::COUNT];
        for piece in 0..PIECES {
            for (all, part) in all.iter_mut().zip(self.read(piece)?) {
                all.yes.extend(part.yes);
                all.no.extend(part.no);
            }
        }
        Ok(all)
    }

    fn read(&self, piece: u32) -> Result<Vec<Asked>> {
        let path = self.path(piece);
        let failed = || format!("cannot read {}", path.display());
        let bytes = std::fs::read(&path).with_context(failed)?;
        from_bytes(&bytes).with_context(|| format!("{} is damaged", path.display()))
    }
}

fn to_bytes(asked: Vec<Asked>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Asked { yes, no } in &asked {
        bytes.extend((yes.len() as u32).to_le_bytes());
        bytes.extend((no.len() as u32).to_le_bytes());
    }
    for Asked { mut yes, mut no } in asked {
        yes.sort_unstable();
        no.sort_unstable();
        let hashes = yes.into_iter().chain(no);
        bytes.extend(hashes.flat_map(u64::to_le_bytes));
    }
    let checksum = files::CRC.checksum(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn from_bytes(bytes: &[u8]) -> Result<Vec<Asked>> {
    let (rest, checksum) = bytes.split_last_chunk().context("it has no checksum")?;
    ensure!(
        files::CRC.checksum(rest) == u32::from_le_bytes(*checksum),
        "its checksum is wrong"
    );
    let (counts, hashes) = rest
        .split_at_checked(8 * Class::COUNT)
        .context("it ends too soon")?;
    let mut hashes = hashes.as_chunks().0.iter().copied().map(u64::from_le_bytes);
    let mut counts = counts.as_chunks().0.iter().copied().map(u32::from_le_bytes);
    let mut take = || -> Vec<u64> {
        let count = counts.next().unwrap_or(0);
        hashes.by_ref().take(count as usize).collect()
    };
    Ok((0..Class::COUNT)
        .map(|_| Asked {
            yes: take(),
            no: take(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_share_out_all_positions() {
        let pieces = Pieces {
            folder: PathBuf::new(),
            numbers: 7..1_000_003,
            mark: 0,
        };
        let all: Vec<u32> = (0..PIECES)
            .flat_map(|piece| pieces.numbers(piece))
            .collect();
        assert_eq!(all, (7..1_000_003).collect::<Vec<_>>());
    }

    #[test]
    fn a_piece_is_read_as_it_was_written_or_refused() {
        let mut asked = vec![Asked::default(); Class::COUNT];
        asked[3].yes = vec![9, 5, 7];
        asked[4].no = vec![u64::MAX, 0];
        let bytes = to_bytes(asked);
        let read = from_bytes(&bytes).unwrap();
        assert_eq!(read[3].yes, [5, 7, 9]);
        assert_eq!(read[4].no, [0, u64::MAX]);
        assert!(from_bytes(&bytes[..bytes.len() - 1]).is_err());
        let mut damaged = bytes;
        damaged[0] ^= 1;
        assert!(from_bytes(&damaged).is_err());
    }
}
