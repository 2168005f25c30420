//! `dobutsu probe`: the values and best moves of positions read from standard input.

use std::cmp::Ordering;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::{Context, Result};
use dobutsu_core::database::{Edition, ValueCache};
use dobutsu_core::game::{After, Diagram, Letters, Move, Outcome, Position, Value};
use dobutsu_core::player::{Adviser, AdviserError, DatabaseAdviser, Game, Need, Verdict};

use crate::image::ImageFile;
use crate::parallel::all_cores;
use crate::review::result;
use crate::solve::{Solved, SolvedAdviser, cached};

/// Answer positions: SFEN lines in, `value<TAB>best moves` out.
///
/// The answers come from the file that `dobutsu solve` wrote, if it is in the user's cache folder, which
/// is much faster, and otherwise from the database image, on all cores.
///
/// A small image knows results, not distances: its answers are `+`, `0` or `-` for won, drawn or lost, and
/// one move; playing these moves wins every won position against any defence.
///
/// The words `position` and `sfen` before a position may be left out, `startpos` is a position, and the
/// moves after `moves` are played first. Empty lines are skipped. Positions in lishogi's letters are
/// answered in lishogi's letters.
///
/// A line that is not a position, or one in which the game is over, is answered by `error<TAB>reason`; the
/// exit code is then 1.
#[derive(clap::Args)]
pub struct Args {
    /// The database image [default: the solved game in the cache, or the full image that is built in]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    image: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Slots of each core's cache: 1.5 MB.
const SLOTS: usize = 1 << 17;

/// Bytes of input that are answered together: a few thousand lines.
const BATCH: usize = 1 << 18;

/// Where the answers come from.
enum Source {
    Solved(Box<Solved>),
    Image(ImageFile),
}

impl Source {
    fn open(args: &Args) -> Result<Source> {
        if let Some(path) = &args.from {
            return Ok(Source::Solved(Box::new(Solved::read(path)?)));
        }
        if args.image.is_none()
            && let Some((solved, path)) = cached()
        {
            eprintln!("dobutsu: the answers come from {}", path.display());
            return Ok(Source::Solved(Box::new(solved)));
        }
        Ok(Source::Image(ImageFile::open(args.image.as_deref())?))
    }

    fn adviser(&self) -> Result<Box<dyn Adviser + Send + '_>> {
        Ok(match self {
            Source::Solved(solved) => Box::new(SolvedAdviser::new(&**solved)),
            Source::Image(image) => {
                let cache = Box::<ValueCache<SLOTS>>::default();
                Box::new(DatabaseAdviser::new(image.database()?, cache))
            }
        })
    }

    fn question(&self) -> Result<Question> {
        Ok(match self {
            Source::Solved(_) => Question::Every,
            Source::Image(image) => match image.edition()? {
                Edition::Full => Question::Value,
                Edition::Small => Question::Move,
            },
        })
    }
}

