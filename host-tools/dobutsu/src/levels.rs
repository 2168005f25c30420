//! `dobutsu levels`: every level of the handheld against the one below it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use dobutsu_core::game::{After, Diagram, Move, Position, Side};
use dobutsu_core::player::{Adviser, Dice, Game, Level};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::image::ImageFile;
use crate::play::thinker::Thinker;
use crate::progress;
use crate::solve::{Solved, SolvedAdviser, open_or_solve};

/// Play every level against the one below.
///
/// Openings of up to three random moves; each opening is played twice, the levels changing
/// sides. A draw counts half. Errors are 95 % intervals from the pairs. Ctrl-C ends it with what has
/// been played.
#[derive(clap::Args)]
pub struct Args {
    /// Games for each pair of levels, an even number
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// The seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The lowest level of the matches
    #[arg(long, value_name = "LEVEL", default_value_t = 1)]
    from: u8,
    /// The highest
    #[arg(long, value_name = "LEVEL", default_value_t = Level::PERFECT.number())]
    to: u8,
    /// Play as a device without a database does, by search alone
    #[arg(long)]
    search: bool,
    /// Play as a device with this image does, instead of asking the solved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["search", "solved"])]
    image: Option<PathBuf>,
    /// The file that `dobutsu solve` wrote [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
}

/// The least and the most a level is to score against the one below, in percent.
const FAIR: std::ops::RangeInclusive<f64> = 60.0..=80.0;

/// The score of a level against another.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// The stronger level.
    pub level: u8,
    /// The weaker one.
    pub against: u8,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Plies of all games.
    pub plies: u64,
    /// In percent of the games, a draw counting half.
    pub percent: f64,
    /// Half the width of its 95 % interval, from pairs of games with the same opening.
    pub margin: f64,
}

