//! The USI engine with the solved game behind it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use dobutsu::image::ImageFile;
use dobutsu::play::thinker::Thinker;
use dobutsu::usi::Shell;
use dobutsu_core::game::{Diagram, Value};
use dobutsu_core::player::Game;

use crate::common;

/// The engine as the command starts it, with a clock that advances by `millis` per step of thinking.
pub(crate) fn shell(millis: u32) -> Shell {
    let adviser = Thinker::probing(ImageFile::open(None).unwrap()).unwrap();
    Shell::new(adviser, Box::new(move || millis))
}

fn ask(shell: &mut Shell, line: &str) -> String {
    shell.answer(format!("{line}\n").as_bytes())
}

/// The words of the line with this beginning.
fn words<'a>(answer: &'a str, beginning: &str) -> Vec<&'a str> {
    let line = answer.lines().find(|line| line.starts_with(beginning));
    line.unwrap_or_else(|| panic!("{beginning} is missing: {answer}"))
        .split(' ')
        .collect()
}

/// A whole game between two engines that ponder, as a server of games would play it.
#[test]
fn two_engines_that_ponder_play_the_game_out_in_78_plies() {
    let mut engines = [shell(0), shell(0)];
    for (engine, seed) in engines.iter_mut().zip(["5", "6"]) {
        assert_eq!(ask(engine, "isready"), "readyok\n");
        ask(engine, "setoption name USI_Ponder value true");
        ask(engine, &format!("setoption name Seed value {seed}"));
        ask(engine, "usinewgame");
    }
    let mut game = Game::new(Diagram::START);
    let mut played = String::from("position startpos moves");
    let mut pondering: [Option<String>; 2] = [None, None];
    let mut hits = 0;
    while game.outcome().is_none() {
        let mover = game.plies() % 2;
        let engine = &mut engines[mover];
        let answer = match pondering[mover].take() {
            Some(expected) if played.ends_with(&expected) => {
                hits += 1;
                ask(engine, "ponderhit")
            }
            expected => {
                if expected.is_some() {
                    words(&ask(engine, "stop"), "bestmove");
                }
                ask(engine, &played);
                ask(engine, "go btime 0 wtime 0 byoyomi 1000")
            }
        };
        let best = words(&answer, "bestmove ");
        let mv = game.diagram().parse_move(best[1]).unwrap();
        game.play(mv).unwrap();
        played = format!("{played} {}", best[1]);
        if let [_, _, "ponder", reply] = best[..] {
            assert_eq!(ask(engine, &format!("{played} {reply}")), "");
            let quiet = ask(engine, "go ponder btime 0 wtime 0 byoyomi 1000");
            assert!(!quiet.contains("bestmove"), "{quiet}");
            pondering[mover] = Some(reply.to_owned());
        }
    }
    assert_eq!(game.plies(), 78);
    assert!(hits > 0, "no guess was right");
    for engine in &mut engines {
        assert_eq!(ask(engine, "gameover lose"), "");
        assert_eq!(ask(engine, "stop"), "");
    }
}

/// Every move of some positions, against the solved game: its exact value and a whole line.
#[test]
fn every_move_is_reported_with_its_exact_value_and_a_line_to_the_end() {
    let solved = common::solved();
    let mut shell = shell(0);
    ask(&mut shell, "setoption name MultiPV value 40");
    for number in (0..solved.index().count()).step_by(6_000_011) {
        let position = solved.index().position(number).unwrap();
        let diagram = Diagram::new(position, dobutsu_core::game::Side::Gote);
        ask(&mut shell, &format!("position sfen {diagram}"));
        let answer = ask(&mut shell, "go");
        let advice = solved.advice(position);
        assert_eq!(answer.lines().count(), advice.moves().len() + 1);
        for (place, line) in answer.lines().enumerate().take(advice.moves().len()) {
            let words: Vec<&str> = line.split(' ').collect();
            let [_, _, _, "multipv", number, "score", unit, score, ..] = words[..] else {
                panic!("{line}");
            };
            assert_eq!(number, (place + 1).to_string());
            let (_, moves) = line.split_once(" pv ").unwrap();
            let mv = moves.split(' ').next().unwrap();
            let mv = diagram.parse_move(mv).unwrap();
            let value = advice.on(mv).and_then(|verdict| verdict.value());
            let value = value.unwrap();
            let expected = match value {
                Value::Draw => ("cp", "0".to_owned()),
                decided => ("mate", decided.to_string()),
            };
            if value != Value::Draw {
                let plies = moves.split(' ').count();
                let expected = usize::from(value.plies().unsigned_abs());
                assert_eq!(plies, expected, "{diagram}: {line}");
            }
            assert_eq!((unit, score.to_owned()), expected, "{diagram}");
        }
    }
}

#[test]
fn the_way_to_the_longest_win_is_reported_whole() {
    let solved = common::solved();
    let longest = (0..solved.index().count()).find(|&at| solved.value_of(at) == Value::Win(173));
    let position = solved.index().position(longest.unwrap()).unwrap();
    let diagram = Diagram::new(position, dobutsu_core::game::Side::Sente);
    let mut shell = shell(0);
    ask(&mut shell, &format!("position sfen {diagram}"));
    let answer = ask(&mut shell, "go mate infinite");
    assert_eq!(words(&answer, "checkmate ").len(), 1 + 173);
    // Within what the engine promises to write for a line.
    assert!(answer.len() < 2048);
}

/// A line is followed to the end in a quarter of the time, at least for eight plies, and not beyond the
/// time itself.
#[test]
fn the_length_of_a_line_depends_on_the_time() {
    let answer = |millis| {
        let mut shell = shell(millis);
        ask(&mut shell, "position startpos");
        ask(&mut shell, "go byoyomi 1000")
    };
    let info = |millis| {
        let answer = answer(millis);
        words(&answer, "bestmove ");
        let info = words(&answer, "info depth ");
        info.into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    let depth = |millis| -> usize { info(millis)[2].parse().unwrap() };
    assert_eq!(depth(0), 78);
    assert_eq!(depth(1), 8);
    // In a hurry there is a move and no line.
    assert!(answer(200).starts_with("bestmove "));
    // A stopped clock has no rate.
    assert!(!info(0).contains(&"nps".to_owned()));
    let info = info(1);
    let number = |name: &str| -> u64 {
        let at = info.iter().position(|word| word == name);
        info[at.unwrap() + 1].parse().unwrap()
    };
    assert!(number("nodes") > 0 && number("time") > 0);
    assert_eq!(number("nps"), number("nodes") * 1000 / number("time"));
}

/// The program as a client starts it.
#[test]
fn a_client_analyses_until_it_has_seen_enough() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_dobutsu-usi"))
        .arg("--image")
        .arg(common::image_path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    let output = process.stdout.take().unwrap();
    let mut lines = BufReader::new(output).lines();
    let mut line_after = |command: &str| {
        writeln!(input, "{command}").unwrap();
        lines.next().unwrap().unwrap()
    };
    assert_eq!(line_after("isready"), "readyok");
    let info = line_after("position startpos\ngo infinite");
    assert!(info.starts_with("info depth 78 score mate -78 "), "{info}");
    assert!(line_after("stop").starts_with("bestmove "));
    // An analysis that takes long ends with `stop` too.
    let mut answer = line_after("setoption name MultiPV value 40\ngo infinite\nstop");
    while answer.starts_with("info ") {
        answer = line_after("");
    }
    assert!(answer.starts_with("bestmove "), "{answer}");
    writeln!(input, "quit").unwrap();
    assert!(process.wait().unwrap().success());
}
