//! `cargo lab levels`: every level of the handheld against the one below it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use dobutsu_core::game::{After, Diagram, Move, Position, Side};
use dobutsu_core::player::{Adviser, Dice, Game, Level};
use plotters::coord::Shift;
use plotters::prelude::*;
use serde::Serialize;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::output::{Output, colours, legend, mean_and_margin, print_table};
use dobutsu::image::ImageFile;
use dobutsu::play::thinker::Thinker;
use dobutsu::progress;
use dobutsu::solve::{Solved, SolvedAdviser, open_or_solve};

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
    #[command(flatten)]
    output: Output,
}

/// The least and the most a level is to score against the one below, in percent.
const FAIR: std::ops::RangeInclusive<f64> = 60.0..=80.0;

/// What a level scored against another.
#[derive(Clone, Debug, Default, Serialize)]
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
    args.output.finish(
        &scores,
        |scores| print(scores),
        (900, 460),
        |scores, area| draw(scores, area),
    )?;
    if stopped.load(Ordering::Relaxed) {
        eprintln!("lab: interrupted; this is what was played until then");
        return Ok(ExitCode::FAILURE);
    }
    let mut code = ExitCode::SUCCESS;
    // The levels were set with the database; by search alone they are not held to it.
    for score in scores.iter().filter(|_| !args.search) {
        if !FAIR.contains(&score.percent) {
            eprintln!(
                "lab: level {} scores {:.1} % against level {}, which is not between {} and {} %",
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
    let rows: Vec<Vec<String>> = scores
        .iter()
        .map(|score| {
            vec![
                format!("{} against {}", score.level, score.against),
                score.won.to_string(),
                score.drawn.to_string(),
                score.lost.to_string(),
                format!("{:.1} ± {:.1} %", score.percent, score.margin),
                format!(
                    "{:.1}",
                    score.plies as f64 / f64::from(score.games().max(1))
                ),
            ]
        })
        .collect();
    print_table(&["levels", "won", "drawn", "lost", "score", "plies"], &rows);
}

/// Every step with its interval, and the band that each is held to.
fn draw(scores: &[Score], area: &DrawingArea<SVGBackend, Shift>) -> Result<()> {
    let first = scores.first().map_or(1.0, |score| f64::from(score.level)) - 0.5;
    let last = scores.last().map_or(1.0, |score| f64::from(score.level)) + 0.5;
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Levels against the one below: score, 95 % interval from pairs of games",
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(46)
        .build_cartesian_2d(first..last, 40f64..100f64)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(scores.len() + 1)
        .x_label_formatter(&|level| format!("{level:.0}"))
        .x_desc("level")
        .y_desc("score, % (a draw counts half)")
        .draw()?;
    let band = colours::SKY.mix(0.25).filled();
    chart
        .draw_series([Rectangle::new(
            [(first, *FAIR.start()), (last, *FAIR.end())],
            band,
        )])?
        .label("what a step is held to")
        .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 16, y + 4)], band));
    chart
        .draw_series(scores.iter().map(|score| {
            let Score {
                percent, margin, ..
            } = *score;
            let style = colours::BLUE.filled();
            ErrorBar::new_vertical(
                f64::from(score.level),
                percent - margin,
                percent,
                percent + margin,
                style,
                8,
            )
        }))?
        .label("scored")
        .legend(|(x, y)| Circle::new((x + 8, y), 3, colours::BLUE.filled()));
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}

/// What levels go by.
#[derive(Clone, Copy)]
pub enum Knowledge<'s> {
    /// The solved game, for a database: quicker to ask.
    Solved(&'s Solved),
    /// The image in this file, as a device has it.
    Image(&'s Path),
    /// What a device without a database sees.
    Search,
}

/// A level and whoever advises it.
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

/// What the first level scores against the second. After each pair of games `goes_on` is asked.
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
    (score.percent, score.margin) = mean_and_margin(&pairs);
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
