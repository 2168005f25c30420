//! Commands that come in the middle of thinking, as they do on the chip.

use std::string::String;

use super::{Client, search};
use crate::usi::Engine;

/// Thinks a little.
fn think_a_little(client: &mut Client<super::Search>, slices: usize) -> String {
    let mut answer = String::new();
    for _ in 0..slices {
        let _ = client
            .engine
            .step(&mut client.adviser, 10, &mut answer)
            .unwrap();
    }
    answer
}

#[test]
fn stop_ends_thinking_at_any_moment_with_one_move() {
    for lines in ["1", "5"] {
        for slices in 0..60 {
            let mut client = Client::new();
            client.send(&std::format!("setoption name MultiPV value {lines}"));
            client.send("go infinite");
            let before = think_a_little(&mut client, slices);
            assert!(!before.contains("bestmove"));
            let mut answer = client.send("stop");
            // A slice for the move and one for each of the four lines, not the whole analysis.
            answer += &think_a_little(&mut client, 6);
            assert!(!client.engine.is_busy(), "after {slices} slices");
            assert_eq!(answer.matches("bestmove ").count(), 1, "{answer}");
        }
    }
}

#[test]
fn ponderhit_in_the_middle_lets_it_think_on_and_answer() {
    for slices in 0..60 {
        let mut client = Client::new();
        client.send("go ponder");
        think_a_little(&mut client, slices);
        let early = client.send("ponderhit");
        assert_eq!(early, "");
        let answer = client.think();
        assert_eq!(answer.matches("bestmove ").count(), 1, "{answer}");
    }
}

#[test]
fn a_second_go_in_the_middle_waits_its_turn() {
    for slices in 0..40 {
        let mut client = Client::new();
        client.send("go");
        let mut answer = think_a_little(&mut client, slices);
        let more = b"position sfen gle/1C1/3/ELG b C 1\ngo\nisready\n";
        let mut taken = client.engine.read(more, &mut answer);
        while taken < more.len() || client.engine.is_busy() {
            answer += &think_a_little(&mut client, 1);
            taken += client.engine.read(&more[taken..], &mut answer);
        }
        let best: std::vec::Vec<&str> = answer
            .lines()
            .filter(|line| line.starts_with("bestmove"))
            .collect();
        assert_eq!(best.len(), 2, "{answer}");
        assert_eq!(best[1], "bestmove 2b2a+", "{answer}");
        assert_eq!(answer.matches("readyok").count(), 1, "{answer}");
    }
}

#[test]
fn commands_from_a_file_are_answered_one_after_the_other() {
    let mut client = Client::new();
    let whole = client.ask("position startpos") + &client.ask("go");
    let mut client = Client::new();
    let mut answer = String::new();
    let mut rest = &b"position startpos\ngo\nusinewgame\ngo\nquit\n"[..];
    while !client.engine.is_over() {
        let taken = client.engine.read(rest, &mut answer);
        rest = &rest[taken..];
        answer += &think_a_little(&mut client, 1);
    }
    assert_eq!(answer, whole.repeat(2));
}

#[test]
fn it_is_ready_in_the_middle_of_thinking() {
    let mut client = Client::new();
    client.send("go");
    client.send("isready");
    assert_eq!(think_a_little(&mut client, 1), "readyok\n");
    assert!(client.engine.is_busy());
}

#[test]
fn slices_do_not_change_the_answer() {
    let answer = |budget| {
        let (mut engine, mut adviser) = (Engine::new(), search());
        let mut answer = String::new();
        engine.read(b"setoption name MultiPV value 3\ngo\n", &mut answer);
        while engine
            .step(&mut adviser, budget, &mut answer)
            .unwrap()
            .is_pending()
        {}
        answer
    };
    assert_eq!(answer(1), answer(u32::MAX));
}

#[test]
fn bytes_may_come_one_by_one() {
    let mut client = Client::new();
    let mut answer = String::new();
    for byte in b"position sfen gle/1C1/3/ELG b C 1\ngo\n" {
        assert_eq!(client.engine.read(&[*byte], &mut answer), 1);
    }
    assert!((answer + &client.think()).ends_with("bestmove 2b2a+\n"));
}

/// Lets time pass while the engine thinks; returns the time until its answer.
fn answered_after(go: &str, before: &str) -> Option<u32> {
    let mut client = Client::new();
    client.send("position startpos moves 2c2b");
    client.send(go);
    think_a_little(&mut client, 10);
    client.send(before);
    let mut answer = String::new();
    // A hurried engine may need a slice to have any move at all.
    for passed in 0..200 {
        if answer.contains("bestmove ") {
            return Some(50 * passed);
        }
        client.engine.elapse(50, &mut answer);
        let _ = client
            .engine
            .step(&mut client.adviser, 1, &mut answer)
            .unwrap();
    }
    None
}

#[test]
fn it_answers_before_its_time_is_over() {
    for (go, allowed) in [
        ("go byoyomi 1000", 1000),
        ("go movetime 1000", 1000),
        ("go btime 60000 wtime 8000 byoyomi 500", 700),
        ("go btime 0 wtime 40000 binc 0 winc 2000", 3000),
        ("go btime 0 wtime 0 byoyomi 0", 100),
    ] {
        let took = answered_after(go, "").unwrap();
        assert!(took <= allowed && took * 2 >= allowed, "{go}: {took} ms");
        // The clock of a move that may never be made does not run, and starts when it is.
        let pondering = go.replace("go", "go ponder");
        assert_eq!(answered_after(&pondering, ""), None, "{pondering}");
        assert_eq!(answered_after(&pondering, "ponderhit"), Some(took));
    }
    for unlimited in ["go", "go depth 9", "go infinite", "go btime 60000"] {
        assert_eq!(answered_after(unlimited, ""), None, "{unlimited}");
    }
}
