//! A dense index: every position the rules alone do not decide has a number, and no number is
//! left over.
//!
//! Such a position has no lion to be caught and no try that stands, so for given lions every
//! other square has a fixed list of pieces it may hold: any of theirs, and of mine those that do
//! not attack their lion from there. Reading the squares in a fixed order, a position is a word
//! over these pieces in which each kind occurs at most twice. Its rank is the number of smaller
//! words, which is a sum of table entries: how many words go on from here with a smaller piece,
//! given how many chicks, elephants and giraffes have been used. The pieces not on the board are
//! split over the hands in (3−c)(3−e)(3−g) ways, which is the last digit.
//!
//! Mirror images are merged by the lions where they are not both on file B. Where they are, the
//! canonical word has file A not above file C; read rank by rank, A before C, this is one more
//! bit of state: whether the files are still equal.

use std::ops::Range;

use dobutsu_core::game::{HandKind, Kind, Owner, Piece, Position, Square, reach};

/// The order in which squares are read, as shifts in the packed board: files A and C by ranks,
/// the home rank first because it is the most significant in a file, then file B.
const SHIFTS: [u32; 12] = [12, 44, 8, 40, 4, 36, 0, 32, 28, 24, 20, 16];

/// The place where file B begins: from there on, few words have the same beginning.
const FILE_B: usize = 8;

/// Piece codes, which need four bits.
const CODES: usize = 16;

/// How many chicks, elephants and giraffes have been used: three digits of base 3.
const STATES: usize = 27;

/// One square's share of the rank, by the pieces used before it and the piece on it: entry
/// 16·state + code. Filled up to a power of two, so that a mask can stand for the bounds check.
type SquareRanks = [u32; 512];

/// The entry for a state and a code.
#[inline]
const fn entry(state: usize, code: usize) -> usize {
    (state * CODES + code) & 511
}

/// The words of one placement of the lions.
struct Lions {
    first: u32,
    words: u32,
    /// For each square in reading order: what is allowed there.
    allowed: [u16; 12],
    squares: Box<[SquareRanks; 12]>,
    /// While files A and C are equal: the shares of A's squares, and of C's by the piece on A.
    tied: Option<Box<[TiedRank; 4]>>,
}

struct TiedRank {
    a: SquareRanks,
    c: [SquareRanks; CODES],
}

/// The index over all positions that the rules alone do not decide.
pub struct Index {
    lions: Vec<Lions>,
    /// Which lions, by their squares, and whether to mirror first.
    find: [[Option<(u8, bool)>; 12]; 12],
}

/// How many of a kind a piece code adds to the state.
const USES: [u8; CODES] = {
    let mut uses = [0; CODES];
    let mut owner = 0;
    while owner < 2 {
        uses[owner * 8 + Kind::Chick as usize] = 1;
        uses[owner * 8 + Kind::Hen as usize] = 1;
        uses[owner * 8 + Kind::Elephant as usize] = 3;
        uses[owner * 8 + Kind::Giraffe as usize] = 9;
        owner += 1;
    }
    uses
};

/// The piece code at a place in the order of reading.
#[inline]
const fn code(board: u64, place: usize) -> usize {
    (board >> SHIFTS[place] & 15) as usize
}

/// The state after a piece, or none if there are three of a kind.
fn used(state: usize, code: usize) -> Option<usize> {
    let digit = match USES[code] {
        0 => return Some(state),
        uses => usize::from(uses),
    };
    (state / digit % 3 < 2).then_some(state + digit)
}

/// In how many ways the pieces that are not on the board can be split over the hands.
fn splits(state: usize) -> [u32; 3] {
    [state % 3, state / 3 % 3, state / 9].map(|on_board| 3 - on_board as u32)
}

impl Lions {
    fn new(mine: Square, theirs: Square, first: u32) -> Lions {
        let allowed = SHIFTS.map(|shift| {
            let square = Square::new(shift as usize / 4).expect("a shift per square");
            allowed(mine, theirs, square)
        });
        let mut lions = Lions {
            first,
            words: 0,
            allowed,
            squares: Box::new([[0; 512]; 12]),
            tied: None,
        };
        // Words that go on after each square, by the state before it, from the last to the first.
        let mut go_on: [u32; STATES] = std::array::from_fn(|state| splits(state).iter().product());
        let mut after_rank = [[0; STATES]; 5];
        for place in (0..12).rev() {
            if place % 2 == 1 && place < 8 {
                after_rank[place / 2 + 1] = go_on;
            }
            let ranks = &mut lions.squares[place];
            go_on = std::array::from_fn(|state| {
                shares(lions.allowed[place], 0, row(ranks, state), |code| {
                    used(state, code).map_or(0, |next| go_on[next])
                })
            });
        }
        lions.words = go_on[0];
        if mine.file() == 1 && theirs.file() == 1 {
            lions.tie(&after_rank);
        }
        lions
    }

