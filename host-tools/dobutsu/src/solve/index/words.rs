//! The words of one placement of the lions, and the number of words before each.

use dobutsu_core::game::{Kind, Owner, Piece, Square, reach};

/// The order in which squares are read, as shifts in the packed board: files A and C by ranks,
/// the home rank first because it is the most significant in a file, then file B.
pub(super) const SHIFTS: [u32; 12] = [12, 44, 8, 40, 4, 36, 0, 32, 28, 24, 20, 16];

/// Piece codes, which need four bits.
const CODES: usize = 16;

/// Numbers of chicks, elephants and giraffes used so far: three digits of base 3.
const STATES: usize = 27;

/// One square's share of the rank, by the pieces used before it and the piece on it: entry
/// 16·state + code. Its length is a power of two, so that a mask replaces the bounds check.
pub(super) type SquareRanks = [u32; 512];

/// The entry for a state and a code.
#[inline]
pub(super) const fn entry(state: usize, code: usize) -> usize {
    (state * CODES + code) & 511
}

/// The words of one placement of the lions.
pub(super) struct Lions {
    /// The number of the first word, and the count of words.
    pub(super) first: u32,
    pub(super) words: u32,
    /// For each square in reading order: the pieces that are possible there.
    pub(super) allowed: [u16; 12],
    pub(super) squares: Box<[SquareRanks; 12]>,
    /// While files A and C are equal: the shares of A's squares, and of C's by the piece on A.
    pub(super) tied: Option<Box<[TiedRank; 4]>>,
}

pub(super) struct TiedRank {
    pub(super) a: SquareRanks,
    pub(super) c: [SquareRanks; CODES],
}

/// The digit that each piece code adds to the state.
pub(super) const USES: [u8; CODES] = {
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

/// The ways in which the pieces that are not on the board can be split over the hands, for each kind.
pub(super) fn splits(state: usize) -> [u32; 3] {
    [state % 3, state / 3 % 3, state / 9].map(|on_board| 3 - on_board as u32)
}

impl Lions {
    /// Builds the tables, with numbers from `first` on.
    pub(super) fn new(mine: Square, theirs: Square, first: u32) -> Lions {
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
        // The number of continuations from each square on, by the state before it; from the last to the first.
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

    /// The number of the first position with this board.
    #[inline]
    pub(super) fn rank(&self, board: u64) -> u32 {
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
}

/// A state's entries, one for each code.
fn row(ranks: &mut SquareRanks, state: usize) -> &mut [u32] {
    &mut ranks[state * CODES..][..CODES]
}

/// Stores for each code from `least` on the number of words before it; returns the number of all words.
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

/// The piece codes that are possible on a square, as a set of bits.
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
