//! `dobutsu review`: the value of every move of a game, and the move that decided it.

mod annotate;
pub mod files;
mod judge;

use std::cmp::Ordering;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use dobutsu_core::game::{Letters, Outcome, Side};
use dobutsu_core::player::{Adviser, Game, Kifu};

use self::annotate::annotate;
pub use self::judge::{Judged, Mark, judge};
use self::judge::{in_words, result};
use crate::files::ensure_writable;
use crate::image::ImageFile;
use crate::solve::{Solved, SolvedAdviser};
use crate::svg::chart::{Axis, Chart, drawing};
use crate::{counted, letters};

/// Review a game: every move with its value, the mistakes marked, and where it was decided.
///
/// The file is a game in KIF (手合割：どうぶつしょうぎ), in UTF-8 or Shift-JIS, or a list of USI moves,
/// in the animals' letters or in lishogi's. Moves after the end of the game and variations are skipped.
#[derive(clap::Args)]
pub struct Args {
    /// The game; - is standard input
    file: PathBuf,
    /// Write a chart of the values as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the game as KIF with the values as comments: FILE.kif in Shift-JIS, FILE.kifu in UTF-8. The
    /// header, comments and times of a game in KIF are kept
    #[arg(long, value_name = "FILE")]
    kif: Option<PathBuf>,
    /// Print only the game, as a list of USI moves
    #[arg(long)]
    usi: bool,
    /// Write moves in lishogi's letters
    #[arg(long)]
    lishogi: bool,
    /// The database image [default: the one that is built in]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    image: Option<PathBuf>,
    /// Use a file that `dobutsu solve` wrote instead of the image
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Runs `dobutsu review`.
pub fn run(args: Args) -> Result<ExitCode> {
    let text = files::read(&args.file)?;
    let name = args.file.display();
    let kifu = Kifu::read(&text).map_err(|error| anyhow!("{name}, {error}"))?;
    for path in args.kif.iter().chain(&args.svg) {
        ensure_writable(path)?;
    }
    if let Some(line) = kifu.after_end {
        eprintln!("dobutsu: {name}, line {line}: the moves after the end of the game are skipped");
    }
    if kifu.variations > 0 {
        let variations = counted(kifu.variations, "variation");
        eprintln!("dobutsu: {name}: {variations} skipped");
    }
    let letters = letters(args.lishogi);
    if args.usi {
        println!("{}", kifu.usi_in(letters));
        if args.kif.is_none() && args.svg.is_none() {
            return Ok(ExitCode::SUCCESS);
        }
    }
    let mut adviser: Box<dyn Adviser> = match &args.from {
        Some(path) => Box::new(SolvedAdviser::new(Box::new(Solved::read(path)?))),
        None => Box::new(ImageFile::open(args.image.as_deref())?.into_adviser()?),
    };
    let judged = judge(&mut *adviser, &kifu.game)?;
    if !args.usi {
        print!("{}", report(&kifu, &judged, letters));
    }
    if let Some(path) = &args.kif {
        let annotated = match text.trim_start_matches('\u{FEFF}').is_ascii() {
            true => annotate(&kifu.kif().to_string(), &judged)?,
            false => annotate(&text, &judged)?,
        };
        files::write_kif(path, &annotated)?;
    }
    if let Some(path) = &args.svg {
        drawing(&[chart(&kifu, &judged)]).write(path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of a review: the moves, the course of the game, the summary.
pub fn report(kifu: &Kifu<'_>, judged: &[Judged], letters: Letters) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for (number, judged) in (1..).zip(judged) {
        let _ = writeln!(text, "{number:4}  {}", row(judged, letters));
    }
    if !judged.is_empty() {
        let _ = writeln!(text, "\n{}   sente up, gote down", course(judged));
    }
    let _ = writeln!(text);
    for (side, name) in [Side::Sente, Side::Gote].into_iter().zip(kifu.names) {
        let _ = writeln!(text, "{}", tally(side, name, judged));
    }
    let _ = writeln!(text, "{}", decided(judged, letters));
    let _ = writeln!(text, "{}", ended(&kifu.game, kifu.closing));
    text
}

fn row(judged: &Judged, letters: Letters) -> String {
    let usi = |mv| judged.diagram.usi_in(mv, letters).to_string();
    let side = match judged.side() {
        Side::Sente => '☗',
        Side::Gote => '☖',
    };
    let mistake = |mark| {
        let (best, verdict) = (usi(judged.best), in_words(judged.best_verdict));
        format!(" {mark} {best} {verdict}")
    };
    let note = match judged.mark() {
        Mark::Best => String::new(),
        Mark::Slower(plies) => format!("    {} is {plies} plies better", usi(judged.best)),
        Mark::Mistake => mistake("? "),
        Mark::Blunder => mistake("??"),
    };
    let row = format!(
        "{side} {:<6} {:<13}{note}",
        usi(judged.mv),
        in_words(judged.verdict)
    );
    row.trim_end().to_owned()
}

/// A character for each move, the higher the better for sente.
fn course(judged: &[Judged]) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let step = |judged: &Judged| {
        let place = (judged.height() + 100.0) / 200.0 * 7.0;
        HEIGHTS[(place.round() as usize).min(7)]
    };
    judged.iter().map(step).collect()
}

fn name_of(side: Side) -> &'static str {
    match side {
        Side::Sente => "sente",
        Side::Gote => "gote",
    }
}

/// How one side played.
fn tally(side: Side, name: &str, judged: &[Judged]) -> String {
    let made: Vec<&Judged> = judged
        .iter()
        .filter(|judged| judged.side() == side)
        .collect();
    let count = |mark: fn(&Judged) -> bool| made.iter().filter(|judged| mark(judged)).count();
    let best = count(|judged| judged.mark() == Mark::Best);
    let slower = count(|judged| matches!(judged.mark(), Mark::Slower(_)));
    let mistakes = count(Judged::is_mistake);
    let known = match name {
        "" => String::new(),
        name => format!(" ({name})"),
    };
    format!(
        "{}{known}: {}, {best} best, {slower} slower, {}",
        name_of(side),
        counted(made.len(), "move"),
        counted(mistakes, "mistake")
    )
}

/// Where the game was decided: the last move that changed the result.
fn decided(judged: &[Judged], letters: Letters) -> String {
    let last = (1..)
        .zip(judged)
        .filter(|(_, judged)| judged.is_mistake())
        .last();
    let Some((number, judged)) = last else {
        return "No move changed the result.".to_owned();
    };
    let usi = |mv| judged.diagram.usi_in(mv, letters);
    let lost = match result(judged.best_verdict) {
        Ordering::Greater => "a win",
        _ => "a draw",
    };
    format!(
        "Decided by move {number}: with {} {} threw away {lost}; {} would have kept it.",
        usi(judged.mv),
        name_of(judged.side()),
        usi(judged.best)
    )
}

/// How it ended.
fn ended(game: &Game, closing: Option<&str>) -> String {
    let end = match (game.outcome(), closing) {
        (Some(Outcome::Catch(side)), _) => format!("{} caught the lion", name_of(side)),
        (Some(Outcome::Try(side)), _) => {
            let missed = side == game.diagram().side;
            let how = match missed {
                true => "was not caught, which wins (not on lishogi)",
                false => "cannot be caught",
            };
            format!("{}'s lion stands on the far rank and {how}", name_of(side))
        }
        (Some(Outcome::NoMove(side)), _) => format!("{} had no move left", name_of(side.other())),
        (Some(Outcome::Repetition), _) => "the same position arose a third time: a draw".to_owned(),
        (None, Some("投了")) => format!("{} resigned", name_of(game.diagram().side)),
        (None, Some(word)) => format!("it ended: {word}"),
        (None, None) => "it is not over".to_owned(),
    };
    format!("After {} {end}.", counted(game.plies(), "move"))
}

/// The course of the game as a chart.
fn chart(kifu: &Kifu<'_>, judged: &[Judged]) -> Chart {
    let title = match kifu.names {
        ["", ""] => "The course of the game".to_owned(),
        [sente, gote] => format!("☗ {sente}  –  ☖ {gote}"),
    };
    let scale =
        "move (100: sente wins at once; 50: sente wins in 100 plies; 0: draw; below 0: gote)";
    let moves = Axis::linear(scale).showing(0.0, judged.len() as f64 + 1.0);
    let heights = judged.iter().map(Judged::height);
    Chart::new(&title, moves, Axis::linear("").showing(-100.0, 100.0))
        .bars("", (1..).map(f64::from).zip(heights))
}
