//! A transcript for each rule of the protocol.

use std::format;
use std::string::String;

use super::Client;
use crate::player::PLIES;
use crate::usi::LINE;

#[test]
fn it_introduces_itself() {
    let answer = Client::new().ask("usi");
    let options = "USI_Ponder Level MultiPV USI_Variant Letters Seed";
    let declared = |option| answer.contains(&format!("\noption name {option} type "));
    assert!(options.split(' ').all(declared), "{answer}");
    assert!(answer.starts_with("id name dobutsu ") && answer.contains("\nid author "));
    assert!(answer.ends_with("\nusiok\n") && answer.len() < 2048);
}

#[test]
fn it_is_ready_when_it_has_an_adviser() {
    let mut client = Client::new();
    assert_eq!(client.send("isready"), "");
    assert!(client.engine.is_busy());
    assert_eq!(client.think(), "readyok\n");
    assert!(!client.engine.is_busy());
}

#[test]
fn a_move_comes_with_its_value_its_line_and_a_reply_to_ponder() {
    Client::new().expect(
        "> usinewgame
         > position sfen 1Cl/ec1/LG1/1G1 b E 1
         > go btime 60000 wtime 60000 byoyomi 1000
         info depth 3 score mate 3 pv 3c3b 1a1b 3b3a
         bestmove 3c3b ponder 1a1b",
    );
}

#[test]
fn limits_are_accepted() {
    let limits = [
        "",
        "depth 3",
        "nodes 10",
        "movetime 5",
        "btime x",
        "searchmoves 2b2a",
    ];
    for limit in limits {
        let mut client = Client::new();
        client.ask("position sfen gle/1C1/3/ELG b C 1");
        let answer = client.ask(&format!("go {limit}"));
        assert!(answer.ends_with("bestmove 2b2a+\n"), "go {limit}: {answer}");
    }
}

#[test]
fn infinite_keeps_the_move_back_until_stop() {
    Client::new().expect(
        "> position sfen gle/1C1/3/ELG b C 1
         > go infinite
         info depth 1 score mate 1 pv 2b2a+
         > ponderhit
         > isready
         readyok
         > stop
         bestmove 2b2a+
         > stop",
    );
}

#[test]
fn ponderhit_and_stop_both_answer_with_the_best_move() {
    for ends in ["ponderhit", "stop"] {
        Client::new().expect(&format!(
            "> position sfen gle/1C1/3/ELG b C 1
             > go ponder btime 1000 wtime 1000
             info depth 1 score mate 1 pv 2b2a+
             > {ends}
             bestmove 2b2a+
             > ponderhit
             > stop"
        ));
    }
}

#[test]
fn a_second_go_does_not_swallow_the_first_answer() {
    Client::new().expect(
        "> position sfen gle/1C1/3/ELG b C 1
         > go infinite
         info depth 1 score mate 1 pv 2b2a+
         > go
         bestmove 2b2a+
         info depth 1 score mate 1 pv 2b2a+
         bestmove 2b2a+",
    );
}

#[test]
fn the_end_of_a_game_clears_what_was_kept_back() {
    for end in [
        "gameover win",
        "gameover lose",
        "gameover draw",
        "usinewgame",
    ] {
        Client::new().expect(&format!(
            "> position sfen gle/1C1/3/ELG b C 1
             > go ponder
             info depth 1 score mate 1 pv 2b2a+
             > {end}
             > ponderhit
             > stop"
        ));
    }
}

