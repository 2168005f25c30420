//! The rules once more, slowly: letters on a grid, read from SFEN and written back to it.

use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::super::Side;

/// Rows from the top, columns from the left; `None` or a letter with its promotion sign.
#[derive(Clone)]
struct Grid {
    cells: [[Option<(char, bool)>; 3]; 4],
    hands: BTreeMap<char, usize>,
    sente_to_move: bool,
    number: usize,
}

impl Grid {
    fn read(sfen: &str) -> Grid {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let mut cells = [[None; 3]; 4];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut column = 0;
            let mut promoted = false;
            for letter in text.chars() {
                match letter {
                    '+' => promoted = true,
                    '1'..='3' => column += letter as usize - '0' as usize,
                    _ => {
                        cells[row][column] = Some((letter, promoted));
                        promoted = false;
                        column += 1;
                    }
                }
            }
        }
        let mut hands = BTreeMap::new();
        let mut count = 1;
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            match letter.to_digit(10) {
                Some(digit) => count = digit as usize,
                None => {
                    hands.insert(letter, count);
                    count = 1;
                }
            }
        }
        let number = fields[3].parse().expect("a number");
        Grid {
            cells,
            hands,
            sente_to_move: fields[1] == "b",
            number,
        }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self
            .cells
            .iter()
            .map(|row| {
                let text: String = row
                    .iter()
                    .map(|cell| match cell {
                        None => "1".to_string(),
                        Some((letter, true)) => format!("+{letter}"),
                        Some((letter, false)) => letter.to_string(),
                    })
                    .collect();
                text.replace("111", "3").replace("11", "2")
            })
            .collect();
        let mut hands = String::new();
        for letter in "GECgec".chars() {
            match self.hands.get(&letter).copied().unwrap_or(0) {
                0 => {}
                1 => hands.push(letter),
                held => hands.push_str(&format!("{held}{letter}")),
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        let side = if self.sente_to_move { "b" } else { "w" };
        format!("{} {side} {hands} {}", rows.join("/"), self.number)
    }

    fn is_mine(&self, letter: char) -> bool {
        letter.is_uppercase() == self.sente_to_move
    }
}

/// Whether this piece can move by this step on an empty board.
fn walks(letter: char, promoted: bool, down: i32, right: i32) -> bool {
    let ahead = if letter.is_uppercase() { -down } else { down };
    let sideways = right.abs();
    match (letter.to_ascii_uppercase(), promoted) {
        ('C', false) => (ahead, sideways) == (1, 0),
        ('C', true) => matches!((ahead, sideways), (1, 0) | (1, 1) | (0, 1) | (-1, 0)),
        ('E', _) => ahead.abs() == 1 && sideways == 1,
        ('G', _) => ahead.abs() + sideways == 1,
        ('L', _) => ahead.abs() <= 1 && sideways <= 1 && ahead.abs() + sideways > 0,
        _ => panic!("no such piece"),
    }
}

fn name(row: usize, column: usize) -> String {
    format!("{}{}", 3 - column, ['a', 'b', 'c', 'd'][row])
}

fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|row| (0..3).map(move |column| (row, column)))
}

/// Every move in USI, with the SFEN it leads to; none when it catches the lion.
pub(super) fn moves(sfen: &str) -> BTreeSet<(String, Option<String>)> {
    let grid = Grid::read(sfen);
    let mut passed = grid.clone();
    passed.sente_to_move = !grid.sente_to_move;
    passed.number += 1;
    let far_row = if grid.sente_to_move { 0 } else { 3 };
    let mut found = BTreeSet::new();
    for (row, column) in cells() {
        let Some((letter, promoted)) = grid.cells[row][column] else {
            continue;
        };
        if !grid.is_mine(letter) {
            continue;
        }
        for (to_row, to_column) in cells() {
            let down = to_row as i32 - row as i32;
            let right = to_column as i32 - column as i32;
            if !walks(letter, promoted, down, right) {
                continue;
            }
            let mut next = passed.clone();
            let mut caught = false;
            if let Some((victim, _)) = grid.cells[to_row][to_column] {
                if grid.is_mine(victim) {
                    continue;
                }
                caught = victim.eq_ignore_ascii_case(&'l');
                let held = if grid.sente_to_move {
                    victim.to_ascii_uppercase()
                } else {
                    victim.to_ascii_lowercase()
                };
                *next.hands.entry(held).or_insert(0) += 1;
            }
            let becomes_hen = letter.eq_ignore_ascii_case(&'c') && !promoted && to_row == far_row;
            next.cells[row][column] = None;
            next.cells[to_row][to_column] = Some((letter, promoted || becomes_hen));
            let plus = if becomes_hen { "+" } else { "" };
            let text = format!("{}{}{plus}", name(row, column), name(to_row, to_column));
            found.insert((text, if caught { None } else { Some(next.write()) }));
        }
    }
    for (&letter, &held) in &grid.hands {
        if held == 0 || !grid.is_mine(letter) {
            continue;
        }
        for (row, column) in cells() {
            if grid.cells[row][column].is_none() {
                let mut next = passed.clone();
                next.cells[row][column] = Some((letter, false));
                next.hands.insert(letter, held - 1);
                let text = format!("{}*{}", letter.to_ascii_uppercase(), name(row, column));
                found.insert((text, Some(next.write())));
            }
        }
    }
    found
}

/// The winner, if the game is over.
pub(super) fn winner(sfen: &str) -> Option<Side> {
    let grid = Grid::read(sfen);
    let on_far_row = |lion: char, row: usize| {
        grid.cells[row]
            .iter()
            .flatten()
            .any(|&(letter, _)| letter == lion)
    };
    let (mover, waiter) = match grid.sente_to_move {
        true => (Side::Sente, Side::Gote),
        false => (Side::Gote, Side::Sente),
    };
    let tried = |side| match side {
        Side::Sente => on_far_row('L', 0),
        Side::Gote => on_far_row('l', 3),
    };
    let moves = moves(sfen);
    if tried(mover) {
        return Some(mover);
    }
    if tried(waiter) && moves.iter().all(|(_, next)| next.is_some()) {
        return Some(waiter);
    }
    moves.is_empty().then_some(waiter)
}
