//! Retraction: the positions before a given one.

use dobutsu_core::game::{HandKind, Kind, Owner, Piece, Position, Square, SquareSet, reach};

/// Calls `found` with every position that the rules do not decide and that has a move to `position`.
///
/// Two moves that are mirror images of each other count once. The positions are seen by their own side to
/// move and may need mirroring.
pub(super) fn predecessors(position: Position, mut found: impl FnMut(Position)) {
    // From here on, `Mine` are the pieces of the player who has just moved.
    let after = position.rotated();
    let their_lion = after.lion(Owner::Theirs);
    let attackers = after.attackers(Owner::Mine, their_lion);
    // The lion could not be caught before the move, so a piece that attacks it has just moved.
    let movers = match attackers.len() {
        0 => after.occupied_by(Owner::Mine),
        1 => attackers,
        _ => return,
    };
    let empty = !after.occupied();
    let symmetric = after == after.mirrored();
    for to in movers {
        if symmetric && to.file() == 2 {
            continue;
        }
        let Some(Piece { kind, .. }) = after.piece_at(to) else {
            continue;
        };
        let lifted = after.lifted(to);
        let promoted = kind == Kind::Hen && SquareSet::FAR_RANK.contains(to);
        // A chick on the far rank was dropped there.
        let stepped = kind != Kind::Chick || !SquareSet::FAR_RANK.contains(to);
        let before = [stepped.then_some(kind), promoted.then_some(Kind::Chick)];
        for kind in before.into_iter().flatten() {
            // The squares from which my piece reaches `to` are those that their piece would reach.
            for from in reach(Owner::Theirs, kind, to) & empty {
                if reach(Owner::Mine, kind, from).contains(their_lion)
                    || (kind == Kind::Lion && SquareSet::FAR_RANK.contains(from))
                    || (symmetric && to.file() == 1 && from.file() == 2)
                {
                    continue;
                }
                let piece = Piece {
                    owner: Owner::Mine,
                    kind,
                };
                with_captures(lifted.placed(from, piece), to, &mut found);
            }
        }
        if let Some(held) = kind.captured()
            && kind != Kind::Hen
        {
            found(lifted.taken(Owner::Mine, held));
        }
    }
}

/// Calls `found` with the positions before a step to `to`: `before`, and `before` with each piece that may
/// have been captured there.
fn with_captures(before: Position, to: Square, found: &mut impl FnMut(Position)) {
    found(before);
    for held in HandKind::ALL {
        if before.hand(Owner::Mine, held) == 0 {
            continue;
        }
        let before = before.given(Owner::Mine, held);
        let hen = (held == HandKind::Chick).then_some(Kind::Hen);
        for kind in [Some(held.kind()), hen].into_iter().flatten() {
            let owner = Owner::Theirs;
            found(before.placed(to, Piece { owner, kind }));
        }
    }
}
