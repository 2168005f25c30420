//! Counts over all positions.

use std::ops::Range;

use dobutsu_core::game::{After, HandKind, Kind, Owner, Position, Value};

use crate::parallel::{all_cores, in_chunks};
use crate::solve::Solved;

/// Won, drawn, lost, for the side to move.
pub type Results = [u64; 3];

/// The number of won or drawn positions with a tempting move, and of those in which every such move worsens
/// the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Temptation {
    pub there: u64,
    pub wrong: u64,
}

impl Temptation {
    /// Counts a position by the numbers of tempting moves that worsen the result and that keep it.
    fn note(&mut self, [worsen, keep]: [u32; 2]) {
        self.there += u64::from(worsen + keep > 0);
        self.wrong += u64::from(worsen > 0 && keep == 0);
    }

    fn add(&mut self, other: Temptation) {
        self.there += other.there;
        self.wrong += other.wrong;
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub results: Results,
    /// By the animals of the side to move besides the lion, in hand or on the board.
    pub by_animals: [Results; 7],
    /// By the animals in both hands.
    pub in_hand: [Results; 7],
    /// Won and lost positions by the plies to their end.
    pub plies: [u64; 256],
    /// By the number of moves.
    pub moves: [u64; 41],
    /// The moves after which the lion cannot be caught, of all positions together.
    pub safe_moves: u64,
    /// Won or drawn positions in which one move alone keeps the result.
    pub one_move: u64,
    /// Capturing an animal with a piece that cannot be captured.
    pub captures: Temptation,
    /// Giving check.
    pub checks: Temptation,
    /// Positions that the side to move loses, whichever side that is.
    pub zugzwangs: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            results: [0; 3],
            by_animals: [[0; 3]; 7],
            in_hand: [[0; 3]; 7],
            plies: [0; 256],
            moves: [0; 41],
            safe_moves: 0,
            one_move: 0,
            captures: Temptation::default(),
            checks: Temptation::default(),
            zugzwangs: 0,
        }
    }
}

/// The index of a result in [`Results`].
fn place(value: Value) -> usize {
    match value {
        Value::Win(_) => 0,
        Value::Draw => 1,
        Value::Loss(_) => 2,
    }
}

impl Counts {
    /// Counts every `every`th position.
    pub fn collect(solved: &Solved, every: u32, progress: &(dyn Fn(u64) + Sync)) -> Counts {
        let index = solved.index();
        let parts: Vec<Counts> = if every == 1 {
            let count =
                |number, position, counts: &mut Counts| counts.count(solved, number, position);
            solved.for_each(0..index.count(), progress, count)
        } else {
            let count = |numbers: Range<u32>, counts: &mut Counts| {
                progress(u64::from(every) * numbers.len() as u64);
                for number in numbers.map(|number| number * every) {
                    if let Some(position) = index.position(number) {
                        counts.count(solved, number, position);
                    }
                }
            };
            in_chunks(all_cores(), 0..index.count().div_ceil(every), 64, count)
        };
        let mut whole = Counts::default();
        parts.iter().for_each(|part| whole.add(part));
        whole
    }

    /// Counts one position.
    fn count(&mut self, solved: &Solved, number: u32, position: Position) {
        let value = solved.value_of(number);
        let result = place(value);
        self.results[result] += 1;
        self.by_animals[animals(position)][result] += 1;
        self.in_hand[in_hand(position)][result] += 1;
        if value != Value::Draw {
            self.plies[usize::from(value.plies().unsigned_abs())] += 1;
        }
        let (mut keeping, mut captures, mut checks) = (0, [0; 2], [0; 2]);
        let moves = position.moves();
        self.moves[moves.len()] += 1;
        for mv in moves {
            let After::Position(next) = position.play(mv) else {
                continue;
            };
            if next.can_catch() {
                continue;
            }
            self.safe_moves += 1;
            if result == 2 {
                continue;
            }
            let keeps = place(solved.exact(next).before()) == result;
            keeping += u32::from(keeps);
            let to = mv.to().rotated();
            let takes = position.piece_at(mv.to()).is_some();
            if takes && next.attackers(Owner::Mine, to).is_empty() {
                captures[usize::from(keeps)] += 1;
            }
            checks[usize::from(keeps)] += u32::from(next.in_check());
        }
        if result < 2 {
            self.one_move += u64::from(keeping == 1);
            self.captures.note(captures);
            self.checks.note(checks);
        } else {
            // The same board with the other side to move, which may have a lion to catch.
            let passed = position.rotated();
            let lost = !passed.is_decided() && place(solved.exact(passed)) == 2;
            self.zugzwangs += u64::from(lost);
        }
    }

    fn add(&mut self, other: &Counts) {
        let sum = |mine: &mut [u64], theirs: &[u64]| {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        };
        sum(&mut self.results, &other.results);
        let [animals, hands] = [&mut self.by_animals, &mut self.in_hand];
        sum(animals.as_flattened_mut(), other.by_animals.as_flattened());
        sum(hands.as_flattened_mut(), other.in_hand.as_flattened());
        sum(&mut self.plies, &other.plies);
        sum(&mut self.moves, &other.moves);
        self.safe_moves += other.safe_moves;
        self.one_move += other.one_move;
        self.captures.add(other.captures);
        self.checks.add(other.checks);
        self.zugzwangs += other.zugzwangs;
    }

    pub fn positions(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// The number of animals of the side to move besides the lion.
fn animals(position: Position) -> usize {
    let held = HandKind::ALL.map(|kind| usize::from(position.hand(Owner::Mine, kind)));
    let kinds = [Kind::Chick, Kind::Elephant, Kind::Giraffe, Kind::Hen];
    let on_board = kinds.map(|kind| position.holding(Owner::Mine, kind).len());
    held.iter().chain(&on_board).sum()
}

/// The number of animals in both hands.
fn in_hand(position: Position) -> usize {
    let hands = Owner::ALL.map(|owner| HandKind::ALL.map(|kind| position.hand(owner, kind)));
    hands
        .as_flattened()
        .iter()
        .map(|&held| usize::from(held))
        .sum()
}
