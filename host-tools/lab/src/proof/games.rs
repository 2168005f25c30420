//! Games by a small image, through its reader, against opponents of several kinds.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueEnum;
use dobutsu::build::proof::{Lengths, WonGame, propagate};
use dobutsu::image::ImageFile;
use dobutsu::parallel::all_cores;
use dobutsu::progress;
use dobutsu::solve::{Solved, open_or_solve};
use dobutsu_core::database::{Database, ValueCache};
use dobutsu_core::game::{After, Diagram, Move, Position, Side, Value};
use dobutsu_core::player::{Adviser, DatabaseAdviser, Dice, Game, Need};

use super::survey_bar;

/// Options of `cargo lab proof games`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The image [default: the full one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Whom to play against
    #[arg(long, value_delimiter = ',', default_value = "random,exact,knowing")]
    against: Vec<Opponent>,
    /// Games against each opponent
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u32,
    /// The seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The file that `dobutsu solve` wrote [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
}

/// Plays the games and prints how long they took; fails if a won position is not won.
pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let solved = open_or_solve(args.solved.as_deref())?;
    let image = ImageFile::open(args.image.as_deref())?;
    let database = image.database()?;
    let knows = args.against.contains(&Opponent::Knowing);
    let table = Table {
        solved: &solved,
        database,
        known: knows.then(|| Known::find(&solved, database)).transpose()?,
    };
    let mut dice = Dice::new(args.seed);
    let starts = table.random_wins(args.games, &mut dice);
    let start = [Position::START];
    println!(
        "{:>34} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "against, from", "games", "won", "plies", "exact", "+50 %", "+90 %", "+99 %", "most"
    );
    let bar = progress::bar("playing", u64::from(args.games) * 5);
    let mut all_won = true;
    for &opponent in &args.against {
        let matches = [
            ("a random win", Side::Sente, &starts[..]),
            ("the start, second", Side::Gote, &start[..]),
            ("the start, first", Side::Sente, &start[..]),
        ];
        for (name, device, from) in matches {
            // Those who know wait for no mistake: going first the device would lose in 78 plies.
            let is_lost = from == start && device == Side::Sente;
            let repeats = match opponent {
                Opponent::Random => args.games / from.len() as u32,
                _ => u32::from(!is_lost),
            };
            let mut lines = Vec::new();
            for &from in std::iter::repeat_n(from, repeats as usize).flatten() {
                lines.push(table.play(from, device, opponent, &mut dice)?);
                bar.inc(1);
            }
            all_won &= is_lost || lines.iter().all(|line| line.is_won);
            if !lines.is_empty() {
                let row = format!("{opponent:?}, {name}");
                bar.suspend(|| print_row(&row, &mut lines));
            }
        }
    }
    bar.finish_and_clear();
    Ok(if all_won {
        ExitCode::SUCCESS
    } else {
        eprintln!("lab: a won game was not won");
        ExitCode::FAILURE
    })
}

/// Who plays against the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// Moves at random, but catches a lion that it can.
    Random,
    /// Delays longest, were it against best play.
    Exact,
    /// Knows the policy and drags the game out as long as it lets him.
    Knowing,
}

/// A game that was played to its end.
struct Line {
    is_won: bool,
    plies: i64,
    exact: i64,
}

fn print_row(name: &str, lines: &mut [Line]) {
    let count = lines.len().max(1);
    let mean = |of: fn(&Line) -> i64| lines.iter().map(of).sum::<i64>() as f64 / count as f64;
    let (plies, exact) = (mean(|line| line.plies), mean(|line| line.exact));
    lines.sort_unstable_by_key(|line| line.plies - line.exact);
    let more = |hundredth: usize| {
        let at = (count * hundredth / 100).min(count - 1);
        lines.get(at).map_or(0, |line| line.plies - line.exact)
    };
    let won = lines.iter().filter(|line| line.is_won).count();
    println!(
        "{name:>34} {count:>6} {won:>6} {plies:>6.1} {exact:>6.1} {:>6} {:>6} {:>6} {:>6}",
        more(50),
        more(90),
        more(99),
        more(100)
    );
}

struct Table<'a> {
    solved: &'a Solved,
    database: Database<&'a [u8]>,
    /// What one who knows the policy knows.
    known: Option<Known>,
}

/// How long each win takes under the policy of an image, at most.
struct Known {
    game: WonGame,
    lengths: Lengths,
}

impl Known {
    fn find(solved: &Solved, database: Database<&[u8]>) -> Result<Known> {
        let bar = survey_bar(solved);
        let read = WonGame::with_image(solved, database, all_cores(), &|steps| bar.inc(steps));
        bar.finish_and_clear();
        let (game, policy) = read?;
        let lengths = propagate(&game.graph, &policy);
        Ok(Known { game, lengths })
    }

    /// Plies to the end of the win with this number, if the policy chooses there.
    fn length(&self, number: u32) -> Option<u16> {
        let place = self.game.won_place(number)?;
        self.lengths.won.get(place as usize).copied()
    }
}

impl Table<'_> {
    /// Positions won in seven plies or more that the start leads to.
    fn random_wins(&self, count: u32, dice: &mut Dice) -> Vec<Position> {
        let index = self.solved.index();
        let mut wins = Vec::new();
        while wins.len() < count as usize {
            let number = dice.below(index.count() as usize) as u32;
            let is_long = matches!(self.solved.value_of(number), Value::Win(7..));
            if is_long && self.solved.is_reached(number) {
                wins.extend(index.position(number));
            }
        }
        wins
    }

    /// Plays a position to its end, Sente moving first.
    fn play(
        &self,
        from: Position,
        device: Side,
        opponent: Opponent,
        dice: &mut Dice,
    ) -> Result<Line> {
        let exact = self.solved.exact(from);
        let mut cache = ValueCache::<1024>::new();
        let mut adviser = DatabaseAdviser::new(self.database, &mut cache);
        let mut game = Game::new(Diagram::new(from, Side::Sente));
        while game.outcome().is_none() {
            let Diagram { position, side, .. } = game.diagram();
            let mv = if side == device {
                let advice = adviser.ask(position, Need::Move)?;
                advice.best().first().context("a position has a move")?.mv
            } else {
                self.answer(position, opponent, dice)
            };
            if game.play(mv).is_err() {
                break;
            }
        }
        let outcome = game.outcome().and_then(|outcome| outcome.winner());
        Ok(Line {
            is_won: outcome == Some(device),
            plies: game.plies() as i64,
            exact: i64::from(exact.plies().abs()),
        })
    }

    /// The opponent's move: one that wins at once if there is one, of those that do not lose at
    /// once the best, or any.
    fn answer(&self, position: Position, opponent: Opponent, dice: &mut Dice) -> Move {
        let worth = |&mv: &Move| {
            let After::Position(next) = position.play(mv) else {
                return u16::MAX;
            };
            match (next.value_by_rule(), opponent) {
                (Some(Value::Loss(_)), _) => return u16::MAX,
                (Some(_), _) => return 0,
                (None, Opponent::Random) => return 1,
                (None, _) => {}
            }
            let number = self.solved.index().rank(next);
            let known = self
                .known
                .as_ref()
                .filter(|_| opponent == Opponent::Knowing);
            let length = known.and_then(|known| known.length(number));
            length.unwrap_or_else(|| self.solved.value_of(number).plies().unsigned_abs())
        };
        let moves = position.moves();
        let most = moves.iter().map(worth).max();
        let best = moves.iter().filter(|mv| Some(worth(mv)) == most);
        let best: Vec<Move> = best.copied().collect();
        best[dice.below(best.len())]
    }
}
