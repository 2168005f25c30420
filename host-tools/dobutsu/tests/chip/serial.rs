//! The serial port: whole USI sessions, with the answers of `dobutsu usi`.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu::image::ImageFile;
use dobutsu::play::thinker::Thinker;
use dobutsu::usi::Shell;
use dobutsu_core::handheld::{Button, Source};

use crate::device::{Device, assert_healthy};
use crate::{bench, common};

const SECOND: Duration = Duration::from_secs(1);

/// A chip with a cable to a computer, which has found the port.
fn plugged() -> Option<Chip> {
    let board = Board {
        usb: true,
        ..Board::KIND
    };
    let mut chip = bench::chip_on(board, &bench::firmware()?);
    bench::flash_database(&mut chip);
    chip.switch_on(1).unwrap();
    chip.run(SECOND).unwrap();
    Some(chip)
}

/// Longer than the chip follows best play from any of the session's positions.
const LONG: Duration = Duration::from_secs(60);

/// Sends bytes, and gives back what was said until an answer was, or a long time was over.
fn ask(chip: &mut Chip, bytes: &[u8]) -> String {
    let mut heard = chip.serial(bytes).unwrap();
    let end = chip.now() + LONG;
    while chip.now() < end {
        let said = String::from_utf8_lossy(&heard);
        if ["bestmove", "checkmate"]
            .iter()
            .any(|word| said.contains(word))
        {
            break;
        }
        chip.run(SECOND / 2).unwrap();
        heard.extend(chip.serial(b"").unwrap());
    }
    String::from_utf8(heard).unwrap()
}

/// Sends bytes, and gives back what was said until nothing more came for a while.
fn say(chip: &mut Chip, bytes: &[u8]) -> String {
    let mut heard = chip.serial(bytes).unwrap();
    let mut quiet = 0;
    while quiet < 2 {
        chip.run(SECOND / 2).unwrap();
        let more = chip.serial(b"").unwrap();
        quiet = if more.is_empty() { quiet + 1 } else { 0 };
        heard.extend(more);
    }
    String::from_utf8(heard).unwrap()
}

/// The command's answers to the same lines, with a stopped clock: its lines of play go to the end.
fn command(lines: &str) -> String {
    let image = ImageFile::open(Some(&common::image_path())).unwrap();
    let mut shell = Shell::new(Thinker::probing(image).unwrap(), Box::new(|| 0));
    let lines = lines.lines().map(|line| format!("{line}\n"));
    lines.map(|line| shell.answer(line.as_bytes())).collect()
}

/// The rank and the score in an `info` line, and its moves.
fn score_and_moves(line: &str) -> Option<(&str, &str)> {
    let (head, moves) = line.split_once(" pv ")?;
    let (head, _) = head.split_once(" nodes ")?;
    let start = head.find("multipv").or(head.find("score"))?;
    Some((&head[start..], moves))
}

const SESSION: &str = "\
usi
isready
usinewgame
position startpos
go
position startpos moves 2c2b 3a2b
go
position sfen gle/1c1/1C1/ELG b - 1
go mate infinite
position sfen 1l1/3/1C1/1L1 b GEgec 1
go infinite
stop
setoption name MultiPV value 3
go
nonsense
position sfen what is this
go depth 3
";

#[test]
fn a_session_has_the_answers_of_the_command() {
    let Some(mut chip) = plugged() else { return };
    let expected = command(SESSION);
    // Each line waits for the answer to the one before: a second `go` would hurry the first.
    let lines = SESSION.lines().map(|line| format!("{line}\n"));
    let said: String = lines
        .map(|line| match line.as_str() {
            "go infinite\n" => {
                let said = say(&mut chip, line.as_bytes());
                // It has thought to the end when it is told to stop.
                chip.run(LONG).unwrap();
                said + &say(&mut chip, b"")
            }
            go if go.starts_with("go") => ask(&mut chip, go.as_bytes()) + &say(&mut chip, b""),
            _ => say(&mut chip, line.as_bytes()),
        })
        .collect();
    assert_eq!(said.lines().count(), expected.lines().count(), "{said}");
    for (said, expected) in said.lines().zip(expected.lines()) {
        match (score_and_moves(said), score_and_moves(expected)) {
            (Some((score, moves)), Some((expected, line))) => {
                assert_eq!(score, expected, "{said}");
                assert!(line.starts_with(moves), "{said}: {line}");
            }
            _ => assert_eq!(said, expected),
        }
    }
    assert!(expected.contains("usiok") && expected.contains("bestmove"));
    assert_healthy(&mut chip);
}

