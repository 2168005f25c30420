//! Times, as ratios within one run: look-up, building, and matching a pattern.
//!
//! The two ways of a comparison alternate by rounds, so that other work of the machine slows both.

use anyhow::{Context, Result, ensure};
use cpu_time::ThreadTime;
use dobutsu_core::estimate::Random;
use serde::Serialize;

use super::Game;
use super::board::{Colour, GoBoard, Point, SIZE};
use super::hash_list::{HashList, List};
use super::joseki::Joseki;
use super::plain::PlainBoards;
use super::regions::View;

/// The time of the one way over that of the other.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Speeds {
    /// Look-up of stored boards: whole boards over lists, so that above 1 the list is faster.
    pub(super) found: f64,
    /// Look-up of boards with one stone more, on the free point of lowest number, on a random one and
    /// on that of highest number.
    pub(super) missed: [f64; 3],
    /// Building: anew over by changes.
    pub(super) building: f64,
    /// Cells looked for by a move, of the 31 of a board, and the share of moves with at most five.
    pub(super) cells_a_move: f64,
    pub(super) within_five: f64,
    /// Looking for the joseki: by bits over by pointers, in stored boards.
    pub(super) matching: f64,
}

/// The time of the first over that of the second, in alternating rounds.
pub(super) fn ratio(rounds: u32, mut first: impl FnMut(), mut second: impl FnMut()) -> f64 {
    let (mut one, mut other) = (0.0, 0.0);
    for _ in 0..rounds {
        for (way, sum) in [
            (&mut first as &mut dyn FnMut(), &mut one),
            (&mut second, &mut other),
        ] {
            let begin = ThreadTime::now();
            way();
            *sum += begin.elapsed().as_secs_f64();
        }
    }
    one / other
}

pub(super) fn count<T>(items: &[T], holds: impl Fn(&T) -> bool) {
    let found = items
        .iter()
        .filter(|item| holds(std::hint::black_box(item)));
    std::hint::black_box(found.count());
}

impl Speeds {
    /// Measures everything; all games must be in the arena, seen from the corner, and are afterwards.
    pub(super) fn measure(
        games: &[Game],
        arena: &mut HashList,
        rounds: u32,
        seed: u64,
    ) -> Result<Speeds> {
        let view = View::FromCorner;
        let boards: Vec<GoBoard> = games
            .iter()
            .flat_map(|game| game.boards.iter().copied())
            .collect();
        let mut plain = PlainBoards::new(boards.len());
        boards.iter().for_each(|board| plain.store(board));
        let look_up = |boards: &[GoBoard]| {
            let lists = || count(boards, |board| arena.look_up(board, view).is_some());
            ratio(rounds, || count(boards, |board| plain.has(board)), lists)
        };
        let found = look_up(&boards);
        let mut random = Random::for_trial(seed, 0);
        let missed = [0, 1, 2].map(|which| {
            let unknown = boards.iter().filter_map(|board| {
                let free = free_points(board);
                let chosen = match which {
                    0 => 0,
                    1 => random.below(free.len() as u32) as usize,
                    _ => free.len().checked_sub(1)?,
                };
                let mut board = *board;
                board.set(*free.get(chosen)?, Some(Colour::Black));
                (!plain.has(&board)).then_some(board)
            });
            look_up(&unknown.collect::<Vec<_>>())
        });
        let lists = boards.iter().map(|board| arena.look_up(board, view));
        let lists: Vec<List> = lists.collect::<Option<_>>().context("a stored board")?;
        let joseki = Joseki::new(arena);
        let pairs: Vec<(GoBoard, List)> = boards.into_iter().zip(lists).collect();
        let matching = ratio(
            rounds,
            || count(&pairs, |(board, _)| joseki.is_on(board)),
            || {
                count(&pairs, |(_, list)| {
                    joseki.matches(arena, *list).next().is_some()
                })
            },
        );
        let (building, cells_a_move, within_five) = building(games, arena, rounds)?;
        Ok(Speeds {
            found,
            missed,
            building,
            cells_a_move,
            within_five,
            matching,
        })
    }
}

fn free_points(board: &GoBoard) -> Vec<Point> {
    let points = (0..SIZE * SIZE).filter_map(|n| Point::new(n / SIZE, n % SIZE));
    points.filter(|&point| board.at(point).is_none()).collect()
}

/// Stores all games anew and by changes; both must come to the same cells.
fn building(games: &[Game], arena: &mut HashList, rounds: u32) -> Result<(f64, f64, f64)> {
    let view = View::FromCorner;
    let (mut one, mut other) = (0.0, 0.0);
    let (mut conses, mut within, mut moves) = (0, 0, 0);
    for _ in 0..rounds {
        let begin = ThreadTime::now();
        arena.clear();
        for board in games.iter().flat_map(|game| &game.boards) {
            arena.store(board, view);
        }
        one += begin.elapsed().as_secs_f64();
        let cells = arena.cells();
        let begin = ThreadTime::now();
        arena.clear();
        for game in games {
            let first = game.boards.first().context("a game has a first board")?;
            let mut before = (first, arena.store(first, view));
            for board in &game.boards[1..] {
                let changed = arena.store_change(before, board, view);
                let (list, looked_for) = changed.context("a stored board")?;
                conses += u64::from(looked_for);
                within += u64::from(looked_for <= 5);
                moves += 1;
                before = (board, list);
            }
        }
        other += begin.elapsed().as_secs_f64();
        ensure!(
            arena.cells() == cells,
            "positions stored by their change take {} cells, not {cells}",
            arena.cells()
        );
    }
    let moves = f64::from(moves.max(1));
    Ok((one / other, conses as f64 / moves, within as f64 / moves))
}
