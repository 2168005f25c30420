//! The tunes of the buzzer: a few notes for each event that a player should hear.

use super::settings::Volume;
use super::{Handheld, Match};

/// A tone of a frequency, or a rest of 0 Hz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The frequency; 0 is silence.
    pub hertz: u16,
    /// The duration.
    pub millis: u16,
}

const fn note(hertz: u16, millis: u16) -> Note {
    Note { hertz, millis }
}

/// The event that a tune is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tune {
    /// A piece was moved or dropped.
    Move,
    /// A piece was captured.
    Capture,
    /// A lion is attacked.
    Check,
    /// The person has won or solved a puzzle, or one of two people has won.
    Win,
    /// The person has lost.
    Loss,
    /// A lesson is done.
    Lesson,
}

impl Tune {
    /// All of them.
    pub const ALL: [Tune; 6] = [
        Tune::Move,
        Tune::Capture,
        Tune::Check,
        Tune::Win,
        Tune::Loss,
        Tune::Lesson,
    ];

    /// The notes, one after the other. Small piezo discs are loudest between 2 and 4 kHz, and hardly
    /// heard below 500 Hz.
    pub const fn notes(self) -> &'static [Note] {
        match self {
            Tune::Move => const { &[note(1047, 30)] },
            Tune::Capture => const { &[note(1047, 30), note(784, 50)] },
            Tune::Check => const { &[note(1568, 60), note(0, 30), note(1568, 60)] },
            Tune::Win => {
                const {
                    &[
                        note(1047, 90),
                        note(1319, 90),
                        note(1568, 90),
                        note(2093, 240),
                    ]
                }
            }
            Tune::Loss => const { &[note(1047, 120), note(880, 120), note(698, 300)] },
            Tune::Lesson => const { &[note(1319, 90), note(1760, 180)] },
        }
    }
}

/// The tune for the last move, or for the end.
fn tune_of(played: &Match) -> Option<Tune> {
    if let Some(finish) = played.finish() {
        return Some(match finish.winner {
            None => Tune::Move,
            Some(winner) if played.person().is_some_and(|you| you != winner) => Tune::Loss,
            Some(_) => Tune::Win,
        });
    }
    let (before, mv) = played.last_move()?;
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
