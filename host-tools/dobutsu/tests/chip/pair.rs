//! An emulated chip and a device on the PC that receive the same presses and must show the same pictures.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu::image::ImageFile;
use dobutsu::play::script::{fingers, rig::Rig};
use dobutsu::play::thinker::Thinker;
use dobutsu_core::game::{Move, Position};
use dobutsu_core::handheld::{Button, Seat, Settings, Source, Thinking};
use dobutsu_core::player::{Adviser, Dice, Level, SHARE, SearchAdviser, SearchTable};

use crate::common;
use crate::common::golden::text;

pub(crate) const MILLI: Duration = Duration::from_millis(1);
pub(crate) const SECOND: Duration = Duration::from_secs(1);
/// A press is on the display well before this, even if a slow flash erases two sectors meanwhile.
pub(crate) const SOON: Duration = SECOND;
/// Longer than anything the device thinks about.
pub(crate) const LATE: Duration = Duration::from_secs(60);
/// The time for which a finger stays on a button.
pub(crate) const FINGER: Duration = Duration::from_millis(30);

/// A board with a cable to a computer.
pub(crate) const PLUGGED: Board = Board {
    usb: true,
    ..Board::KIND
};
/// A board on a battery.
pub(crate) const BATTERY: Board = Board {
    volts: 3.9,
    ..Board::KIND
};

/// The value in an `Option`; `None` ends the test, which has printed the reason.
macro_rules! or_skip {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return,
        }
    };
}
pub(crate) use or_skip;

/// The file that a variable names; prints if there is none.
pub(crate) fn named_file(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).map(PathBuf::from);
    if path.is_none() {
        println!("skipped: {variable} is not set");
    }
    path
}

/// The linked firmware, if there is one and Node.js to emulate it.
pub(crate) fn firmware() -> Option<PathBuf> {
    named_file("DOBUTSU_FIRMWARE").filter(|_| has_node())
}

pub(crate) fn has_node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no Node.js to emulate the chip with");
    }
    found
}

/// A chip with this firmware, switched off, with the database of this source in its flash; its cache is
/// modelled on request. Its dice depend on the seed alone.
pub(crate) fn chip_with(firmware: &Path, board: Board, cache: bool, source: Source) -> Chip {
    let mut chip = Chip::new(firmware, board, cache).expect("the emulator starts");
    chip.fix_moment().unwrap();
    if let Some(image) = image(source) {
        let region = chip.database().unwrap();
        chip.flash_file(region, &image).unwrap();
    }
    chip
}

/// A chip on this board.
pub(crate) fn chip(board: Board, source: Source) -> Option<Chip> {
    Some(chip_with(&firmware()?, board, false, source))
}

/// A chip whose cycles are counted with its cache misses.
pub(crate) fn measured_chip(board: Board, source: Source) -> Option<Chip> {
    Some(chip_with(&firmware()?, board, true, source))
}

/// The file with the database of this source.
pub(crate) fn image(source: Source) -> Option<PathBuf> {
    match source {
        Source::Database => Some(common::image_path()),
        _ => None,
    }
}

/// The adviser of a device with this source.
pub(crate) fn thinker(source: Source) -> anyhow::Result<Thinker> {
    match image(source) {
        Some(image) => Thinker::probing(ImageFile::read(&image)?),
        None => Ok(Thinker::searching()),
    }
}

/// The chip and the device beside it.
pub(crate) struct Pair {
    pub(crate) chip: Chip,
    pub(crate) rig: Rig,
    pub(crate) source: Source,
    /// The thinking of the device on the PC, made on first use.
    thinking: Option<Thinking<Thinker>>,
}

impl Pair {
    /// This chip and a new device.
    pub(crate) fn of(chip: Chip, source: Source) -> Pair {
        Pair {
            chip,
            rig: Rig::new(None, 1, source),
            source,
            thinking: None,
        }
    }

    /// A chip on this board and a new device, switched on.
    pub(crate) fn on(board: Board, source: Source) -> Option<Pair> {
        Some(Pair::started(chip(board, source)?, source))
    }

    /// This chip and a new device, switched on.
    pub(crate) fn started(chip: Chip, source: Source) -> Pair {
        let mut pair = Pair::of(chip, source);
        pair.switch_on(None, 1);
        pair
    }

    /// Switches both on, the device with this record, which is the one in the chip's flash.
    pub(crate) fn switch_on(&mut self, record: Option<&[u8]>, seed: u32) {
        self.chip.switch_on(seed).unwrap();
        self.restart(record, seed);
        self.meet(SOON);
    }

    /// Replaces only the device on the PC by one with this record.
    pub(crate) fn restart(&mut self, record: Option<&[u8]>, seed: u32) {
        self.rig = Rig::new(record, seed, self.source);
    }

    /// Waits until the chip shows what the device shows.
    ///
    /// # Panics
    /// If it does not within this time.
    pub(crate) fn meet(&mut self, limit: Duration) {
        let wanted = self.rig.picture();
        let same = self.chip.run_until(&wanted, limit).unwrap();
        let shown = self.chip.picture().unwrap();
        assert!(
            same,
            "wanted:\n{}\nshown:\n{}\n{:#?}",
            text(&wanted),
            text(&shown),
            self.chip.take_log()
        );
    }