/// Following best play to the end takes the chip twenty seconds here; the move comes in time.
#[test]
fn a_limit_of_time_is_kept() {
    let Some(mut chip) = plugged() else { return };
    for position in ["startpos", "startpos moves 3d3c"] {
        say(&mut chip, format!("position {position}\n").as_bytes());
        let mut heard = chip.serial(b"go btime 0 wtime 0 byoyomi 1000\n").unwrap();
        chip.run(SECOND).unwrap();
        heard.extend(chip.serial(b"").unwrap());
        let said = String::from_utf8(heard).unwrap();
        assert_eq!(said.matches("bestmove ").count(), 1, "{position}: {said}");
    }
    assert_healthy(&mut chip);
}

/// Garbage and lines that never end are answered by a sentence, and the next line is understood.
#[test]
fn garbage_is_answered_and_survived() {
    let Some(mut chip) = plugged() else { return };
    let noise: Vec<u8> = (0..3000_u32)
        .map(|at| ((at * 37) >> 2) as u8 | 0x80)
        .collect();
    let said = say(&mut chip, &[&noise[..], b"\n"].concat());
    assert!(said.starts_with("info string "), "{said}");
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    let long = [
        b"position startpos moves".as_slice(),
        &b" 2c2b".repeat(600),
        b"\n",
    ]
    .concat();
    let said = say(&mut chip, &long);
    assert_eq!(said.matches("info string").count(), 1, "{said}");
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    assert_healthy(&mut chip);
}

#[test]
fn a_cable_pulled_out_in_the_middle_is_forgotten() {
    let Some(mut chip) = plugged() else { return };
    chip.serial(b"position startpos\ngo infinite\nposition star")
        .unwrap();
    chip.run(SECOND / 20).unwrap();
    chip.replug_serial().unwrap();
    chip.run(SECOND).unwrap();
    chip.serial(b"").unwrap();
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    // The device itself has noticed nothing.
    let mut device = Device::new(None, 1, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    assert_healthy(&mut chip);
}

#[test]
fn the_word_log_tells_what_happened() {
    let Some(mut chip) = plugged() else { return };
    let said = say(&mut chip, b"log\n");
    for part in ["dobutsu 1.0.0", "flash ef4018, 16384 KB", "database, "] {
        assert!(said.contains(part), "{said}");
    }
    assert!(said.lines().all(|line| line.starts_with("info string ")));
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
}

/// The device thinks about its own game while the computer asks.
#[test]
fn both_are_answered() {
    let Some(mut chip) = plugged() else { return };
    let mut device = Device::new(None, 1, Source::Database);
    device.meet(&mut chip, SECOND);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    device.press_both(&mut chip, Button::B).unwrap();
    chip.serial(b"position startpos\ngo\n").unwrap();
    device.point(&mut chip, "Hint").unwrap();
    chip.press(Button::A, SECOND / 20).unwrap();
    let said = ask(&mut chip, b"");
    assert!(said.contains("bestmove"), "{said}");
    device.rig.press(Button::A);
    let mut thinking = dobutsu_core::handheld::Thinking::new(bench::database().unwrap());
    device.rig.think(&mut thinking);
    device.meet(&mut chip, 20 * SECOND);
    assert_healthy(&mut chip);
}

/// By its serial number a computer gives the device the same port at every socket.
#[test]
fn the_serial_number_is_the_flash_s_unique_number() {
    let Some(mut chip) = plugged() else { return };
    let texts: Vec<_> = (1..=3)
        .map(|number| chip.usb_text(number).unwrap())
        .collect();
    let wanted = ["dobutsu", "Dobutsu shogi, USI", "E6613852834F2A2C"];
    assert_eq!(texts, wanted.map(|text| Some(text.to_owned())));
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    assert_healthy(&mut chip);
}

/// Flashing tools open the port at 1200 baud and close it; any other speed means nothing.
#[test]
fn a_touch_at_1200_baud_restarts_as_a_drive() {
    let Some(mut chip) = plugged() else { return };
    let is_drive = |chip: &mut Chip| {
        chip.run(SECOND).unwrap();
        chip.state()
            .unwrap()
            .calls
            .iter()
            .any(|call| call.name == "UB")
    };
    chip.close_port(9600).unwrap();
    assert!(!is_drive(&mut chip));
    chip.close_port(1200).unwrap();
    assert!(is_drive(&mut chip));
}
