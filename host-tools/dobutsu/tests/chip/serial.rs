//! The serial port: USI sessions with the same answers as `dobutsu usi`.

use dobutsu::emulate::chip::Chip;
use dobutsu::usi::Shell;
use dobutsu_core::handheld::{Button, Source};

use crate::pair::{
    FINGER, LATE, PLUGGED, Pair, SECOND, assert_healthy, chip, has_become_drive, or_skip, thinker,
};

/// A chip with a cable to a computer, which has found the port.
fn plugged() -> Option<Chip> {
    let mut chip = chip(PLUGGED, Source::Database)?;
    chip.switch_on(1).unwrap();
    chip.run(SECOND).unwrap();
    Some(chip)
}

/// Sends bytes and returns what is received until it is complete and nothing more follows for a second,
/// or until a minute has passed.
fn receive(chip: &mut Chip, bytes: &[u8], is_complete: impl Fn(&str) -> bool) -> String {
    let mut received = chip.serial(bytes).unwrap();
    let end = chip.now() + LATE;
    let mut quiet = 0;
    while chip.now() < end && (quiet < 2 || !is_complete(&String::from_utf8_lossy(&received))) {
        chip.run(SECOND / 2).unwrap();
        let more = chip.serial(b"").unwrap();
        quiet = if more.is_empty() { quiet + 1 } else { 0 };
        received.extend(more);
    }
    String::from_utf8(received).unwrap()
}

/// Sends bytes and returns the reply.
fn say(chip: &mut Chip, bytes: &[u8]) -> String {
    receive(chip, bytes, |_| true)
}

/// Sends bytes and returns the reply, which has a move.
fn ask(chip: &mut Chip, bytes: &[u8]) -> String {
    let has_move = |text: &str| text.contains("bestmove") || text.contains("checkmate");
    receive(chip, bytes, has_move)
}

