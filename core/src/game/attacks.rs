//! The squares that pieces attack.

use super::{Kind, Owner, Square, SquareSet};

/// The squares that a piece on `square` could go to on an empty board.
///
/// Every piece moves one step, so these are also the squares it attacks: nothing can stand in
/// between, and moving one piece never uncovers another's attack.
///
/// ```
/// use dobutsu_core::game::{Kind, Owner, Square, SquareSet, reach};
///
/// let ahead = reach(Owner::Mine, Kind::Chick, Square::B3);
/// assert_eq!(ahead, SquareSet::of(Square::B2));
/// assert_eq!(reach(Owner::Theirs, Kind::Elephant, Square::A1), SquareSet::of(Square::B2));
/// ```
#[inline]
pub fn reach(owner: Owner, kind: Kind, square: Square) -> SquareSet {
    SquareSet(REACH[owner as usize][kind as usize - 1][square.index()])
}

/// The squares from which such a piece attacks `square`: those the other side's would go to.
#[inline]
pub(super) fn attackers(owner: Owner, kind: Kind, square: Square) -> SquareSet {
    reach(owner.other(), kind, square)
}

/// The same for a piece code, as a set with bit i for the square with number i; empty for other codes.
#[inline]
pub(crate) fn reach_mask(code: u32, square: u32) -> u32 {
    u32::from(MASKS[(code << 4 | square) as usize & 255])
}

static MASKS: [u16; 256] = {
    let mut masks = [0; 256];
    let mut piece = 0;
    while piece < 2 * 5 * Square::COUNT {
        let (owner, kind, square) = (piece / 60, piece / 12 % 5, piece % 12);
        let set = REACH[owner][kind][square];
        let mut to = 0;
        while to < Square::COUNT {
            if set >> (4 * to) & 1 != 0 {
                masks[owner << 7 | (kind + 1) << 4 | square] |= 1 << to;
            }
            to += 1;
        }
        piece += 1;
    }
    masks
};

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
