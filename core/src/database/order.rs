//! The natural order of positions: a deduction asks only about positions that come before.
//!
//! Of each side, seen from its own end of the board, take the parity of its pieces' ranks
//! (giraffes: rank and file, since they step along either). For the parities (mine, theirs), a step
//! along a file turns (m, t) into (t, m + 1). So a game goes through the colours (0,0) → (0,1) →
//! (1,1) → (1,0), and most children come one colour before their parent, except those of colour 0.
//! Within a colour, files order the positions in the same way, and then a hash.

use super::ribbon::mix;
use crate::game::{Kind, Owner, Position};

/// A position's place in the order: positions with a smaller one come before it.
///
/// The position must be canonical. Some positions share a place; neither comes before the other.
pub fn place(position: Position) -> u32 {
    let mut ranks = [0; 2];
    let mut files = [0; 2];
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let seen = match piece.owner {
            Owner::Mine => square,
            Owner::Theirs => square.rotated(),
        };
        let side = piece.owner as usize;
        ranks[side] += seen.rank();
        if piece.kind == Kind::Giraffe {
            ranks[side] += seen.file();
        }
        files[side] += seen.file();
    }
    let hash = (mix(position.pack() ^ 0xABCD_EF00) >> 36) as u32;
    colour(ranks) << 30 | colour(files) << 28 | hash
}

/// The colour of two sums, mine and theirs: it decreases by one if they change places and the parity
/// of the second changes.
fn colour([mine, theirs]: [usize; 2]) -> u32 {
    match (mine % 2, theirs % 2) {
        (0, 0) => 3,
        (0, _) => 2,
        (_, 0) => 0,
        _ => 1,
    }
}