#[test]
fn after_a_refused_position_it_resigns_with_the_reason() {
    for (position, reason) in [
        (
            "position",
            "a position is 'startpos' or 'sfen' and its fields, then perhaps 'moves'",
        ),
        (
            "position sfen gle/1C1/3 b C 1",
            "not a position: the board needs four ranks separated by '/'",
        ),
        (
            "position startpos moves 2c2b 9z 1a2b",
            "move 2: a move looks like 2c2b, 2b2a+ or C*2c",
        ),
        (
            "position startpos moves 2c2b 1a2b 2c2b",
            "move 3: the move is not legal in this position",
        ),
        (
            &format!("position startpos moves 2c2b {} 1a2b", "2".repeat(LINE + 1)),
            "the line is longer than 512 bytes",
        ),
        (
            &format!("position sfen {}", " ".repeat(LINE)),
            "the line is longer than 512 bytes",
        ),
    ] {
        let mut client = Client::new();
        client.ask("position sfen gle/1C1/3/ELG b C 1");
        assert_eq!(client.ask(position), format!("info string {reason}\n"));
        let refused = format!("info string no position to play from: {reason}\n");
        assert_eq!(client.ask("go"), format!("{refused}bestmove resign\n"));
        assert_eq!(client.ask("go ponder"), refused);
        assert_eq!(client.ask("ponderhit"), "bestmove resign\n");
        assert_eq!(
            client.ask("go mate infinite"),
            format!("{refused}checkmate timeout\n")
        );
        client.expect(
            "> position sfen gle/1C1/3/ELG b C 1
             > go
             info depth 1 score mate 1 pv 2b2a+
             bestmove 2b2a+",
        );
    }
}

#[test]
fn a_handicap_is_played() {
    let mut client = Client::new();
    assert_eq!(client.ask("position sfen rkb/3/1P1/BKR w - 1"), "");
    let answer = client.ask("go");
    assert!(answer.contains("\nbestmove "), "{answer}");
    assert!(!answer.contains("resign"), "{answer}");
}

#[test]
fn in_a_game_that_is_over_there_is_nothing_to_move() {
    let mut client = Client::new();
    client.expect(
        "> position sfen L2/3/2l/3 w 2G2E2C 1
         > go
         bestmove resign
         > position sfen L2/3/2l/3 b 2G2E2C 1
         > go
         bestmove win
         > go mate 1000
         checkmate nomate
         > position sfen gle/1C1/3/ELG b C 1 moves 2b2a+
         > go
         bestmove resign
         > go ponder
         > ponderhit
         bestmove resign",
    );
    client.expect(
        "> position sfen gle/1C1/3/ELG b C 1 moves 2b2a+ 3a3b
         info string move 2: the game is over before it, the lion is caught
         > position startpos moves 2d1c 2a3b 1c1b 3b3c 1b1a 3c3d
         info string move 6: the game is over before it, a lion stands on the far rank and cannot be caught",
    );
}

#[test]
fn mates_are_found_refuted_or_given_up() {
    Client::new().expect(
        "> position sfen 1Cl/ec1/LG1/1G1 b E 1
         > go mate infinite
         checkmate 3c3b 1a1b 3b3a
         > position sfen el1/1ec/g1C/LG1 b - 1
         > go mate 5000
         checkmate nomate
         > position startpos
         > go mate 1
         checkmate timeout",
    );
}

#[test]
fn options_are_set_or_refused_in_a_sentence() {
    Client::new().expect(
        "> setoption name USI_Ponder value true
         > setoption name USI_Hash value 256
         > setoption name level value 1
         > setoption name Level value 11
         info string the option's value must be from 1 to 10
         > setoption name Level
         info string the option's value must be from 1 to 10
         > setoption name MultiPV value 0
         info string the option's value must be from 1 to 40
         > setoption name Seed value -1
         info string the seed must be a number from 0 to 2147483647
         > setoption name USI_Variant value chushogi
         info string the only variant is dobutsu
         > setoption name Letters value greek
         info string the letters are asked, animals or shogi
         > setoption name Contempt value 5
         info string there is no such option
         > setoption Level 5
         info string an option is set by 'name', its name, 'value' and its value",
    );
}

#[test]
fn the_weakest_level_may_make_any_move() {
    let mut client = Client::new();
    client.ask("setoption name Level value 1");
    client.ask("position startpos");
    let mut moves = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let answer = client.ask("go");
        let best = answer.lines().last().unwrap();
        moves.insert(String::from(best.split(' ').nth(1).unwrap()));
    }
    // Level 1 may move anything; there are four moves.
    assert_eq!(moves.len(), 4, "{moves:?}");
}

/// Whether the reports on all moves have drops in the animals' and in lishogi's letters.
fn drops(client: &mut Client<super::Search>, position: &str) -> (bool, bool) {
    client.ask("setoption name MultiPV value 40");
    assert_eq!(client.ask(position), "");
    let answer = client.ask("go");
    (answer.contains("E*"), answer.contains("B*"))
}

