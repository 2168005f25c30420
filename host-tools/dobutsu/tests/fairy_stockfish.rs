//! Our safe moves against fairy-stockfish's on random positions of both sides, and games of the
//! database against it.
//!
//! Skipped, saying so, where the program is not installed; `cargo xtask test` installs it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use dobutsu::image::ImageFile;
use dobutsu::solve::Solved;
use dobutsu::solve::index::Index;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Diagram, Move, Side};
use dobutsu_core::player::{Game, PLIES};

use crate::common;

const POSITIONS: u32 = 10_000;

/// Its own dobutsu lets a chick choose; ours must become a hen.
const VARIANT: &str = "[dobutsuforced:dobutsu]\nmandatoryPiecePromotion = true\n";

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Engine {
    fn start(program: &PathBuf) -> Engine {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("fairy-stockfish starts");
        let input = process.stdin.take().expect("its input is piped");
        let output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let mut engine = Engine {
            process,
            input,
            output,
        };
        let variants = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dobutsu-forced.ini");
        std::fs::write(&variants, VARIANT).expect("the variant is written");
        engine.ask("usi", "usiok");
        engine.send(&format!(
            "setoption name VariantPath value {}",
            variants.display()
        ));
        engine.send("setoption name UCI_Variant value dobutsuforced");
        engine.ask("isready", "readyok");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("fairy-stockfish reads");
    }

    /// Sends a command and returns the lines of the answer, the one that ends it last.
    fn ask(&mut self, command: &str, last: &str) -> Vec<String> {
        self.send(command);
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !line.starts_with(last)) {
            let mut line = String::new();
            let read = self
                .output
                .read_line(&mut line)
                .expect("fairy-stockfish answers");
            assert!(
                read > 0,
                "fairy-stockfish ended before answering {command:?}"
            );
            lines.push(line);
        }
        lines
    }

    /// What it plays after some thought; `None` when it sees no move that saves its lion.
    fn best_move(&mut self, diagram: &Diagram) -> Option<Move> {
        self.send(&format!("position sfen {diagram}"));
        let answer = self.ask("go nodes 3000", "bestmove ").pop()?;
        diagram.parse_move(answer.split_whitespace().nth(1)?).ok()
    }

    fn moves(&mut self, diagram: &Diagram) -> BTreeSet<String> {
        self.send(&format!("position sfen {diagram}"));
        let lines = self.ask("go perft 1", "Nodes searched");
        lines
            .iter()
            .filter(|line| !line.starts_with("Nodes"))
            .filter_map(|line| line.split_once(": ").map(|(mv, _)| mv.to_string()))
            .collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("FAIRY_STOCKFISH") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join("fairy-stockfish"))
        .find(|file| file.is_file())
}

fn safe_moves(diagram: &Diagram) -> BTreeSet<String> {
    let is_safe = |mv: &_| match diagram.position.play(*mv) {
        After::Caught => false,
        After::Position(next) => !next.can_catch(),
    };
    let moves = diagram.position.moves().into_iter().filter(is_safe);
    moves.map(|mv| diagram.usi(mv).to_string()).collect()
}

#[test]
fn safe_moves_equal_fairy_stockfish() {
    let Some(program) = program() else {
        eprintln!("skipped: fairy-stockfish is not installed");
        return;
    };
    let mut engine = Engine::start(&program);
    let index = Index::build();
    // Numbers a golden section apart are spread evenly over the index.
    let step = (f64::from(index.count()) * 0.618_033_988_75) as u64;
    for sample in 0..POSITIONS {
        let number = (u64::from(sample) * step % u64::from(index.count())) as u32;
        let canonical = index.position(number).expect("a number of the index");
        let position = if sample & 1 == 0 {
            canonical
        } else {
            canonical.mirrored()
        };
        let side = if sample & 2 == 0 {
            Side::Sente
        } else {
            Side::Gote
        };
        let diagram = Diagram::new(position, side);
        assert_eq!(safe_moves(&diagram), engine.moves(&diagram), "{diagram}");
    }
}

/// Games from random positions, the database to move first.
fn games(path: &Path, count: u64) {
    let Some(program) = program() else {
        eprintln!("skipped: fairy-stockfish is not installed");
        return;
    };
    let mut engine = Engine::start(&program);
    let solved = Solved::read(&common::solved_path()).unwrap();
    let image = ImageFile::read(path).unwrap();
    let edition = image.edition().unwrap();
    let mut adviser = image.into_adviser().unwrap();
    for number in 0..count {
        let start = (mix(number + 4242) % u64::from(solved.index().count())) as u32;
        let position = solved.index().position(start).unwrap();
        let mut game = Game::new(Diagram::new(position, Side::Sente));
        while game.outcome().is_none() && game.plies() < PLIES {
            let now = game.diagram();
            let moves = now.position.moves();
            let catch = moves
                .iter()
                .find(|&&mv| now.position.play(mv) == After::Caught);
            let mv = match (now.side, catch) {
                (Side::Sente, _) => common::best_move(&mut adviser, now.position),
                // It never looks at positions in which a lion was left to be caught.
                (Side::Gote, Some(&catch)) => catch,
                (Side::Gote, None) => engine.best_move(&now).unwrap_or(moves[0]),
            };
            game.play(mv).unwrap();
        }
        common::assert_kept(
            edition,
            solved.value_of(start),
            game.outcome(),
            game.plies(),
            position,
        );
    }
}

#[test]
fn fairy_stockfish_is_held_to_the_value() {
    games(&common::image_path(), 30);
    games(&common::small_path(), 30);
}

#[test]
#[ignore = "long: 1,000 games with each edition"]
fn fairy_stockfish_is_held_to_the_value_a_thousand_times() {
    games(&common::image_path(), 1000);
    games(&common::small_path(), 1000);
}
