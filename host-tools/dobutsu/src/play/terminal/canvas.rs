//! The terminal as a display: taken over when opened, given back at every end.

use std::io::{Stdout, Write, stdout};
use std::panic;

use anyhow::Result;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::{Color, Print, ResetColor, SetForegroundColor};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, SetTitle,
};
use crossterm::{execute, queue};
use dobutsu_core::handheld::Frame;

use crate::play::picture::{Dots, rows};

/// The keys, under the device.
const KEYS: &str = "arrows  Enter = A  Esc = B  q = quit";

/// What is to be seen.
pub(crate) struct Scene<'a> {
    /// The device's display.
    pub(crate) frame: &'a Frame,
    /// The line under it.
    pub(crate) status: &'a str,
    /// Lines beside it, or below if there is no room; the last ones matter most.
    pub(crate) notes: &'a [String],
}

/// The terminal while the device is on it.
pub(crate) struct Canvas {
    out: Stdout,
    size: (u16, u16),
    /// The lines on the terminal, so that only changed ones are written again.
    lines: Vec<String>,
}

impl Canvas {
    /// Takes the terminal over.
    pub(crate) fn open() -> Result<Canvas> {
        let canvas = Canvas {
            out: stdout(),
            size: terminal::size()?,
            lines: Vec::new(),
        };
        // A panic would print its message onto the alternate screen, where it is lost.
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        take_over()?;
        Ok(canvas)
    }

    /// Gives the terminal back and stops the program, as Ctrl-Z does elsewhere; takes the terminal over
    /// again when the program is continued.
    pub(crate) fn suspend(&mut self) -> Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.lines.clear();
        take_over()
    }

    /// The terminal may have changed its size. crossterm's events do not always tell: of a key and a new
    /// size that come at the same moment it passes on the key alone. A terminal that has gone has none.
    fn measure(&mut self) {
        if let Ok(window) = terminal::window_size()
            && (window.columns, window.rows) != self.size
        {
            self.size = (window.columns, window.rows);
            self.lines.clear();
        }
    }

    /// Shows the device, or asks for room.
    pub(crate) fn show(&mut self, scene: &Scene<'_>) -> Result<()> {
        self.measure();
        let lines = match dots_for(self.size) {
            Some(dots) => annotated(picture(scene, dots), scene.notes, self.size),
            None => plea(self.size),
        };
        if lines == self.lines {
            return Ok(());
        }
        queue!(self.out, BeginSynchronizedUpdate)?;
        if lines.len() != self.lines.len() {
            self.lines.clear();
            queue!(self.out, Clear(ClearType::All))?;
        }
        // In the middle, if there is room to spare.
        let height = lines.len() as u16;
        let top = self.size.1.saturating_sub(height) / 2;
        let width = lines.iter().map(|line| line.chars().count()).max();
        let width = width.unwrap_or_default() as u16;
        let left = self.size.0.saturating_sub(width) / 2;
        for (row, line) in (top..).zip(&lines) {
            if self.lines.get(usize::from(row - top)) != Some(line) {
                queue!(
                    self.out,
                    MoveTo(left, row),
                    SetForegroundColor(Color::White),
                    Print(line),
                    ResetColor,
                    Clear(ClearType::UntilNewLine)
                )?;
            }
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.out.flush()?;
        self.lines = lines;
        Ok(())
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> Result<()> {
    terminal::enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, SetTitle("dobutsu"), Hide)?;
    Ok(())
}

/// Leaves the terminal as it was found. Nothing can be done if even that fails.
fn give_back() {
    let _ = execute!(stdout(), ResetColor, Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// Columns and rows that the device takes with its frame and two lines of text.
fn needed(dots: Dots) -> (u16, u16) {
    let (columns, rows) = dots.size();
    (columns + 2, rows + 4)
}

/// The largest way to show the device that fits.
fn dots_for((columns, rows): (u16, u16)) -> Option<Dots> {
    [Dots::HalfBlocks, Dots::Braille].into_iter().find(|&dots| {
        let (width, height) = needed(dots);
        columns >= width && rows >= height
    })
}

/// The least columns that notes are put beside the device for.
const NOTES: usize = 40;

/// The lines of the device with the last notes beside it or below.
fn annotated(mut lines: Vec<String>, notes: &[String], (columns, rows): (u16, u16)) -> Vec<String> {
    if notes.is_empty() {
        return lines;
    }
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let width = lines.iter().map(|line| line.chars().count()).max();
    let beside = columns.saturating_sub(width.unwrap_or_default() + 2);
    let last = |count: usize| &notes[notes.len().saturating_sub(count)..];
    let cut = |note: &str, width: usize| -> String { note.chars().take(width).collect() };
    if beside >= NOTES {
        let notes = last(lines.len());
        for (row, line) in lines.iter_mut().enumerate() {
            let note = notes.get(row).map_or("", String::as_str);
            *line = format!("{line}  {:beside$}", cut(note, beside));
        }
    } else {
        let below = rows - lines.len();
        let notes = last(below);
        lines.extend((0..below).map(|row| {
            let note = notes.get(row).map_or("", String::as_str);
            format!("{:columns$}", cut(note, columns))
        }));
    }
    lines
}

fn picture(scene: &Scene<'_>, dots: Dots) -> Vec<String> {
    let width = usize::from(dots.size().0);
    let mut lines = vec![format!("╭{}╮", "─".repeat(width))];
    lines.extend(rows(scene.frame, dots).map(|row| format!("│{row}│")));
    lines.push(format!("╰{}╯", "─".repeat(width)));
    for text in [KEYS, scene.status] {
        let text: String = text.chars().take(width + 2).collect();
        lines.push(format!("{text:^wide$}", wide = width + 2));
    }
    lines
}

fn plea((columns, rows): (u16, u16)) -> Vec<String> {
    let (width, height) = needed(Dots::Braille);
    let sentences = [
        format!("The handheld needs {width}x{height}."),
        format!("This terminal has {columns}x{rows} characters."),
        "Enlarge it, or press q.".to_owned(),
    ];
    let mut lines = Vec::new();
    for sentence in &sentences {
        lines.extend(wrapped(sentence, usize::from(columns)));
    }
    lines.truncate(usize::from(rows));
    lines
}

/// A sentence in lines of at most `columns` characters, broken between words.
fn wrapped(sentence: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.chars().take(columns).collect()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plea_is_readable_in_a_small_window() {
        let lines = plea((30, 8));
        assert!(lines.iter().all(|line| line.chars().count() <= 30));
        assert_eq!(
            lines,
            [
                "The handheld needs 66x20.",
                "This terminal has 30x8",
                "characters.",
                "Enlarge it, or press q.",
            ]
        );
        assert_eq!(plea((5, 2)), ["The", "handh"]);
    }
}
