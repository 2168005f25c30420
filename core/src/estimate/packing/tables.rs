//! Which lies fit, looked up by the cells taken in one or two columns of the window.

use super::{Choices, ENTRIES};

/// Where in the window the cells of `N` columns are, and where their table is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LieTable<const N: usize> {
    columns: [Column; N],
    offset: u32,
}

/// Some cells of one column of the window: `window >> shift & mask`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Column {
    pub(super) shift: u32,
    pub(super) mask: u32,
}

impl<const N: usize> LieTable<N> {
    /// A table after `offset` entries. Each column's cells go above those of the one before.
    pub(super) fn new(mut columns: [Column; N], offset: u32) -> Self {
        let mut width = 0;
        for column in &mut columns {
            let own = column.mask.count_ones();
            // The second column is far ahead, so there is room to shift less.
            column.shift = column.shift.saturating_sub(width);
            column.mask <<= width;
            width += own;
        }
        Self { columns, offset }
    }

    #[inline(always)]
    pub(super) fn index(&self, window: u64) -> usize {
        let taken = self.columns.iter().fold(0, |taken, column| {
            taken | (window >> column.shift) as u32 & column.mask
        });
        (self.offset + taken) as usize % ENTRIES
    }

    pub(super) fn entries(&self) -> u32 {
        self.columns.iter().fold(0, |all, column| all | column.mask) + 1
    }

    /// Takes `lie` out of the entries with a taken cell that it needs.
    pub(super) fn strike(&self, fits: &mut [Choices; ENTRIES], lie: u8, mask: u64) {
        let needs = self.index(mask) as u32 - self.offset;
        for taken in (0..self.entries()).filter(|taken| taken & needs != 0) {
            let entry = &mut fits[(self.offset + taken) as usize % ENTRIES];
            *entry = entry.without(&single(lie));
        }
    }
}

/// The set of `item` alone.
pub(super) fn single(item: u8) -> Choices {
    let mut set = Choices::EMPTY;
    set.insert(item);
    set
}
