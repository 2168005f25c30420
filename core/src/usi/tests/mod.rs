//! Transcripts: lines that a program sends, and the answers.

mod protocol;
mod scores;
mod slices;

use std::string::String;
use std::vec::Vec;

use super::Engine;
use crate::game::Position;
use crate::player::{Advice, Adviser, AdviserError, Need, SearchAdviser, Verdict};
use crate::table::OneLevel;

/// A search in place of the database, with few positions, for quick tests.
type Search = SearchAdviser<OneLevel<1024>>;

fn search() -> Search {
    SearchAdviser::new(OneLevel::default(), 3_000)
}

/// An engine and its adviser, driven line by line.
struct Client<A> {
    engine: Engine,
    adviser: A,
}

impl Client<Search> {
    fn new() -> Client<Search> {
        Client::with(search())
    }
}

impl<A: Adviser> Client<A> {
    fn with(adviser: A) -> Client<A> {
        Client {
            engine: Engine::new(),
            adviser,
        }
    }

    /// Sends a line and returns what is answered at once.
    fn send(&mut self, line: &str) -> String {
        let mut answer = String::new();
        let bytes = [line.as_bytes(), b"\n"].concat();
        let taken = self.engine.read(&bytes, &mut answer);
        assert_eq!(taken, bytes.len(), "{line} is not taken");
        answer
    }

    /// Continues to the end of the analysis.
    fn think(&mut self) -> String {
        let mut answer = String::new();
        while self
            .engine
            .step(&mut self.adviser, 500, &mut answer)
            .unwrap()
            .is_pending()
        {}
        answer
    }

    /// Sends a line and returns all answers.
    fn ask(&mut self, line: &str) -> String {
        self.send(line) + &self.think()
    }

    /// Plays a transcript: `> ` before a line that is sent, the lines of its answer after it, without
    /// the numbers of positions.
    fn expect(&mut self, transcript: &str) {
        for exchange in transcript.split("> ").skip(1) {
            let mut lines = exchange.trim_end().lines().map(str::trim);
            let sent = lines.next().unwrap_or_default();
            let answer = self.ask(sent);
            let answer: Vec<String> = answer.lines().map(without_nodes).collect();
            assert_eq!(answer, lines.collect::<Vec<_>>(), "to {sent}");
        }
    }
}

/// A line without the number of positions looked at.
fn without_nodes(line: &str) -> String {
    let (before, after) = line.split_once(" nodes ").unwrap_or((line, ""));
    match after.split_once(" pv ") {
        Some((_, moves)) => std::format!("{before} pv {moves}"),
        None => before.into(),
    }
}

/// Another adviser's results without distances, as a search may come to.
struct Results<A>(A);

impl<A: Adviser> Adviser for Results<A> {
    fn begin(&mut self, position: Position, need: Need) {
        self.0.begin(position, need);
    }

    fn step(&mut self, budget: u32) -> Result<core::task::Poll<()>, AdviserError> {
        self.0.step(budget)
    }

    fn nodes(&self) -> u32 {
        self.0.nodes()
    }

    fn advice(&self) -> Advice {
        use crate::game::Value;
        let known = self.0.advice();
        Advice::of(known.position(), |mv, after| match known.on(mv) {
            Some(verdict @ Verdict::Exact(_)) if after.value_by_rule().is_some() => verdict,
            Some(Verdict::Exact(Value::Win(_))) => Verdict::Won,
            Some(Verdict::Exact(Value::Loss(_))) => Verdict::Lost,
            Some(verdict) => verdict,
            // Moves that are not listed are no better.
            None => Verdict::Lost,
        })
    }
}
