//! What the firmware takes, in cycles, milliseconds and bytes, with reads of flash that take time.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Fidelity};
use dobutsu::emulate::figures::{median_and_worst, moves};
use dobutsu::emulate::twin::ChipTwin;
use dobutsu::play::script;
use dobutsu_core::handheld::{Button, Source, Thinking};
use dobutsu_core::player::{Dice, SHARE, SearchAdviser, SearchTable};

use crate::device::{Device, FINGER, LATE, SOON, assert_healthy};
use crate::{bench, common, log};

/// The longest the device may take for its first picture.
const FIRST_PICTURE: Duration = Duration::from_millis(250);
/// The longest it may take for the picture that follows a press.
const NEXT_PICTURE: Duration = Duration::from_millis(50);
/// Of RAM and its stack together.
const RAM: u32 = 256 * 1024;
/// Cycles for a perfect move, typically and at worst: 0.2 and 3 seconds.
const MOVE: (u64, u64) = (40_000_000, 600_000_000);

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The time from a press to the picture it leads to.
fn press(device: &mut Device, chip: &mut Chip, button: Button) -> Duration {
    let began = chip.now();
    device.begin_press(chip, button).unwrap();
    device.meet(chip, SOON);
    let took = chip.now() - began;
    chip.run(2 * FINGER).unwrap();
    took
}

/// A chip that does not understand the usual boot stage's quad reads stays dark with it, and runs with
/// the generic one; what that costs where flash is read most.
#[test]
fn any_flash_runs_with_the_generic_boot_stage() {
    let (Some(usual), Some(generic)) = (
        bench::firmware(),
        std::env::var_os("DOBUTSU_FIRMWARE_ANY_FLASH"),
    ) else {
        println!("skipped: DOBUTSU_FIRMWARE_ANY_FLASH names no firmware");
        return;
    };
    let mut figures = Vec::new();
    for (firmware, quad) in [(usual, true), (generic.into(), false)] {
        let board = Board {
            quad,
            ..Board::KIND
        };
        let fidelity = Fidelity { cache: true, board };
        let mut chip = Chip::new(&firmware, &["dobutsu_think"], fidelity).unwrap();
        bench::flash_database(&mut chip);
        let mut device = Device::switch_on(&mut chip, None, 1, Source::Database);
        let first = chip.now();
        device.press_both(&mut chip, Button::A).unwrap();
        device.choose(&mut chip, "New game").unwrap();
        device.choose(&mut chip, "Start").unwrap();
        device.press_both(&mut chip, Button::B).unwrap();
        device.point(&mut chip, "Hint").unwrap();
        chip.press(Button::A, FINGER).unwrap();
        chip.run(20 * SOON).unwrap();
        // Includes what it has computed about the position before the request.
        let calls = chip.counters().unwrap().calls;
        let cycles: u64 = calls["dobutsu_think"].iter().map(|call| call.0).sum();
        assert_healthy(&mut chip);
        figures.push((first, cycles));
    }
    let [(first, usual), (first_generic, generic)] = figures[..] else {
        unreachable!()
    };
    println!(
        "generic boot stage: first picture {:.0} ms for {:.0}, a hint at the start {:.1} M cycles for {:.1}",
        millis(first_generic),
        millis(first),
        generic as f64 / 1e6,
        usual as f64 / 1e6
    );
    assert!(generic > usual);
}

#[test]
fn the_first_picture_is_there_soon() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::slow_chip(&firmware);
    bench::flash_database(&mut chip);
    chip.switch_on(1).unwrap();
    let title = Device::new(None, 1, Source::Database).picture();
    assert!(chip.run_until(&title, SOON).unwrap());
    println!("first picture after {:.1} ms", millis(chip.now()));
    assert!(chip.now() <= FIRST_PICTURE, "{:?}", chip.now());
}

/// Whether the device has moved since the last call.
fn logged_move(chip: &mut Chip) -> bool {
    !moves(&chip.take_log()).is_empty()
}

