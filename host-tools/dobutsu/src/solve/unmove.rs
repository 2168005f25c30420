//! Retraction: the positions before a given one.

use std::ops::ControlFlow;

use dobutsu_core::game::{HandKind, Kind, Owner, Piece, Position, Square, SquareSet, reach};

/// Calls `found` with every position, not decided by the rules, that has a move to `position`,
/// until it breaks off.
/// A position that leads here by two moves, one the mirror image of the other, is found once.
///
/// The positions found are seen from their own side to move and may need mirroring.
pub(super) fn predecessors(
    position: Position,
    mut found: impl FnMut(Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // From here on, mine are the pieces of the player who has just moved.
    let after = position.rotated();
    let their_lion = after.lion(Owner::Theirs);
    let attackers = after.attackers(Owner::Mine, their_lion);
    // The lion could not be caught before the move, so whatever attacks it now has just come.
    let movers = match attackers.len() {
        0 => after.occupied_by(Owner::Mine),
        1 => attackers,
        _ => return ControlFlow::Continue(()),
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
            // A piece of mine came from where such a piece of theirs would go.
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
                with_captures(lifted.placed(from, piece), to, &mut found)?;
            }
        }
        if let Some(held) = kind.captured()
            && kind != Kind::Hen
        {
            found(lifted.taken(Owner::Mine, held))?;
        }
    }
    ControlFlow::Continue(())
}

/// The position before a step to `to`, for everything that may have been captured there.
fn with_captures(
    before: Position,
    to: Square,
    found: &mut impl FnMut(Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    found(before)?;
    for held in HandKind::ALL {
        if before.hand(Owner::Mine, held) == 0 {
            continue;
        }
        let before = before.given(Owner::Mine, held);
        let owner = Owner::Theirs;
        found(before.placed(
            to,
            Piece {
                owner,
                kind: held.kind(),
            },
        ))?;
        if held == HandKind::Chick {
            found(before.placed(
                to,
                Piece {
                    owner,
                    kind: Kind::Hen,
                },
            ))?;
        }
    }
    ControlFlow::Continue(())
}
