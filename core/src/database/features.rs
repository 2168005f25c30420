//! What the predictor sees of a position: a list of rows to add up.

use heapless::Vec;

use crate::game::{Glance, HandKind, Kind, Owner, Position, Square, reach, safe_children};

/// How many rows a network's first layer has.
pub const ROWS: usize = NEAR + 2 * 25 * 10;

/// Each piece on its square.
const PIECES: usize = 0;
/// One or two of a kind in a hand.
const HANDS: usize = PIECES + 12 * 10;
/// Squares attacked once, twice or more by either side.
const ATTACKS: usize = HANDS + 12;
/// Both lions together.
const LIONS: usize = ATTACKS + 2 * 3 * 12;
/// Safe moves of the side to move.
const SAFE: usize = LIONS + 144;
/// Safe steps of either lion.
const STEPS: usize = SAFE + 24;
/// Safe moves that give check.
const CHECKS: usize = STEPS + 2 * 9;
/// Pieces that attack the mover's lion.
const CHECKED: usize = CHECKS + 12;
/// Safe moves of the other side, were it to move.
const THEIR_SAFE: usize = CHECKED + 3;
/// Pieces attacked more often than defended.
const HANGING: usize = THEIR_SAFE + 24;
/// Each piece by its place beside either lion.
const NEAR: usize = HANGING + 12 * 10;

/// The most rows one position has.
pub const MAX_ROWS: usize = 96;

/// The rows of one position.
pub type Rows = Vec<u16, MAX_ROWS>;

/// The rows of a position that is not over. Mirror images have the same rows.
pub fn rows(position: Position) -> Rows {
    let position = position.canonical();
    let mut rows = Rows::new();
    let mut add = |row: usize| {
        let _ = rows.push(row as u16);
    };
    let lions = Owner::ALL.map(|owner| position.lion(owner));
    let mut attacks = [[0u8; 12]; 2];
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let code = piece.owner as usize * 5 + piece.kind as usize - 1;
        add(PIECES + square.index() * 10 + code);
        for target in reach(piece.owner, piece.kind, square) {
            attacks[piece.owner as usize][target.index()] += 1;
        }
        if piece.kind != Kind::Lion {
            for (number, lion) in lions.into_iter().enumerate() {
                if let Some(offset) = offset(lion, square) {
                    add(NEAR + (number * 25 + offset) * 10 + code);
                }
            }
        }
    }
    for owner in Owner::ALL {
        for kind in HandKind::ALL {
            match position.hand(owner, kind) {
                0 => {}
                held => {
                    add(HANDS + (owner as usize * 3 + kind as usize) * 2 + usize::from(held) - 1)
                }
            }
        }
        for square in Square::ALL {
            match attacks[owner as usize][square.index()] {
                0 => {}
                times => {
                    let times = usize::from(times.min(3)) - 1;
                    add(ATTACKS + (owner as usize * 3 + times) * 12 + square.index());
                }
            }
        }
    }
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let code = piece.owner as usize * 5 + piece.kind as usize - 1;
        let attacked = attacks[piece.owner.other() as usize][square.index()];
        if attacked > attacks[piece.owner as usize][square.index()] {
            add(HANGING + square.index() * 10 + code);
        }
    }
    add(LIONS + lions[0].index() * 12 + lions[1].index());
    let glance = Glance::at(position);
    let passed = Glance::at(position.rotated());
    add(SAFE + usize::from(glance.safe_moves).min(23));
    add(THEIR_SAFE + usize::from(passed.safe_moves).min(23));
    add(STEPS + usize::from(glance.lion_steps));
    add(STEPS + 9 + usize::from(passed.lion_steps));
    add(CHECKED + usize::from(glance.attackers).min(2));
    let checks = safe_children(position)
        .filter(|child| child.in_check())
        .count();
    add(CHECKS + checks.min(11));
    rows
}

fn offset(lion: Square, square: Square) -> Option<usize> {
    let files = square.file() + 2 - lion.file();
    let ranks = square.rank() + 2;
    let ranks = ranks.checked_sub(lion.rank())?;
    (files < 5 && ranks < 5).then_some(files * 5 + ranks)
}
