//! Every scenario, with every picture the same on the chip.

use std::fs;
use std::path::{Path, PathBuf};

use dobutsu::emulate::chip::Board;
use dobutsu::emulate::twin::ChipTwin;
use dobutsu::parallel::map;
use dobutsu::play::script;
use dobutsu_core::handheld::Source;

use crate::common::golden::{Golden, text};
use crate::pair::{chip_with, firmware, or_skip, thinker};
use crate::{common, figures, log};

/// Plays a scenario on the chip, and compares its pictures with the stored ones.
fn replay(file: &Path) {
    let firmware = or_skip!(firmware());
    let name = file.display();
    let scenario = fs::read_to_string(file).unwrap();
    // The cycles for drawing every screen are counted as well.
    let is_measured = file.ends_with("every-screen.txt");
    let chip = chip_with(&firmware, Board::KIND, is_measured, Source::Search);
    let mut twin = ChipTwin::new(chip, common::image_path()).unwrap();
    let database = || thinker(Source::Database);
    let snaps = match script::run(&scenario, &database, Some(&mut twin)) {
        Ok(snaps) => snaps,
        Err(error) => {
            for snap in &twin.different {
                println!("{}:\n{}", snap.name, text(&snap.frame));
            }
            let last = twin.log.iter().rev().take(20).rev();
            last.for_each(|line| println!("{line}"));
            panic!("{name}: {error:#}");
        }
    };
    let mut golden = Golden::new("golden");
    for snap in &snaps {
        golden.compare(&snap.name, &snap.frame);
    }
    golden.assert_same();
    log::assert_read_alike(&firmware, &twin.log);
    let stack = twin.chip.stack_used().unwrap();
    println!("{name}: {} pictures, {stack} bytes of stack", snaps.len());
    if is_measured {
        figures::assert_ram_is_enough(&mut twin.chip);
    }
}

#[test]
fn every_scenario_shows_the_pictures_of_the_pc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    map(&files, |file| replay(file));
}
