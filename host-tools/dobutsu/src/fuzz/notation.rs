//! Positions, moves and USI commands from any bytes.

use std::task::Poll;

use dobutsu_core::game::{Diagram, Letters, Position, Value};
use dobutsu_core::player::{Advice, Adviser, AdviserError, Need, Verdict};
use dobutsu_core::usi::Engine;

/// Reads the bytes as an SFEN and, after a line break, as USI moves. What is read is written back
/// and must read the same.
pub fn fuzz_notation(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let (sfen, moves) = text.split_once('\n').unwrap_or((text, ""));
    let diagram: Diagram = match sfen.parse() {
        Ok(diagram) => diagram,
        Err(_) => Diagram::START,
    };
    for letters in [Letters::Animals, Letters::Shogi] {
        let written = diagram.sfen(letters).to_string();
        assert_eq!(Diagram::read(&written), Ok((diagram, letters)));
    }
    for text in moves.split_whitespace() {
        if let Ok(mv) = diagram.parse_move(text) {
            assert!(diagram.position.is_legal(mv));
            let written = diagram.usi(mv).to_string();
            assert_eq!(diagram.parse_move(&written), Ok(mv));
        }
    }
}

/// An adviser that takes no time, so that many commands can be tried.
struct Rules(Position);

impl Adviser for Rules {
    fn begin(&mut self, position: Position, _: Need) {
        self.0 = position;
    }

    fn step(&mut self, _: u32) -> Result<Poll<()>, AdviserError> {
        Ok(Poll::Ready(()))
    }

    fn advice(&self) -> Advice {
        Advice::of(self.0, |_, after| {
            Verdict::Exact(after.value_by_rule().unwrap_or(Value::Draw))
        })
    }
}

/// Sends the bytes to the USI engine in pieces, with some steps of thinking between them; the sizes and
/// the numbers of steps come from the bytes. Every answer begins with a word of USI, and there is at most
/// one move for each `go`.
pub fn fuzz_usi(data: &[u8]) {
    let (mut engine, mut adviser) = (Engine::new(), Rules(Position::START));
    let mut answers = String::new();
    let mut rest = data;
    while !rest.is_empty() && !engine.is_over() {
        let length = rest.len().min(1 + usize::from(rest[0]) % 32);
        let taken = engine.read(&rest[..length], &mut answers);
        let steps = if taken < length { 1 } else { rest[0] / 32 };
        rest = &rest[taken..];
        for _ in 0..steps {
            let _ = engine.step(&mut adviser, 1, &mut answers);
        }
    }
    let known = [
        "id",
        "option",
        "usiok",
        "readyok",
        "info",
        "bestmove",
        "checkmate",
    ];
    for answer in answers.lines() {
        let word = answer.split(' ').next();
        assert!(word.is_some_and(|word| known.contains(&word)), "{answer}");
    }
    let asked = data.windows(2).filter(|&word| word == b"go").count();
    let answered = answers.matches("\nbestmove ").count() + answers.matches("\ncheckmate ").count();
    assert!(answered <= asked, "{answers}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(words: &'static [&'static str]) -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(words), 0..40).prop_map(|words| words.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn notation_survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..80)) {
            fuzz_notation(&data);
        }

        #[test]
        fn notation_survives_any_syntax(text in pieces(&[
            "g", "l", "e", "c", "G", "L", "E", "C", "r", "k", "b", "p", "R", "K", "B", "P", "+", "1", "2", "3", "/", "/", "/", " b ", " w ",
            "-", "\n", " ", "2c2b", "C*2b", "P*2b", "1a", "3d", "gle/1c1/1C1/ELG b - 1", "rkb/1p1/1P1/BKR b - 1",
            "ひよこ",
        ])) {
            fuzz_notation(text.as_bytes());
        }

        #[test]
        fn usi_survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..80)) {
            fuzz_usi(&data);
        }

        #[test]
        fn usi_survives_any_commands(text in pieces(&[
            "usi", "isready", "setoption", "name", "value", "Seed", "Level", "MultiPV", "5",
            "usinewgame", "position", "startpos", "sfen", "gle/1c1/1C1/ELG b - 1",
            "position sfen rkb/1P1/3/BKR b P 1", "moves", "2c2b", "2b2c", "C*2b", "P*2b", "go", "\ngo\n",
            "infinite", "ponder", "mate", "btime", "0", "-1", "\nstop\n", "\nponderhit\n", "gameover",
            "quit", "\r", "\n", "\n", " ", " ", " ",
        ])) {
            fuzz_usi(text.as_bytes());
        }
    }
}
