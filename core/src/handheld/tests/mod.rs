//! The device driven by buttons, with a real searcher behind it.

mod changes;
mod lessons;
mod mashing;
mod ram;
mod records;
mod sound;
mod texts;
mod turning;

use std::vec::Vec;

use super::*;
use crate::player::{Dice, SearchAdviser};
use crate::table::OneLevel;

/// A device, its adviser and its last record.
struct Rig {
    device: Handheld,
    thinking: Thinking<SearchAdviser<OneLevel<1024>>>,
    kept: Option<Vec<u8>>,
}

impl Rig {
    fn new(seed: u32) -> Rig {
        Rig {
            device: Handheld::new(None, seed),
            thinking: Thinking::new(SearchAdviser::new(OneLevel::new(), 600)),
            kept: None,
        }
    }

    fn press(&mut self, button: Button) {
        self.device.press(button);
        self.keep();
    }

    fn tick(&mut self) {
        self.device.tick();
        self.keep();
        let _ = self.thinking.step(&mut self.device, 200).unwrap();
        self.keep();
    }

    fn keep(&mut self) {
        if let Some(Request::Save(record)) = self.device.request() {
            self.kept = Some(record.to_vec());
            self.device.saved(true);
        }
    }
}
