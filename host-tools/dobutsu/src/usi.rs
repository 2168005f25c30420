//! `dobutsu usi`: the engine, for any program that speaks USI.
//!
//! The answer to `go` is known at once, so its limits are accepted and not needed; `go infinite`
//! and `go ponder` keep it back until `stop`, as the protocol asks.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Diagram, Ending, Owner, Value};
use dobutsu_core::player::{Adviser, Need, Verdict};

use crate::image::ImageFile;

/// Play over USI: commands on standard input, answers on standard output.
#[derive(clap::Args)]
pub struct Args {
    /// The database image [default: the one in the user's cache folder, built on first use]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
}

/// Runs `dobutsu usi`.
pub fn run(args: Args) -> Result<ExitCode> {
    let mut engine = Engine::new(args.image);
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .read_until(b'\n', &mut line)
            .context("cannot read standard input")?;
        let text = String::from_utf8_lossy(&line);
        if read == 0 || text.trim() == "quit" {
            return Ok(ExitCode::SUCCESS);
        }
        for answer in engine.answer(&text) {
            match writeln!(output, "{answer}") {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Ok(ExitCode::SUCCESS);
                }
                written => written.context("cannot write the answer")?,
            }
        }
    }
}

/// The engine between commands.
pub struct Engine {
    path: Option<PathBuf>,
    adviser: Option<Box<dyn Adviser>>,
    now: Option<Diagram>,
    kept_back: Option<String>,
    seed: u64,
}

impl Engine {
    /// An engine that will read its image when it is first needed.
    pub fn new(path: Option<PathBuf>) -> Engine {
        let now = Some(Diagram::START);
        Engine {
            path,
            adviser: None,
            now,
            kept_back: None,
            seed: 1,
        }
    }

    /// An engine that asks this adviser.
    pub fn with_adviser(adviser: Box<dyn Adviser>) -> Engine {
        Engine {
            adviser: Some(adviser),
            ..Engine::new(None)
        }
    }

    /// The lines that answer one command. Whatever it cannot make sense of is answered by an
    /// `info string`, and changes nothing.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        let mut words = line.split_whitespace();
        let sentence = |error: anyhow::Error| vec![format!("info string {error:#}")];
        match words.next() {
            None | Some("ponderhit" | "gameover" | "usinewgame") => Vec::new(),
            Some("usi") => [
                "id name dobutsu",
                "id author the dobutsu handheld authors",
                "option name Image type filename default <empty>",
                "option name Seed type spin default 1 min 0 max 2147483647",
                "usiok",
            ]
            .map(String::from)
            .to_vec(),
            Some("isready") => match self.ready() {
                Ok(_) => vec!["readyok".to_owned()],
                Err(error) => [sentence(error), vec!["readyok".to_owned()]].concat(),
            },
            Some("setoption") => self
                .set_option(words)
                .map_or_else(sentence, |()| Vec::new()),
            Some("position") => match position(words) {
                Ok(diagram) => {
                    self.now = Some(diagram);
                    Vec::new()
                }
                Err(error) => {
                    self.now = None;
                    sentence(error)
                }
            },
            Some("go") => {
                let waits = words.any(|word| matches!(word, "infinite" | "ponder"));
                let (mut lines, best) = match self.think() {
                    Ok((info, best)) => (info.into_iter().collect(), best),
                    Err(error) => (sentence(error), "bestmove resign".to_owned()),
                };
                if waits {
                    self.kept_back = Some(best);
                } else {
                    lines.push(best);
                }
                lines
            }
            Some("stop") => self.kept_back.take().into_iter().collect(),
            Some(unknown) => vec![format!("info string unknown command: {unknown}")],
        }
    }

    fn ready(&mut self) -> Result<&mut (dyn Adviser + 'static)> {
        if self.adviser.is_none() {
            let image = ImageFile::open_or_build(self.path.as_deref())?;
            self.adviser = Some(Box::new(image.into_adviser()?));
        }
        self.adviser.as_deref_mut().context("there is no database")
    }

    fn set_option<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<()> {
        let rest: Vec<&str> = words.collect();
        let rest = rest.join(" ");
        let (name, value) = rest
            .strip_prefix("name ")
            .map(|named| named.split_once(" value ").unwrap_or((named, "")))
            .context("an option needs a name")?;
        match name {
            "Image" => {
                let named = !matches!(value, "" | "<empty>");
                self.path = named.then(|| PathBuf::from(value));
                self.adviser = None;
            }
            "Seed" => {
                self.seed = value.parse().context("the seed must be a number")?;
            }
            // Every USI program offers these to every engine.
            "USI_Hash" | "USI_Ponder" | "Threads" | "MultiPV" => {}
            unknown => anyhow::bail!("unknown option: {unknown}"),
        }
        Ok(())
    }

    /// What to say before the best move, and the best move.
    fn think(&mut self) -> Result<(Option<String>, String)> {
        let diagram = self.now.context("there is no position")?;
        match diagram.position.ending() {
            Some(Ending::Try(Owner::Mine)) => return Ok((None, "bestmove win".to_owned())),
            Some(_) => return Ok((None, "bestmove resign".to_owned())),
            None => {}
        }
        self.seed = mix(self.seed.wrapping_add(1));
        let seed = self.seed;
        let (verdict, line) = principal_variation(self.ready()?, diagram, seed)?;
        let score = match verdict {
            Verdict::Exact(Value::Draw) | Verdict::Unclear(_) => "cp 0".to_owned(),
            Verdict::Exact(decided) => format!("mate {decided}"),
            // A small image knows that it is mate, and not in how many plies.
            Verdict::Won => "mate +".to_owned(),
            Verdict::Lost => "mate -".to_owned(),
        };
        let best = line.first().context("there is no move")?.clone();
        let depth = line.len();
        let info = format!("info depth {depth} score {score} pv {}", line.join(" "));
        Ok((Some(info), format!("bestmove {best}")))
    }
}

