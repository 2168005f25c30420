//! `dobutsu probe`: the values and best moves of positions read from standard input.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::database::{Database, ProbeError};
use dobutsu_core::game::{Diagram, Letters, Move, Outcome, Position};
use dobutsu_core::player::Game;

use crate::image::ImageFile;
use crate::parallel;
use crate::solve::{Solved, cached};

/// Answer positions: SFEN lines in, `value<TAB>best moves` out.
///
/// The answers come from the file that `dobutsu solve` wrote, if it is in the user's cache folder, which
/// is much faster, and otherwise from the database image, on all cores.
///
/// The words `position` and `sfen` before a position may be left out, `startpos` is a position, and the
/// moves after `moves` are played first. Empty lines are skipped. Positions in lishogi's letters are
/// answered in lishogi's letters.
///
/// A line that is not a position, or one in which the game is over, is answered by `error<TAB>reason`; the
/// exit code is then 1.
#[derive(clap::Args)]
pub struct Args {
    /// The database image [default: the solved game in the cache, or the image that is built in]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    image: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Bytes of input that are answered together: a few thousand lines.
const BATCH: usize = 1 << 18;

/// The source of the answers.
enum Source<'a> {
    Solved(Box<Solved>),
    Image(Box<Database<&'a [u8]>>),
}

/// Runs `dobutsu probe`.
pub fn run(args: Args) -> Result<ExitCode> {
    let solved = match (&args.from, &args.image) {
        (Some(path), _) => Some(Solved::read(path)?),
        (None, Some(_)) => None,
        (None, None) => cached().map(|(solved, path)| {
            eprintln!("dobutsu: the answers come from {}", path.display());
            solved
        }),
    };
    let image;
    let source = match solved {
        Some(solved) => Source::Solved(Box::new(solved)),
        None => {
            image = ImageFile::open(args.image.as_deref())?;
            Source::Image(Box::new(image.database()?))
        }
    };
    let mut input = BufReader::with_capacity(BATCH, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    loop {
        let lines = next_lines(&mut input).context("cannot read standard input")?;
        if lines.is_empty() {
            return Ok(code);
        }
        let mut text = String::new();
        for answer in parallel::map(&lines, |line| source.answer(line)) {
            let answer = answer.unwrap_or_else(|reason| format!("error\t{reason}"));
            if answer.starts_with("error") {
                code = ExitCode::FAILURE;
            }
            text += &answer;
            text.push('\n');
        }
        // Flushed for programs that wait for each answer before they send the next position.
        let written = output.write_all(text.as_bytes());
        written
            .and_then(|()| output.flush())
            .context("cannot write the answers")?;
    }
}

/// The lines received so far, without empty ones; no line at the end of the input.
fn next_lines(input: &mut BufReader<impl io::Read>) -> io::Result<Vec<Vec<u8>>> {
    let mut lines = Vec::new();
    while lines.is_empty() || input.buffer().contains(&b'\n') {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if !line.trim_ascii().is_empty() {
            lines.push(line);
        }
    }
    Ok(lines)
}

impl Source<'_> {
    /// The answer to one line, or the reason why there is none.
    fn answer(&self, line: &[u8]) -> Result<String, String> {
        let text = str::from_utf8(line).map_err(|_| "the line is not UTF-8 text")?;
        let (diagram, letters) = position(text.trim())?;
        if let Some(ending) = diagram.position.ending() {
            return Err(format!("the game is over: {ending}"));
        }
        let answer = self.probe(diagram.position);
        let (value, best) = answer.map_err(|error| error.to_string())?;
        let usi = |mv: &Move| diagram.usi_in(*mv, letters).to_string();
        let best: Vec<String> = best.iter().map(usi).collect();
        Ok(format!("{value}\t{}", best.join(" ")))
    }

    /// The value and the best moves.
    fn probe(&self, position: Position) -> Result<(String, Vec<Move>), ProbeError> {
        match self {
            Source::Solved(solved) => {
                let advice = solved.advice(position);
                let best = advice.best().iter().map(|best| best.mv).collect();
                Ok((solved.exact(position).to_string(), best))
            }
            Source::Image(database) => {
                let value = database.value(position)?.to_string();
                Ok((value, database.best_moves(position)?.to_vec()))
            }
        }
    }
}

/// The position after the fields of a `position` command, and its letters.
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
    let complete = start.position.complete();
    complete.map_err(|error| error.to_string())?;
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
