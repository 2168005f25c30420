//! The turning points of games, from results alone, and the room for their sentences.

use super::super::graph::Graph;
use super::super::matches::{Decree, MatchSlot};
use super::super::screens::turning::sentence;
use super::super::turning::{Turning, find};
use super::*;
use crate::game::{Diagram, Side, Value};
use crate::player::{Level, Verdict};

const YOU: Mode = Mode::Solo {
    you: Side::Sente,
    level: Level::PERFECT,
};

/// A game of these moves.
fn game(slot: &mut MatchSlot, mode: Mode, moves: &str) {
    let played = slot.lay(Diagram::START, mode);
    for text in moves.split_whitespace() {
        let mv = played.diagram().parse_move(text).unwrap();
        played.play(mv).unwrap();
    }
}

/// Finds the turning point, and counts the results that it needed: results by ply for the first player,
/// as `+`, `=`, `-` or `?`.
fn found(slot: &MatchSlot, results: &str) -> (Turning, usize) {
    let played = slot.get().unwrap();
    let mut graph = Graph::new();
    for asked in 0.. {
        let Turning::Ask(ply) = find(played, &graph) else {
            return (find(played, &graph), asked);
        };
        let is_first = played.game().side_at(ply) == Side::Sente;
        let verdict = match (results.as_bytes()[ply], is_first) {
            (b'+', true) | (b'-', false) => Verdict::Won,
            (b'+', false) | (b'-', true) => Verdict::Lost,
            (b'=', _) => Verdict::Exact(Value::Draw),
            _ => Verdict::Unclear(0),
        };
        graph.set(ply, verdict, false);
    }
    unreachable!()
}

#[test]
fn the_last_change_of_the_result_decides() {
    let mut slot = MatchSlot::new();
    // The second player does not catch the lion, which goes on to its try.
    game(&mut slot, YOU, "2d1c 3a3b 1c1b 2a3a 1b1a");
    assert_eq!(
        slot.get().unwrap().finish().unwrap().winner,
        Some(Side::Sente)
    );
    assert_eq!(found(&slot, "-+=-++"), (Turning::At(3, Worth::Win), 3));
    assert_eq!(found(&slot, "-+==++"), (Turning::At(3, Worth::Draw), 3));
    // No result is requested needlessly, and an early mistake that was answered by another does not count.
    assert_eq!(found(&slot, "+-++++"), (Turning::At(1, Worth::Win), 5));
    assert_eq!(
        found(&slot, "++++++"),
        (Turning::Never(Some(Side::Sente)), 6)
    );
    assert_eq!(found(&slot, "??++++"), (Turning::Before(2), 5));
}

#[test]
fn an_end_against_the_value_is_reported() {
    let mut slot = MatchSlot::new();
    game(&mut slot, YOU, "1d1c 3a3b");
    slot.get_mut().unwrap().status.decree = Some(Decree::Resigned(Side::Sente));
    assert_eq!(found(&slot, "--+").0, Turning::Ended(Some(Side::Sente)));
    assert_eq!(found(&slot, "--=").0, Turning::Ended(None));
    assert_eq!(found(&slot, "---").0, Turning::Never(Some(Side::Gote)));
    game(&mut slot, Mode::Pair, "1d1c 3a3b");
    slot.get_mut().unwrap().status.decree = Some(Decree::Agreed);
    assert_eq!(found(&slot, "===").0, Turning::Never(None));
    assert_eq!(found(&slot, "-==").0, Turning::At(0, Worth::Win));
}

/// Beside the board there is room for six lines of 71 pixels.
#[test]
fn every_sentence_fits_beside_the_board() {
    let mut slot = MatchSlot::new();
    let solo = |level| Side::ALL.map(|you| Mode::Solo { you, level });
    let modes = Level::ALL.into_iter().flat_map(solo).chain([Mode::Pair]);
    for mode in modes {
        game(&mut slot, mode, "2c2b 2a1b 2b2a+");
        let played = slot.get().unwrap();
        let promotes = played.game().moves().last().copied();
        for turning in [
            Turning::At(2, Worth::Win),
            Turning::At(2, Worth::Draw),
            Turning::Never(Some(Side::Sente)),
            Turning::Never(Some(Side::Gote)),
            Turning::Never(None),
            Turning::Ended(Some(Side::Sente)),
            Turning::Ended(None),
            Turning::Before(384),
        ] {
            for language in [Language::English, Language::Kana] {
                let line = sentence(played, turning, promotes, language);
                let lines: Vec<&str> = screens::ink::lines(&line, 71).collect();
                let fits = |line: &&str| screens::ink::width(line) <= 71;
                assert!(lines.len() <= 6 && lines.iter().all(fits), "{lines:?}");
            }
        }
    }
}
