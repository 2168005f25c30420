//! The keyboard, read apart from everything else.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use dobutsu_core::handheld::Button;

/// What comes from the terminal, by way of a thread of its own.
///
/// crossterm does not return from a read of a terminal that was closed meanwhile: it tries again
/// for ever. So it is never waited for; the thread ends with the program.
pub(crate) struct Keys(Receiver<Event>);

impl Keys {
    /// Listens from now on.
    pub(crate) fn listen() -> Keys {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            while let Ok(event) = event::read() {
                if sender.send(event).is_err() {
                    break;
                }
            }
        });
        Keys(receiver)
    }

    /// The next event, if there is one before patience is at an end.
    pub(crate) fn next(&self, patience: Duration) -> Option<Event> {
        match self.0.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                // Nothing more will come; time passes all the same.
                thread::sleep(patience);
                None
            }
        }
    }
}

/// What a key means.
pub(crate) enum Pressed {
    Button(Button),
    Quit,
    Nothing,
}

/// Reads a key; a release means nothing.
pub(crate) fn pressed(key: KeyEvent) -> Pressed {
    if key.kind == KeyEventKind::Release {
        return Pressed::Nothing;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Pressed::Button(match key.code {
        KeyCode::Char('c' | 'd') if control => return Pressed::Quit,
        KeyCode::Char('q') => return Pressed::Quit,
        KeyCode::Up | KeyCode::Char('k') => Button::Up,
        KeyCode::Down | KeyCode::Char('j') => Button::Down,
        KeyCode::Left | KeyCode::Char('h') => Button::Left,
        KeyCode::Right | KeyCode::Char('l') => Button::Right,
        KeyCode::Enter | KeyCode::Char(' ' | 'a') => Button::A,
        KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('b') => Button::B,
        _ => return Pressed::Nothing,
    })
}