impl Score {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Plays the matches and prints the table; fails if a step is not between 60 and 80 %.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.games >= 2 && args.games.is_multiple_of(2),
        "games come in pairs: --games must be even and at least 2"
    );
    let levels: Vec<Level> = Level::all()
        .filter(|level| (args.from..=args.to).contains(&level.number()))
        .collect();
    ensure!(
        levels.len() >= 2,
        "there is no match between level {} and level {}",
        args.from,
        args.to
    );
    let solved;
    let knowledge = match &args.image {
        Some(image) => Knowledge::Image(image),
        None if args.search => Knowledge::Search,
        None => {
            solved = open_or_solve(args.solved.as_deref())?;
            Knowledge::Solved(&solved)
        }
    };
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stopped))?;
    }
    let bar = progress::bar("playing", u64::from(args.games) * (levels.len() as u64 - 1));
    let mut scores = Vec::new();
    for pair in levels.windows(2) {
        let goes_on = || {
            bar.inc(2);
            !stopped.load(Ordering::Relaxed)
        };
        let [weak, strong] = [pair[0], pair[1]];
        scores.push(matched(
            knowledge,
            [strong, weak],
            args.games,
            args.seed,
            goes_on,
        )?);
        if stopped.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    print(&scores);
    if stopped.load(Ordering::Relaxed) {
        eprintln!("dobutsu: interrupted; these are the games played until then");
        return Ok(ExitCode::FAILURE);
    }
    let mut code = ExitCode::SUCCESS;
    // The levels were set with the database; by search alone they are not held to it.
    for score in scores.iter().filter(|_| !args.search) {
        if !FAIR.contains(&score.percent) {
            eprintln!(
                "dobutsu: level {} scores {:.1} % against level {}, which is not between {} and {} %",
                score.level,
                score.percent,
                score.against,
                FAIR.start(),
                FAIR.end()
            );
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

fn print(scores: &[Score]) {
    println!("levels        won  drawn   lost  score            plies");
    for score in scores {
        let pair = format!("{} against {}", score.level, score.against);
        println!(
            "{pair:<12}{:>5}  {:>5}  {:>5}  {:4.1} ± {:3.1} %  {:>9.1}",
            score.won,
            score.drawn,
            score.lost,
            score.percent,
            score.margin,
            score.plies as f64 / f64::from(score.games().max(1))
        );
    }
}

/// The knowledge of the players.
#[derive(Clone, Copy)]
pub enum Knowledge<'s> {
    /// The solved game, for a database: quicker to ask.
    Solved(&'s Solved),
    /// The image in this file, as a device has it.
    Image(&'s Path),
    /// What a device without a database sees.
    Search,
}

/// A level and its adviser.
struct Player<'s> {
    level: Level,
    adviser: Box<dyn Adviser + 's>,
}

impl<'s> Player<'s> {
    fn new(level: Level, knowledge: Knowledge<'s>) -> Result<Player<'s>> {
        let adviser: Box<dyn Adviser + 's> = match knowledge {
            Knowledge::Solved(solved) => Box::new(SolvedAdviser::new(solved)),
            Knowledge::Image(path) => Box::new(Thinker::probing(ImageFile::read(path)?)?),
            Knowledge::Search => Box::new(Thinker::searching()),
        };
        Ok(Player { level, adviser })
    }

    fn choose(&mut self, position: Position, dice: &mut Dice) -> Result<Option<Move>> {
        let advice = self
            .adviser
            .ask(position, self.level.need(position, *dice))?;
        Ok(self.level.choose(&advice, dice))
    }
}

/// Plays games of the first level against the second. Continues after each pair of games while `goes_on` returns true.
pub fn matched(
    knowledge: Knowledge<'_>,
    levels: [Level; 2],
    games: u32,
    seed: u32,
    goes_on: impl Fn() -> bool,
) -> Result<Score> {
    let [first, second] = levels;
    let mut players = [
        Player::new(first, knowledge)?,
        Player::new(second, knowledge)?,
    ];
    let mut dice = Dice::new(seed.wrapping_add(u32::from(levels[0].number())));
    let mut score = Score {
        level: levels[0].number(),
        against: levels[1].number(),
        ..Score::default()
    };
    let mut pairs = Vec::new();
    for opening in 0..games / 2 {
        let mut points = 0.0;
        for first_side in [Side::Sente, Side::Gote] {
            let opening = seed.wrapping_mul(31).wrapping_add(opening);
            let game = play_out(&mut players, first_side, opening, &mut dice)?;
            score.plies += game.plies() as u64;
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
        if !goes_on() {
            break;
        }
    }
    let n = pairs.len() as f64;
    score.percent = pairs.iter().sum::<f64>() / n;
    let squares = pairs.iter().map(|pair| (pair - score.percent).powi(2));
    score.margin = 1.96 * (squares.sum::<f64>() / (n - 1.0) / n).sqrt();
    Ok(score)
}

/// A game in which the first player has `first_side`.
fn play_out(
    players: &mut [Player<'_>; 2],
    first_side: Side,
    opening: u32,
    dice: &mut Dice,
) -> Result<Game> {
    let mut game = Game::new(Diagram::START);
    let mut chance = Dice::new(opening);
    for _ in 0..chance.below(4) {
        let moves = quiet_moves(game.diagram().position);
        if let Some(&mv) = moves.get(chance.below(moves.len())) {
            // A quiet move of this position is legal.
            let _ = game.play(mv);
        }
    }
    while game.outcome().is_none() {
        let Diagram { position, side, .. } = game.diagram();
        let player = &mut players[usize::from(side != first_side)];
        let chosen = player.choose(position, dice)?;
        // A game without end is a draw.
        if chosen.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    Ok(game)
}

/// Moves that do not decide the game at once.
fn quiet_moves(position: Position) -> Vec<Move> {
    let quiet = |mv: &Move| match position.play(*mv) {
        After::Caught => false,
        After::Position(next) => next.value_by_rule().is_none(),
    };
    position.moves().into_iter().filter(quiet).collect()
}