    /// Counts only words whose file A is not above file C.
    fn tie(&mut self, after_rank: &[[u32; STATES]; 5]) {
        let mut tied: Box<[TiedRank; 4]> = Box::new(std::array::from_fn(|_| TiedRank {
            a: [0; 512],
            c: [[0; 512]; CODES],
        }));
        let mut go_on = after_rank[4];
        for rank in (0..4).rev() {
            let (allowed_a, allowed_c) = (self.allowed[2 * rank], self.allowed[2 * rank + 1]);
            let TiedRank { a, c } = &mut tied[rank];
            go_on = std::array::from_fn(|state| {
                shares(allowed_a, 0, row(a, state), |on_a| {
                    let Some(state) = used(state, on_a) else {
                        return 0;
                    };
                    shares(allowed_c, on_a, row(&mut c[on_a], state), |on_c| {
                        used(state, on_c).map_or(0, |next| {
                            if on_c == on_a {
                                go_on[next]
                            } else {
                                after_rank[rank + 1][next]
                            }
                        })
                    })
                })
            });
        }
        self.words = go_on[0];
        self.tied = Some(tied);
    }

    #[inline]
    fn rank(&self, board: u64) -> u32 {
        let Some(tied) = &self.tied else {
            return self.first + self.rest(board, 0, 0);
        };
        let (mut rank, mut state, mut place) = (self.first, 0, 0);
        for TiedRank { a, c } in tied.iter() {
            let (on_a, on_c) = (code(board, place), code(board, place + 1));
            rank += a[entry(state, on_a)];
            state += usize::from(USES[on_a]);
            rank += c[on_a][entry(state, on_c)];
            state += usize::from(USES[on_c]);
            place += 2;
            if on_a != on_c {
                break;
            }
        }
        rank + self.rest(board, place, state)
    }

    /// The shares of the squares from this place on.
    #[inline(always)]
    fn rest(&self, board: u64, place: usize, mut state: usize) -> u32 {
        let mut rank = 0;
        for place in place..12 {
            let code = code(board, place);
            rank += self.squares[place][entry(state, code)];
            state += usize::from(USES[code]);
        }
        rank
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
struct Walk<S, F> {
    wanted: Range<u32>,
    /// Whether none of these is wanted after all.
    skip: S,
    found: F,
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

/// A state's entries, one for each code.
fn row(ranks: &mut SquareRanks, state: usize) -> &mut [u32] {
    &mut ranks[state * CODES..][..CODES]
}

/// Fills in how many words come before each code from `least` on; returns how many there are.
fn shares(
    allowed: u16,
    least: usize,
    ranks: &mut [u32],
    mut words: impl FnMut(usize) -> u32,
) -> u32 {
    let mut total = 0;
    for code in (least..CODES).filter(|code| allowed >> code & 1 == 1) {
        ranks[code] = total;
        total += words(code);
    }
    total
}

/// The piece codes that may stand on a square, as a set of bits.
fn allowed(mine: Square, theirs: Square, square: Square) -> u16 {
    let code = |owner, kind| 1 << Piece { owner, kind }.code();
    if square == mine {
        return code(Owner::Mine, Kind::Lion);
    }
    if square == theirs {
        return code(Owner::Theirs, Kind::Lion);
    }
    let mut codes = 1;
    for kind in [Kind::Chick, Kind::Elephant, Kind::Giraffe, Kind::Hen] {
        codes |= code(Owner::Theirs, kind);
        if !reach(Owner::Mine, kind, square).contains(theirs) {
            codes |= code(Owner::Mine, kind);
        }
    }
    codes
}

impl Index {
    /// Builds the tables: 21 kB for each of 33 placements of the lions.
    pub fn build() -> Index {
        let mut lions = Vec::new();
        let mut find = [[None; 12]; 12];
        let mut first = 0;
        for mine in Square::all().filter(|square| square.file() < 2 && square.rank() > 0) {
            for theirs in Square::all().filter(|square| square.rank() < 3) {
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

    /// How many positions there are.
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
        self.for_each_but(wanted, |_| false, found);
    }

    /// The same, but leaves out numbers of which `skip` says that none of them is wanted.
    pub(super) fn for_each_but(
        &self,
        wanted: Range<u32>,
        skip: impl Fn(Range<u32>) -> bool,
        found: impl FnMut(u32, Position),
    ) {
        let after = self
            .lions
            .partition_point(|lions| lions.first <= wanted.start);
        let mut walk = Walk {
            wanted: wanted.clone(),
            skip,
            found,
        };
        for lions in &self.lions[after.saturating_sub(1)..] {
            if lions.first >= wanted.end {
                break;
            }
            let tie = lions.tied.is_some().then_some(EQUAL);
            let word = Word {
                board: 0,
                state: 0,
                tie,
            };
            lions.walk(0, word, lions.first..lions.first + lions.words, &mut walk);
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
