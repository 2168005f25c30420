//! The first look at a position: can the lion try, and if not, how many moves are safe?

use dobutsu_core::game::{After, HandKind, Kind, Owner, Position, SquareSet, reach};

use super::index::Index;

/// What one ply of looking ahead tells of a position that the rules do not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLook {
    /// A try that stands: won in one ply.
    Try,
    /// So many different positions can be reached in which the lion cannot be caught.
    Safe(u8),
}

/// Looks one ply ahead without making the moves.
///
/// Every piece walks one step, so no move uncovers an attack. With the lion attacked once, only
/// taking the attacker or walking away is safe; attacked twice, only walking; otherwise every
/// move of another piece is safe.
pub(super) fn first_look(index: &Index, position: Position) -> FirstLook {
    let mine = position.occupied_by(Owner::Mine);
    let lion = position.lion(Owner::Mine);
    let mut safe = 0;
    for to in reach(Owner::Mine, Kind::Lion, lion).without(mine) {
        if position.attackers(Owner::Theirs, to).is_empty() {
            if SquareSet::FAR_RANK.contains(to) {
                return FirstLook::Try;
            }
            safe += 1;
        }
    }
    if position == position.mirrored() {
        return FirstLook::Safe(different_children(index, position));
    }
    let attackers = position.attackers(Owner::Theirs, lion);
    let targets = match attackers.len() {
        0 => SquareSet::ALL.without(mine),
        1 => attackers,
        _ => SquareSet::default(),
    };
    for kind in [Kind::Chick, Kind::Elephant, Kind::Giraffe, Kind::Hen] {
        for from in position.holding(Owner::Mine, kind) {
            safe += reach(Owner::Mine, kind, from).and(targets).len();
        }
    }
    if attackers.is_empty() {
        let kinds = HandKind::ALL
            .iter()
            .filter(|&&kind| position.hand(Owner::Mine, kind) > 0);
        safe += kinds.count() * SquareSet::ALL.without(position.occupied()).len();
    }
    FirstLook::Safe(safe as u8)
}

/// A symmetric position has its moves in pairs that lead to the same child.
fn different_children(index: &Index, position: Position) -> u8 {
    let mut children: Vec<u32> = safe_children(position)
        .map(|child| index.rank(child))
        .collect();
    children.sort_unstable();
    children.dedup();
    children.len() as u8
}

/// The positions after each move that neither ends the game nor leaves the lion to be caught.
pub(super) fn safe_children(position: Position) -> impl Iterator<Item = Position> {
    position
        .moves()
        .into_iter()
        .filter_map(move |mv| match position.play(mv) {
            After::Position(child) if child.value_by_rule().is_none() => Some(child),
            _ => None,
        })
}
