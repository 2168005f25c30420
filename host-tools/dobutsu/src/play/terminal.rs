//! The device in the terminal: keys in, characters out, and a restored screen at every end.

pub(crate) mod canvas;
pub(crate) mod keys;

use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail, ensure};
use dobutsu_core::handheld::{
    Frame, Handheld, Language, Match, Reason, Request, Source, TICKS_PER_SECOND, Thinking,
    check_record,
};
use dobutsu_core::player::Kifu;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

use self::canvas::{Canvas, Scene};
use self::keys::{Keys, Pressed};
use super::storage::Storage;
use super::thinker::Thinker;
use crate::files;
use crate::review::files::write_kif;

const TICK: Duration = Duration::from_millis(1000 / TICKS_PER_SECOND as u64);

/// Positions searched between two readings of the keyboard: a few milliseconds.
const SLICE: u32 = 2_000;

/// Opens the device, until the player leaves or a signal ends the program.
pub fn run(storage: Storage, thinker: Thinker, kif: Option<&Path>) -> Result<()> {
    ensure_terminal("playing")?;
    if let Some(path) = kif {
        files::ensure_writable(path)?;
    }
    let record = storage.read()?;
    // The device starts with nothing saved and reports why. The file is kept for another version.
    let refused = record
        .as_deref()
        .and_then(|record| check_record(record).err());
    let remark = match refused {
        Some(error) => format!("{error}; it is now {}", storage.set_aside()?.display()),
        None => String::new(),
    };
    let ended = Ended::register()?;
    let source = thinker.source();
    let mut player = Player {
        device: Handheld::new(record.as_deref(), seed()),
        thinking: Thinking::new(thinker),
        storage,
        remark,
        unsaved: false,
    };
    player.device.set_source(source);
    if let (None, Some(language)) = (&record, language()) {
        player.device.set_language(language);
    }
    let mut canvas = Canvas::open()?;
    let keys = Keys::listen();
    let mut next_tick = Instant::now() + TICK;
    while !ended.has_come() {
        player.show(&mut canvas)?;
        let busy = player.think();
        let patience = if busy {
            Duration::ZERO
        } else {
            next_tick.saturating_duration_since(Instant::now())
        };
        match keys.next(patience) {
            Pressed::Button(button) => player.device.press(button),
            Pressed::Quit => break,
            Pressed::Suspend => canvas.suspend()?,
            Pressed::Nothing => {}
        }
        if Instant::now() >= next_tick {
            player.device.tick();
            // Ticks missed while the computer was suspended are dropped.
            next_tick = (next_tick + TICK).max(Instant::now());
        }
        player.keep();
    }
    player.keep();
    drop(canvas);
    if let (Some(path), Some(game)) = (kif, player.device.current_match()) {
        write_kif(path, &written(game).kif().to_string())?;
    }
    match player.unsaved {
        true => bail!("the game is not saved: {}", player.remark),
        false => Ok(()),
    }
}

/// The language of the person, by the locale; `None` if the locale is not set.
fn language() -> Option<Language> {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let values = names.iter().filter_map(|name| std::env::var(name).ok());
    let locale = values.into_iter().find(|value| !value.is_empty())?;
    match locale.starts_with("ja") {
        true => Some(Language::Kana),
        false => Some(Language::English),
    }
}

/// The match as a kifu, without names.
fn written(game: &Match) -> Kifu<'static> {
    let closing = match game.finish() {
        Some(finish) if finish.reason == Reason::Resigned => Some("投了"),
        _ => None,
    };
    Kifu {
        closing,
        ..Kifu::new(game.game().clone())
    }
}

/// Returns an error unless there is a terminal.
pub(crate) fn ensure_terminal(doing: &str) -> Result<()> {
    ensure!(
        is_there(),
        "{doing} needs a terminal; --script FILE plays a scenario without one"
    );
    ensure!(
        std::env::var_os("TERM").is_none_or(|name| name != "dumb"),
        "{doing} needs a terminal that can place characters, and TERM says it is dumb; \
         --script FILE plays a scenario without one"
    );
    Ok(())
}

/// Whether there is an open terminal.
fn is_there() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Whether a signal has ended the program.
pub(crate) struct Ended(Arc<AtomicBool>);

impl Ended {
    /// Handles the signals from now on.
    pub(crate) fn register() -> Result<Ended> {
        let ended = Arc::new(AtomicBool::new(false));
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        Ok(Ended(ended))
    }

    /// Whether a signal has come, or the terminal was closed without one.
    pub(crate) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) || !is_there()
    }
}

struct Player {
    device: Handheld,
    thinking: Thinking<Thinker>,
    storage: Storage,
    /// What the device itself does not show, such as why saving failed.
    remark: String,
    /// Whether the last record could not be written.
    unsaved: bool,
}

impl Player {
    fn show(&self, canvas: &mut Canvas) -> Result<()> {
        let mut frame = Frame::new();
        self.device.draw(&mut frame);
        canvas.show(&Scene {
            frame: &frame,
            status: &self.status(),
            notes: &[],
        })
    }

    /// Thinks for one slice if the device requests it. Returns whether there is more to do.
    fn think(&mut self) -> bool {
        if self.thinking.step(&mut self.device, SLICE).is_err() {
            self.device.set_source(Source::Damaged);
            self.thinking.replace(Thinker::searching());
        }
        matches!(self.device.request(), Some(Request::Think(..)))
    }

    fn keep(&mut self) {
        if let Some(Request::Update) = self.device.request() {
            self.device.refuse_update();
        }
        if let Some(Request::Save(record)) = self.device.request() {
            let kept = self.storage.write(record);
            self.unsaved = kept.is_err();
            self.device.saved(kept.is_ok());
            self.remark = kept.map_or_else(|error| format!("{error:#}"), |()| String::new());
        }
    }

    /// The line under the device.
    fn status(&self) -> String {
        if !self.remark.is_empty() {
            return self.remark.clone();
        }
        if self.device.is_asleep() {
            return "asleep: press a key".to_owned();
        }
        String::new()
    }
}

/// A seed that differs in every run.
pub(crate) fn seed() -> u32 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    time.map_or(1, |time| time.as_micros() as u32)
}
