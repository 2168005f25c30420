//! A position as sets of squares, the bits of a word, for looking ahead.
//!
//! A packed board has 48 bits and the chip computes with 32. So code that looks at thousands of
//! positions before a move converts each once, in one pass over its squares, to the squares that
//! both sides reach. Every piece moves one step: no move uncovers an attack, and the squares a
//! side reaches do not depend on other pieces.

use super::{HandKind, Kind, Mobility, Owner, Position, reach_mask};

/// The squares of a board, and its ranks.
const ALL: u32 = 0xFFF;
const FAR_RANK: u32 = 0x111;
const NEXT_RANK: u32 = FAR_RANK << 1;
const HOME_RANK: u32 = 0x888;

const CHICK: u32 = Kind::Chick as u32;
const LION: u32 = Kind::Lion as u32;
const HEN: u32 = Kind::Hen as u32;
/// The bit of a piece code for the owner.
const WHOSE: u32 = 8;

/// A position that is not over. Bit i of a set stands for the square with number i.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bitboards {
    /// The packed position, by halves.
    low: u32,
    high: u32,
    /// The squares of the pieces, the mover's first.
    pieces: [u32; 2],
    /// The squares they reach.
    reached: [u32; 2],
    /// The squares that two or more of the mover's pieces reach.
    reached_twice: u32,
    /// The numbers of the lions' squares.
    lions: [u32; 2],
}

impl Bitboards {
    /// Converts a position.
    pub(crate) fn of(position: Position) -> Bitboards {
        let packed = position.pack();
        let (low, high) = (packed as u32, (packed >> 32) as u32);
        let (mut mine, mut theirs, mut reach, mut reach_back) = (0, 0, 0, 0);
        let mut reached_twice = 0;
        let mut lions = [0; 2];
        for (mut codes, mut square) in [(low, 0), (high & 0xFFFF, 8)] {
            while codes != 0 {
                let code = codes & 15;
                if code != 0 {
                    let (bit, reached) = (1 << square, reach_mask(code, square));
                    if code < WHOSE {
                        mine |= bit;
                        reached_twice |= reach & reached;
                        reach |= reached;
                    } else {
                        theirs |= bit;
                        reach_back |= reached;
                    }
                    if code & 7 == LION {
                        lions[(code / WHOSE) as usize] = square;
                    }
                }
                codes >>= 4;
                square += 1;
            }
        }
        Bitboards {
            low,
            high,
            pieces: [mine, theirs],
            reached: [reach, reach_back],
            reached_twice,
            lions,
        }
    }

    /// The code of the piece on a square, 0 if it is empty.
    fn code_at(&self, square: u32) -> u32 {
        let half = if square < 8 { self.low } else { self.high };
        half >> (4 * (square & 7)) & 15
    }

    /// The mover's pieces but for the lion: their codes and squares.
    fn others(&self) -> impl Iterator<Item = (u32, u32)> {
        let others = self.pieces[0] & !(1 << self.lions[0]);
        bits(others).map(|square| (self.code_at(square), square))
    }

    /// The number of pieces of a kind in a side's hand.
    fn in_hand(&self, owner: Owner, kind: HandKind) -> u32 {
        self.high >> hand_shift(owner, kind) & 3
    }

    /// Whether this side has anything in hand.
    fn holds(&self, owner: Owner) -> bool {
        self.high >> hand_shift(owner, HandKind::Chick) & 0x3F != 0
    }

    fn can_catch(&self) -> bool {
        self.reached[0] >> self.lions[1] & 1 != 0
    }

    /// The other side's pieces that attack the mover's lion.
    fn attackers(&self) -> u32 {
        let lion = self.lions[0];
        if self.reached[1] >> lion & 1 == 0 {
            return 0;
        }
        let beside = reach_mask(LION, lion) & self.pieces[1];
        bits(beside)
            .filter(|&square| reach_mask(self.code_at(square), square) >> lion & 1 != 0)
            .fold(0, |attackers, square| attackers | 1 << square)
    }

    /// The squares that the lion can go to without being caught.
    fn lion_steps(&self) -> u32 {
        reach_mask(LION, self.lions[0]) & !self.pieces[0] & !self.reached[1]
    }

    /// Where another piece may step, if it reaches it: with the lion attacked once, only onto the
    /// attacker; attacked twice, nowhere.
    fn targets(&self, attackers: u32) -> u32 {
        if attackers == 0 {
            ALL & !self.pieces[0]
        } else if attackers & (attackers - 1) == 0 {
            attackers
        } else {
            0
        }
    }

