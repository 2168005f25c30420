//! What the predictor sees of a position: a list of rows to add up.

use heapless::Vec;

use crate::game::{Bitboards, HandKind, Kind, Owner, Position, bits};

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
    let boards = Bitboards::of(position);
    let mut rows = Rows::new();
    let mut add = |row: usize| {
        let _ = rows.push(row as u16);
    };
    let lions = Owner::ALL.map(|owner| boards.lion(owner) as usize);
    let mut attacks = [[0u8; 16]; 2];
    for (code, square, reach) in boards.pieces() {
        let (piece, square) = (number(code), square as usize);
        add(PIECES + square * 10 + piece);
        let attacks = &mut attacks[whose(code)];
        for target in bits(reach) {
            attacks[target as usize & 15] += 1;
        }
        if code & 7 != Kind::Lion as u32 {
            for (number, lion) in lions.into_iter().enumerate() {
                if let Some(offset) = offset(lion, square) {
                    add(NEAR + (number * 25 + offset) * 10 + piece);
                }
            }
        }
    }
    for owner in Owner::ALL {
        for kind in HandKind::ALL {
            match boards.in_hand(owner, kind) as usize {
                0 => {}
                held => add(HANDS + (owner as usize * 3 + kind as usize) * 2 + held - 1),
            }
        }
        for (square, &times) in attacks[owner as usize].iter().enumerate().take(12) {
            match times {
                0 => {}
                times => {
                    let times = usize::from(times.min(3)) - 1;
                    add(ATTACKS + (owner as usize * 3 + times) * 12 + square);
                }
            }
        }
    }
    for (code, square, _) in boards.pieces() {
        let square = square as usize;
        let [defended, attacked] =
            [whose(code), 1 - whose(code)].map(|by| attacks[by][square & 15]);
        if attacked > defended {
            add(HANGING + square * 10 + number(code));
        }
    }
    add(LIONS + lions[0] * 12 + lions[1]);
    let mobility = boards.mobility();
    let passed = Bitboards::of(position.rotated()).mobility();
    add(SAFE + usize::from(mobility.safe_moves).min(23));
    add(THEIR_SAFE + usize::from(passed.safe_moves).min(23));
    add(STEPS + usize::from(mobility.lion_steps));
    add(STEPS + 9 + usize::from(passed.lion_steps));
    add(CHECKED + usize::from(mobility.attackers).min(2));
    add(CHECKS + boards.checks().min(11));
    rows
}

/// 0 for a piece of the side to move, 1 for the other's.
fn whose(code: u32) -> usize {
    (code >> 3 & 1) as usize
}

/// The number of a piece among the ten there are.
fn number(code: u32) -> usize {
    (whose(code) * 5 + (code & 7) as usize).saturating_sub(1)
}

fn offset(lion: usize, square: usize) -> Option<usize> {
    let files = square / 4 + 2 - lion / 4;
    let ranks = (square % 4 + 2).checked_sub(lion % 4)?;
    (files < 5 && ranks < 5).then_some(files * 5 + ranks)
}
