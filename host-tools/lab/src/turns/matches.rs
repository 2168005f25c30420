//! Matches: their scores with errors from pairs of games, what a doubling is worth, and the score
//! that the saved nodes predict.

use dobutsu::progress;
use dobutsu_core::game::Position;
use serde::Serialize;

use super::Args;
use super::play::{Engine, Limit, Won, game, think};
use super::variants::{Size, Variant};
use crate::output::mean_and_margin;

/// One line of table 2.
#[derive(Serialize)]
pub(super) struct Match {
    pub(super) size: Size,
    /// What a move may take.
    pub(super) limit: String,
    pub(super) variant: Variant,
    pub(super) name: String,
    pub(super) score: Score,
    /// What the rival saves, and the score that lets expect; not for a match of doubled limits.
    pub(super) prediction: Option<Prediction>,
}

/// How a match ended for the rival.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Score {
    pub(super) wins: u32,
    pub(super) losses: u32,
    pub(super) draws: u32,
    /// Points, a draw counting half.
    pub(super) points: f64,
    /// Half the width of their 95 % interval, from pairs of games with the same start.
    pub(super) margin: f64,
}

/// What a rival saves at the depth its limit reaches, and what that should be worth.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Prediction {
    /// The share of nodes saved to the depth that the cleared table reaches.
    pub(super) saved: f64,
    /// Nodes visited in the same limit, those of the cleared table being 1.
    pub(super) speed: f64,
    /// The share of points: as many Elo a doubling as the match of doubled limits shows.
    pub(super) score: f64,
}

impl Score {
    pub(super) fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// The share of points, and the half-width of its 95 % interval.
    pub(super) fn share(&self) -> (f64, f64) {
        let games = f64::from(self.games());
        (self.points / games, self.margin / games)
    }
}

/// The Elo difference that a share of points stands for.
pub(super) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of points that an Elo difference stands for.
pub(super) fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The chance of `wins` or more in so many games won with chance `share` each, draws aside.
pub(super) fn chance_of(wins: u32, games: u32, share: f64) -> f64 {
    let mut logarithm = f64::from(games) * (1.0 - share).ln();
    let mut total = 0.0;
    for won in 0..=games {
        if won >= wins {
            total += logarithm.exp();
        }
        let (won, games) = (f64::from(won), f64::from(games));
        logarithm += ((games - won) / (won + 1.0) * share / (1.0 - share)).ln();
    }
    total
}

/// The limits of the matches: nodes, then times.
fn limits(args: &Args) -> Vec<Limit> {
    let nodes = args.budgets.iter().map(|&nodes| Limit::Nodes(nodes));
    let times = args.match_times.iter().map(|&ms| Limit::milliseconds(ms));
    nodes.chain(times).collect()
}

/// All matches of table 2: twice the limit first, then every rival.
pub(super) fn matches(
    args: &Args,
    starts: &[Position],
    tests: &[(Position, Position)],
) -> Vec<Match> {
    let limits = limits(args);
    let lines = args.sizes().len() * limits.len() * (args.rivals().len() + 1);
    let bar = progress::bar("games", (lines * args.games) as u64);
    let mut results = Vec::new();
    for &size in args.sizes() {
        for &limit in &limits {
            let play = |variant, own: Limit| {
                let (mut rival, mut base) = (size.table(variant), size.table(Variant::Cleared));
                score(starts, |start, rival_first| {
                    let (rival, base) = ((rival.as_mut(), own), (base.as_mut(), limit));
                    bar.inc(1);
                    match rival_first {
                        true => game(start, rival, base),
                        false => game(start, base, rival),
                    }
                })
            };
            let doubled = play(Variant::Cleared, limit.doubled());
            let a_doubling = elo(doubled.share().0);
            let line = |variant: Variant, name, score, prediction| Match {
                size,
                limit: limit.to_string(),
                variant,
                name,
                score,
                prediction,
            };
            results.push(line(
                Variant::Cleared,
                format!("{}, twice the limit", Variant::Cleared.name()),
                doubled,
                None,
            ));
            for &variant in args.rivals() {
                let prediction = predict(size, variant, limit, tests, a_doubling);
                let score = play(variant, limit);
                results.push(line(variant, variant.name(), score, prediction));
            }
        }
    }
    bar.finish_and_clear();
    results
}