    /// Whether the lion can be caught, or a try stands: won in one ply.
    pub(crate) fn wins_now(&self) -> bool {
        self.can_catch() || self.lion_steps() & FAR_RANK != 0
    }

    /// Whether any move leaves the lion safe.
    pub(crate) fn has_safe_move(&self) -> bool {
        if self.lion_steps() != 0 {
            return true;
        }
        let attackers = self.attackers();
        let targets = self.targets(attackers);
        // There is always an empty square to drop on.
        (attackers == 0 && self.holds(Owner::Mine))
            || self
                .others()
                .any(|(code, square)| reach_mask(code, square) & targets != 0)
    }

    /// Whether the other lion stands one step from the rank it tries for.
    pub(crate) fn may_be_tried(&self) -> bool {
        self.lions[1] % 4 == 2
    }

    /// The mobility of the side to move.
    pub(crate) fn mobility(&self) -> Mobility {
        let lion_steps = self.lion_steps().count_ones();
        let attackers = self.attackers();
        let targets = self.targets(attackers);
        let steps = self
            .others()
            .map(|(code, square)| (reach_mask(code, square) & targets).count_ones());
        let mut safe_moves = lion_steps + steps.sum::<u32>();
        if attackers == 0 {
            let held = HandKind::ALL.map(|kind| u32::from(self.in_hand(Owner::Mine, kind) > 0));
            safe_moves += held.iter().sum::<u32>() * self.empty().count_ones();
        }
        Mobility {
            wins_now: self.wins_now(),
            lion_steps: lion_steps as u8,
            safe_moves: safe_moves as u8,
            attackers: attackers.count_ones() as u8,
        }
    }

    fn empty(&self) -> u32 {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// The moves that neither end the game nor leave the lion to be caught, in the order of
    /// [`Position::moves`].
    pub(crate) fn safe_moves(&self) -> SafeMoves {
        let [lion, other_lion] = self.lions.map(|square| 1 << square);
        let attackers = self.attackers();
        let mut moves = SafeMoves {
            boards: *self,
            waiting: self.pieces[0],
            lion_targets: self.lion_steps() & !FAR_RANK & !other_lion,
            targets: self.targets(attackers) & !other_lion,
            empty: if attackers == 0 { self.empty() } else { 0 },
            code: 0,
            from: 0,
            to: 0,
            kinds: 0,
            checks_only: false,
        };
        if lion & FAR_RANK != 0 {
            // A lion that has tried and was not caught; only it may move. This does not arise in play.
            moves.targets = 0;
            moves.empty = 0;
        }
        if other_lion & HOME_RANK != 0 {
            // A lion on the far rank has to be caught at once.
            moves.waiting = 0;
            moves.empty = 0;
        }
        moves
    }

    /// The safe moves that may leave the other side no safe move, or none but tries to stop, where
    /// the game could not be won at once: all, if the other side has nothing to drop or the lion
    /// is one step from its try; else checks, and steps of the lion to where it is.
    pub(crate) fn deciding_moves(&self) -> SafeMoves {
        let mut moves = self.safe_moves();
        if self.lions[0] % 4 != 1 && self.holds(Owner::Theirs) {
            moves.checks_only = true;
            moves.lion_targets &= NEXT_RANK;
        }
        moves
    }

    /// Whether a safe move may leave the other side no safe move, or none but tries to stop: if its
    /// lion has no safe step or the mover's is one step from its try.
    pub(crate) fn may_decide(&self, mv: SafeMove) -> bool {
        let lion = match mv.code == LION {
            true => mv.to,
            false => self.lions[0],
        };
        lion % 4 == 1 || !self.leaves_a_step(mv)
    }

    /// Whether the other lion has a safe step after a safe move.
    fn leaves_a_step(&self, mv: SafeMove) -> bool {
        let left = match mv.from {
            from if from < 12 => reach_mask(self.code_at(from), from),
            _ => 0,
        };
        let reached = self.reached[0] & !left | self.reached_twice | reach_mask(mv.code, mv.to);
        let theirs = self.pieces[1] & !(1 << mv.to);
        reach_mask(LION, self.lions[1]) & !theirs & !reached != 0
    }

    /// The squares from which a piece of the mover's, once it has moved there from a square or
    /// from the hand, attacks the other lion.
    fn checking(&self, code: u32, from: u32) -> u32 {
        let from_there = |code: u32| reach_mask(code | WHOSE, self.lions[1]);
        match code == CHICK && from < 12 {
            true => from_there(CHICK) & !FAR_RANK | from_there(HEN) & FAR_RANK,
            false => from_there(code),
        }
    }

    /// The position after a safe move, seen from the other side.
    pub(crate) fn child(&self, mv: SafeMove) -> Position {
        let turned = Position::unpack_unchecked(u64::from(self.high) << 32 | u64::from(self.low));
        lead(turned.rotated().pack(), self, mv)
    }
}

/// The position after a safe move, from the one before as the other side sees it.
fn lead(turned: u64, boards: &Bitboards, mv: SafeMove) -> Position {
    let mut halves = [turned as u32, (turned >> 32) as u32];
    let mut flip = |square: u32, code: u32| {
        let turned = 11 - square;
        halves[(turned / 8) as usize & 1] ^= code << (4 * (turned % 8));
    };
    // As the other side sees them, the mover's pieces are not its own.
    let victim = boards.code_at(mv.to);
    flip(mv.to, mv.code | WHOSE);
    if victim != 0 {
        flip(mv.to, victim & 7);
    }
    if mv.from < 12 {
        flip(mv.from, boards.code_at(mv.from) | WHOSE);
    }
    let [low, mut high] = halves;
    let theirs = hand_shift(Owner::Theirs, HandKind::Chick);
    if mv.from >= 12 {
        high = high.wrapping_sub(1 << (theirs + 2 * (mv.from - 12)));
    }
    if victim != 0 {
        // Chicks and hens, elephants, giraffes.
        let kind = match victim & 7 {
            2 => 1,
            3 => 2,
            _ => 0,
        };
        high = high.wrapping_add(1 << (theirs + 2 * kind));
    }
    Position::unpack_unchecked(u64::from(high) << 32 | u64::from(low))
}

/// A move that neither ends the game nor leaves the lion to be caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SafeMove {
    /// The code of the piece once it has moved.
    code: u32,
    /// The number of the square it leaves, or 12 and the number of its kind from the hand.
    from: u32,
    to: u32,
}

