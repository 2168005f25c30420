//! Scenarios: a text file of presses, waits and expectations, played without a terminal.
//!
//! One command a line; `#` begins a comment. Time passes only in `wait`, `settle` and commands that settle.
//!
//! | command | meaning |
//! |---|---|
//! | `seed N` | switch the device on with these dice and nothing saved; the language is chosen |
//! | `new` | switch the device on with nothing saved; it asks for the language |
//! | `image sound`, `absent`, `damaged` | switch the device on with this in place of the database |
//! | `both languages` | run the rest twice, the second time in kana |
//! | `press A Down B …` | press buttons; `3xDown` presses three times |
//! | `play 2c2b …` | make moves with the pointer |
//! | `choose NAME` | select this entry of the menu, by its English name, and press A |
//! | `point NAME` | select this entry of the menu |
//! | `best N` | up to N times, until the game is over: ask for a hint and accept it |
//! | `alone N` | the same with a best move from another adviser, made with the pointer |
//! | `worst N` | the same with the worst move |
//! | `wait N` | let N ticks pass, in which the device may think |
//! | `settle` | wait until the device has nothing more to do, at most ten minutes |
//! | `cut` | switch the device off and on, with the last saved record |
//! | `damage N` | change byte N of the last saved record |
//! | `later` | give the last saved record a later version |
//! | `foreign` | replace the last saved record by something else |
//! | `snap NAME` | store the picture |
//! | `expect WHAT …` | fail unless this holds; see `expect.rs` |
//! | `pc` | on the chip the scenario ends here |
//!
//! The same scenario can be played on a [`Twin`], the firmware on a chip: every press goes to both
//! devices, and both have to show the same pictures.

mod expect;
pub mod fingers;
pub mod rig;
mod stage;
pub mod trace;
mod twin;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use dobutsu_core::game::Move;
use dobutsu_core::handheld::{Button, Frame, Language, Thinking};
use dobutsu_core::player::{Advice, Adviser, Need};

pub use self::twin::{ImageState, Patience, Twin};

use self::rig::Rig;
use self::stage::Stage;
use super::picture;
use super::thinker::Thinker;
use crate::files::CRC;

/// A picture of a scenario.
pub struct Snap {
    /// Its name, with the language.
    pub name: String,
    /// The screen.
    pub frame: Frame,
}

/// Writes pictures as PNG files into a folder, which is created if it does not exist.
pub fn write_pngs(snaps: &[Snap], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for Snap { name, frame } in snaps {
        picture::write_png(frame, &folder.join(format!("{name}.png")))?;
    }
    Ok(())
}

/// Plays the scenario in a file; the error names the file and the line.
pub fn run_file<'a>(
    file: &Path,
    database: &'a dyn Fn() -> Result<Thinker>,
    twin: Option<&'a mut dyn Twin>,
) -> Result<Vec<Snap>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    run(&text, database, twin).with_context(|| name.to_string())
}

/// Plays a scenario; the error names the line.
pub fn run<'a>(
    text: &str,
    database: &'a dyn Fn() -> Result<Thinker>,
    twin: Option<&'a mut dyn Twin>,
) -> Result<Vec<Snap>> {
    let thinker = database()?;
    let sound = thinker.source();
    let mut stage = Stage {
        rig: Rig::new(None, 1, sound),
        thinking: Thinking::new(thinker),
        image: ImageState::Sound,
        language: Language::English,
        sound,
        snaps: Vec::new(),
        database,
        other: None,
        twin,
    };
    let lines: Vec<(usize, &str)> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .zip(1..)
        .map(|(line, number)| (number, line))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let on_pc = lines.iter().position(|&(_, line)| line == "pc");
    let lines = match (&stage.twin, on_pc) {
        (Some(_), Some(end)) => &lines[..end],
        _ => &lines[..],
    };
    let twice = lines.iter().position(|&(_, line)| line == "both languages");
    let (before, after) = lines.split_at(twice.unwrap_or(lines.len()));
    stage.switch_on_new(1)?;
    stage.go_through(before)?;
    if let Some((_, rest)) = after.split_first() {
        stage.go_through(rest)?;
        stage.change_image(ImageState::Sound)?;
        stage.language = Language::Kana;
        stage.switch_on_new(1)?;
        stage.go_through(rest)?;
    }
    stage.meet()?;
    Ok(stage.snaps)
}

