//! What a few plies of looking ahead decide without any table.

use crate::game::{Position, Survey, Value};

/// What looking three plies ahead tells of a position that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreePlies {
    /// Won in one or three plies.
    Won(Value),
    /// Whatever one does, the lion is caught or the other tries: lost in two plies.
    Lost,
    /// Neither.
    Open,
}

/// Looks three plies ahead.
pub fn three_plies(position: Position) -> ThreePlies {
    look_three(&Survey::of(position))
}

fn look_three(survey: &Survey) -> ThreePlies {
    // Most moves give no check and leave something to drop: no need to look where they lead.
    let decides =
        |mv| survey.may_decide(mv) && two_plies(&Survey::of(survey.child(mv))) == ThreePlies::Lost;
    match two_plies(survey) {
        ThreePlies::Open if survey.safe_moves().any(decides) => ThreePlies::Won(Value::Win(3)),
        seen => seen,
    }
}

fn two_plies(survey: &Survey) -> ThreePlies {
    if survey.wins_now() {
        return ThreePlies::Won(Value::Win(1));
    }
    let tries = |mv| Survey::of(survey.child(mv)).wins_now();
    if !survey.has_safe_move() || (survey.may_be_tried() && survey.safe_moves().all(tries)) {
        ThreePlies::Lost
    } else {
        ThreePlies::Open
    }
}

/// The value of a position that is not over, if it ends within four plies.
pub fn look_ahead(position: Position) -> Option<Value> {
    let survey = Survey::of(position);
    match look_three(&survey) {
        ThreePlies::Won(value) => Some(value),
        ThreePlies::Lost => Some(Value::Loss(2)),
        ThreePlies::Open => {
            let refuted = |mv| matches!(three_plies(survey.child(mv)), ThreePlies::Won(_));
            survey.safe_moves().all(refuted).then_some(Value::Loss(4))
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
