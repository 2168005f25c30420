//! Which tune belongs to what has happened.

use super::Handheld;
use super::art::Tune;
use super::matches::{Match, Mode};
use super::settings::Volume;

/// The tune of the last move, or of the end.
fn tune_of(played: &Match) -> Option<Tune> {
    if let Some(finish) = played.finish() {
        return match (finish.winner, played.mode()) {
            (None, _) => Some(Tune::Move),
            (Some(winner), Mode::Solo { you, .. } | Mode::Puzzle { you, .. }) if winner != you => {
                Some(Tune::Loss)
            }
            _ => Some(Tune::Win),
        };
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
    /// The tune that is to be played now, once, unless the sound is off.
    pub fn take_tune(&mut self) -> Option<Tune> {
        let tune = self.tune.take();
        tune.filter(|_| self.settings.volume != Volume::Off)
    }

    /// Notes the tune of a move that was made, or of a game that has ended.
    pub(super) fn sound_match(&mut self) {
        if let Some(played) = self.desk.current() {
            self.tune = tune_of(played).or(self.tune);
        }
    }
}
