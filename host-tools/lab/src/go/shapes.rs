//! Corner shapes: a joseki looked for by its list, and the shapes played most.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};
use dobutsu_core::table::hash_list::List;
use serde::Serialize;

use super::Game;
use super::board::{Colour, GoBoard, Point, SIZE};
use super::pattern::Pattern;
use super::regions::{GoPositions, Quadrant, REGION, Region, View};
use super::storage::Arena;

/// The 3-3 invasion under the star point, blocked and pushed: rows and columns from the corner.
const INVASION: [(Colour, usize, usize); 4] = [
    (Colour::Black, 3, 3),
    (Colour::White, 2, 2),
    (Colour::Black, 2, 3),
    (Colour::White, 3, 2),
];

/// Where a joseki was found.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Joseki {
    name: &'static str,
    /// Games that have it in some corner, and how many corners that is in all.
    games: usize,
    corners: usize,
    /// Of these, turned over the diagonal and with colours exchanged.
    transposed: usize,
    recoloured: usize,
    /// The first game and move number.
    first: Option<(String, usize)>,
    /// Positions compared, four corners each, by handle alone.
    positions: usize,
}

impl Joseki {
    /// Looks for the 3-3 invasion in all games, which must be stored from the corner.
    pub(super) fn find(games: &[Game], arena: &Arena) -> Result<Joseki> {
        let mut board = GoBoard::new();
        for (colour, row, column) in INVASION {
            board.set(
                Point::new(row, column).context("a corner point")?,
                Some(colour),
            );
        }
        let pattern = Pattern::new(arena, &board, &[Region::Corner]);
        let mut joseki = Joseki {
            name: "3-3 invasion",
            games: 0,
            corners: 0,
            transposed: 0,
            recoloured: 0,
            first: None,
            positions: 0,
        };
        for game in games {
            let mut seen = [false; 4];
            for (number, board) in game.boards.iter().enumerate() {
                let list = arena
                    .look_up(board, View::FromCorner)
                    .context("a stored board")?;
                joseki.positions += 1;
                for found in pattern.matches(arena, list) {
                    let corner =
                        2 * usize::from(found.quadrant.lower) + usize::from(found.quadrant.right);
                    if std::mem::replace(&mut seen[corner], true) {
                        continue;
                    }
                    joseki.corners += 1;
                    joseki.transposed += usize::from(found.transposed);
                    joseki.recoloured += usize::from(found.recoloured);
                    joseki
                        .first
                        .get_or_insert_with(|| (game.name.clone(), number));
                }
            }
            joseki.games += usize::from(seen.contains(&true));
        }
        Ok(joseki)
    }
}

impl fmt::Display for Joseki {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "the {} in {} positions: {} games, {} corners ({} over the diagonal, {} with colours exchanged)",
            self.name, self.positions, self.games, self.corners, self.transposed, self.recoloured
        )?;
        match &self.first {
            Some((game, number)) => write!(f, "first in {game}, after move {number}"),
            None => write!(f, "it occurs in none of the games"),
        }
    }
}

/// A corner shape and how many games have it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Shape {
    games: usize,
    corners: usize,
    /// Rows from the corner: `X` for one colour, `O` for the other.
    rows: [String; REGION],
}

/// The five shapes of 4 to 9 stones found in the most games.
pub(super) fn most_common(games: &[Game], arena: &Arena) -> Result<Vec<Shape>> {
    // Shapes by the least of their four lists, so that all ways of turning are one.
    let mut found: BTreeMap<List, (usize, usize, GoBoard)> = BTreeMap::new();
    for game in games {
        let mut in_game: BTreeMap<List, (u8, GoBoard)> = BTreeMap::new();
        for board in &game.boards {
            let list = arena
                .look_up(board, View::FromCorner)
                .context("a stored board")?;
            for (place, quadrant) in Quadrant::ALL.into_iter().enumerate() {
                let corner = corner_of(board, quadrant);
                let stones =
                    corner.stones(Colour::Black).len() + corner.stones(Colour::White).len();
                if !(4..=9).contains(&stones) {
                    continue;
                }
                let here = arena.region_of(list, quadrant, Region::Corner);
                let ways = [
                    corner.transposed(),
                    corner.recoloured(),
                    corner.transposed().recoloured(),
                ];
                let least = ways
                    .iter()
                    .filter_map(|way| {
                        arena.look_up_region(
                            way,
                            View::FromCorner,
                            Quadrant::ALL[0],
                            Region::Corner,
                        )
                    })
                    .chain(here)
                    .min()
                    .context("a stored corner")?;
                let entry = in_game.entry(least).or_insert((0, corner));
                entry.0 |= 1 << place;
            }
        }
        for (list, (corners, board)) in in_game {
            let entry = found.entry(list).or_insert((0, 0, board));
            entry.0 += 1;
            entry.1 += corners.count_ones() as usize;
        }
    }
    let mut shapes: Vec<_> = found.into_values().collect();
    shapes.sort_by_key(|&(games, corners, _)| std::cmp::Reverse((games, corners)));
    Ok(shapes
        .into_iter()
        .take(5)
        .map(|(games, corners, board)| Shape {
            games,
            corners,
            rows: diagram(&board),
        })
        .collect())
}

/// The corner of a quadrant, laid into the upper left of an empty board.
fn corner_of(board: &GoBoard, quadrant: Quadrant) -> GoBoard {
    const LAST: usize = SIZE - 1;
    let mut corner = GoBoard::new();
    for row in 0..REGION {
        for column in 0..REGION {
            let from_row = if quadrant.lower { LAST - row } else { row };
            let from_column = if quadrant.right {
                LAST - column
            } else {
                column
            };
            let from = Point::new(from_row, from_column);
            if let (Some(from), Some(to)) = (from, Point::new(row, column)) {
                corner.set(to, board.at(from));
            }
        }
    }
    corner
}

fn diagram(board: &GoBoard) -> [String; REGION] {
    std::array::from_fn(|row| {
        let stones =
            (0..REGION).map(
                |column| match Point::new(row, column).and_then(|p| board.at(p)) {
                    Some(Colour::Black) => "X",
                    Some(Colour::White) => "O",
                    None => ".",
                },
            );
        stones.collect::<Vec<_>>().join(" ")
    })
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games, {} corners", self.games, self.corners)?;
        self.rows.iter().try_for_each(|row| write!(f, "\n  {row}"))
    }
}
