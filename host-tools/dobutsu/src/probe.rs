//! `dobutsu probe`: the value and the best moves of positions read from standard input.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::database::Edition;
use dobutsu_core::game::{Diagram, Ending, Letters, Outcome, Value};
use dobutsu_core::player::{Adviser, AdviserError, Game, Need, Verdict};

use crate::image::ImageFile;
use crate::solve::{Solved, SolvedAdviser};

/// Answer positions: SFEN lines in, `value<TAB>best moves` out.
///
/// A small image knows results, not distances: it answers `+`, `0` or `-` for won, drawn or lost,
/// and one move, which wins every won position against any defence.
///
/// The words `position` and `sfen` before a position may be there or not, `startpos` is one too, and
/// `moves …` behind it are played first. Empty lines are passed over. Lishogi's letters are answered in
/// lishogi's letters.
///
/// A line that is not a position, or one in which the game is over, is answered in its place by
/// `error<TAB>a sentence`; then the exit code is 1 at the end.
#[derive(clap::Args)]
pub struct Args {
    /// The database image [default: the full one that is built in]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    image: Option<PathBuf>,
    /// Ask a file that `dobutsu solve` wrote instead, which is quicker
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Runs `dobutsu probe`.
pub fn run(args: Args) -> Result<ExitCode> {
    let (mut adviser, edition): (Box<dyn Adviser>, Edition) = match &args.from {
        Some(path) => {
            let solved = Box::new(Solved::read(path)?);
            (Box::new(SolvedAdviser::new(solved)), Edition::Full)
        }
        None => {
            let image = ImageFile::open(args.image.as_deref())?;
            let edition = image.edition()?;
            (Box::new(image.into_adviser()?), edition)
        }
    };
    let mut input = io::stdin().lock();
    // Standard output is flushed line by line, so a program that asks one question at a time is
    // answered at once.
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    let mut code = ExitCode::SUCCESS;
    loop {
        line.clear();
        if input
            .read_until(b'\n', &mut line)
            .context("cannot read standard input")?
            == 0
        {
            return Ok(code);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = probe(&mut *adviser, edition, &line).unwrap_or_else(|sentence| {
            code = ExitCode::FAILURE;
            format!("error\t{sentence}")
        });
        writeln!(output, "{answer}").context("cannot write the answers")?;
    }
}

/// The position that these fields of a `position` command lead to, and the letters it is written in.
fn position(text: &str) -> Result<(Diagram, Letters), String> {
    let text = text.strip_prefix("position").unwrap_or(text).trim_start();
    let (start, moves) = match text.split_once(" moves") {
        Some((start, moves)) => (start.trim_end(), moves),
        None => (text, ""),
    };
    let (start, letters) = match start.strip_prefix("sfen").unwrap_or(start) {
        "startpos" => (Diagram::START, Letters::Animals),
        sfen => Diagram::read(sfen).map_err(|error| error.to_string())?,
    };
    let mut game = Game::new(start);
    for word in moves.split_whitespace() {
        let mv = (game.diagram().parse_move(word)).map_err(|error| format!("{word}: {error}"))?;
        game.play(mv).map_err(|error| format!("{word}: {error}"))?;
    }
    match game.outcome() {
        Some(Outcome::Catch(_)) => Err("the game is over: the lion is caught".to_string()),
        _ => Ok((game.diagram(), letters)),
    }
}

/// The answer to one line, or a sentence that says why there is none.
fn probe(adviser: &mut dyn Adviser, edition: Edition, line: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_string())?;
    let (diagram, letters) = position(text.trim())?;
    if let Some(ending) = diagram.position.ending() {
        return Err(match ending {
            Ending::Try(_) => "the game is over: a lion has reached the far rank and stands",
            Ending::NoMove => "the game is over: there is no move",
        }
        .to_string());
    }
    let need = match edition {
        Edition::Small => Need::Move,
        Edition::Full => Need::EVERY,
    };
    let advice = adviser
        .ask(diagram.position, need)
        .map_err(|error: AdviserError| error.to_string())?;
    let verdict = advice.verdict().ok_or("there is no move")?;
    let mut answer = match (verdict, edition) {
        (Verdict::Exact(value), Edition::Full) => value.to_string(),
        (Verdict::Won | Verdict::Exact(Value::Win(_)), _) => "+".to_string(),
        (Verdict::Lost | Verdict::Exact(Value::Loss(_)), _) => "-".to_string(),
        (Verdict::Exact(Value::Draw), _) => "0".to_string(),
        (Verdict::Unclear(_), _) => return Err("the database does not know".to_string()),
    };
    for (number, best) in advice.best().iter().enumerate() {
        answer.push(if number == 0 { '\t' } else { ' ' });
        answer.push_str(&diagram.usi(best.mv).in_letters(letters).to_string());
    }
    Ok(answer)
}
