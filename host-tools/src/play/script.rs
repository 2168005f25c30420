//! Scenarios: a text file of presses, waits and expectations, played without a terminal.
//!
//! One command a line; `#` begins a comment. Time passes only where the scenario says so.
//!
//! | command | meaning |
//! |---|---|
//! | `seed N` | switch the device on anew, with these dice and nothing kept |
//! | `source search`, `building`, `database`, `damaged` | say where advice comes from |
//! | `language kana` | change the language through the menus, from the title |
//! | `press A Down B …` | press buttons; `3xDown` presses three times |
//! | `play 2c2b …` | make moves with the pointer, by as many presses as it takes |
//! | `wait N` | let N ticks pass, thinking as it goes |
//! | `settle` | wait until the device has nothing more to do, at most a minute |
//! | `cut` | cut the power: a new device gets what was last kept |
//! | `damage N` | change byte N of what was last kept |
//! | `foreign` | replace what was last kept by something else |
//! | `snap NAME` | remember the picture |
//! | `expect WHAT …` | fail unless it is so; see [`expect`](self::expect) |

mod expect;
mod fingers;

use anyhow::{Context, Result, anyhow, bail, ensure};
use dobutsu_core::handheld::{
    Button, Frame, Handheld, Language, Request, Screen, Source, Thinking,
};

use super::thinker::Thinker;

/// A picture that a scenario asked for.
pub struct Snap {
    /// Its name, with the language.
    pub name: String,
    /// The screen.
    pub frame: Frame,
}

/// The device under a scenario.
struct Stage {
    device: Handheld,
    thinking: Thinking<Thinker>,
    kept: Option<Vec<u8>>,
    snaps: Vec<Snap>,
}

/// Plays a scenario; the error names the line.
pub fn run(text: &str) -> Result<Vec<Snap>> {
    let mut stage = Stage {
        device: Handheld::new(None, 1),
        thinking: Thinking::new(Thinker::searching()),
        kept: None,
        snaps: Vec::new(),
    };
    stage.device.set_source(Source::Database);
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some((command, rest)) = line
            .split_once(' ')
            .or((!line.is_empty()).then_some((line, "")))
        {
            stage
                .perform(command, rest.trim())
                .with_context(|| format!("line {number}: {line}"))?;
        }
    }
    Ok(stage.snaps)
}

impl Stage {
    fn perform(&mut self, command: &str, rest: &str) -> Result<()> {
        match command {
            "seed" => {
                self.kept = None;
                self.switch_on(rest.parse().context("a seed is a number")?);
            }
            "source" => self.device.set_source(match rest {
                "database" => Source::Database,
                "search" => Source::Search,
                "building" => Source::Building,
                "damaged" => Source::Damaged,
                _ => bail!("no such source"),
            }),
            "language" => {
                for button in fingers::presses("A 2xUp A Right B B")? {
                    self.press(button);
                }
            }
            "press" => {
                for button in fingers::presses(rest)? {
                    self.press(button);
                }
            }
            "play" => {
                for text in rest.split_whitespace() {
                    self.play(text).with_context(|| text.to_owned())?;
                }
            }
            "wait" => {
                for _ in 0..rest.parse().context("wait takes a number of ticks")? {
                    self.tick();
                }
            }
            "settle" => self.settle()?,
            "cut" => self.switch_on(99),
            "damage" => {
                let place: usize = rest.parse().context("damage takes a number")?;
                let byte = self.kept.as_mut().and_then(|kept| kept.get_mut(place));
                *byte.context("no such byte was kept")? ^= 0x10;
            }
            "foreign" => self.kept = Some(b"something else".to_vec()),
            "snap" => {
                let mut frame = Frame::new();
                self.device.draw(&mut frame)?;
                let language = match self.device.settings().language {
                    Language::English => "english",
                    Language::Kana => "kana",
                };
                let name = format!("{rest}.{language}");
                self.snaps.push(Snap { name, frame });
            }
            "expect" => expect::check(&self.device, rest)?,
            _ => bail!("no such command"),
        }
        Ok(())
    }

    fn switch_on(&mut self, seed: u32) {
        self.device = Handheld::new(self.kept.as_deref(), seed);
        self.device.set_source(Source::Database);
    }

    fn press(&mut self, button: Button) {
        self.device.press(button);
        self.keep();
    }

    fn tick(&mut self) {
        self.device.tick();
        self.keep();
        // A tick's worth of thinking; the search reports no error.
        let _ = self.thinking.step(&mut self.device, 5_000);
        self.keep();
    }

    fn keep(&mut self) {
        if let Some(Request::Save(record)) = self.device.request() {
            self.kept = Some(record.to_vec());
            self.device.saved(true);
        }
    }

    fn settle(&mut self) -> Result<()> {
        for _ in 0..20 * 60 {
            self.tick();
            let thinks = matches!(self.device.request(), Some(Request::Think(_)));
            let moves = matches!(self.device.screen(), Screen::Board(_))
                && !self.device.has_notice()
                && self.device.bout().is_some_and(|bout| bout.awaits_device());
            if !thinks && !moves {
                return Ok(());
            }
        }
        Err(anyhow!("the device is still busy after a minute"))
    }

    fn play(&mut self, text: &str) -> Result<()> {
        self.settle()?;
        let bout = self.device.bout().context("there is no game")?;
        let mv = bout.diagram().parse_move(text)?;
        for _ in 0..40 {
            let Screen::Board(pointer) = self.device.screen() else {
                bail!("the board is not on the screen");
            };
            let bout = self.device.bout().context("there is no game")?;
            ensure!(bout.awaits_person(), "it is not a person's turn");
            let upright = bout.diagram().side == bout.bottom();
            let (button, last) = fingers::towards(pointer, mv, upright);
            self.press(button);
            if last {
                return Ok(());
            }
        }
        Err(anyhow!("the pointer does not get there"))
    }
}
