//! What the networks see of a position: a list of rows to add up.

use heapless::Vec;

use crate::game::{HandKind, Kind, Owner, Position, reach_mask};

/// How many rows a network's first layer has.
pub const ROWS: usize = HANGING + 12 * 10;

/// Each piece on its square.
const PIECES: usize = 0;
/// One or two of a kind in a hand.
const HANDS: usize = PIECES + 12 * 10;
/// Safe moves of the side to move.
const SAFE: usize = HANDS + 12;
/// Safe steps of either lion.
const STEPS: usize = SAFE + MOST_MOVES + 1;
/// Safe moves that give check.
const CHECKS: usize = STEPS + 2 * 9;
/// Pieces that attack the mover's lion.
const CHECKED: usize = CHECKS + MOST_CHECKS + 1;
/// Safe moves of the other side, were it to move.
const THEIR_SAFE: usize = CHECKED + 3;
/// Pieces attacked more often than defended.
const HANGING: usize = THEIR_SAFE + MOST_MOVES + 1;

/// More safe moves and checks than these count as these.
const MOST_MOVES: usize = 23;
const MOST_CHECKS: usize = 11;

/// The most rows one position has: eight pieces on the board or in hand, each on the board once
/// more if it hangs, and six counts.
pub const MAX_ROWS: usize = 22;

/// The rows of one position.
pub type Rows = Vec<u16, MAX_ROWS>;

/// The squares of a board, and its far rank.
const ALL: u32 = 0xFFF;
const FAR_RANK: u32 = 0x111;

const LION: u32 = Kind::Lion as u32;
/// The bit of a piece's code that is set for the other side's.
const THEIRS: u32 = 8;

/// The rows of a position that [looking ahead](super::look) leaves open. Mirror images have the
/// same rows.
///
/// Finds all attacks in one pass over the board: every piece moves one step, so what it attacks
/// depends on its own square alone.
pub fn rows(position: Position) -> Rows {
    let packed = position.canonical().pack();
    let (low, high) = (packed as u32, (packed >> 32) as u32);
    let mut rows = Rows::new();
    let mut add = |row: usize| {
        // There is room for the rows of any position.
        let _ = rows.push(row as u16);
    };
    let mut sides = [const { Side::new() }; 2];
    for (mut codes, mut square) in [(low, 0), (high & 0xFFFF, 8)] {
        while codes != 0 {
            let code = codes & 15;
            if code != 0 {
                sides[(code / THEIRS) as usize].add(code, square);
                add(PIECES + piece_row(code, square));
            }
            codes >>= 4;
            square += 1;
        }
    }
    let hands = high >> 16 & ALL;
    for place in 0..2 * HandKind::ALL.len() {
        match hands >> (2 * place) & 3 {
            0 => {}
            held => add(HANDS + 2 * place + held as usize - 1),
        }
    }
    let [mine, theirs] = &sides;
    for (side, other) in [(mine, theirs), (theirs, mine)] {
        let hanging = side.set & other.attacks.exceed(&side.attacks);
        if hanging != 0 {
            for &(code, square) in &side.pieces {
                if hanging >> square & 1 != 0 {
                    add(HANGING + piece_row(code, square));
                }
            }
        }
    }
    let mine = Moves::of(Owner::Mine, &sides, hands);
    let theirs = Moves::of(Owner::Theirs, &sides, hands);
    add(SAFE + (mine.safe as usize).min(MOST_MOVES));
    add(THEIR_SAFE + (theirs.safe as usize).min(MOST_MOVES));
    add(STEPS + mine.lion_steps as usize);
    add(STEPS + 9 + theirs.lion_steps as usize);
    add(CHECKED + (mine.attackers as usize).min(2));
    add(CHECKS + (checks(&mine, &sides, hands) as usize).min(MOST_CHECKS));
    rows
}

/// The row of a piece on a square, counted from the first such row.
fn piece_row(code: u32, square: u32) -> usize {
    let piece = (code / THEIRS * 5 + code % THEIRS).saturating_sub(1);
    (square * 10 + piece) as usize
}

/// The pieces of one side on the board, and what they attack.
struct Side {
    /// Their codes and the numbers of their squares.
    pieces: Vec<(u32, u32), 8>,
    /// Their squares.
    set: u32,
    /// The number of the lion's square.
    lion: u32,
    attacks: Attacks,
}

impl Side {
    const fn new() -> Side {
        Side {
            pieces: Vec::new(),
            set: 0,
            lion: 0,
            attacks: Attacks([0; 3]),
        }
    }

    fn add(&mut self, code: u32, square: u32) {
        let _ = self.pieces.push((code, square));
        self.set |= 1 << square;
        if code % THEIRS == LION {
            self.lion = square;
        }
        self.attacks.add(reach_mask(code, square));
    }
}

/// How often each square is attacked: a number of three bits for each, bit by bit.
#[derive(Clone, Copy)]
struct Attacks([u32; 3]);

impl Attacks {
    fn add(&mut self, set: u32) {
        let [ones, twos, fours] = &mut self.0;
        let carry = *ones & set;
        *ones ^= set;
        *fours |= *twos & carry;
        *twos ^= carry;
    }

    /// The squares attacked at all.
    fn any(&self) -> u32 {
        let [ones, twos, fours] = self.0;
        ones | twos | fours
    }

    /// The squares attacked more often than by the others.
    fn exceed(&self, others: &Attacks) -> u32 {
        let pairs = self.0.iter().zip(&others.0);
        pairs.fold(0, |more, (own, other)| own & !other | more & !(own ^ other))
    }

