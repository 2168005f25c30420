//! Safe moves compared with fairy-stockfish's on random positions of both sides, and games of the
//! database against it.
//!
//! Without the program, these tests print that they are skipped; `cargo xtask test` installs it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use dobutsu::image::ImageFile;
use dobutsu::levels::play_out;
use dobutsu::solve::index::Index;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Diagram, Move, Side};
use dobutsu_core::player::Game;

use crate::common;

const POSITIONS: u32 = 10_000;

/// In its own variant a chick may stay a chick; here it must become a hen.
const VARIANT: &str = "[dobutsuforced:dobutsu]\nmandatoryPiecePromotion = true\n";

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the program; `None` if it is not installed.
    fn start() -> Option<Engine> {
        let named = std::env::var_os("FAIRY_STOCKFISH").map(PathBuf::from);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = named.or_else(|| {
            std::env::split_paths(&path)
                .chain([PathBuf::from("/usr/games")])
                .map(|folder| folder.join("fairy-stockfish"))
                .find(|file| file.is_file())
        });
        let Some(program) = program else {
            eprintln!("skipped: fairy-stockfish is not installed");
            return None;
        };
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut engine = Engine {
            input: process.stdin.take().unwrap(),
            output: BufReader::new(process.stdout.take().unwrap()),
            process,
        };
        let variants = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dobutsu-forced.ini");
        std::fs::write(&variants, VARIANT).unwrap();
        engine.ask("usi", "usiok");
        let variants = variants.display();
        engine.send(&format!("setoption name VariantPath value {variants}"));
        engine.send("setoption name UCI_Variant value dobutsuforced");
        engine.ask("isready", "readyok");
        Some(engine)
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Sends a command and returns the lines of the answer, the one that ends it last.
    fn ask(&mut self, command: &str, last: &str) -> Vec<String> {
        self.send(command);
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !line.starts_with(last)) {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "the program ended before answering {command:?}");
            lines.push(line);
        }
        lines
    }

    /// Its move after a short search; `None` if no move saves its lion.
    fn best_move(&mut self, diagram: &Diagram) -> Option<Move> {
        self.send(&format!("position sfen {diagram}"));
        let answer = self.ask("go nodes 3000", "bestmove ").pop()?;
        diagram.parse_move(answer.split_whitespace().nth(1)?).ok()
    }

    fn moves(&mut self, diagram: &Diagram) -> BTreeSet<String> {
        self.send(&format!("position sfen {diagram}"));
        let lines = self.ask("go perft 1", "Nodes searched");
        let moves = lines.iter().filter(|line| !line.starts_with("Nodes"));
        moves
            .filter_map(|line| Some(line.split_once(": ")?.0.to_owned()))
            .collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
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
    let Some(mut engine) = Engine::start() else {
        return;
    };
    let index = Index::build();
    // Numbers a golden section apart are spread evenly over the index.
    let step = (f64::from(index.count()) * 0.618_033_988_75) as u64;
    for sample in 0..POSITIONS {
        let number = (u64::from(sample) * step % u64::from(index.count())) as u32;
        let canonical = index.position(number).unwrap();
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
fn games(count: u64) {
    let Some(mut engine) = Engine::start() else {
        return;
    };
    let solved = common::solved();
    let image = ImageFile::read(&common::image_path()).unwrap();
    let mut adviser = image.into_adviser().unwrap();
    for number in 0..count {
        let start = (mix(number + 4242) % u64::from(solved.index().count())) as u32;
        let position = solved.index().position(start).unwrap();
        let mut game = Game::new(Diagram::new(position, Side::Sente));
        let choose = |now: Diagram| {
            let moves = now.position.moves();
            let mut moves = moves.iter().copied();
            let catch = moves
                .clone()
                .find(|&mv| now.position.play(mv) == After::Caught);
            Ok(match (now.side, catch) {
                (Side::Sente, _) => Some(common::best_move(&mut adviser, now.position)),
                // It never sees positions in which a lion can be caught.
                (Side::Gote, Some(catch)) => Some(catch),
                (Side::Gote, None) => engine.best_move(&now).or_else(|| moves.next()),
            })
        };
        play_out(&mut game, choose).unwrap();
        common::assert_kept(
            solved.value_of(start),
            game.outcome(),
            game.plies(),
            position,
        );
    }
}

#[test]
fn fairy_stockfish_is_held_to_the_value() {
    games(30);
}

#[test]
#[ignore = "long: 1,000 games"]
fn fairy_stockfish_is_held_to_the_value_a_thousand_times() {
    games(1000);
}
