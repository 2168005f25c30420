//! Matches: scores with errors from pairs of games, and the score expected from the saved nodes.

use dobutsu::progress;
use dobutsu_core::game::Position;
use serde::Serialize;

use super::Args;
use super::play::{Engine, Limit, Player, game};
use super::variants::Variant;
use dobutsu::levels::mean_and_margin;

/// One line of table 2: a rival against one cleared table.
#[derive(Serialize)]
pub(super) struct Match {
    /// Nodes of a move.
    pub(super) nodes: u32,
    pub(super) rival: Rival,
    pub(super) games: usize,
    /// The share of points, a draw counting half, and half the width of its 95 % interval, from pairs
    /// of games with the same start.
    pub(super) score: f64,
    pub(super) margin: f64,
    /// The share of nodes that the rival saves to the depth the cleared table reaches in `nodes`.
    pub(super) saved: Option<f64>,
    /// The score if saved nodes are worth as much as more nodes are in the match of twice the nodes.
    pub(super) expected: Option<f64>,
}

/// The opponent of the cleared table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Rival {
    /// The same table with twice the nodes.
    TwiceTheNodes,
    /// Another table.
    Table(Variant),
    /// Another table, in which searches do not find their root.
    RootHidden(Variant),
}

impl Rival {
    pub(super) fn name(self) -> String {
        match self {
            Rival::TwiceTheNodes => "one, cleared, twice the nodes".into(),
            Rival::Table(variant) => variant.name().into(),
            Rival::RootHidden(variant) => format!("{}, root not probed", variant.name()),
        }
    }
}

/// The Elo difference of a share of points.
pub(super) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of points of an Elo difference.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// All matches of table 2: twice the nodes first, then every rival with and without its root.
pub(super) fn matches(
    args: &Args,
    starts: &[Position],
    tests: &[(Position, Position)],
) -> Vec<Match> {
    let rivals = args.rivals.iter().flat_map(|&rival| {
        let hidden = args.hide_root.then_some(Rival::RootHidden(rival));
        [Rival::Table(rival)].into_iter().chain(hidden)
    });
    let rivals: Vec<Rival> = [Rival::TwiceTheNodes].into_iter().chain(rivals).collect();
    let lines = rivals.len() * args.budgets.len();
    let bar = progress::bar("games", (lines * starts.len()) as u64);
    let mut results = Vec::new();
    for &nodes in &args.budgets {
        let mut a_doubling = 0.0;
        for &rival in &rivals {
            let limit = match rival {
                Rival::TwiceTheNodes => Limit::Nodes(2 * nodes),
                _ => Limit::Nodes(nodes),
            };
            let (variant, finds_root) = match rival {
                Rival::TwiceTheNodes => (Variant::Cleared, true),
                Rival::Table(variant) => (variant, true),
                Rival::RootHidden(variant) => (variant, false),
            };
            let mut player = Player {
                finds_root,
                ..Player::new(variant.table(0), limit)
            };
            let mut base = Player::new(Variant::Cleared.table(0), Limit::Nodes(nodes));
            let pairs: Vec<f64> = starts
                .iter()
                .map(|&start| {
                    bar.inc(1);
                    let first = game(start, [&mut player, &mut base]);
                    first + 1.0 - game(start, [&mut base, &mut player])
                })
                .collect();
            let (mean, margin) = mean_and_margin(&pairs);
            let score = mean / 2.0;
            let (saved, expected) = match rival {
                Rival::TwiceTheNodes => {
                    a_doubling = elo(score);
                    (None, None)
                }
                _ => {
                    let left = nodes_left(&mut base, &mut player, tests);
                    let expected = left.map(|left| share_of(a_doubling * (1.0 / left).log2()));
                    (left.map(|left| 1.0 - left), expected)
                }
            };
            results.push(Match {
                nodes,
                rival,
                games: 2 * starts.len(),
                score,
                margin: margin / 2.0,
                saved,
                expected,
            });
        }
    }
    results
}

/// The nodes that the rival needs to the depth the cleared table reaches, over those that this needs.
fn nodes_left(
    base: &mut Player,
    rival: &mut Player,
    tests: &[(Position, Position)],
) -> Option<f64> {
    let (base_limit, rival_limit) = (base.limit, rival.limit);
    let (mut needed, mut taken) = (0, 0);
    for &(before, now) in tests {
        base.table.clear();
        let plain = base.think(now, Engine::new(now));
        if plain.depth == 0 || plain.value().is_some() {
            continue;
        }
        let to_depth = Limit::Depth(plain.depth);
        base.limit = to_depth;
        needed += base.think(now, Engine::new(now)).nodes;
        base.limit = base_limit;
        rival.table.clear();
        rival.think(before, Engine::new(before));
        rival.limit = to_depth;
        taken += rival.think(now, Engine::new(now)).nodes;
        rival.limit = rival_limit;
    }
    (needed > 0).then(|| taken as f64 / needed as f64)
}

#[cfg(test)]
mod tests {
    use super::super::play::balanced;
    use super::*;

    /// A player against itself: both games of a start end the same way for the first player.
    #[test]
    fn equals_share_every_pair() {
        let player = || Player::new(Variant::Cleared.table(0), Limit::Nodes(200));
        let (mut one, mut other) = (player(), player());
        for start in balanced(6, 1, || {}) {
            let first = game(start, [&mut one, &mut other]);
            assert_eq!(first, game(start, [&mut other, &mut one]));
        }
        assert!((share_of(elo(0.585)) - 0.585).abs() < 1e-12);
    }

    /// Two tables in turn find the root of the search before, and save nodes by it.
    #[test]
    fn a_root_that_is_found_saves_nodes() {
        let starts = balanced(10, 2, || {});
        let tests = super::super::play::pairs(&starts, 2);
        let nodes = |variant: Variant, finds_root| -> u64 {
            let mut player = Player {
                finds_root,
                ..Player::new(variant.table(0), Limit::Depth(5))
            };
            let tests = tests.iter().map(|&(before, now)| {
                player.table.clear();
                player.think(before, Engine::new(before));
                player.think(now, Engine::new(now)).nodes
            });
            tests.sum()
        };
        assert!(nodes(Variant::Turns, true) < nodes(Variant::Turns, false));
        assert!(nodes(Variant::Turns, true) < nodes(Variant::Cleared, true));
    }
}
