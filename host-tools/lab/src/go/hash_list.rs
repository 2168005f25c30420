//! Hash lists: binary lists of which every structure exists once.
//!
//! A list is an *atom* or a *cell* with a left and a right list, as in LISP, but making a cell first
//! looks for an equal one. So equal structure means an equal [`List`] and the other way round: comparing
//! two positions, or two corners of them, is comparing two words, and what they have in common is stored
//! once. Looking a structure up is making it without creating cells ([`HashList::find`]); if any part
//! is missing, the whole was never stored.
//!
//! A cell is 8 bytes, two lists of four. An atom of up to 31 bits is stored in its list and takes no
//! memory of its own. Beside the cells there is the index, an open-addressed hash table of cell numbers,
//! which the paper does not count.

/// An atom or a cell. Equal values from one [`HashList`] are equal structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct List(u32);

impl List {
    /// The list that is just an atom of at most 31 bits; the same in every [`HashList`].
    pub(super) fn atom(bits: u32) -> List {
        List(bits << 1 | 1)
    }

    fn cell(number: usize) -> List {
        List((number as u32) << 1)
    }
}

/// A free place of the index.
const FREE: u32 = u32::MAX;

/// Cells, each of them once.
#[derive(Clone, Debug)]
pub(super) struct HashList {
    cells: Vec<(List, List)>,
    /// At most three quarters full.
    index: Vec<u32>,
}

impl HashList {
    /// Bytes of one cell.
    pub(super) const CELL_BYTES: usize = size_of::<(List, List)>();

    /// No cell.
    pub(super) fn new() -> HashList {
        HashList {
            cells: Vec::new(),
            index: vec![FREE; 1024],
        }
    }

    /// The cell of these two lists, made if it does not exist.
    pub(super) fn cons(&mut self, left: List, right: List) -> List {
        let place = match self.probe(left, right) {
            Ok(number) => return List::cell(number),
            Err(place) => place,
        };
        let number = self.cells.len();
        self.cells.push((left, right));
        self.index[place] = number as u32;
        if 4 * self.cells.len() > 3 * self.index.len() {
            self.index = vec![FREE; 2 * self.index.len()];
            for number in 0..self.cells.len() {
                let (left, right) = self.cells[number];
                if let Err(place) = self.probe(left, right) {
                    self.index[place] = number as u32;
                }
            }
        }
        List::cell(number)
    }

    /// The cell of these two lists, if it exists.
    pub(super) fn find(&self, left: List, right: List) -> Option<List> {
        self.probe(left, right).ok().map(List::cell)
    }

    /// The two halves of a cell; `None` for an atom.
    pub(super) fn halves(&self, list: List) -> Option<(List, List)> {
        match list.0 & 1 {
            0 => self.cells.get((list.0 >> 1) as usize).copied(),
            _ => None,
        }
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Bytes of the cells, the paper's measure.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * Self::CELL_BYTES
    }

    /// Removes all cells.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.index.fill(FREE);
    }

    /// The number of the equal cell, or the place of the index where it would go.
    fn probe(&self, left: List, right: List) -> Result<usize, usize> {
        let mixed =
            left.0.wrapping_mul(0x9E37_79B1) ^ right.0.wrapping_mul(0x85EB_CA77).rotate_left(15);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0xC2B2_AE3D);
        let mut place = (mixed ^ mixed >> 16) as usize & (self.index.len() - 1);
        loop {
            match self.index[place] {
                FREE => return Err(place),
                number if self.cells[number as usize] == (left, right) => {
                    return Ok(number as usize);
                }
                _ => place = (place + 1) & (self.index.len() - 1),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The slow twin is a map of the lists as text, the index grows on the way.
        #[test]
        fn agrees_with_a_map_of_texts(pairs in prop::collection::vec((any::<usize>(), any::<usize>(), any::<bool>()), 0..1500)) {
            let mut lists = HashList::new();
            let mut known: Vec<(String, List)> =
                (0..8).map(|atom| (atom.to_string(), List::atom(atom))).collect();
            let mut stored: BTreeMap<String, List> = BTreeMap::new();
            for (left, right, makes) in pairs {
                let (left, right) = (known[left % known.len()].clone(), known[right % known.len()].clone());
                let text = format!("({} {})", left.0, right.0);
                if text.len() > 200 {
                    continue;
                }
                prop_assert_eq!(lists.find(left.1, right.1), stored.get(&text).copied());
                prop_assert_eq!(lists.cells(), stored.len());
                if makes {
                    let list = lists.cons(left.1, right.1);
                    prop_assert_eq!(*stored.entry(text.clone()).or_insert(list), list);
                    prop_assert_eq!(lists.halves(list), Some((left.1, right.1)));
                    known.push((text, list));
                }
            }
            let mut different: Vec<List> = stored.values().copied().collect();
            different.dedup();
            prop_assert_eq!(different.len(), stored.len());
        }
    }
}
