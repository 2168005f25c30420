//! `cargo lab levels`: every level of the handheld against the one below it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use dobutsu_core::game::{After, Diagram, Move, Position, Side};
use dobutsu_core::player::{Dice, Game, Level};

use dobutsu::progress;
use dobutsu::solve::{Solved, open_or_solve};

/// Play every level against the one below, with the solved game as adviser.
///
/// Openings of up to three random moves; each opening is played twice, the levels changing
/// sides. A draw counts half.
#[derive(clap::Args)]
pub struct Args {
    /// Games for each pair of levels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// The seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The file that `dobutsu solve` wrote [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
}

/// What a level scored against another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Plies of all games.
    pub plies: u64,
}

impl Score {
    /// In percent of the games, a draw counting half.
    pub fn percent(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        100.0 * (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(games.max(1))
    }
}

/// Plays the matches and prints the table; fails if a step is not between 60 and 80 %.
pub fn run(args: Args) -> Result<ExitCode> {
    let solved = open_or_solve(args.solved.as_deref())?;
    let levels: Vec<Level> = Level::all().collect();
    let bar = progress::bar("playing", u64::from(args.games) * (levels.len() as u64 - 1));
    let mut scores = Vec::new();
    for pair in levels.windows(2) {
        let played = |_| bar.inc(1);
        scores.push(matched(
            &solved, pair[1], pair[0], args.games, args.seed, played,
        ));
    }
    bar.finish_and_clear();
    println!(
        "{:>13}  {:>6} {:>6} {:>6} {:>8} {:>7}",
        "levels", "won", "drawn", "lost", "score", "plies"
    );
    let mut even = true;
    for (pair, score) in levels.windows(2).zip(scores) {
        let percent = score.percent();
        even &= (60.0..=80.0).contains(&percent);
        println!(
            "{:>13}  {:>6} {:>6} {:>6} {:>7.1}% {:>7.1}",
            format!("{} against {}", pair[1].number(), pair[0].number()),
            score.won,
            score.drawn,
            score.lost,
            percent,
            score.plies as f64 / f64::from(args.games.max(1)),
        );
    }
    Ok(if even {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What `strong` scores against `weak`.
pub fn matched(
    solved: &Solved,
    strong: Level,
    weak: Level,
    games: u32,
    seed: u32,
    mut played: impl FnMut(u32),
) -> Score {
    let mut dice = Dice::new(seed.wrapping_add(u32::from(strong.number())));
    let mut score = Score::default();
    for number in 0..games {
        // Two games for each opening.
        let opening = seed.wrapping_mul(31).wrapping_add(number / 2);
        let strong_side = if number % 2 == 0 {
            Side::Sente
        } else {
            Side::Gote
        };
        let game = play_out(solved, opening, &mut dice, |side| {
            if side == strong_side { strong } else { weak }
        });
        score.plies += game.plies() as u64;
        match game.outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) if winner == strong_side => score.won += 1,
            Some(_) => score.lost += 1,
            None => score.drawn += 1,
        }
        played(number);
    }
    score
}

fn play_out(
    solved: &Solved,
    opening: u32,
    dice: &mut Dice,
    level_of: impl Fn(Side) -> Level,
) -> Game {
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
        let chosen = level_of(side).choose(&solved.advice(position), dice);
        // A game without end is a draw.
        if chosen.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    game
}

/// Moves that do not decide the game at once.
fn quiet_moves(position: Position) -> Vec<Move> {
    let quiet = |mv: &Move| match position.play(*mv) {
        After::Caught => false,
        After::Position(next) => next.value_by_rule().is_none(),
    };
    position.moves().into_iter().filter(quiet).collect()
}
