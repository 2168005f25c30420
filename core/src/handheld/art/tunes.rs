//! What the device plays on its buzzer: a few notes for everything a player should hear.

/// A tone of a frequency, or a rest of 0 Hz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The frequency; 0 is silence.
    pub hertz: u16,
    /// How long it sounds.
    pub millis: u16,
}

const fn note(hertz: u16, millis: u16) -> Note {
    Note { hertz, millis }
}

/// What has happened, as the buzzer says it.
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
