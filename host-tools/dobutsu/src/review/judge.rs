//! Every move of a game with its value.

use std::cmp::Ordering;

use anyhow::{Context, Result};
use dobutsu_core::game::{Diagram, Move, Side, Value};
use dobutsu_core::player::{Adviser, Game, Need, Verdict};

/// A move of the game.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The position before it.
    pub diagram: Diagram,
    /// The move.
    pub mv: Move,
    /// The value of the move for the player.
    pub verdict: Verdict,
    /// A best move.
    pub best: Move,
    /// The value of the best move.
    pub best_verdict: Verdict,
}

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// None was better.
    Best,
    /// The result is the same, but a win takes this many plies more, or a loss fewer.
    Slower(u8),
    /// A win becomes a draw, or a draw a loss.
    Mistake,
    /// A win becomes a loss.
    Blunder,
}

/// Judges every move of a game.
pub fn judge(adviser: &mut (impl Adviser + ?Sized), game: &Game) -> Result<Vec<Judged>> {
    let mut judged = Vec::new();
    for (ply, &mv) in game.moves().iter().enumerate() {
        let diagram = game.diagram_at(ply);
        let advice = adviser.ask(diagram.position, Need::EVERY)?;
        let best = advice.best().first().context("there is no move")?;
        judged.push(Judged {
            diagram,
            mv,
            verdict: advice.on(mv).context("the move is not legal")?,
            best: best.mv,
            best_verdict: best.verdict,
        });
    }
    Ok(judged)
}

/// Whether a verdict is a win, a draw or a loss.
pub(super) fn result(verdict: Verdict) -> Ordering {
    match verdict {
        Verdict::Exact(Value::Win(_)) | Verdict::Won => Ordering::Greater,
        Verdict::Exact(Value::Loss(_)) | Verdict::Lost => Ordering::Less,
        Verdict::Exact(Value::Draw) | Verdict::Unclear(_) => Ordering::Equal,
    }
}

impl Judged {
    /// The player.
    pub fn side(&self) -> Side {
        self.diagram.side
    }

    /// The quality of the move.
    pub fn mark(&self) -> Mark {
        match (result(self.best_verdict), result(self.verdict)) {
            (Ordering::Greater, Ordering::Less) => Mark::Blunder,
            (best, made) if best != made => Mark::Mistake,
            _ => match (self.best_verdict.value(), self.verdict.value()) {
                (Some(best), Some(made)) if best != made => {
                    Mark::Slower(best.plies().abs_diff(made.plies()) as u8)
                }
                _ => Mark::Best,
            },
        }
    }

    /// Whether it worsened the result.
    pub fn is_mistake(&self) -> bool {
        matches!(self.mark(), Mark::Mistake | Mark::Blunder)
    }

    /// The value for sente after it, from −100 to 100: the nearer the end, the farther from 0.
    pub fn height(&self) -> f64 {
        let height = match self.verdict {
            Verdict::Exact(Value::Draw) => 0.0,
            Verdict::Exact(Value::Win(plies)) => 100.0 - f64::from(plies) / 2.0,
            Verdict::Exact(Value::Loss(plies)) => f64::from(plies) / 2.0 - 100.0,
            Verdict::Won => 50.0,
            Verdict::Lost => -50.0,
            Verdict::Unclear(_) => 0.0,
        };
        match self.side() {
            Side::Sente => height,
            Side::Gote => -height,
        }
    }
}

/// The result in words, for the player.
pub(super) fn in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Exact(Value::Win(plies)) => format!("wins in {plies}"),
        Verdict::Exact(Value::Loss(plies)) => format!("loses in {plies}"),
        Verdict::Exact(Value::Draw) => "draws".to_owned(),
        Verdict::Won => "wins".to_owned(),
        Verdict::Lost => "loses".to_owned(),
        Verdict::Unclear(_) => "unclear".to_owned(),
    }
}