/// Plays every start from both sides.
fn score(starts: &[Position], mut play: impl FnMut(Position, bool) -> Won) -> Score {
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    let mut pairs = Vec::new();
    for &start in starts {
        let mut pair = 0.0;
        for rival_first in [true, false] {
            match play(start, rival_first) {
                Won::Nobody => {
                    draws += 1;
                    pair += 0.5;
                }
                won if (won == Won::First) == rival_first => {
                    wins += 1;
                    pair += 1.0;
                }
                _ => losses += 1,
            }
        }
        pairs.push(pair);
    }
    let (_, margin) = mean_and_margin(&pairs);
    Score {
        wins,
        losses,
        draws,
        points: pairs.iter().sum(),
        margin: margin * pairs.len() as f64,
    }
}

/// Saved nodes to the depth the cleared table reaches within the limit, and the score to expect.
fn predict(
    size: Size,
    variant: Variant,
    limit: Limit,
    tests: &[(Position, Position)],
    a_doubling: f64,
) -> Option<Prediction> {
    let (mut base, mut rival) = (size.table(Variant::Cleared), size.table(variant));
    let (mut needed, mut taken) = (0, 0);
    let (mut base_speed, mut rival_speed) = (0, 0);
    for &(before, now) in tests {
        base.clear();
        let plain = think(Engine::new(now), base.as_mut(), limit);
        base_speed += plain.nodes;
        rival.clear();
        think(Engine::new(before), rival.as_mut(), limit);
        rival_speed += think(Engine::new(now), rival.as_mut(), limit).nodes;
        if plain.depth == 0 || plain.value().is_some() {
            continue;
        }
        let to_depth = Limit::Depth(plain.depth);
        base.clear();
        needed += think(Engine::new(now), base.as_mut(), to_depth).nodes;
        rival.clear();
        think(Engine::new(before), rival.as_mut(), limit);
        taken += think(Engine::new(now), rival.as_mut(), to_depth).nodes;
    }
    (needed > 0).then(|| {
        let left = taken as f64 / needed as f64;
        let speed = match limit {
            Limit::Time(_) => rival_speed as f64 / base_speed.max(1) as f64,
            _ => 1.0,
        };
        Prediction {
            saved: 1.0 - left,
            speed,
            score: share_of(a_doubling * (speed / left).log2()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 117 of 200 between equals: Σ C(200, k)/2^200 from 117 on is 0.00977 (tables of the
    /// binomial distribution); 112 is the paper's 95 % line.
    #[test]
    fn luck_is_a_binomial_tail() {
        assert!((chance_of(117, 200, 0.5) - 0.00977).abs() < 0.0001);
        assert!(chance_of(113, 200, 0.5) < 0.05 && chance_of(111, 200, 0.5) > 0.05);
        assert!((chance_of(0, 200, 0.3) - 1.0).abs() < 1e-9);
        assert!((share_of(elo(0.585)) - 0.585).abs() < 1e-12);
    }

    /// A match of a player with itself: every start ends the same way twice, so each pair is
    /// worth one point and the interval has no width.
    #[test]
    fn equals_share_every_pair() {
        let starts = super::super::play::balanced(6, 1, || {});
        let table = || Size::Chip8K.table(Variant::Cleared);
        let (mut one, mut other) = (table(), table());
        let limit = Limit::Nodes(200);
        let score = score(&starts, |start, _| {
            game(start, (one.as_mut(), limit), (other.as_mut(), limit))
        });
        assert_eq!((score.points, score.margin), (6.0, 0.0));
    }
}
