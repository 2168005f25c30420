//! What a thousand moves cost, requested over the serial port: no button is pressed and no picture
//! drawn meanwhile.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Fidelity};
use dobutsu::emulate::figures::MHZ;
use dobutsu_core::game::{After, Diagram, Letters};
use dobutsu_core::handheld::Source;
use dobutsu_core::player::{Adviser, Dice, Level, SHARE, SearchAdviser, SearchTable};

use crate::bench;
use crate::device::assert_healthy;
use crate::spread::Spread;

/// Cycles for a move, typically, nearly always and at worst: 0.2, 1 and 3 seconds.
const MOVE: (u64, u64, u64) = (40_000_000, 200_000_000, 600_000_000);

/// How exactly the time of an answer is seen.
const GLIMPSE: Duration = Duration::from_millis(2);

/// Positions of games between two players of level 5, but for the start.
fn played(wanted: usize) -> Vec<Diagram> {
    let fifth = Level::new(5).unwrap();
    let mut dice = Dice::new(14);
    let mut diagrams = Vec::new();
    while diagrams.len() < wanted {
        let mut player = SearchAdviser::new(SearchTable::default(), SHARE);
        let mut diagram = Diagram::START;
        // A game without end ends here.
        for _ in 0..80 {
            let position = diagram.position;
            let advice = player.ask(position, fifth.need(position, dice)).unwrap();
            let mv = fifth.choose(&advice, &mut dice).unwrap();
            let After::Position(next) = position.play(mv) else {
                break;
            };
            diagram = diagram.next(next);
            if next.ending().is_some() {
                break;
            }
            diagrams.push(diagram);
        }
    }
    diagrams.truncate(wanted);
    diagrams
}

/// A chip that measures, with a cable to a computer.
fn plugged(source: Source) -> Option<Chip> {
    let board = Board {
        usb: true,
        ..Board::KIND
    };
    let fidelity = Fidelity { cache: true, board };
    let mut chip = Chip::new(&bench::firmware()?, &[], fidelity).unwrap();
    bench::flash(&mut chip, source);
    chip.switch_on(1).unwrap();
    // Long enough to have checked the database.
    chip.run(Duration::from_secs(8)).unwrap();
    Some(chip)
}

/// Cycles from `go` to the answer, for each of these positions. Nobody waits for the distance: a database
/// that is given no time answers as soon as it has a move. A search would be cut short, so it has all the
/// time it wants; an end that it proves, which takes it no longer than other moves, is left out, since it
/// would be followed by more searches.
fn think(source: Source, level: Level, diagrams: &[Diagram]) -> Option<Spread> {
    let mut chip = plugged(source)?;
    let option = format!("setoption name Level value {}\n", level.number());
    chip.serial(option.as_bytes()).unwrap();
    let searches = source == Source::Search;
    let go: &[u8] = match searches {
        true => b"go byoyomi 60000\n",
        false => b"go byoyomi 0\n",
    };
    let mut cycles = Vec::new();
    let mut slowest = (0, String::new());
    for diagram in diagrams {
        let sfen = diagram.sfen(Letters::Animals).to_string();
        chip.serial(format!("position sfen {sfen}\n").as_bytes())
            .unwrap();
        chip.run(10 * GLIMPSE).unwrap();
        let began = chip.now();
        let mut heard = chip.serial(go).unwrap();
        while !String::from_utf8_lossy(&heard).contains("bestmove ") {
            chip.run(GLIMPSE).unwrap();
            heard.extend(chip.serial(b"").unwrap());
            assert!(chip.now() - began < Duration::from_secs(60), "{sfen}");
        }
        if searches && String::from_utf8_lossy(&heard).contains(" mate ") {
            continue;
        }
        let took = (chip.now() - began).as_micros() as u64 * MHZ;
        cycles.push(took);
        slowest = slowest.max((took, sfen));
    }
    assert_healthy(&mut chip);
    let spread = Spread::of(cycles);
    spread.show(&format!("{source:?}, level {}", level.number()));
    println!("  the slowest: {}", slowest.1);
    Some(spread)
}

#[test]
fn a_perfect_move_is_told_soon() {
    let Some(spread) = think(Source::SmallDatabase, Level::PERFECT, &played(30)) else {
        return;
    };
    assert!(spread.median() <= MOVE.0 && spread.worst() <= MOVE.2);
}

#[test]
#[ignore = "long: 2,000 moves on the emulated chip"]
fn a_thousand_perfect_moves_are_told_soon() {
    let diagrams = played(1000);
    for source in [Source::SmallDatabase, Source::Database] {
        let Some(spread) = think(source, Level::PERFECT, &diagrams) else {
            return;
        };
        assert!(spread.median() <= MOVE.0);
        assert!(spread.percentile(99) <= MOVE.1);
        assert!(spread.worst() <= MOVE.2);
    }
}

#[test]
#[ignore = "long: 9,000 moves on the emulated chip"]
fn every_level_moves_soon_with_any_database_and_without() {
    let diagrams = played(300);
    for source in [Source::Search, Source::Database, Source::SmallDatabase] {
        for level in Level::all() {
            let Some(spread) = think(source, level, &diagrams) else {
                return;
            };
            assert!(spread.percentile(99) <= MOVE.1, "level {}", level.number());
            assert!(spread.worst() <= MOVE.2, "level {}", level.number());
        }
    }
}
