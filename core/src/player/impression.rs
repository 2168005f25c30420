//! The first impression of a move: the pieces it takes, makes and leaves to be taken.

use crate::game::{After, Kind, Move, Owner, Position};

/// The worth of a piece in hundredths of a chick.
const fn worth(kind: Kind) -> i16 {
    match kind {
        Kind::Chick => 100,
        Kind::Elephant => 300,
        Kind::Giraffe => 350,
        Kind::Hen => 400,
        Kind::Lion => 2000,
    }
}

/// How a move looks to someone who sees captures and what stands to be captured next, and no
/// further: hundredths of a chick won or lost.
pub(super) fn impression(position: Position, mv: Move) -> i16 {
    let won = position
        .piece_at(mv.to())
        .map_or(0, |piece| worth(piece.kind));
    let After::Position(next) = position.play(mv) else {
        return won;
    };
    let grown = if position.promotes(mv) {
        worth(Kind::Hen) - worth(Kind::Chick)
    } else {
        0
    };
    let to = mv.to().rotated();
    let moved = next.piece_at(to).map_or(0, |piece| worth(piece.kind));
    let attacked = !next.attackers(Owner::Mine, to).is_empty();
    let guarded = !next.attackers(Owner::Theirs, to).is_empty();
    let exposed = match (attacked, guarded) {
        (false, _) => 0,
        // A guarded piece is rarely worth taking.
        (true, true) => moved / 4,
        (true, false) => moved,
    };
    let check = if next.in_check() { 40 } else { 0 };
    won + grown - exposed + check
}
