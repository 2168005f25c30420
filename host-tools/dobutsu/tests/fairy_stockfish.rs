//! Safe moves compared with fairy-stockfish's on random positions of both sides.
//!
//! Without the program, the test prints that it is skipped; `cargo xtask test` installs it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use dobutsu::solve::index::Index;
use dobutsu_core::game::{After, Diagram, Side};

use crate::common;

const POSITIONS: u32 = 10_000;

/// In its own variant a chick may stay a chick; here it must become a hen.
const VARIANT: &str = "[dobutsuforced:dobutsu]\nmandatoryPiecePromotion = true\n";

/// The program, if it is installed.
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

/// A position of the index, as it is or mirrored, with either side to move.
fn diagram(index: &Index, sample: u32) -> Diagram {
    // Numbers a golden section apart are spread evenly over the index.
    let step = (f64::from(index.count()) * 0.618_033_988_75) as u64;
    let number = (u64::from(sample) * step % u64::from(index.count())) as u32;
    let position = index.position(number).unwrap();
    let position = match sample & 1 {
        0 => position,
        _ => position.mirrored(),
    };
    let side = match sample & 2 {
        0 => Side::Sente,
        _ => Side::Gote,
    };
    Diagram::new(position, side)
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
        return eprintln!("skipped: fairy-stockfish is not installed");
    };
    let variants = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dobutsu-forced.ini");
    std::fs::write(&variants, VARIANT).unwrap();
    let index = Index::build();
    let diagrams: Vec<Diagram> = (0..POSITIONS).map(|n| diagram(&index, n)).collect();
    let mut input = format!(
        "usi\nsetoption name VariantPath value {}\nsetoption name UCI_Variant value dobutsuforced\n",
        variants.display()
    );
    for diagram in &diagrams {
        input += &format!("position sfen {diagram}\ngo perft 1\n");
    }
    let output = common::output(&mut Command::new(program), input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, answers) = text.split_once("info string variant").unwrap();
    // Each answer has a line such as `2c2b: 1` for each move, and ends with the number of moves.
    let answers: Vec<&str> = answers.split("Nodes searched: ").collect();
    assert_eq!(answers.len(), diagrams.len() + 1);
    for (diagram, answer) in diagrams.iter().zip(answers) {
        let moves = answer.lines().filter_map(|line| line.strip_suffix(": 1"));
        let moves: BTreeSet<String> = moves.map(str::to_owned).collect();
        assert_eq!(safe_moves(diagram), moves, "{diagram}");
    }
}