impl Stage<'_> {
    fn go_through(&mut self, lines: &[(usize, &str)]) -> Result<()> {
        for (number, line) in lines {
            let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
            self.perform(command, rest.trim())
                .with_context(|| format!("line {number}: {line}"))?;
        }
        Ok(())
    }

    fn perform(&mut self, command: &str, rest: &str) -> Result<()> {
        if matches!(
            command,
            "seed" | "new" | "image" | "cut" | "damage" | "later" | "foreign"
        ) {
            self.meet()?;
        }
        match command {
            "seed" => self.switch_on_new(rest.parse().context("seed takes a number")?)?,
            "new" => self.switch_on(1, true)?,
            "image" => {
                self.change_image(match rest {
                    "sound" => ImageState::Sound,
                    "absent" => ImageState::Absent,
                    "damaged" => ImageState::Damaged,
                    _ => bail!("no such image"),
                })?;
                self.switch_on(99, false)?;
            }
            "pc" => {}
            "press" => {
                for button in fingers::presses(rest)? {
                    self.press(button)?;
                }
            }
            "play" => {
                for text in rest.split_whitespace() {
                    self.play(text).with_context(|| text.to_owned())?;
                }
            }
            "choose" => {
                self.point(rest)?;
                self.press(Button::A)?;
            }
            "point" => self.point(rest)?,
            "best" => self.repeat(rest, Self::best)?,
            "alone" => self.repeat(rest, Self::alone)?,
            "worst" => self.repeat(rest, Self::worst)?,
            "wait" => {
                for _ in 0..rest.parse().context("wait takes a number of ticks")? {
                    self.rig.tick(&mut self.thinking);
                }
            }
            "settle" => self.settle()?,
            "cut" => self.switch_on(99, false)?,
            "damage" => {
                let place: usize = rest.parse().context("damage takes a number")?;
                let mut record = self.rig.records.last().cloned().unwrap_or_default();
                *record.get_mut(place).context("no such byte was kept")? ^= 0x10;
                self.replace_kept(record)?;
            }
            "later" => {
                let mut record = self.rig.records.last().cloned().unwrap_or_default();
                let end = record.len().saturating_sub(size_of::<u32>());
                *record.get_mut(4).context("nothing was kept")? = u8::MAX;
                record.truncate(end);
                record.extend(CRC.checksum(&record).to_le_bytes());
                self.replace_kept(record)?;
            }
            "foreign" => self.replace_kept(b"something else".to_vec())?,
            "snap" => {
                let frame = self.rig.picture();
                self.compare(&frame, Patience::Long)?;
                let language = expect::name(self.rig.device.settings().language);
                let name = format!("{rest}.{language}");
                if let Some(twin) = &mut self.twin {
                    twin.snapped(&name)?;
                }
                self.snaps.push(Snap { name, frame });
            }
            "expect" => expect::check(&self.rig.device, rest)?,
            _ => bail!("no such command"),
        }
        Ok(())
    }

    fn point(&mut self, name: &str) -> Result<()> {
        // A notice covers the menu.
        while self.rig.device.has_notice() {
            self.press(Button::A)?;
        }
        for _ in 0..12 {
            let entry = self.rig.device.entry().context("there is no menu")?;
            if &*entry == name {
                return Ok(());
            }
            self.press(Button::Down)?;
        }
        Err(anyhow!("the menu has no such entry"))
    }

    /// Calls `act` up to `times` times, until the game is over.
    fn repeat(&mut self, times: &str, act: fn(&mut Self) -> Result<()>) -> Result<()> {
        for _ in 0..times.parse().context("the number of times is missing")? {
            self.settle()?;
            let played = self.rig.device.current_match();
            if played.is_none_or(|played| played.finish().is_some()) {
                break;
            }
            act(self)?;
        }
        self.settle()
    }

    fn best(&mut self) -> Result<()> {
        let puzzle = self.rig.played()?.is_puzzle();
        self.press(Button::B)?;
        self.point(if puzzle { "Show a move" } else { "Hint" })?;
        self.press(Button::A)?;
        self.settle()?;
        self.rig.device.hint().context("there is no hint")?;
        self.press(Button::A)
    }

    fn alone(&mut self) -> Result<()> {
        let advice = self.ask_other(Need::Move)?;
        let best = advice.best().first().context("there is no move")?;
        self.play_move(best.mv)
    }

    fn worst(&mut self) -> Result<()> {
        let advice = self.ask_other(Need::EVERY)?;
        let worst = advice.moves().last().context("there is no move")?;
        self.play_move(worst.mv)
    }

    /// Advice on the position on the board from another adviser than the device's.
    fn ask_other(&mut self, need: Need) -> Result<Advice> {
        let position = self.rig.diagram()?.position;
        let other = match &mut self.other {
            Some(other) => other,
            none => none.insert((self.database)()?),
        };
        Ok(other.ask(position, need)?)
    }

    fn play(&mut self, text: &str) -> Result<()> {
        self.settle()?;
        let mv = self.rig.diagram()?.parse_move(text)?;
        self.play_move(mv)
    }

    fn play_move(&mut self, mv: Move) -> Result<()> {
        for _ in 0..40 {
            let (button, last) = self.rig.towards(mv)?;
            self.press(button)?;
            if last {
                return Ok(());
            }
        }
        Err(anyhow!("the pointer does not reach the move"))
    }
}