const ANIMALS: (bool, bool) = (true, false);
const SHOGI: (bool, bool) = (false, true);

#[test]
fn answers_are_in_the_letters_of_the_question() {
    let mut client = Client::new();
    let (animals, shogi) = (
        "position sfen 1Cl/ec1/LG1/1G1 b E 1",
        "position sfen 1Pk/bp1/KR1/1R1 b B 1",
    );
    assert_eq!(drops(&mut client, animals), ANIMALS);
    assert_eq!(drops(&mut client, shogi), SHOGI);
    client.ask("setoption name Letters value animals");
    assert_eq!(drops(&mut client, shogi), ANIMALS);
    client.ask("setoption name Letters value shogi");
    assert_eq!(drops(&mut client, animals), SHOGI);
    client.ask("setoption name Letters value asked");
    assert_eq!(drops(&mut client, animals), ANIMALS);
}

#[test]
fn without_letters_in_the_question_the_variant_or_a_drop_tells() {
    // An elephant is taken; nothing has been dropped.
    let line = "position startpos moves 2c2b 1a2b 1d1c 2b1c 2d1c 2a2b";
    assert_eq!(drops(&mut Client::new(), line), ANIMALS);
    let mut lishogi = Client::new();
    lishogi.ask("setoption name USI_Variant value dobutsu");
    assert_eq!(drops(&mut lishogi, line), SHOGI);
    let mut dropped = Client::new();
    dropped.ask("position startpos moves 2c2b 1a2b P*2c");
    assert_eq!(drops(&mut dropped, line), SHOGI);
}

#[test]
fn other_lines_are_answered_by_a_sentence_and_have_no_effect() {
    let mut client = Client::new();
    client.ask("position sfen gle/1C1/3/ELG b C 1");
    for noise in ["fly", "\u{0}", "GO", "どうぶつ", "setoption", "go2"] {
        let answer = client.ask(noise);
        assert!(
            answer.starts_with("info string ") && answer.lines().count() == 1,
            "{noise}"
        );
    }
    assert_eq!(client.ask("  "), "");
    let mut answer = String::new();
    client.engine.read(b"\xFF\xFE\n", &mut answer);
    assert_eq!(answer, "info string the line is not UTF-8 text\n");
    let long = "go startpos moves ".repeat(LINE / 10);
    assert_eq!(
        client.ask(&long),
        format!("info string the line is longer than {LINE} bytes\n")
    );
    assert!(client.ask("go").ends_with("bestmove 2b2a+\n"));
}

#[test]
fn a_game_may_have_any_length() {
    let shuffle = " 1d1c 3a3b 1c1d 3b3a".repeat(PLIES);
    let mut client = Client::new();
    let line = format!("position startpos moves{shuffle} 2c2b 1a2b");
    assert_eq!(client.ask(&line), "");
    assert!(client.ask("go").contains("bestmove "));
    let refused = client.ask(&format!("{line} 2b2d"));
    let number = 4 * PLIES + 3;
    assert!(
        refused.starts_with(&format!("info string move {number}: ")),
        "{refused}"
    );
}

#[test]
fn lines_end_as_terminals_and_programs_end_them() {
    let mut client = Client::new();
    for line in ["isready\r\n", "isready\r", "isready\n", "\tisready \n"] {
        let mut answer = String::new();
        client.engine.read(line.as_bytes(), &mut answer);
        assert_eq!(answer + &client.think(), "readyok\n", "{line:?}");
    }
}

#[test]
fn quit_ends_it_and_a_new_connection_begins_anew() {
    let mut client = Client::new();
    client.ask("setoption name Letters value shogi");
    client.send("go infinite");
    assert_eq!(client.send("quit"), "");
    assert!(client.engine.is_over() && !client.engine.is_busy());
    let mut answer = String::new();
    client.engine.read(b"position sta", &mut answer);
    client.engine.reset();
    assert!(!client.engine.is_over());
    assert_eq!(client.ask("isready"), "readyok\n");
}
