//! From numbers back to positions: all words, in order.

use std::ops::Range;

use dobutsu_core::game::{HandKind, Kind, Owner, Position};

use super::words::{Lions, SHIFTS, USES, entry, splits};

/// In [`Word::tie`]: files A and C are equal so far.
const EQUAL: usize = Kind::Lion as usize;

/// The pieces on the squares read so far.
#[derive(Clone, Copy)]
struct Word {
    board: u64,
    state: usize,
    tie: Option<usize>,
}

/// A walk through the positions with the wanted numbers.
pub(super) struct Walk<F> {
    pub(super) wanted: Range<u32>,
    /// Takes each number with its position.
    pub(super) found: F,
}

impl<F: FnMut(u32, Position)> Walk<F> {
    fn split_hands(&mut self, word: Word, numbers: Range<u32>) {
        let ways = splits(word.state);
        for number in numbers.start.max(self.wanted.start)..numbers.end.min(self.wanted.end) {
            let mut position = Position::unpack_unchecked(word.board);
            let mut digits = number - numbers.start;
            for (kind, ways) in HandKind::ALL.into_iter().zip(ways) {
                for held in 0..ways - 1 {
                    let mine = held < digits % ways;
                    let owner = if mine { Owner::Mine } else { Owner::Theirs };
                    position = position.taken(owner, kind);
                }
                digits /= ways;
            }
            (self.found)(number, position);
        }
    }
}

impl Lions {
    /// Visits all words whose numbers are wanted.
    pub(super) fn go_through(&self, walk: &mut Walk<impl FnMut(u32, Position)>) {
        let word = Word {
            board: 0,
            state: 0,
            tie: self.tied.is_some().then_some(EQUAL),
        };
        self.walk(0, word, self.first..self.first + self.words, walk);
    }

    /// Visits the words that begin with `word` and whose numbers are wanted.
    ///
    /// `numbers` are those of all words that begin so. If the files are equal above this place,
    /// [`Word::tie`] is [`EQUAL`] on file A, and on file C the piece beside it on file A.
    fn walk(
        &self,
        place: usize,
        word: Word,
        numbers: Range<u32>,
        walk: &mut Walk<impl FnMut(u32, Position)>,
    ) {
        let Some(allowed) = self.allowed.get(place) else {
            return walk.split_hands(word, numbers);
        };
        let tied = self.tied.as_deref().zip(word.tie);
        let ranks = match tied {
            None => &self.squares[place],
            Some((tied, EQUAL)) => &tied[place / 2].a,
            Some((tied, on_a)) => &tied[place / 2].c[on_a],
        };
        let least = word.tie.filter(|&on_a| on_a != EQUAL).unwrap_or(0);
        let mut codes = allowed & (u16::MAX << least);
        let mut first = numbers.start;
        while codes != 0 {
            let code = codes.trailing_zeros() as usize;
            codes &= codes - 1;
            let end = match codes {
                0 => numbers.end,
                _ => numbers.start + ranks[entry(word.state, codes.trailing_zeros() as usize)],
            };
            if first >= walk.wanted.end {
                return;
            }
            if end > walk.wanted.start.max(first) {
                let next = Word {
                    board: word.board | (code as u64) << SHIFTS[place],
                    state: word.state + usize::from(USES[code]),
                    tie: match word.tie {
                        Some(EQUAL) => Some(code),
                        Some(on_a) if on_a == code && place < 7 => Some(EQUAL),
                        _ => None,
                    },
                };
                self.walk(place + 1, next, first..end, walk);
            }
            first = end;
        }
    }
}
