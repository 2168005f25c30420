//! A dense index: the positions that the rules alone do not decide are numbered without gaps.
//!
//! Such a position has no lion to be caught and no try that stands, so for given lions every
//! other square has a fixed list of pieces it may hold: any of theirs, and of mine those that do
//! not attack their lion from there. Reading the squares in a fixed order, a position is a word
//! over these pieces in which each kind occurs at most twice. Its rank is the number of smaller
//! words, which is a sum of table entries, one for each square: the number of words with the same
//! beginning and a smaller piece here, given how many chicks, elephants and giraffes have been used. The pieces not on the board are
//! split over the hands in (3−c)(3−e)(3−g) ways, which is the last digit.
//!
//! Mirror images are merged by the lions where they are not both on file B. Where they are, the
//! canonical word has file A not above file C; read rank by rank, A before C, this is one more
//! bit of state: whether the files are still equal.

mod walk;
mod words;

use std::ops::Range;

use dobutsu_core::game::{HandKind, Kind, Owner, Position, Square, reach};

use self::walk::Walk;
use self::words::Lions;

/// The index over all positions that the rules alone do not decide.
pub struct Index {
    lions: Vec<Lions>,
    /// Which lions, by their squares, and whether to mirror first.
    find: [[Option<(u8, bool)>; 12]; 12],
}

impl Index {
    /// Builds the tables: 25 kB for each placement of the lions, 164 where both are on file B.
    pub fn build() -> Index {
        let mut lions = Vec::new();
        let mut find = [[None; 12]; 12];
        let mut first = 0;
        for mine in Square::ALL
            .into_iter()
            .filter(|square| square.file() < 2 && square.rank() > 0)
        {
            for theirs in Square::ALL.into_iter().filter(|square| square.rank() < 3) {
                let beside = reach(Owner::Mine, Kind::Lion, mine).contains(theirs);
                let mirror_image = mine.file() == 1 && theirs.file() == 2;
                if mine == theirs || beside || mirror_image {
                    continue;
                }
                let number = lions.len() as u8;
                find[mine.index()][theirs.index()] = Some((number, false));
                let mirrored = (mine.mirrored(), theirs.mirrored());
                if mirrored != (mine, theirs) {
                    find[mirrored.0.index()][mirrored.1.index()] = Some((number, true));
                }
                let words = Lions::new(mine, theirs, first);
                first += words.words;
                lions.push(words);
            }
        }
        Index { lions, find }
    }

    /// The number of positions.
    pub fn count(&self) -> u32 {
        self.lions.last().map_or(0, |last| last.first + last.words)
    }

    /// The number of a position, or of its mirror image, if the rules do not decide it.
    pub fn number(&self, position: Position) -> Option<u32> {
        match position.value_by_rule() {
            Some(_) => None,
            None => Some(self.rank(position)),
        }
    }

    /// The number of a position that is known not to be decided by the rules.
    #[inline]
    pub fn rank(&self, position: Position) -> u32 {
        let mine = position.lion(Owner::Mine);
        let theirs = position.lion(Owner::Theirs);
        let Some((number, mirror)) = self.find[mine.index()][theirs.index()] else {
            debug_assert!(false, "{position:?} is decided by the rules");
            return 0;
        };
        let lions = &self.lions[usize::from(number)];
        let mut canonical = if mirror {
            position.mirrored()
        } else {
            position
        };
        if lions.tied.is_some() {
            canonical = canonical.canonical();
        }
        let mut digits = 0;
        let mut weight = 1;
        for kind in HandKind::ALL {
            let mine = u32::from(canonical.hand(Owner::Mine, kind));
            digits += mine * weight;
            weight *= mine + u32::from(canonical.hand(Owner::Theirs, kind)) + 1;
        }
        lions.rank(canonical.pack()) + digits
    }

    /// Calls `found` with every number in a range, in order, and its canonical position.
    pub fn for_each(&self, wanted: Range<u32>, found: impl FnMut(u32, Position)) {
        let after = self
            .lions
            .partition_point(|lions| lions.first <= wanted.start);
        let end = wanted.end;
        let mut walk = Walk { wanted, found };
        for lions in &self.lions[after.saturating_sub(1)..] {
            if lions.first >= end {
                break;
            }
            lions.go_through(&mut walk);
        }
    }

    /// The canonical position with a number below [`Index::count`].
    pub fn position(&self, number: u32) -> Option<Position> {
        let mut position = None;
        self.for_each(number..number.saturating_add(1), |_, found| {
            position = Some(found)
        });
        position
    }
}
