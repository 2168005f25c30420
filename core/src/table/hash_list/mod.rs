//! Hash lists: monocopy binary lists in a fixed arena.
//!
//! Every list structure exists once. A list is an *atom* or a *cell* with a left and a right
//! list, as in LISP, but making a cell first looks for an equal one, so equal structure means
//! equal [`List`] handle and the other way round: comparing two positions, or two corners of
//! them, is comparing two words, and everything they have in common is stored once.
//!
//! Looking a structure up is making it without creating cells ([`HashList::find`]); if any part
//! is missing, the whole was never stored.
//!
//! # Memory
//! A cell is 8 bytes, two handles of four. An atom of up to 31 bits lives inside its handle and
//! takes no memory of its own. Beside the cells stands the index, an open-addressed hash of
//! cell numbers, which the paper leaves out of its account: `INDEX` entries of `L` (two bytes up
//! to 65,535 cells, else four). Cells are handed out in order, so the newest can be given back
//! ([`HashList::release`]): the last one inserted is the last on every probe path it lies on.
//!
//! The lab on the PC stores Go positions, the paper's own use.

use core::fmt;
use core::marker::PhantomData;

/// What a list is made of at its ends: at most 31 bits.
pub trait Atom: Copy + Eq {
    /// How many bits [`Atom::to_bits`] uses, at most 31.
    const BITS: u32;
    /// The bits; different atoms have different ones.
    fn to_bits(self) -> u32;
    /// The atom with these bits, if there is one.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// A list: an atom or a cell. Equal handles from one [`HashList`] are equal structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct List(u32);

impl List {
    fn atom(bits: u32) -> List {
        List(bits << 1 | 1)
    }

    fn cell(number: usize) -> List {
        List((number as u32) << 1)
    }

    fn number(self) -> Option<usize> {
        (self.0 & 1 == 0).then_some((self.0 >> 1) as usize)
    }
}

/// What a list turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<A> {
    /// An end.
    Atom(A),
    /// A pair of lists.
    Cell(List, List),
}

/// Why a list could not be made. Everything made before is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum HashListError {
    /// All cells are in use.
    Full,
    /// A handle that this arena never gave out, or whose cell was released.
    UnknownList,
}

impl fmt::Display for HashListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HashListError::Full => "all cells of the hash list are in use",
            HashListError::UnknownList => "the list does not belong to this hash list",
        })
    }
}

impl core::error::Error for HashListError {}

/// A cell number as the index keeps it.
pub trait Link: Copy + Eq {
    /// No cell.
    const NONE: Self;
    /// The largest number of cells it can tell apart.
    const MAX_CELLS: usize;
    /// From a cell's number, below [`Link::MAX_CELLS`].
    fn new(number: usize) -> Self;
    /// The cell's number.
    fn number(self) -> Option<usize>;
}

macro_rules! link {
    ($word:ty, $max:expr) => {
        impl Link for $word {
            const NONE: Self = 0;
            const MAX_CELLS: usize = $max;

            fn new(number: usize) -> Self {
                (number + 1) as $word
            }

            fn number(self) -> Option<usize> {
                (self as usize).checked_sub(1)
            }
        }
    };
}
link!(u16, u16::MAX as usize);
link!(u32, (1 << 31) - 1);

/// An arena of `CELLS` monocopy cells over atoms `A`; see the [module](self).
///
/// `INDEX` must exceed `CELLS`; a third more keeps probe paths short.
///
/// ```
/// use dobutsu_core::table::hash_list::HashList;
///
/// let mut lists: HashList<u16, 8, 11> = HashList::new();
/// let (a, b) = (lists.atom(1), lists.atom(2));
/// let pair = lists.cons(a, b).unwrap();
/// let pairs = lists.cons(pair, pair).unwrap(); // ((a . b) . (a . b)), the paper's figure 1
/// assert_eq!(lists.cells(), 2);
/// assert_eq!(lists.cons(a, b), Ok(pair));
/// assert_eq!(lists.find(pair, pair), Some(pairs));
/// assert_eq!(lists.find(b, a), None);
/// ```
#[derive(Clone, Debug)]
pub struct HashList<A, const CELLS: usize, const INDEX: usize, L = u16> {
    cells: [(List, List); CELLS],
    used: usize,
    index: [L; INDEX],
    atoms: PhantomData<A>,
}

