//! What a few plies of looking ahead decide without any table.

use crate::game::{After, HandKind, Kind, Owner, Position, SquareSet, Value, reach};

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
        for to in reach(Owner::Mine, Kind::Lion, lion).without(mine) {
            if position.attackers(Owner::Theirs, to).is_empty() {
                glance.wins_now |= SquareSet::FAR_RANK.contains(to);
                glance.lion_steps += 1;
            }
        }
        let attackers = position.attackers(Owner::Theirs, lion);
        glance.attackers = attackers.len() as u8;
        let targets = match glance.attackers {
            0 => SquareSet::ALL.without(mine),
            1 => attackers,
            _ => SquareSet::default(),
        };
        let mut safe = usize::from(glance.lion_steps);
        for kind in [Kind::Chick, Kind::Elephant, Kind::Giraffe, Kind::Hen] {
            for from in position.holding(Owner::Mine, kind) {
                safe += reach(Owner::Mine, kind, from).and(targets).len();
            }
        }
        if attackers.is_empty() {
            let held = |kind: &&HandKind| position.hand(Owner::Mine, **kind) > 0;
            let empty = SquareSet::ALL.without(position.occupied()).len();
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
        After::Position(child) if child.value_by_rule().is_none() => Some(child),
        _ => None,
    })
}

/// What looking three plies ahead tells of a position that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Three {
    /// Won in one or three plies.
    Won(Value),
    /// Whatever one does, the lion is caught or the other tries: lost in two plies.
    Lost,
    /// Neither.
    Open,
}

/// Looks three plies ahead.
pub fn three_plies(position: Position) -> Three {
    match two_plies(position) {
        Three::Open if safe_children(position).any(|child| two_plies(child) == Three::Lost) => {
            Three::Won(Value::Win(3))
        }
        seen => seen,
    }
}

fn two_plies(position: Position) -> Three {
    let glance = Glance::at(position);
    if glance.wins_now {
        return Three::Won(Value::Win(1));
    }
    // Only a lion one step from the far rank can try.
    let may_try = position.lion(Owner::Theirs).rank() == 2;
    let tries = |child| Glance::at(child).wins_now;
    if glance.safe_moves == 0 || (may_try && safe_children(position).all(tries)) {
        Three::Lost
    } else {
        Three::Open
    }
}

/// The value of a position that is not over, if it ends within four plies.
pub fn look_ahead(position: Position) -> Option<Value> {
    match three_plies(position) {
        Three::Won(value) => Some(value),
        Three::Lost => Some(Value::Loss(2)),
        Three::Open => {
            let refuted = |child| matches!(three_plies(child), Three::Won(_));
            safe_children(position)
                .all(refuted)
                .then_some(Value::Loss(4))
        }
    }
}

/// Whether [`look_ahead`] finds nothing in a position of this value.
pub const fn is_open(value: Value) -> bool {
    match value {
        Value::Draw => true,
        Value::Win(plies) | Value::Loss(plies) => plies > 4,
    }
}