/// Runs `dobutsu probe`.
pub fn run(args: Args) -> Result<ExitCode> {
    let source = Source::open(&args)?;
    let question = source.question()?;
    let advisers: Result<Vec<_>> = (0..all_cores()).map(|_| source.adviser()).collect();
    let mut advisers = advisers?;
    let mut input = BufReader::with_capacity(BATCH, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    loop {
        let lines = next_lines(&mut input).context("cannot read standard input")?;
        if lines.is_empty() {
            return Ok(code);
        }
        let mut text = String::new();
        for answer in answers(&mut advisers, question, &lines) {
            if answer.starts_with("error") {
                code = ExitCode::FAILURE;
            }
            text += &answer;
            text.push('\n');
        }
        // A program that asks one question at a time is answered at once.
        let written = output.write_all(text.as_bytes());
        written
            .and_then(|()| output.flush())
            .context("cannot write the answers")?;
    }
}

/// The lines that have arrived, without empty ones; none at the end of the input.
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

/// The answers to lines, in their order, from as many threads as there are advisers.
fn answers(
    advisers: &mut [Box<dyn Adviser + Send + '_>],
    question: Question,
    lines: &[Vec<u8>],
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = |adviser: &mut dyn Adviser| {
        let mut answers = Vec::new();
        while let number = next.fetch_add(1, Relaxed)
            && let Some(line) = lines.get(number)
        {
            let answer = probe(adviser, question, line);
            answers.push((
                number,
                answer.unwrap_or_else(|reason| format!("error\t{reason}")),
            ));
        }
        answers
    };
    let threads = advisers.len().min(lines.len());
    let (first, others) = advisers[..threads].split_at_mut(1);
    let mut all = thread::scope(|scope| {
        let others: Vec<_> = others
            .iter_mut()
            .map(|adviser| scope.spawn(|| work(&mut **adviser)))
            .collect();
        let mut all = work(&mut *first[0]);
        for other in others {
            // A thread can only fail by panicking, and then so does this one.
            all.extend(other.join().expect("a thread panicked"));
        }
        all
    });
    all.sort_unstable();
    all.into_iter().map(|(_, answer)| answer).collect()
}

/// How an adviser is asked for the value and all best moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// For every move at once.
    Every,
    /// For the value first, then for the moves that may come as far.
    Value,
    /// For a result and one move.
    Move,
}

/// The verdict on a position and its best moves.
type Answer = (Option<Verdict>, Vec<Move>);

impl Question {
    fn ask(self, adviser: &mut dyn Adviser, position: Position) -> Result<Answer, AdviserError> {
        let need = match self {
            Question::Every => Need::EVERY,
            Question::Move => Need::Move,
            Question::Value => Need::Value,
        };
        let advice = adviser.ask(position, need)?;
        let best = match advice.verdict() {
            Some(Verdict::Exact(value)) if self == Question::Value => {
                best_moves(adviser, position, value)?
            }
            _ => advice.best().iter().map(|best| best.mv).collect(),
        };
        Ok((advice.verdict(), best))
    }
}

/// The moves that keep the value of a position. A result takes much less time than a distance, so only
/// moves with the right result are followed to the end of the game.
fn best_moves(
    adviser: &mut dyn Adviser,
    position: Position,
    value: Value,
) -> Result<Vec<Move>, AdviserError> {
    let wanted = result(Verdict::Exact(value));
    let ask = |adviser: &mut dyn Adviser, child, need| -> Result<Verdict, AdviserError> {
        let verdict = adviser.ask(child, need)?.verdict();
        Ok(verdict.map_or(Verdict::Unclear(0), Verdict::before))
    };
    let mut best = Vec::new();
    for mv in position.moves() {
        let after = position.play(mv);
        let worth = match (after.value_by_rule(), after) {
            (None, After::Position(child)) => {
                // The moves of a lost position all lose.
                let is_known = wanted == Ordering::Less;
                if !is_known && result(ask(adviser, child, Need::Result)?) != wanted {
                    continue;
                }
                match value {
                    Value::Draw => Some(value),
                    _ => ask(adviser, child, Need::Value)?.value(),
                }
            }
            (worth, _) => worth,
        };
        if worth == Some(value) {
            best.push(mv);
        }
    }
    Ok(best)
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

/// The answer to one line, or the reason why there is none.
fn probe(adviser: &mut dyn Adviser, question: Question, line: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_string())?;
    let (diagram, letters) = position(text.trim())?;
    if let Some(ending) = diagram.position.ending() {
        return Err(format!("the game is over: {ending}"));
    }
    let answer = question.ask(adviser, diagram.position);
    let (verdict, best) = answer.map_err(|error| error.to_string())?;
    let verdict = verdict.ok_or("there is no move")?;
    let mut answer = match verdict {
        Verdict::Exact(value) if question != Question::Move => value.to_string(),
        Verdict::Won | Verdict::Exact(Value::Win(_)) => "+".to_string(),
        Verdict::Lost | Verdict::Exact(Value::Loss(_)) => "-".to_string(),
        Verdict::Exact(Value::Draw) => "0".to_string(),
        Verdict::Unclear(_) => return Err("the database does not know".to_string()),
    };
    for (number, mv) in best.into_iter().enumerate() {
        answer.push(if number == 0 { '\t' } else { ' ' });
        answer.push_str(&diagram.usi(mv).in_letters(letters).to_string());
    }
    Ok(answer)
}