    /// Presses these buttons (`A 2xDown`), each once both show the same.
    pub(crate) fn press(&mut self, buttons: &str) {
        for button in fingers::presses(buttons).unwrap() {
            self.press_button(button, SOON);
        }
    }

    /// Presses a button and waits until both show the same.
    pub(crate) fn press_button(&mut self, button: Button, limit: Duration) {
        self.begin_press(button);
        self.meet(limit);
        self.chip.run(2 * FINGER).unwrap();
    }

    /// Presses a button on both.
    pub(crate) fn begin_press(&mut self, button: Button) {
        self.chip.press(button, FINGER).unwrap();
        self.rig.press(button);
    }

    /// Presses A until a menu is shown without a notice.
    pub(crate) fn menu(&mut self) {
        while self.rig.device.has_notice() || self.rig.device.entry().is_none() {
            self.press("A");
        }
    }

    /// Presses A at each of these menu entries.
    pub(crate) fn choose(&mut self, names: &[&str]) {
        for name in names {
            self.point(name);
            self.press("A");
        }
    }

    /// Selects this menu entry. A new device first asks for the language.
    pub(crate) fn point(&mut self, name: &str) {
        self.menu();
        if self.rig.device.entry().as_deref() == Some("English") && name != "English" {
            self.press("A");
        }
        for _ in 0..10 {
            if self.rig.device.entry().as_deref() == Some(name) {
                return;
            }
            self.press("Down");
        }
        panic!("the menu has no entry {name}");
    }

    /// Presses a button at this menu entry until the settings are as wanted.
    pub(crate) fn set(
        &mut self,
        name: &str,
        button: Button,
        is_wanted: impl Fn(&Settings) -> bool,
    ) {
        self.point(name);
        while !is_wanted(&self.rig.device.settings()) {
            self.press_button(button, SOON);
        }
    }

    /// Starts a game, in which the person moves first.
    pub(crate) fn new_game(&mut self) {
        self.choose(&["New game", "Start"]);
    }

    /// Prepares a game between two people; `Start` is selected.
    pub(crate) fn set_up_game_of_two(&mut self) {
        self.choose(&["New game"]);
        let is_pair = |settings: &Settings| settings.seat == Seat::Pair;
        self.set("You play", Button::Right, is_pair);
        self.point("Start");
    }

    /// Makes a move, and waits until both show the same.
    pub(crate) fn play(&mut self, mv: Move) {
        let last = self.prepare(mv);
        self.press_button(last, SOON);
    }

    /// Presses all buttons of a move but the last, and returns that one.
    pub(crate) fn prepare(&mut self, mv: Move) -> Button {
        loop {
            let (button, last) = self.rig.towards(mv).unwrap();
            if last {
                return button;
            }
            self.press_button(button, SOON);
        }
    }

    /// The position of the match.
    pub(crate) fn position(&self) -> Position {
        self.rig.played().unwrap().diagram().position
    }

    /// A random legal move; `None` if it is not a person's turn.
    pub(crate) fn any_move(&self, dice: &mut Dice) -> Option<Move> {
        let played = self.rig.played().ok();
        let played = played.filter(|played| played.awaits_person())?;
        let moves = played.diagram().position.moves();
        moves.get(dice.below(moves.len())).copied()
    }

    /// Lets the device on the PC think and move until it is a person's turn.
    pub(crate) fn settle(&mut self) {
        let new = || Thinking::new(thinker(self.source).unwrap());
        let thinking = self.thinking.get_or_insert_with(new);
        if let Err(error) = self.rig.settle(thinking) {
            panic!("{error}:\n{}", text(&self.rig.picture()));
        }
    }

    /// The record that the device has saved last.
    pub(crate) fn record(&self) -> Vec<u8> {
        self.rig.records.last().cloned().expect("a saved record")
    }
}

/// Panics on faults, resets and errors in the log.
pub(crate) fn assert_healthy(chip: &mut Chip) {
    let events = chip.take_events();
    assert!(events.is_empty(), "{events:?}");
    let lines = chip.take_log();
    let error = lines.iter().find(|line| line.level == "error");
    assert!(error.is_none(), "{error:?}");
    let unerased = chip.counters().unwrap().unerased;
    assert_eq!(unerased, 0, "bytes programmed without erasing them first");
}

/// The number of lines logged since the last call that contain this text.
pub(crate) fn logged(chip: &mut Chip, text: &str) -> usize {
    let lines = chip.take_log();
    let with_text = lines.iter().filter(|line| line.message.contains(text));
    with_text.count()
}

/// Whether the chip has restarted as a drive since the last call.
pub(crate) fn has_become_drive(chip: &mut Chip) -> bool {
    let calls = chip.state().unwrap().calls;
    calls.iter().any(|call| call == "UB")
}

/// A person's moves: those of a level that searches.
pub(crate) struct Person {
    level: Level,
    adviser: SearchAdviser<SearchTable>,
    dice: Dice,
}

impl Person {
    pub(crate) fn new(level: u8, seed: u32) -> Person {
        Person {
            level: Level::new(level).unwrap(),
            adviser: SearchAdviser::new(SearchTable::default(), SHARE),
            dice: Dice::new(seed),
        }
    }

    pub(crate) fn choose(&mut self, position: Position) -> Move {
        let need = self.level.need(position, self.dice);
        let advice = self.adviser.ask(position, need).unwrap();
        self.level.choose(&advice, &mut self.dice).unwrap()
    }
}