impl<A: Atom, const CELLS: usize, const INDEX: usize, L: Link> Default
    for HashList<A, CELLS, INDEX, L>
{
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Atom, const CELLS: usize, const INDEX: usize, L: Link> HashList<A, CELLS, INDEX, L> {
    /// Bytes of one cell.
    pub const CELL_BYTES: usize = size_of::<(List, List)>();

    /// An empty arena, fit for a `static`.
    pub const fn new() -> Self {
        const {
            assert!(A::BITS <= 31, "an atom has at most 31 bits");
            assert!(
                CELLS <= L::MAX_CELLS,
                "the index type cannot count the cells"
            );
            assert!(
                INDEX > CELLS,
                "the index needs a free entry to end each probe"
            );
        };
        Self {
            cells: [(List(0), List(0)); CELLS],
            used: 0,
            index: [L::NONE; INDEX],
            atoms: PhantomData,
        }
    }

    /// The list that is just this atom.
    pub fn atom(&self, atom: A) -> List {
        List::atom(atom.to_bits())
    }

    /// The cell of these two lists, made if it does not exist.
    pub fn cons(&mut self, left: List, right: List) -> Result<List, HashListError> {
        if !self.knows(left) || !self.knows(right) {
            return Err(HashListError::UnknownList);
        }
        let place = match self.probe(left, right) {
            Ok(number) => return Ok(List::cell(number)),
            Err(place) => place,
        };
        let number = self.used;
        let Some(cell) = self.cells.get_mut(number) else {
            return Err(HashListError::Full);
        };
        *cell = (left, right);
        self.index[place] = L::new(number);
        self.used += 1;
        Ok(List::cell(number))
    }

    /// The cell of these two lists, if it exists.
    pub fn find(&self, left: List, right: List) -> Option<List> {
        self.probe(left, right).ok().map(List::cell)
    }

    /// Takes a list apart.
    pub fn node(&self, list: List) -> Result<Node<A>, HashListError> {
        match list.number() {
            None => A::from_bits(list.0 >> 1).map(Node::Atom),
            Some(number) => self.cells[..self.used]
                .get(number)
                .map(|&(left, right)| Node::Cell(left, right)),
        }
        .ok_or(HashListError::UnknownList)
    }

    /// The two halves of a cell; `None` for an atom.
    pub fn halves(&self, list: List) -> Option<(List, List)> {
        match self.node(list) {
            Ok(Node::Cell(left, right)) => Some((left, right)),
            _ => None,
        }
    }

    /// How many cells are in use.
    pub fn cells(&self) -> usize {
        self.used
    }

    /// Bytes of the cells in use, the paper's measure.
    pub fn bytes(&self) -> usize {
        self.used * Self::CELL_BYTES
    }

    /// Gives back every cell made after the first `cells`. Lists that use them are forgotten;
    /// all others stay what they are.
    pub fn release(&mut self, cells: usize) {
        while self.used > cells {
            self.used -= 1;
            let (left, right) = self.cells[self.used];
            // Newest first: whatever shares its probe path came before it, so nothing is cut off.
            let mut place = Self::place(left, right);
            while self.index[place].number() != Some(self.used) {
                place = Self::after(place);
            }
            self.index[place] = L::NONE;
        }
    }

    /// The number of the equal cell, or the index entry where it would go.
    fn probe(&self, left: List, right: List) -> Result<usize, usize> {
        let mut place = Self::place(left, right);
        while let Some(number) = self.index[place].number() {
            if self.cells[number] == (left, right) {
                return Ok(number);
            }
            place = Self::after(place);
        }
        Err(place)
    }

    fn knows(&self, list: List) -> bool {
        list.number().is_none_or(|number| number < self.used)
    }

    /// Two multiplications and a fold: single-cycle instructions on the chip.
    fn place(left: List, right: List) -> usize {
        let mixed =
            left.0.wrapping_mul(0x9E37_79B1) ^ right.0.wrapping_mul(0x85EB_CA77).rotate_left(15);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0xC2B2_AE3D);
        let mixed = mixed ^ mixed >> 16;
        ((mixed as u64 * INDEX as u64) >> 32) as usize
    }

    fn after(place: usize) -> usize {
        if place + 1 == INDEX { 0 } else { place + 1 }
    }
}

impl Atom for u16 {
    const BITS: u32 = 16;

    fn to_bits(self) -> u32 {
        self as u32
    }

    fn from_bits(bits: u32) -> Option<Self> {
        bits.try_into().ok()
    }
}

#[cfg(test)]
mod tests;