/// The command's answers to the same lines, with a stopped clock: its lines of play go to the end.
fn command(lines: &str) -> String {
    let mut shell = Shell::new(thinker(Source::Database).unwrap(), Box::new(|| 0));
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

/// A position of the longest game from the start, 22 plies before its end: from the start a chip counts for a
/// minute.
const LATER: &str = "position startpos moves \
    1d1c 3a3b 1c1d 2b2c 3d2c 1a2b 2c3b 2a3b G*2c E*1b 2c2b 3b2b E*3c 2b3b 1d1c C*2b 3c2b 3b2b C*2c \
    2b2a 2d3c G*3b 3c2d E*3c 2d3d 2a1a 1c1d 3c2b 2c2b 1a2b E*1c 2b1a 1c2d C*2c 2d1c 1a2a C*3c 3b3a \
    1c2d 2c2d+ 3d2d 2a2b 1d1c E*2c 1c1b 2b1b C*1c 1b2b E*1a 2b1a 2d2c 1a2a E*1d 2a1a 3c3b G*2b";

/// Twelve plies more: every move of that position has to be counted to its end.
const NEAR: &str = "2c2d 3a3b 1d2c 2b2c 2d2c 3b2b 2c1d E*2c 1d2d C*3b 1c1b 2c1b";

const SESSION: &str = "\
usi
isready
usinewgame
LATER
go
position startpos moves 2c2b 3a2b
go
position sfen gle/1c1/1C1/ELG b - 1
go mate infinite
position sfen 1l1/3/1C1/1L1 b GEgec 1
go infinite
stop
LATER NEAR
setoption name MultiPV value 3
go
nonsense
position sfen what is this
go depth 3
";

#[test]
fn a_session_has_the_answers_of_the_command() {
    let mut chip = or_skip!(plugged());
    let session = SESSION.replace("LATER", LATER).replace("NEAR", NEAR);
    let expected = command(&session);
    let mut received = String::new();
    // Each line waits for the answer to the one before: a second `go` would hurry the first.
    for line in session.lines() {
        let bytes = format!("{line}\n");
        received += &match line {
            "go infinite" => {
                // The analysis is complete before `stop` follows.
                let line = say(&mut chip, bytes.as_bytes());
                chip.run(LATE).unwrap();
                line + &say(&mut chip, b"")
            }
            go if go.starts_with("go") => ask(&mut chip, bytes.as_bytes()),
            _ => say(&mut chip, bytes.as_bytes()),
        };
    }
    let count = expected.lines().count();
    assert_eq!(received.lines().count(), count, "{received}");
    for (line, expected) in received.lines().zip(expected.lines()) {
        match (score_and_moves(line), score_and_moves(expected)) {
            (Some((score, moves)), Some((expected, all_moves))) => {
                assert_eq!(score, expected, "{line}");
                assert!(all_moves.starts_with(moves), "{line}: {all_moves}");
            }
            _ => assert_eq!(line, expected),
        }
    }
    assert!(expected.contains("usiok") && expected.contains("bestmove"));
    assert_healthy(&mut chip);
}

/// Following best play to the end takes the chip a minute here; the move comes in time.
#[test]
fn a_limit_of_time_is_kept() {
    let mut chip = or_skip!(plugged());
    for position in ["startpos", "startpos moves 3d3c"] {
        say(&mut chip, format!("position {position}\n").as_bytes());
        let mut received = chip.serial(b"go btime 0 wtime 0 byoyomi 8000\n").unwrap();
        chip.run(8 * SECOND).unwrap();
        received.extend(chip.serial(b"").unwrap());
        let text = String::from_utf8(received).unwrap();
        assert_eq!(text.matches("bestmove ").count(), 1, "{position}: {text}");
    }
    assert_healthy(&mut chip);
}

/// Garbage and a line that is too long are answered by one sentence each, and the next line is read.
#[test]
fn garbage_is_answered_and_survived() {
    let mut chip = or_skip!(plugged());
    let mut noise: Vec<u8> = (0..3000_u32)
        .map(|at| ((at * 37) >> 2) as u8 | 0x80)
        .collect();
    noise.push(b'\n');
    let long = format!("position startpos moves{}\n", " 2c2b".repeat(600));
    for bytes in [&noise[..], long.as_bytes()] {
        let reply = say(&mut chip, bytes);
        assert!(reply.starts_with("info string "), "{reply}");
        assert_eq!(reply.lines().count(), 1, "{reply}");
        assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    }
    assert_healthy(&mut chip);
}

#[test]
fn a_cable_pulled_out_ends_the_analysis() {
    let mut chip = or_skip!(plugged());
    let unfinished = b"position startpos\ngo infinite\nposition star";
    chip.serial(unfinished).unwrap();
    chip.run(SECOND / 20).unwrap();
    chip.replug_serial().unwrap();
    chip.run(SECOND).unwrap();
    chip.serial(b"").unwrap();
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    // The device itself is not affected.
    let mut pair = Pair::of(chip, Source::Database);
    pair.press("A");
    assert_healthy(&mut pair.chip);
}

#[test]
fn the_command_log_prints_the_log() {
    let mut chip = or_skip!(plugged());
    let reply = say(&mut chip, b"log\n");
    for part in ["dobutsu 1.0.0", "flash ef4018, 16384 KB", "database, "] {
        assert!(reply.contains(part), "{reply}");
    }
    assert!(reply.lines().all(|line| line.starts_with("info string ")));
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
}

/// The device thinks about its own game while the computer asks.
#[test]
fn computer_and_person_both_get_an_answer() {
    let mut pair = Pair::of(or_skip!(plugged()), Source::Database);
    pair.meet(SECOND);
    pair.new_game();
    pair.press("B");
    pair.chip
        .serial(format!("{LATER}\ngo\n").as_bytes())
        .unwrap();
    pair.point("Hint");
    pair.chip.press(Button::A, FINGER).unwrap();
    let reply = ask(&mut pair.chip, b"");
    assert!(reply.contains("bestmove"), "{reply}");
    pair.rig.press(Button::A);
    pair.settle();
    pair.meet(2 * LATE);
    assert_healthy(&mut pair.chip);
}

/// By its serial number a computer gives the device the same port at every socket.
#[test]
fn the_serial_number_is_the_flash_s_unique_number() {
    let mut chip = or_skip!(plugged());
    for (number, text) in (1..).zip(["dobutsu", "Dobutsu shogi, USI", "E6613852834F2A2C"]) {
        assert_eq!(chip.usb_text(number).unwrap().as_deref(), Some(text));
    }
    assert_eq!(say(&mut chip, b"isready\n"), "readyok\n");
    assert_healthy(&mut chip);
}

/// Flashing tools open the port at 1200 baud and close it; other speeds have no effect.
#[test]
fn a_port_closed_at_1200_baud_restarts_as_a_drive() {
    let mut chip = or_skip!(plugged());
    for (baud, is_drive) in [(9600, false), (1200, true)] {
        chip.close_port(baud).unwrap();
        chip.run(SECOND).unwrap();
        assert_eq!(has_become_drive(&mut chip), is_drive, "{baud} baud");
    }
}
