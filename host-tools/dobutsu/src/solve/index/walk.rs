//! From numbers back to positions: words in order, their beginnings shared.

use std::ops::Range;

use dobutsu_core::game::{HandKind, Kind, Owner, Position};

use super::words::{Lions, SHIFTS, USES, entry, splits};

/// The place where file B begins: from there on, few words have the same beginning.
const FILE_B: usize = 8;

/// In [`Word::tie`]: files A and C are equal so far.
const EQUAL: usize = Kind::Lion as usize;

/// The beginning of a word.
#[derive(Clone, Copy)]
struct Word {
    board: u64,
    state: usize,
    tie: Option<usize>,
}

/// A walk through the positions with the wanted numbers.
pub(super) struct Walk<S, F> {
    pub(super) wanted: Range<u32>,
    /// Whether none of these is wanted after all.
    pub(super) skip: S,
    /// Takes each number with its position.
    pub(super) found: F,
}

impl<S: Fn(Range<u32>) -> bool, F: FnMut(u32, Position)> Walk<S, F> {
    fn split_hands(&mut self, word: Word, numbers: Range<u32>) {
        let ways = splits(word.state);
        for number in numbers.start.max(self.wanted.start)..numbers.end.min(self.wanted.end) {
            if (self.skip)(number..number + 1) {
                continue;
            }
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
    /// Goes through all words whose numbers `walk` asks for.
    pub(super) fn go_through(
        &self,
        walk: &mut Walk<impl Fn(Range<u32>) -> bool, impl FnMut(u32, Position)>,
    ) {
        let word = Word {
            board: 0,
            state: 0,
            tie: self.tied.is_some().then_some(EQUAL),
        };
        self.walk(0, word, self.first..self.first + self.words, walk);
    }

    /// Goes through the words from this place on whose numbers `walk` asks for.
    ///
    /// `numbers` are those of all words with the beginning read so far; `tie` is the piece on
    /// file A if this place is beside it on file C and all above are equal, or a lion's code,
    /// which no such square holds, if this place is on file A and all above are equal.
    fn walk(
        &self,
        place: usize,
        word: Word,
        numbers: Range<u32>,
        walk: &mut Walk<impl Fn(Range<u32>) -> bool, impl FnMut(u32, Position)>,
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
            if end > walk.wanted.start.max(first) && !(place >= FILE_B && (walk.skip)(first..end)) {
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