/// Menus, the board, and the pointer while the device thinks for seconds, which it does without a
/// database.
#[test]
fn a_press_is_seen_soon() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::slow_chip(&firmware);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    let mut idle = Vec::new();
    for button in [Button::A, Button::A] {
        idle.push(press(&mut device, &mut chip, button));
    }
    for button in [Button::Down, Button::Down, Button::Up, Button::Up] {
        idle.push(press(&mut device, &mut chip, button));
    }
    device.choose(&mut chip, "New game").unwrap();
    // The strongest level thinks longest.
    device.point(&mut chip, "Opponent").unwrap();
    idle.push(press(&mut device, &mut chip, Button::Left));
    device.choose(&mut chip, "Start").unwrap();
    let mut dice = Dice::new(3);
    for button in [
        Button::Left,
        Button::Up,
        Button::Right,
        Button::Up,
        Button::Down,
    ] {
        idle.push(press(&mut device, &mut chip, button));
    }
    // While it thinks, the pointer moves, at any moment of a slice or a tick.
    let mut thinker = Thinking::new(bench::thinker(Source::Search).unwrap());
    let mut person = SearchAdviser::new(SearchTable::default(), SHARE);
    let mut thinking = Vec::new();
    for _ in 0..3 {
        let position = device.rig.played().unwrap().diagram().position;
        let mv = common::best_move(&mut person, position);
        let last = device.prepare(&mut chip, mv).unwrap();
        idle.push(press(&mut device, &mut chip, last));
        for button in [Button::Left, Button::Right] {
            let wait = Duration::from_micros(dice.below(30_000) as u64);
            chip.run(wait).unwrap();
            thinking.push(press(&mut device, &mut chip, button));
        }
        assert!(!logged_move(&mut chip), "it still thinks");
        device.settle(&mut thinker);
        device.meet(&mut chip, LATE);
        assert!(logged_move(&mut chip));
    }
    assert_healthy(&mut chip);
    let worst = |times: &[Duration]| millis(times.iter().max().copied().unwrap_or_default());
    let (idle, thinking) = (worst(&idle), worst(&thinking));
    println!("press to picture at worst: {idle:.1} ms, while thinking {thinking:.1} ms");
    assert!(idle.max(thinking) <= millis(NEXT_PICTURE));
}

/// Plays a scenario on a chip that measures.
fn measure(scenario: &str) -> Option<ChipTwin> {
    let firmware = bench::firmware()?;
    let mut twin = ChipTwin::new(bench::slow_chip(&firmware), common::image_path()).unwrap();
    script::run(scenario, &bench::database, Some(&mut twin)).unwrap();
    log::assert_read_alike(&firmware, twin.log());
    Some(twin)
}

/// Games against the perfect device, on both sides, well played and badly.
const GAMES: &str = "
press A
choose New game
point Opponent
press Left
choose Start
best 40
press A
choose Main menu
choose New game
point You play
press Right
choose Start
worst 2
best 30
press A
choose Play again
best 8
worst 1
best 40
";

#[test]
fn a_perfect_move_is_found_soon() {
    let Some(mut twin) = measure(GAMES) else {
        return;
    };
    let moves = moves(twin.log());
    let (median, worst) = median_and_worst(moves.iter().copied()).unwrap();
    println!(
        "{} perfect moves: median {:.1} M cycles, worst {:.1} M cycles",
        moves.len(),
        median as f64 / 1e6,
        worst as f64 / 1e6
    );
    let calls = twin.counters().unwrap().calls;
    let think = &calls["dobutsu_think"];
    let (_, longest) = median_and_worst(think.iter().map(|call| call.0)).unwrap();
    let (cycles, misses) = think
        .iter()
        .fold((0, 0), |sum, call| (sum.0 + call.0, sum.1 + call.1));
    println!(
        "{cycles} cycles in {} slices, the longest {longest}; {misses} misses",
        think.len()
    );
    assert!(moves.len() >= 50, "{} moves", moves.len());
    assert!(median <= MOVE.0 && worst <= MOVE.1, "{median} {worst}");
}

/// Fails if a picture of this scenario took too long to draw, or RAM and stack are too large.
pub(crate) fn assert_drawn_in_a_moment_and_ram_is_enough(twin: &mut ChipTwin) {
    let drawn = twin.drawn().to_vec();
    for (name, cycles) in &drawn {
        println!("{name:32} {cycles:>9} cycles");
    }
    let (median, worst) = median_and_worst(drawn.iter().map(|drawn| drawn.1)).unwrap();
    let stack = twin.chip().stack_used().unwrap();
    let statics = statics(twin.chip());
    println!("drawing: median {median}, worst {worst} cycles");
    println!(
        "RAM: {statics} bytes of statics, {stack} of stack, {} in all",
        statics + stack
    );
    assert!(statics + stack <= RAM);
}

/// Bytes of RAM that the linker gave away.
fn statics(chip: &mut Chip) -> u32 {
    let mut symbol = |name| chip.symbol(name).unwrap();
    symbol("__euninit") - symbol("__sdata")
}
