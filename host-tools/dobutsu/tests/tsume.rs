//! Puzzles, against a slow and obvious twin.

use dobutsu::solve::Solved;
use dobutsu::tsume::{Puzzle, Row, Rule, Wanted, only_win, sample, table};
use dobutsu_core::game::{After, Diagram, Position, Value};
use dobutsu_core::player::Level;

use crate::common;

/// Where the winning moves lead, the lion caught included.
fn wins(solved: &Solved, position: Position) -> Vec<After> {
    let advice = solved.advice(position);
    let winning = advice
        .moves()
        .iter()
        .filter(|advised| matches!(advised.verdict.value(), Some(Value::Win(_))));
    winning.map(|advised| position.play(advised.mv)).collect()
}

/// Whether each turn of the winner except the last has one winning move, by following every line.
pub(crate) fn has_one_line(solved: &Solved, position: Position) -> bool {
    if solved.exact(position) == Value::Win(1) {
        return true;
    }
    let [After::Position(next)] = wins(solved, position)[..] else {
        return false;
    };
    let replies = solved.advice(next);
    replies
        .best()
        .iter()
        .all(|reply| match next.play(reply.mv) {
            After::Position(then) => has_one_line(solved, then),
            After::Caught => true,
        })
}

#[test]
fn the_table_and_the_sample_agree_with_a_slow_twin() {
    let solved = common::solved();
    // Somewhere in the middle, so that there are hands, hens and long wins.
    let numbers = 60_000_000..60_060_000;
    let table = table(&solved, numbers.clone(), &|_| {});
    let mut twin = vec![Row::default(); table.len()];
    let mut lines = Vec::new();
    let index = solved.index();
    index.for_each(numbers.clone(), |number, position| {
        let Value::Win(plies) = solved.value_of(number) else {
            return;
        };
        let row = &mut twin[usize::from(plies) / 2];
        row.won += 1;
        if wins(&solved, position).len() == 1 {
            row.one_move += 1;
            if has_one_line(&solved, position) {
                row.one_line += 1;
                if plies == 7 {
                    lines.push(position);
                }
            }
        }
    });
    assert_eq!(table, twin);
    assert!(
        table
            .iter()
            .any(|row| row.one_line > 0 && row.one_line < row.one_move)
    );
    let wanted = Wanted {
        plies: 7,
        rule: Rule::Line,
        count: usize::MAX,
        seed: 3,
    };
    let mut all = sample(&solved, numbers.clone(), wanted, &|_| {});
    all.sort_unstable();
    lines.sort_unstable();
    assert_eq!(all, lines);
    // The same few in every run.
    let few = Wanted { count: 3, ..wanted };
    let sample = || sample(&solved, numbers.clone(), few, &|_| {});
    assert_eq!(sample().len(), 3.min(lines.len()));
    assert_eq!(sample(), sample());
}

#[test]
fn a_puzzle_is_solved_by_its_solution() {
    let solved = common::solved();
    let wanted = Wanted {
        plies: 9,
        rule: Rule::Move,
        count: 5,
        seed: 1,
    };
    let found = sample(&solved, 10_000_000..10_300_000, wanted, &|_| {});
    assert_eq!(found.len(), 5);
    for position in found {
        let puzzle = Puzzle::new(&solved, position).unwrap();
        assert_eq!((puzzle.plies, puzzle.solution.len()), (9, 9));
        let after = position.play(puzzle.solution[0]);
        let only = only_win(&solved, position).unwrap();
        assert_eq!(after, After::Position(only));
    }
}

#[test]
fn a_win_in_an_even_number_of_plies_is_refused() {
    let (code, _, error) = common::run(&["tsume", "--plies", "4"], b"");
    assert_eq!(code, Some(1));
    assert!(error.starts_with("dobutsu: a win takes an odd number of plies"));
}

/// The level of a puzzle agrees with the engine's play: it finds the move in more than half of its games,
/// and the level below does not.
#[test]
fn the_level_of_a_puzzle_is_that_of_the_games() {
    const GAMES: u32 = 64;
    let solved = common::solved();
    let finds = |puzzle: &Puzzle, level: u8| -> u32 {
        let mv = puzzle.diagram.usi(puzzle.solution[0]).to_string();
        let found = (0..GAMES).filter(|seed| {
            let mut shell = crate::usi::shell(0);
            let commands = format!(
                "setoption name Level value {level}\nsetoption name Seed value {seed}\n\
                 position sfen {}\ngo\n",
                puzzle.diagram
            );
            let answer = shell.answer(commands.as_bytes());
            answer.contains(&format!("bestmove {mv}"))
        });
        found.count() as u32
    };
    let mut levels = Vec::new();
    for sfen in [
        "E2/e1l/LCg/1G+c b - 1",
        "2g/2l/L2/+c1C b Ege 1",
        "1Cl/ec1/LG1/1G1 b E 1",
    ] {
        let diagram: Diagram = sfen.parse().unwrap();
        let puzzle = Puzzle::new(&solved, diagram.position).unwrap();
        let level = puzzle.level.number();
        assert!(2 * finds(&puzzle, level) > GAMES, "{sfen} at level {level}");
        if puzzle.level > Level::FIRST {
            assert!(
                2 * finds(&puzzle, level - 1) <= GAMES,
                "{sfen} below {level}"
            );
        }
        levels.push(level);
    }
    assert!(levels.iter().any(|&level| level > 1), "{levels:?}");
}
