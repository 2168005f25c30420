//! Scores of moves.

use std::format;
use std::vec::Vec;

use super::{Client, Results, search};

#[test]
fn several_moves_are_reported_with_a_line_and_a_value_each() {
    let mut client = Client::new();
    client.ask("setoption name MultiPV value 3");
    client.ask("position sfen 1Cl/ec1/LG1/1G1 b E 1");
    let answer = client.ask("go");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 4, "{answer}");
    for (number, line) in lines[..3].iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], ["info", "depth"], "{line}");
        assert_eq!(
            words[3..6],
            ["multipv", &format!("{}", number + 1), "score"]
        );
    }
    assert!(lines[0].contains("score mate 3 nodes "), "{answer}");
    let best = lines[0]
        .split(" pv ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(
        lines[3].starts_with(&format!("bestmove {best}")),
        "{answer}"
    );
}

#[test]
fn at_most_all_moves_are_reported() {
    let mut client = Client::new();
    client.ask("setoption name MultiPV value 40");
    let answer = client.ask("go");
    assert_eq!(answer.lines().count(), 4 + 1, "{answer}");
}

#[test]
fn a_result_without_distance_has_a_sign_and_no_number() {
    let mut client = Client::with(Results(search()));
    client.expect(
        "> position sfen 1Cl/ec1/LG1/1G1 b E 1
         > go mate
         checkmate 3c3b 1a1b 3b3a",
    );
    let won = client.ask("go");
    assert!(won.contains(" score mate + nodes "), "{won}");
    // Lost in four plies, which does not follow from the rules alone.
    client.ask("position sfen G1E/2l/1+CE/g1L w C 1");
    let lost = client.ask("go");
    assert!(lost.contains(" score mate - nodes "), "{lost}");
}

#[test]
fn a_loss_has_a_minus_and_an_open_position_a_guess() {
    let mut client = Client::new();
    client.ask("position sfen el1/1ec/g1C/LG1 b - 1");
    let answer = client.ask("go");
    assert!(
        answer.starts_with("info depth 2 score mate -2 nodes "),
        "{answer}"
    );
    client.ask("position startpos");
    let answer = client.ask("go");
    assert!(answer.starts_with("info depth 1 score cp "), "{answer}");
    assert_eq!(
        answer.lines().nth(1).unwrap().split(' ').count(),
        2,
        "{answer}"
    );
}
