//! The keyboard, read in a thread of its own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use dobutsu_core::handheld::Button;

/// The keys of the terminal, read in another thread.
///
/// crossterm does not return from a read of a terminal that was closed meanwhile: it tries again
/// for ever. The thread is therefore never joined; it ends with the program.
pub(crate) struct Keys(Receiver<Pressed>);

impl Keys {
    /// Starts the thread.
    pub(crate) fn listen() -> Keys {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            while let Ok(event) = event::read() {
                // A new size of the terminal ends the wait as well.
                let pressed = event.as_key_event().map_or(Pressed::Nothing, pressed);
                if sender.send(pressed).is_err() {
                    break;
                }
            }
        });
        Keys(receiver)
    }

    /// The next key, if one is pressed within this time.
    pub(crate) fn next(&self, timeout: Duration) -> Pressed {
        self.0.recv_timeout(timeout).unwrap_or_else(|error| {
            if error == RecvTimeoutError::Disconnected {
                thread::sleep(timeout);
            }
            Pressed::Nothing
        })
    }
}

/// The meaning of a key.
pub(crate) enum Pressed {
    Button(Button),
    Quit,
    Suspend,
    Nothing,
}

/// Each button and its keys, by their names in browsers: the page reads this list too.
const KEYS: &str = include_str!("keys.txt");

/// The button that a key stands for.
fn button(key: &str) -> Option<Button> {
    let line = KEYS
        .lines()
        .find(|line| line.split(' ').skip(1).any(|name| name == key))?;
    Button::ALL
        .into_iter()
        .find(|button| line.split(' ').next() == Some(&format!("{button:?}")))
}

/// The meaning of a key event; a release has none.
fn pressed(key: KeyEvent) -> Pressed {
    if key.kind == KeyEventKind::Release {
        return Pressed::Nothing;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let found = match key.code {
        KeyCode::Char('c' | 'd') if control => return Pressed::Quit,
        KeyCode::Char('z') if control => return Pressed::Suspend,
        KeyCode::Char('q') => return Pressed::Quit,
        KeyCode::Up => button("ArrowUp"),
        KeyCode::Down => button("ArrowDown"),
        KeyCode::Left => button("ArrowLeft"),
        KeyCode::Right => button("ArrowRight"),
        KeyCode::Enter => button("Enter"),
        KeyCode::Esc => button("Escape"),
        KeyCode::Backspace => button("Backspace"),
        KeyCode::Char(' ') => button("Space"),
        KeyCode::Char(letter) => button(letter.encode_utf8(&mut [0; 4])),
        _ => None,
    };
    found.map_or(Pressed::Nothing, Pressed::Button)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_has_keys_of_its_own() {
        for button in Button::ALL {
            let name = format!("{button:?}");
            let lines = KEYS.lines().map(|line| line.split_once(' '));
            let mut keys = lines.filter_map(|line| line.filter(|(first, _)| *first == name));
            let (_, keys) = keys.next().unwrap();
            for key in keys.split(' ') {
                assert_eq!(super::button(key), Some(button), "{key}");
            }
        }
        assert_eq!(KEYS.lines().count(), Button::ALL.len());
    }
}
