//! The solved game in a file: the value of every position, and whether it can arise in a game.
//!
//! A header of 32 bytes (magic, version, number of positions, CRC-32 of what follows, all little
//! endian), a byte for each position of the [`Index`], then a bit for each.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use dobutsu_core::game::{Position, Value};

use super::index::Index;
use super::{reach, retrograde};
use crate::files;
use crate::parallel::{POSITIONS, all_cores, in_chunks};

const MAGIC: &[u8; 16] = b"dobutsu solved\r\n";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// The exact value of every position.
pub struct Solved {
    index: Index,
    values: Vec<u8>,
    reached: Vec<u64>,
}

impl Solved {
    /// Solves the game. `progress` is called with the number of positions decided, then reached, since its
    /// last call: in all at most twice the number of positions.
    pub fn solve(index: Index, progress: &(dyn Fn(u64) + Sync)) -> Solved {
        let values = retrograde::solve(&index, progress);
        let reached = reach::reach(&index, progress);
        Solved {
            index,
            values,
            reached,
        }
    }

    /// Reads a file that [`Solved::write`] wrote.
    pub fn read(path: &Path) -> Result<Solved> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Solved::from_bytes(&bytes).with_context(|| format!("{} cannot be used", path.display()))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Solved> {
        let Some((header, body)) = bytes.split_at_checked(HEADER) else {
            bail!("the file is too short to be a solved game");
        };
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| header[at + i]));
        if &header[..16] != MAGIC {
            bail!("the file is not a solved game");
        }
        if number(16) != VERSION {
            bail!(
                "the file has version {}, this program reads {VERSION}",
                number(16)
            );
        }
        let index = Index::build();
        let len = index.count() as usize;
        if number(20) != index.count() || body.len() != len + len.div_ceil(64) * 8 {
            bail!("the file was cut short or is not of this game");
        }
        if number(24) != files::CRC.checksum(body) {
            bail!("the file is damaged: its checksum is wrong");
        }
        let (values, reached) = body.split_at(len);
        let word = |bytes: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        Ok(Solved {
            index,
            values: values.to_vec(),
            reached: reached.chunks_exact(8).map(word).collect(),
        })
    }

    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<()> {
        let reached: Vec<u8> = self
            .reached
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let mut checksum = files::CRC.digest();
        checksum.update(&self.values);
        checksum.update(&reached);
        let mut header = [0; HEADER];
        header[..16].copy_from_slice(MAGIC);
        let numbers = [VERSION, self.index.count(), checksum.finalize()];
        for (place, number) in header[16..].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        files::write_whole(path, |file| {
            file.write_all(&header)?;
            file.write_all(&self.values)?;
            file.write_all(&reached)
        })
    }

    /// The index that numbers the positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The value of any position, also of one that is over.
    pub fn exact(&self, position: Position) -> Value {
        match position.value_by_rule() {
            Some(value) => value,
            None => self.value_of(self.index.rank(position)),
        }
    }

    /// The value of the position with this number, below the index's length.
    pub fn value_of(&self, number: u32) -> Value {
        retrograde::load(self.values[number as usize])
    }

    /// Calls `look` for every position with one of these numbers, on all cores; each thread has a result
    /// of its own.
    pub fn for_each<T: Default + Send>(
        &self,
        numbers: Range<u32>,
        progress: &(dyn Fn(u64) + Sync),
        look: impl Fn(u32, Position, &mut T) + Sync,
    ) -> Vec<T> {
        in_chunks(all_cores(), numbers, POSITIONS, |part, result| {
            let steps = part.len() as u64;
            let look = |number, position| look(number, position, result);
            self.index.for_each(part, look);
            progress(steps);
        })
    }

    /// Whether the position with this number can arise in a game from the start.
    pub fn is_reached(&self, number: u32) -> bool {
        self.reached[number as usize / 64] >> (number % 64) & 1 == 1
    }
}
