//! How long moves, results and distances take on the chip.

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu::emulate::figures::{MHZ, Spread};
use dobutsu_core::game::{After, Diagram, Letters};
use dobutsu_core::handheld::{Button, Settings, Shown, Source};
use dobutsu_core::player::Level;

use crate::pair::{
    FINGER, LATE, MILLI, PLUGGED, Pair, Person, SECOND, assert_healthy, measured_chip, or_skip,
};

/// Cycles for a perfect move, typically, nearly always and at worst: 1, 6 and 12 seconds.
const PERFECT: (u64, u64, u64) = (200_000_000, 1_200_000_000, 2_400_000_000);
/// Cycles for a move of a weaker level or by search, nearly always and at worst: 4 and 8 seconds.
const WEAKER: (u64, u64) = (800_000_000, 1_600_000_000);
/// Cycles for a result, typically and nearly always: 10 and 400 milliseconds.
const RESULT: (u64, u64) = (2_000_000, 80_000_000);
/// Distances that are measured: one from the opening takes some 3 G cycles.
const DISTANCES: usize = 20;

/// Positions of games between two players of level 5, without the start.
fn played(wanted: usize) -> Vec<Diagram> {
    let mut person = Person::new(5, 14);
    let mut diagrams = Vec::new();
    while diagrams.len() < wanted {
        let mut diagram = Diagram::START;
        // Draws by repetition are cut short.
        for _ in 0..80 {
            let position = diagram.position;
            let After::Position(next) = position.play(person.choose(position)) else {
                break;
            };
            if next.ending().is_some() {
                break;
            }
            diagram = diagram.next(next);
            diagrams.push(diagram);
        }
    }
    diagrams.truncate(wanted);
    diagrams
}

/// A chip whose moves are requested over the serial port: no button is pressed and no picture drawn
/// meanwhile.
struct Engine {
    chip: Chip,
    source: Source,
}

impl Engine {
    fn start(source: Source) -> Option<Engine> {
        let mut chip = measured_chip(PLUGGED, source)?;
        chip.switch_on(1).unwrap();
        // Until the database has been checked.
        chip.run(8 * SECOND).unwrap();
        Some(Engine { chip, source })
    }

    /// Cycles from `go` to the move of this level in each of these positions.
    ///
    /// A database that is given no time answers as soon as it has a move, without the distance. A search
    /// would be cut short, so it has a minute. Moves that end a game for certain are left out, because
    /// more searches follow them.
    fn think(&mut self, level: Level, diagrams: &[Diagram]) -> Spread {
        let chip = &mut self.chip;
        let option = format!("setoption name Level value {}\n", level.number());
        chip.serial(option.as_bytes()).unwrap();
        let searches = self.source == Source::Search;
        let go: &[u8] = match searches {
            true => b"go byoyomi 60000\n",
            false => b"go byoyomi 0\n",
        };
        let mut cycles = Vec::new();
        for diagram in diagrams {
            let position = format!("position sfen {}\n", diagram.sfen(Letters::Animals));
            chip.serial(position.as_bytes()).unwrap();
            chip.run(20 * MILLI).unwrap();
            let began = chip.now();
            let mut reply = String::new();
            reply += &String::from_utf8(chip.serial(go).unwrap()).unwrap();
            while !reply.contains("bestmove ") {
                assert!(chip.now() - began < LATE, "{position}");
                chip.run(2 * MILLI).unwrap();
                reply += &String::from_utf8(chip.serial(b"").unwrap()).unwrap();
            }
            if !searches || !reply.contains(" mate ") {
                cycles.push((chip.now() - began).as_micros() as u64 * MHZ);
            }
        }
        assert_healthy(chip);
        assert!(!cycles.is_empty());
        let spread = Spread::of(cycles);
        println!("{:?}, level {}: {spread}", self.source, level.number());
        spread
    }
}

#[test]
fn a_perfect_move_is_found_soon() {
    let spread = or_skip!(Engine::start(Source::Database)).think(Level::PERFECT, &played(30));
    assert!(spread.percentile(50) <= PERFECT.0 && spread.percentile(100) <= PERFECT.2);
}

