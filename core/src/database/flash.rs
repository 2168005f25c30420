//! The seam between the database and whatever holds it.

/// Read-only bytes: memory-mapped flash, a file in memory, or a chip that must be addressed.
pub trait Flash {
    /// The `N` bytes from `at` on, or `None` if they are not all there.
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]>;
}

impl Flash for &[u8] {
    #[inline]
    fn read<const N: usize>(&self, at: u32) -> Option<[u8; N]> {
        self.get(at as usize..)?.first_chunk().copied()
    }
}

/// A little-endian word.
pub(super) fn word(flash: &impl Flash, at: u32) -> Option<u32> {
    flash.read(at).map(u32::from_le_bytes)
}
