//! The seam between the database and whatever holds it.

/// Read-only bytes: memory-mapped flash, a file in memory, or a chip that must be addressed.
pub trait Flash {
    /// The `N` bytes from `at` on, or `None` if they are not all there.
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]>;

    /// A word as it lies there.
    type Word: Word;

    /// The `N` words from `at` on where they lie; `None` if they are not all there or `at` is no
    /// multiple of four. What is read most begins at one in every image: the chip cannot read words
    /// elsewhere.
    fn words<const N: usize>(&self, at: u32) -> Option<&[Self::Word; N]>;
}

/// Four bytes, the lowest first.
pub trait Word: Copy {
    /// The number they are.
    fn number(self) -> u32;
}

impl Word for [u8; 4] {
    #[inline]
    fn number(self) -> u32 {
        u32::from_le_bytes(self)
    }
}

/// A word where memory is read by whole words.
impl Word for u32 {
    #[inline]
    fn number(self) -> u32 {
        u32::from_le(self)
    }
}

impl Flash for &[u8] {
    #[inline]
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]> {
        self.get(at as usize..)?.first_chunk().copied()
    }

    type Word = [u8; 4];

    #[inline]
    fn words<const N: usize>(&self, at: u32) -> Option<&[[u8; 4]; N]> {
        words_at(self.as_chunks().0, at)
    }
}

/// The `N` words of these that begin at a byte, as [`Flash::words`] gives them.
#[inline]
pub fn words_at<W: Word, const N: usize>(words: &[W], at: u32) -> Option<&[W; N]> {
    if !at.is_multiple_of(4) {
        return None;
    }
    words.get(at as usize / 4..)?.first_chunk()
}

/// A little-endian word.
pub(super) fn word(flash: &impl Flash, at: u32) -> Option<u32> {
    let [word] = flash.words(at)?;
    Some(word.number())
}
