//! Tests of the requests that need no database.

use std::sync::{LazyLock, Mutex};
use std::thread;

use dobutsu_core::database::Workspace;
use dobutsu_core::game::Diagram;
use proptest::prelude::*;

use crate::{Analysis, Answer};

/// One for all tests. It has a megabyte, which needs a large stack when it is created.
static ANALYSIS: LazyLock<Mutex<Analysis>> = LazyLock::new(|| {
    let make = || Mutex::new(Analysis::new(Box::leak(Box::new(Workspace::new()))));
    let large = thread::Builder::new().stack_size(16 << 20);
    large.spawn(make).unwrap().join().unwrap()
});

fn ask(request: &str) -> String {
    let mut buffer = vec![0; 1 << 16];
    let mut answer = Answer::new(&mut buffer);
    let mut analysis = ANALYSIS.lock().unwrap();
    analysis.request(&[], request, &mut answer);
    answer.text().to_string()
}

#[test]
fn a_game_is_replayed() {
    let start = Diagram::START.to_string();
    assert_eq!(
        ask(&format!("game\t{start}\t2c2b")),
        "start\tgle/1c1/1C1/ELG b - 1\n\
         ply\t2c2b\tgle/1C1/3/ELG w C 2\n\
         legal\t1a2b 2a1b 2a2b 2a3b 3a3b\n\
         check\n"
    );
    let caught = format!("game\t{start}\t2c2b 3a3b 2b2a+");
    assert_eq!(ask(&caught).lines().last(), Some("over\tcatch\tb"));
}

/// Lishogi's letters are accepted too.
#[test]
fn either_alphabet_is_read() {
    let answer = ask("game\trkb/1p1/1P1/BKR b - 1\t");
    assert!(answer.starts_with("start\tgle/1c1/1C1/ELG b - 1\n"));
}

#[test]
fn scores_are_read() {
    let kif = "手合割：どうぶつしょうぎ\n手数----指手---------消費時間--\n   1 ２二ひよこ(23)\n   2 同　ぞう(11)\n";
    let usi = "score\tstartpos moves 2c2b 1a2b\n";
    assert_eq!(ask(&format!("score\t{kif}")), usi);
    assert_eq!(ask("score\tposition startpos moves 2c2b 1a2b"), usi);
}

/// What is written as KIF is read again.
#[test]
fn scores_are_written() {
    let start = "gle/1c1/1C1/ELG w - 7";
    let kif = ask(&format!("kif\t{start}\t2b2c 2d2c"));
    let kif = kif.strip_prefix("kif\n").unwrap();
    assert!(kif.starts_with("手合割：どうぶつしょうぎ\n"), "{kif}");
    let usi = ask(&format!("score\t{kif}"));
    assert!(usi.ends_with(" moves 2b2c 2d2c\n"), "{usi}");
    assert!(usi.starts_with("score\tsfen gle/1c1/1C1/ELG w - "), "{usi}");
}

#[test]
fn refusals_have_a_reason() {
    let error = |request: &str| {
        let answer = ask(request);
        answer
            .strip_prefix("error\t")
            .unwrap()
            .trim_end()
            .to_string()
    };
    let start = Diagram::START;
    assert_eq!(error("open"), "there is no database image");
    assert_eq!(error(&format!("value\t{start}")), "there is no database");
    assert_eq!(
        error(&format!("game\t{start}\t2c2b 9z9z")),
        "move 2: a square is a file from 1 to 3 and a rank from a to d"
    );
    assert_eq!(error("results\tL2/3/2l/3 w 2G2E2C 1"), "the game is over");
    assert_eq!(error("dance"), "the request is unknown");
}

proptest! {
    #[test]
    fn every_text_is_answered(text in "(open|game|kif|score|results|begin|step|value|line|choose|puzzle)?(\t|\\PC){0,40}") {
        let answer = ask(&text);
        prop_assert!(answer.is_empty() || answer.ends_with('\n'));
    }
}
