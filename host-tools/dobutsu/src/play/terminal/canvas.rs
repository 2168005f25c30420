//! The terminal as a display: taken over when opened, restored at every end.

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

/// What the terminal shows.
pub(crate) struct Scene<'a> {
    /// The device's display.
    pub(crate) frame: &'a Frame,
    /// The line under it.
    pub(crate) status: &'a str,
    /// Lines beside it, or below if there is no room. Only the last ones are shown if there are too many.
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
            restore();
            before(panic);
        }));
        take_over()?;
        Ok(canvas)
    }

    /// Restores the terminal and stops the program, as Ctrl-Z does elsewhere; takes the terminal over
    /// again when the program is continued.
    pub(crate) fn suspend(&mut self) -> Result<()> {
        restore();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.lines.clear();
        take_over()
    }

    /// Reads the size of the terminal. crossterm's events are not sufficient: of a key and a new size that
    /// arrive together it reports only the key. A closed terminal has no size.
    fn measure(&mut self) {
        if let Ok(window) = terminal::window_size()
            && (window.columns, window.rows) != self.size
        {
            self.size = (window.columns, window.rows);
            self.lines.clear();
        }
    }

    /// Shows the device, or asks for a larger window.
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
        // In the middle of the terminal.
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
        restore();
    }
}

fn take_over() -> Result<()> {
    terminal::enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, SetTitle("dobutsu"), Hide)?;
    Ok(())
}

/// Restores the terminal. Errors are ignored, because nothing can be done about them.
fn restore() {
    let _ = execute!(stdout(), ResetColor, Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// Columns and rows of the device with its frame and two lines of text.
fn needed(dots: Dots) -> (u16, u16) {
    let (columns, rows) = dots.size();
    (columns + 2, rows + 4)
}

/// The characters with which the device is largest; `None` if it does not fit.
fn dots_for((columns, rows): (u16, u16)) -> Option<Dots> {
    [Dots::HalfBlocks, Dots::Braille].into_iter().find(|&dots| {
        let (width, height) = needed(dots);
        columns >= width && rows >= height
    })
}

/// Notes are shown beside the device if there are at least this many columns for them.
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
        let text = cut(text, width + 2);
        lines.push(format!("{text:^wide$}", wide = width + 2));
    }
    lines
}

/// What is shown in a window that is too small.
fn plea((columns, rows): (u16, u16)) -> Vec<String> {
    let (width, height) = needed(Dots::Braille);
    let lines = [
        format!("The handheld needs {width}x{height}."),
        format!("This terminal has {columns}x{rows}."),
        "Enlarge it, or press q.".to_owned(),
    ];
    let lines = lines.iter().map(|line| cut(line, columns.into()));
    lines.take(rows.into()).collect()
}

/// The beginning of a text.
fn cut(text: &str, columns: usize) -> String {
    text.chars().take(columns).collect()
}