/// What the position is worth, and best play from here to the end, or a few plies of it where that
/// is not known, as USI moves. The seed chooses among equals for the first move.
fn principal_variation(
    adviser: &mut dyn Adviser,
    start: Diagram,
    seed: u64,
) -> Result<(Verdict, Vec<String>)> {
    let mut advice = adviser.ask(start.position, Need::Value)?;
    let verdict = advice.verdict().context("there is no move")?;
    let plies = match verdict {
        Verdict::Exact(Value::Win(plies) | Value::Loss(plies)) => {
            advice = adviser.ask(start.position, Need::EVERY)?;
            usize::from(plies)
        }
        _ => 4,
    };
    let mut diagram = start;
    let mut choice = seed as usize % advice.best().len().max(1);
    let mut line = Vec::new();
    while let Some(best) = advice.best().get(choice) {
        line.push(diagram.usi(best.mv).to_string());
        match diagram.position.play(best.mv) {
            After::Caught => break,
            After::Position(next) => diagram = diagram.next(next),
        }
        if line.len() >= plies || diagram.position.ending().is_some() {
            break;
        }
        advice = adviser.ask(diagram.position, Need::Move)?;
        choice = 0;
    }
    Ok((verdict, line))
}

/// The position of a `position` command: `startpos` or `sfen …`, then perhaps `moves …`.
fn position<'a>(words: impl Iterator<Item = &'a str>) -> Result<Diagram> {
    let words: Vec<&str> = words.collect();
    let moves = words
        .iter()
        .position(|&word| word == "moves")
        .unwrap_or(words.len());
    let (start, moves) = words.split_at(moves);
    let mut diagram: Diagram = match start {
        ["startpos"] => Diagram::START,
        ["sfen", fields @ ..] => fields.join(" ").parse().context("not a position")?,
        _ => anyhow::bail!("a position is startpos or sfen and its fields"),
    };
    for text in moves.iter().skip(1) {
        let mv = diagram
            .parse_move(text)
            .with_context(|| format!("not a move here: {text}"))?;
        match diagram.position.play(mv) {
            After::Caught => anyhow::bail!("the game is over after {text}"),
            After::Position(next) => diagram = diagram.next(next),
        }
    }
    Ok(diagram)
}
