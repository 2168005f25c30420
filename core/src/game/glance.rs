//! One ply of looking ahead, without making the moves.

use super::attacks::reach;
use super::ending::After;
use super::piece::{HandKind, Kind, Owner};
use super::position::Position;
use super::square_set::SquareSet;

/// The moves of a position as one glance sees them, without making any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The lion can be caught, or a try stands: won in one ply.
    pub wins_now: bool,
    /// How many steps of the lion are safe.
    pub lion_steps: u8,
    /// How many moves of all pieces leave the lion safe.
    pub safe_moves: u8,
    /// How many pieces attack the mover's lion.
    pub attackers: u8,
}

impl Glance {
    /// Looks at a position that is not over.
    ///
    /// Every piece walks one step, so no move uncovers an attack. With the lion attacked once,
    /// only taking the attacker or walking away is safe; attacked twice, only walking; otherwise
    /// every move of another piece is safe.
    pub fn at(position: Position) -> Glance {
        let mine = position.occupied_by(Owner::Mine);
        let lion = position.lion(Owner::Mine);
        let mut glance = Glance {
            wins_now: position.can_catch(),
            lion_steps: 0,
            safe_moves: 0,
            attackers: 0,
        };
        for to in reach(Owner::Mine, Kind::Lion, lion) & !mine {
            if position.attackers(Owner::Theirs, to).is_empty() {
                glance.wins_now |= SquareSet::FAR_RANK.contains(to);
                glance.lion_steps += 1;
            }
        }
        let attackers = position.attackers(Owner::Theirs, lion);
        glance.attackers = attackers.len() as u8;
        let targets = match glance.attackers {
            0 => !mine,
            1 => attackers,
            _ => SquareSet::EMPTY,
        };
        let mut safe = usize::from(glance.lion_steps);
        for kind in [Kind::Chick, Kind::Elephant, Kind::Giraffe, Kind::Hen] {
            for from in position.holding(Owner::Mine, kind) {
                safe += (reach(Owner::Mine, kind, from) & targets).len();
            }
        }
        if attackers.is_empty() {
            let held = |kind: &&HandKind| position.hand(Owner::Mine, **kind) > 0;
            let empty = (!position.occupied()).len();
            safe += HandKind::ALL.iter().filter(held).count() * empty;
        }
        glance.safe_moves = safe as u8;
        glance
    }
}

/// The positions after each move that neither ends the game nor leaves the lion to be caught.
pub fn safe_children(position: Position) -> impl Iterator<Item = Position> {
    let moves = position.moves().into_iter();
    moves.filter_map(move |mv| match position.play(mv) {
        After::Position(child) if !child.is_decided() => Some(child),
        _ => None,
    })
}