#[test]
fn every_weaker_level_moves_soon() {
    let mut engine = or_skip!(Engine::start(Source::Database));
    for level in Level::ALL
        .into_iter()
        .filter(|&level| level < Level::PERFECT)
    {
        let spread = engine.think(level, &played(5));
        assert!(spread.percentile(100) <= WEAKER.1);
    }
}

/// The longest thoughts of a device without a database.
#[test]
fn a_search_ends_soon() {
    let spread = or_skip!(Engine::start(Source::Search)).think(Level::PERFECT, &played(12));
    assert!(spread.percentile(100) <= WEAKER.0);
}

#[test]
#[ignore = "long: 1,000 moves on the emulated chip"]
fn a_thousand_perfect_moves_are_found_soon() {
    let spread = or_skip!(Engine::start(Source::Database)).think(Level::PERFECT, &played(1000));
    assert!(spread.percentile(50) <= PERFECT.0);
    assert!(spread.percentile(99) <= PERFECT.1);
    assert!(spread.percentile(100) <= PERFECT.2);
}

#[test]
#[ignore = "long: 6,000 moves on the emulated chip"]
fn every_level_moves_soon_with_the_database_and_without() {
    let diagrams = played(300);
    for source in [Source::Search, Source::Database] {
        let mut engine = or_skip!(Engine::start(source));
        for level in Level::ALL {
            let spread = engine.think(level, &diagrams);
            let (most, all) = match level {
                Level::PERFECT => (PERFECT.1, PERFECT.2),
                _ => WEAKER,
            };
            assert!(spread.percentile(99) <= most, "level {}", level.number());
            assert!(spread.percentile(100) <= all, "level {}", level.number());
        }
    }
}

/// Presses on both, and waits until both have thought; one of them may have the answer at once.
fn press(pair: &mut Pair, button: Button) {
    pair.begin_press(button);
    pair.settle();
    pair.meet(LATE);
    pair.chip.run(2 * FINGER).unwrap();
}

/// Cycles of this many answers in games of two people of level 5, whose device shows the result or the
/// exact distance of each position.
fn ask(shown: Shown, wanted: usize) -> Option<Spread> {
    let mut cycles: Vec<u64> = Vec::new();
    for seed in 0.. {
        let mut person = Person::new(5, seed);
        let chip = measured_chip(Board::KIND, Source::Database)?;
        let mut pair = Pair::of(chip, Source::Database);
        pair.switch_on(None, seed);
        pair.choose(&["Settings"]);
        let is_shown = |settings: &Settings| settings.shown == shown;
        pair.set("Show value", Button::Right, is_shown);
        pair.press("B");
        pair.set_up_game_of_two();
        press(&mut pair, Button::A);
        while cycles.len() < wanted && pair.rig.played().unwrap().finish().is_none() {
            let last = pair.prepare(person.choose(pair.position()));
            pair.chip.counters().unwrap();
            press(&mut pair, last);
            let calls = pair.chip.counters().unwrap().calls;
            if pair.rig.played().unwrap().finish().is_none() {
                cycles.push(calls["dobutsu_think"].iter().map(|call| call.0).sum());
            }
        }
        if cycles.len() >= wanted {
            assert_healthy(&mut pair.chip);
            break;
        }
    }
    let spread = Spread::of(cycles);
    println!("{shown:?}: {spread}");
    Some(spread)
}

#[test]
fn a_result_is_found_soon() {
    let spread = or_skip!(ask(Shown::Result, 40));
    assert!(spread.percentile(50) <= RESULT.0);
    // Of forty, one may be of the hundredth part that takes longer.
    assert!(spread.percentile(95) <= RESULT.1);
}

#[test]
#[ignore = "long: a thousand positions on the emulated chip"]
fn a_thousand_results_are_found_soon() {
    let spread = or_skip!(ask(Shown::Result, 1000));
    assert!(spread.percentile(50) <= RESULT.0);
    assert!(spread.percentile(99) <= RESULT.1);
}

/// Prints how long distances take, which has no limit.
#[test]
#[ignore = "long: games followed to their end on the emulated chip"]
fn distances_are_found() {
    or_skip!(ask(Shown::Distance, DISTANCES));
}
