//! Every scenario, with every picture the same on the chip.

use std::fs;
use std::path::Path;
use std::time::Instant;

use dobutsu::emulate::twin::ChipTwin;
use dobutsu::play::script;

use crate::common::golden::{Golden, text};
use crate::{bench, common, figures, log};

/// Plays a scenario on the chip, and compares what it snaps with the pictures kept.
fn replay(firmware: &Path, name: &str) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let scenario = fs::read_to_string(tests.join("scenarios").join(name)).unwrap();
    // What the pictures of every screen cost to draw is measured on the way.
    let is_measured = name == "every-screen.txt";
    let mut twin = match is_measured {
        true => ChipTwin::new(bench::slow_chip(firmware), common::image_path()).unwrap(),
        false => bench::twin(firmware),
    };
    let began = Instant::now();
    let snaps = match script::run(&scenario, &bench::database, Some(&mut twin)) {
        Ok(snaps) => snaps,
        Err(error) => {
            if let Some((wanted, shown)) = twin.different() {
                println!("wanted:\n{}\nshown:\n{}", text(wanted), text(shown));
            }
            for line in twin.log().iter().rev().take(20).rev() {
                println!("{line}");
            }
            panic!("{name}: {error:#}");
        }
    };
    let mut golden = Golden::new("golden");
    for snap in &snaps {
        golden.compare(&snap.name, &snap.frame);
    }
    golden.assert_same();
    log::assert_read_alike(firmware, twin.log());
    let stack = twin.chip().stack_used().unwrap();
    println!(
        "{name}: {} pictures, {:?} of real time, {stack} bytes of stack",
        snaps.len(),
        began.elapsed()
    );
    if is_measured {
        figures::assert_drawn_in_a_moment_and_ram_is_enough(&mut twin);
    }
}

/// One test for each scenario, so that they share the cores.
macro_rules! replays {
    ($($test:ident: $file:literal;)*) => {
        $(
            #[test]
            fn $test() {
                if let Some(firmware) = bench::firmware() {
                    replay(&firmware, $file);
                }
            }
        )*

        #[test]
        fn no_scenario_is_forgotten() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
            let mut files: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            assert_eq!(files, [$($file),*]);
        }
    };
}

replays! {
    analysis: "analysis.txt";
    best_line: "best-line.txt";
    clock: "clock.txt";
    cut_at_every_step: "cut-at-every-step.txt";
    damaged_save: "damaged-save.txt";
    draw_by_agreement: "draw-by-agreement.txt";
    every_screen: "every-screen.txt";
    foreign_save: "foreign-save.txt";
    handicap: "handicap.txt";
    hint_accepted: "hint-accepted.txt";
    language_asked: "language-asked.txt";
    language: "language.txt";
    last_games: "last-games.txt";
    lessons: "lessons.txt";
    lion_in_a_full_hand: "lion-in-a-full-hand.txt";
    lost_game: "lost-game.txt";
    movement_dots: "movement-dots.txt";
    moves_shown: "moves-shown.txt";
    new_game_asks: "new-game-asks.txt";
    no_image: "no-image.txt";
    opponents: "opponents.txt";
    perfect: "perfect.txt";
    promotion: "promotion.txt";
    puzzle_kept: "puzzle-kept.txt";
    puzzle: "puzzle.txt";
    repetition: "repetition.txt";
    small_edition: "small-edition.txt";
    thinking_is_broken_off: "thinking-is-broken-off.txt";
    try_wins: "try.txt";
    turning_point: "turning-point.txt";
    undo_to_the_start: "undo-to-the-start.txt";
    won_game: "won-game.txt";
}
