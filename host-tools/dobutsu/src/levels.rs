//! `dobutsu levels`: every level of the handheld against the one below it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use dobutsu_core::game::{After, Diagram, Move, Position, Side};
use dobutsu_core::player::{Adviser, Dice, Game, Level};

use crate::image::ImageFile;
use crate::play::thinker::Thinker;
use crate::progress;
use crate::solve::{Solved, SolvedAdviser, open_or_solve};

/// Play every level against the one below.
///
/// Openings have up to three random moves. Each opening is played twice, the levels changing sides. A draw
/// counts half. Errors are 95 % intervals from the pairs of games.
#[derive(clap::Args)]
pub struct Args {
    /// Games for each pair of levels, an even number of at least 4
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,

    /// The lowest level
    #[arg(long, value_name = "LEVEL", default_value_t = 1)]
    from: u8,

    /// The highest level
    #[arg(long, value_name = "LEVEL", default_value_t = Level::PERFECT.number())]
    to: u8,

    /// Play like a device without a database, by search alone
    #[arg(long)]
    search: bool,

    /// Play like a device with this image, instead of using the solved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["search", "solved"])]
    image: Option<PathBuf>,

    /// The file that `dobutsu solve` wrote [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
}

/// The least and the greatest score of a level against the one below, in percent.
const FAIR: std::ops::RangeInclusive<f64> = 60.0..=80.0;

/// Plays the matches and prints the table; fails if a score is not between 60 and 80 %.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.games >= 4 && args.games.is_multiple_of(2),
        "games come in pairs: --games must be even and at least 4"
    );
    let levels: Vec<Level> = Level::ALL
        .into_iter()
        .filter(|level| (args.from..=args.to).contains(&level.number()))
        .collect();
    ensure!(
        levels.len() >= 2,
        "--from {} must be less than --to {}, both from 1 to 10",
        args.from,
        args.to
    );
    // The solved game gives the answers of a database in less time.
    let solved = match args.search || args.image.is_some() {
        true => None,
        false => Some(open_or_solve(args.solved.as_deref())?),
    };
    let adviser = || adviser(solved.as_ref(), args.image.as_deref());
    let bar = progress::bar("playing", u64::from(args.games) * (levels.len() as u64 - 1));
    bar.suspend(|| println!("levels        won  drawn   lost  score            plies"));
    let mut code = ExitCode::SUCCESS;
    for pair in levels.windows(2) {
        let [weak, strong] = [pair[0], pair[1]];
        let advisers = [adviser()?, adviser()?];
        let score = play_match(advisers, [strong, weak], args.games, || bar.inc(2))?;
        let names = format!("{} against {}", strong.number(), weak.number());
        bar.suspend(|| println!("{names:<12}{score}"));
        // The levels were set with the database; by search alone other scores are expected.
        if !args.search && !FAIR.contains(&score.percent) {
            let (from, to) = (FAIR.start(), FAIR.end());
            let percent = score.percent;
            let fault = format!("{names}: {percent:.1} % is not between {from} and {to} %");
            bar.suspend(|| eprintln!("dobutsu: {fault}"));
            code = ExitCode::FAILURE;
        }
    }
    bar.finish_and_clear();
    Ok(code)
}

/// An adviser with the solved game, with an image, or without either.
fn adviser<'s>(solved: Option<&'s Solved>, image: Option<&Path>) -> Result<Box<dyn Adviser + 's>> {
    Ok(match (solved, image) {
        (Some(solved), _) => Box::new(SolvedAdviser::new(solved)),
        (None, Some(path)) => Box::new(Thinker::probing(ImageFile::read(path)?)?),
        (None, None) => Box::new(Thinker::searching()),
    })
}

/// The score of a level against another.
#[derive(Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Plies of all games.
    plies: usize,
    /// In percent of the games, a draw counting half.
    percent: f64,
    /// Half the width of the 95 % interval of `percent`.
    margin: f64,
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = self.won + self.drawn + self.lost;
        write!(
            f,
            "{:>5}  {:>5}  {:>5}  {:4.1} ± {:3.1} %  {:>9.1}",
            self.won,
            self.drawn,
            self.lost,
            self.percent,
            self.margin,
            self.plies as f64 / f64::from(games)
        )
    }
}

/// Plays games of the first level against the second; `progress` is called after each pair of games.
fn play_match(
    mut advisers: [Box<dyn Adviser + '_>; 2],
    levels: [Level; 2],
    games: u32,
    progress: impl Fn(),
) -> Result<Score> {
    let mut dice = Dice::new(1 + u32::from(levels[0].number()));
    let mut score = Score::default();
    let mut pairs = Vec::new();
    for opening in 0..games / 2 {
        let mut points = 0.0;
        for first_side in [Side::Sente, Side::Gote] {
            let mut game = open(31 + opening);
            play_out(&mut game, |Diagram { position, side, .. }| {
                let player = usize::from(side != first_side);
                let level = levels[player];
                let advice = advisers[player].ask(position, level.need(position, dice))?;
                Ok(level.choose(&advice, &mut dice))
            })?;
            score.plies += game.plies();
            match game.outcome().and_then(|outcome| outcome.winner()) {
                Some(winner) if winner == first_side => {
                    score.won += 1;
                    points += 50.0;
                }
                Some(_) => score.lost += 1,
                None => {
                    score.drawn += 1;
                    points += 25.0;
                }
            }
        }
        pairs.push(points);
        progress();
    }
    (score.percent, score.margin) = mean_and_margin(&pairs);
    Ok(score)
}

/// The mean of a sample and the half-width of its 95 % confidence interval.
pub fn mean_and_margin(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

/// Plays a game to its end. It has no outcome if `choose` returns no move, or if there is no room for more
/// moves.
///
/// # Errors
/// Those of `choose`.
pub fn play_out(
    game: &mut Game,
    mut choose: impl FnMut(Diagram) -> Result<Option<Move>>,
) -> Result<()> {
    while game.outcome().is_none() {
        let chosen = choose(game.diagram())?;
        if chosen.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    Ok(())
}

/// A game after up to three random moves that do not decide it.
fn open(seed: u32) -> Game {
    let mut game = Game::new(Diagram::START);
    let mut dice = Dice::new(seed);
    for _ in 0..dice.below(4) {
        let moves = quiet_moves(game.diagram().position);
        if let Some(&mv) = moves.get(dice.below(moves.len())) {
            // A quiet move of this position is legal.
            let _ = game.play(mv);
        }
    }
    game
}

/// Moves after which the rules do not decide the game.
fn quiet_moves(position: Position) -> Vec<Move> {
    let quiet = |mv: &Move| match position.play(*mv) {
        After::Caught => false,
        After::Position(next) => next.value_by_rule().is_none(),
    };
    position.moves().into_iter().filter(quiet).collect()
}
