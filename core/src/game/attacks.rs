//! Where pieces can go, as sets of squares.

use super::piece::{Kind, Owner};
use super::square::Square;

/// A set of squares: bit 4·i stands for square i, so that sets line up with packed boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet(pub(super) u64);

impl SquareSet {
    /// All twelve squares.
    pub const ALL: SquareSet = SquareSet(0x1111_1111_1111);
    /// The rank where a lion tries and a chick becomes a hen.
    pub const FAR_RANK: SquareSet = SquareSet(0x0001_0001_0001);
    /// The rank that the other lion tries for.
    pub const HOME_RANK: SquareSet = SquareSet(0x1000_1000_1000);

    /// The set of one square.
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << (4 * square.index()))
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> (4 * square.index()) & 1 != 0
    }

    /// How many squares are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The squares in both sets.
    pub const fn and(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// The squares in either set.
    pub const fn or(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares of this set that are not in the other.
    pub const fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

/// The squares of the set, lowest number first.
impl Iterator for SquareSet {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::lowest(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The squares that a piece on `square` could go to on an empty board.
///
/// All pieces walk one step, so this is also every square the piece attacks: nothing can stand
/// in between, and moving one piece never uncovers another's attack.
#[inline]
pub fn reach(owner: Owner, kind: Kind, square: Square) -> SquareSet {
    SquareSet(REACH[owner as usize][kind as usize - 1][square.index()])
}

/// The squares from which such a piece attacks `square`: those the other side's would go to.
#[inline]
pub(super) fn attackers(owner: Owner, kind: Kind, square: Square) -> SquareSet {
    reach(owner.other(), kind, square)
}

static REACH: [[[u64; Square::COUNT]; 5]; 2] = {
    let mut table = [[[0; Square::COUNT]; 5]; 2];
    let mut kind = 0;
    while kind < 5 {
        let mut square = 0;
        while square < Square::COUNT {
            table[0][kind][square] = steps(Kind::ALL[kind], square, false);
            table[1][kind][square] = steps(Kind::ALL[kind], square, true);
            square += 1;
        }
        kind += 1;
    }
    table
};

const fn steps(kind: Kind, square: usize, towards_home: bool) -> u64 {
    let (file, rank) = ((square / 4) as i32, (square % 4) as i32);
    let mut set = 0;
    let mut step = 0;
    while step < 9 {
        let (sideways, ahead) = (step % 3 - 1, step / 3 - 1);
        let straight = (sideways == 0) != (ahead == 0);
        let goes = match kind {
            Kind::Chick => sideways == 0 && ahead == 1,
            Kind::Elephant => sideways != 0 && ahead != 0,
            Kind::Giraffe => straight,
            Kind::Lion => sideways != 0 || ahead != 0,
            Kind::Hen => straight || (sideways != 0 && ahead == 1),
        };
        let to_file = file + sideways;
        let to_rank = if towards_home {
            rank + ahead
        } else {
            rank - ahead
        };
        if goes && 0 <= to_file && to_file < 3 && 0 <= to_rank && to_rank < 4 {
            set |= 1 << (4 * (to_file * 4 + to_rank));
        }
        step += 1;
    }
    set
}
