//! The pieces in hand.

use core::ops::{Index, IndexMut};

use super::piece::{HandKind, Owner};

/// How many pieces of each kind either side has in hand, by [`Owner`] and [`HandKind`].
///
/// ```
/// use dobutsu_core::game::{HandKind, Hands, Owner};
///
/// let mut hands = Hands::EMPTY;
/// hands[(Owner::Mine, HandKind::Chick)] += 1;
/// assert_eq!(hands[(Owner::Mine, HandKind::Chick)], 1);
/// assert_eq!(hands[(Owner::Theirs, HandKind::Chick)], 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Hands([[u8; 3]; 2]);

impl Hands {
    /// Both hands are empty.
    pub const EMPTY: Hands = Hands([[0; 3]; 2]);
}

impl Index<(Owner, HandKind)> for Hands {
    type Output = u8;

    fn index(&self, (owner, kind): (Owner, HandKind)) -> &u8 {
        &self.0[owner as usize][kind as usize]
    }
}

impl IndexMut<(Owner, HandKind)> for Hands {
    fn index_mut(&mut self, (owner, kind): (Owner, HandKind)) -> &mut u8 {
        &mut self.0[owner as usize][kind as usize]
    }
}