/// The safe moves of a position one by one.
#[derive(Clone, Debug)]
pub(crate) struct SafeMoves {
    boards: Bitboards,
    /// Pieces that have not moved yet.
    waiting: u32,
    lion_targets: u32,
    targets: u32,
    /// Where pieces can be dropped.
    empty: u32,
    /// The piece that moves, and its squares that are left.
    code: u32,
    from: u32,
    to: u32,
    /// Kinds in hand that were dropped.
    kinds: u32,
    /// Leave out what gives no check, but for steps of the lion.
    checks_only: bool,
}

impl Iterator for SafeMoves {
    type Item = SafeMove;

    fn next(&mut self) -> Option<SafeMove> {
        while self.to == 0 {
            if self.waiting != 0 {
                self.from = self.waiting.trailing_zeros();
                self.waiting &= self.waiting - 1;
                self.code = self.boards.code_at(self.from);
                let targets = match self.code == LION {
                    true => self.lion_targets,
                    false => self.targets,
                };
                self.to = reach_mask(self.code, self.from) & targets;
                if self.checks_only && self.code != LION {
                    self.to &= self.boards.checking(self.code, self.from);
                }
            } else {
                let kind = *HandKind::ALL.get(self.kinds as usize)?;
                self.from = 12 + self.kinds;
                self.code = kind.kind() as u32;
                self.kinds += 1;
                if self.boards.in_hand(Owner::Mine, kind) > 0 {
                    self.to = match self.checks_only {
                        true => self.empty & self.boards.checking(self.code, self.from),
                        false => self.empty,
                    };
                }
            }
        }
        let to = self.to.trailing_zeros();
        self.to &= self.to - 1;
        let promotes = self.code == CHICK && self.from < 12 && FAR_RANK >> to & 1 != 0;
        Some(SafeMove {
            code: if promotes { HEN } else { self.code },
            from: self.from,
            to,
        })
    }
}

/// The positions after each move that neither ends the game nor leaves the lion to be caught.
pub fn safe_children(position: Position) -> impl Iterator<Item = Position> {
    let boards = Bitboards::of(position);
    let turned = position.rotated().pack();
    boards.safe_moves().map(move |mv| lead(turned, &boards, mv))
}

/// The numbers of the squares in a set, the lowest first.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let square = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The place of the count of these pieces in hand in the upper half of a packed position.
const fn hand_shift(owner: Owner, kind: HandKind) -> u32 {
    16 + 6 * owner as u32 + 2 * kind as u32
}
