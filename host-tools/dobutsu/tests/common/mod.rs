//! Functions that several tests use.
#![allow(dead_code, reason = "each test program uses its part")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use dobutsu_core::game::{Move, Outcome, Position, Side, Value};
use dobutsu_core::player::{Adviser, Need};

pub(crate) mod golden;
mod made;

#[allow(unused_imports, reason = "each test program uses its part")]
pub(crate) use made::{image_path, solved, solved_path};

/// Runs the command with this input and without a cache.
pub(crate) fn dobutsu(arguments: &[&str], input: &[u8]) -> Output {
    dobutsu_with_cache(Path::new("/dev/null"), arguments, input)
}

/// Runs the command with its cache in this folder.
pub(crate) fn dobutsu_with_cache(cache: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dobutsu"));
    command.args(arguments).env("XDG_CACHE_HOME", cache);
    output(&mut command, input)
}

/// Runs a program with this input.
pub(crate) fn output(command: &mut Command, input: &[u8]) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = piped.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = process.stdin.take().expect("its input is piped");
    let input = input.to_vec();
    // A program that refuses its arguments reads no input, and closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = process.wait_with_output().expect("it ends");
    writer.join().expect("its input is written");
    output
}

/// Runs the command without a cache; returns its exit code, its output and its error messages.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let output = dobutsu(arguments, input);
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    let code = output.status.code();
    (code, text(output.stdout), text(output.stderr))
}

/// Positions as SFEN with their values, from an independent solver.
pub(crate) fn known_values() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = include_str!("../../../../core/tests/data/values.tsv").lines();
    rows.filter_map(|row| {
        let mut fields = row.split('\t');
        Some((fields.next()?, fields.next()?))
    })
}

/// Checks the answers of `dobutsu probe` with these arguments to some of the known values.
pub(crate) fn assert_probe_knows_the_values(arguments: &[&str], every: usize) {
    let rows: Vec<(&str, &str)> = known_values().step_by(every).collect();
    let input: String = rows.iter().map(|(sfen, _)| format!("{sfen}\n")).collect();
    let (code, answers, _) = run(&[&["probe"], arguments].concat(), input.as_bytes());
    assert_eq!((code, answers.lines().count()), (Some(0), rows.len()));
    for (answer, (sfen, value)) in answers.lines().zip(rows) {
        assert_eq!(answer.split('\t').next(), Some(value), "{sfen}");
    }
}

/// A best move of an adviser.
pub(crate) fn best_move(adviser: &mut impl Adviser, position: Position) -> Move {
    let advice = adviser.ask(position, Need::Move).expect("sound answers");
    advice.best()[0].mv
}

/// Checks that sente, who moved first, got the value of the start.
pub(crate) fn assert_kept(value: Value, outcome: Option<Outcome>, plies: usize, start: Position) {
    let winner = outcome.and_then(Outcome::winner);
    match value {
        Value::Win(distance) => {
            assert_eq!(winner, Some(Side::Sente), "{start:?} is won");
            let most = usize::from(distance);
            assert!(plies <= most, "{start:?} took {plies} plies, not {most}");
        }
        Value::Draw => assert_ne!(winner, Some(Side::Gote), "{start:?} is drawn"),
        Value::Loss(least) => {
            let lost_early = winner == Some(Side::Gote) && plies < usize::from(least);
            assert!(!lost_early, "{start:?} lasted {plies} plies, not {least}");
        }
    }
}
