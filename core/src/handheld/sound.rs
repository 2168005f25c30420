//! The tunes for the events of a match.

use super::Handheld;
use super::art::Tune;
use super::matches::Match;
use super::settings::Volume;

/// The tune for the last move, or for the end.
fn tune_of(played: &Match) -> Option<Tune> {
    if let Some(finish) = played.finish() {
        return Some(match finish.winner {
            None => Tune::Move,
            Some(winner) if played.person().is_some_and(|you| you != winner) => Tune::Loss,
            Some(_) => Tune::Win,
        });
    }
    let (mv, _) = played.last_move()?;
    let before = played.diagram_at(played.game().plies().checked_sub(1)?);
    Some(if played.diagram().position.in_check() {
        Tune::Check
    } else if before.position.piece_at(mv.to()).is_some() {
        Tune::Capture
    } else {
        Tune::Move
    })
}

impl Handheld {
    /// Takes the tune that is to be played now, unless the sound is off.
    pub fn take_tune(&mut self) -> Option<Tune> {
        let tune = self.tune.take();
        tune.filter(|_| self.settings.volume != Volume::Off)
    }

    /// Sets the tune for a move that was made, or for a game that has ended.
    pub(super) fn sound_match(&mut self) {
        if let Some(played) = self.desk.current() {
            self.tune = tune_of(played).or(self.tune);
        }
    }
}