    /// All attacks on the squares of a set.
    fn on(&self, set: u32) -> u32 {
        let [ones, twos, fours] = self.0.map(|bits| count(bits & set));
        ones + 2 * twos + 4 * fours
    }
}

/// What one side can do, were it to move.
struct Moves {
    /// Steps of the lion that leave it safe.
    lion_steps: u32,
    /// Moves of all pieces that leave the lion safe.
    safe: u32,
    /// Pieces that attack the lion.
    attackers: u32,
    /// The squares to which another piece may step.
    targets: u32,
}

impl Moves {
    fn of(owner: Owner, sides: &[Side; 2], hands: u32) -> Moves {
        let (own, other) = match owner {
            Owner::Mine => (&sides[0], &sides[1]),
            Owner::Theirs => (&sides[1], &sides[0]),
        };
        let around = reach_mask(LION, own.lion);
        let lion_steps = count(around & !own.set & !other.attacks.any());
        let attackers = other.attacks.on(1 << own.lion);
        let targets = match attackers {
            0 => ALL & !own.set,
            1 => other.attackers_of(own.lion),
            _ => 0,
        };
        // The lion attacks all around it.
        let steps = own.attacks.on(targets) - count(around & targets);
        let drops = match attackers {
            0 => kinds_held(owner, hands) * count(ALL & !(own.set | other.set)),
            _ => 0,
        };
        Moves {
            lion_steps,
            safe: lion_steps + steps + drops,
            attackers,
            targets,
        }
    }
}

impl Side {
    /// The squares of the pieces that attack a square.
    fn attackers_of(&self, square: u32) -> u32 {
        let attacks = |&&(code, from): &&(u32, u32)| reach_mask(code, from) >> square & 1 != 0;
        let attackers = self.pieces.iter().filter(attacks);
        attackers.fold(0, |set, &(_, from)| set | 1 << from)
    }
}

/// How many kinds a side has in hand.
fn kinds_held(owner: Owner, hands: u32) -> u32 {
    let held = hands >> (6 * owner as u32) & 0x3F;
    count((held | held >> 1) & 0x15)
}

/// How many safe moves give check.
fn checks(moves: &Moves, [mine, theirs]: &[Side; 2], hands: u32) -> u32 {
    // The squares from which such a piece attacks the lion.
    let from = |kind: Kind| reach_mask(kind as u32 | THEIRS, theirs.lion);
    let [chick, hen] = [Kind::Chick, Kind::Hen].map(from);
    let promoting = chick & !FAR_RANK | hen & FAR_RANK;
    let mut checks = 0;
    let targets = moves.targets & !(1 << theirs.lion);
    for &(code, square) in &mine.pieces {
        let checking = match code {
            // A lion beside the other's is not safe.
            LION => continue,
            _ if code == Kind::Chick as u32 => promoting,
            _ => reach_mask(code | THEIRS, theirs.lion),
        };
        checks += count(reach_mask(code, square) & targets & checking);
    }
    if moves.attackers == 0 {
        let empty = ALL & !(mine.set | theirs.set);
        for (place, kind) in HandKind::ALL.into_iter().enumerate() {
            if hands >> (2 * place) & 3 != 0 {
                checks += count(empty & from(kind.kind()));
            }
        }
    }
    checks
}

/// The number of squares in a set. The chip has no instruction for it, and twelve bits take fewer
/// steps than the 32 of [`u32::count_ones`].
#[inline]
fn count(set: u32) -> u32 {
    let pairs = set - (set >> 1 & 0x555);
    let fours = (pairs & 0x333) + (pairs >> 2 & 0x333);
    (fours * 0x111) >> 8 & 15
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::database::look::look_ahead;
    use crate::database::tests::positions;
    use crate::game::{Mobility, Square, safe_children};

    /// The rows from their definitions.
    fn slow_rows(position: Position) -> Vec<u16> {
        let position = position.canonical();
        let mut rows = Vec::new();
        let mut add = |row: usize| rows.push(row as u16);
        for square in Square::ALL {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let number = piece.owner as usize * 5 + piece.kind as usize - 1;
            add(PIECES + square.index() * 10 + number);
            let [defenders, attackers] = [piece.owner, piece.owner.other()]
                .map(|owner| position.attackers(owner, square).len());
            if attackers > defenders {
                add(HANGING + square.index() * 10 + number);
            }
        }
        for owner in Owner::ALL {
            for kind in HandKind::ALL {
                let held = usize::from(position.hand(owner, kind));
                if held > 0 {
                    add(HANDS + (owner as usize * 3 + kind as usize) * 2 + held - 1);
                }
            }
        }
        let [mine, theirs] = [position, position.rotated()].map(Mobility::of);
        add(SAFE + usize::from(mine.safe_moves).min(MOST_MOVES));
        add(THEIR_SAFE + usize::from(theirs.safe_moves).min(MOST_MOVES));
        add(STEPS + usize::from(mine.lion_steps));
        add(STEPS + 9 + usize::from(theirs.lion_steps));
        add(CHECKED + usize::from(mine.attackers).min(2));
        let checks = safe_children(position).filter(|child| child.in_check());
        add(CHECKS + checks.count().min(MOST_CHECKS));
        rows.sort_unstable();
        rows
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn rows_of_open_positions_are_those_of_a_slow_count(position in positions()) {
            let open = safe_children(position)
                .chain([position])
                .filter(|&position| look_ahead(position).is_none());
            for position in open {
                let mut found = rows(position);
                found.sort_unstable();
                prop_assert_eq!(&found[..], &slow_rows(position)[..]);
                prop_assert_eq!(rows(position), rows(position.mirrored()));
            }
        }
    }
}
