use std::vec::Vec;

use super::*;
use crate::game::Diagram;
use crate::table::{InTurn, OneLevel, TwoLevel};

/// Solved positions: any legal ones, and some reachable from the start.
fn solved() -> Vec<(Position, Value)> {
    include_str!("../../../tests/data/values.tsv")
        .lines()
        .map(|line| {
            let mut fields = line.split('\t');
            let diagram: Diagram = fields.next().unwrap().parse().unwrap();
            let plies = fields.next().unwrap().parse().unwrap();
            (diagram.position, Value::from_plies(plies).unwrap())
        })
        .collect()
}

fn positions() -> impl Iterator<Item = Position> {
    solved().into_iter().map(|(position, _)| position)
}

/// A table that stores nothing.
struct NoTable;

impl TranspositionTable for NoTable {
    fn look(&self, _: u64, _: u8) -> Option<Entry> {
        None
    }
    fn keep(&mut self, _: u64, _: Entry) {}
    fn clear(&mut self) {}
}

/// A table that returns only results of exactly the depth in question, so that every iteration is plain
/// minimax to its depth.
struct Equal<'t>(&'t mut dyn TranspositionTable);

impl TranspositionTable for Equal<'_> {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        let found = self.0.look(key, draft);
        found.filter(|entry| entry.draft() == draft)
    }
    fn keep(&mut self, key: u64, entry: Entry) {
        self.0.keep(key, entry);
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn begin(&mut self) {
        self.0.begin();
    }
}

/// The slow twin: minimax as it is defined, every move to the full depth.
fn minimax(position: Position, depth: u8, ply: usize) -> Score {
    if position.can_catch() {
        return Score::win_at(ply + 1);
    }
    if position.value_by_rule() == Some(Value::Loss(0)) {
        return Score::loss_at(ply);
    }
    let tries = |mv| position.play(mv).value_by_rule() == Some(Value::Win(1));
    if position.moves().into_iter().any(tries) {
        return Score::win_at(ply + 1);
    }
    if depth == 0 {
        return evaluate(position);
    }
    let scores = position
        .moves()
        .into_iter()
        .map(|mv| match position.play(mv) {
            After::Caught => unreachable!("the lion cannot be caught here"),
            After::Position(next) => minimax(next, depth - 1, ply + 1).negated(),
        });
    scores.max().unwrap()
}

fn run<const PLIES: usize>(
    mut search: Search<PLIES>,
    table: &mut dyn TranspositionTable,
) -> Report {
    table.begin();
    while search.step(table, 1000).is_pending() {}
    search.report()
}

/// Every kind of table, small enough to overwrite all the time.
fn tables() -> Vec<std::boxed::Box<dyn TranspositionTable>> {
    use std::boxed::Box;
    std::vec![
        Box::new(NoTable),
        Box::new(OneLevel::<64>::new()),
        Box::new(TwoLevel::<32>::new()),
        Box::new(InTurn::<OneLevel<256>>::default()),
        Box::new(InTurn::<TwoLevel<64>>::default()),
    ]
}

fn equals_minimax(positions: impl Iterator<Item = Position>, depth: u8) {
    let mut tables = tables();
    for (n, position) in positions.enumerate() {
        // Iterations stop at a proven end, and so does the twin.
        let twin = (1..=depth)
            .map(|depth| (depth, minimax(position, depth, 0)))
            .find(|(reached, score)| score.value().is_some() || *reached == depth)
            .unwrap();
        let kinds = tables.len();
        let table = tables[n % kinds].as_mut();
        let search = Search::<8>::new(position).to_depth(depth);
        let report = run(search, &mut Equal(table));
        if position.value_by_rule().is_none() {
            assert_eq!((report.depth, report.score), twin, "{position:?}");
        }
        // The move has the reported value.
        let best = report.best.unwrap();
        if let After::Position(next) = position.play(best)
            && position.value_by_rule().is_none()
        {
            assert_eq!(minimax(next, report.depth - 1, 1).negated(), report.score);
        }
    }
}

#[test]
fn equals_minimax_to_depth_3() {
    equals_minimax(positions().take(600), 3);
}

#[test]
#[ignore = "long: 1,000 positions searched to depth 6 by plain minimax"]
fn equals_minimax_to_depth_6() {
    equals_minimax(positions().take(1000), 6);
}

/// Whatever it proves is the solved value, with any table carried from position to position.
#[test]
fn proves_only_what_is_true() {
    let mut tables = tables();
    let mut proven = 0;
    for (n, (position, value)) in solved().into_iter().enumerate() {
        let kinds = tables.len();
        let report = run(
            Search::<8>::new(position).to_depth(5),
            tables[n % kinds].as_mut(),
        );
        if let Some(found) = report.value() {
            assert_eq!(found, value, "{position:?}");
            proven += 1;
        } else {
            // An end beyond the horizon is the right one, though perhaps not the nearest.
            if let Some(end) = report.score.value() {
                assert_eq!(end.plies().signum(), value.plies().signum());
            }
            assert!(value == Value::Draw || value.plies().unsigned_abs() > 6);
        }
    }
    let within = solved()
        .iter()
        .filter(|(_, v)| (1..=6).contains(&v.plies().unsigned_abs()))
        .count();
    assert_eq!(proven, within, "it proves every end within its horizon");
}

#[test]
fn slicing_changes_nothing() {
    for (n, position) in positions().step_by(100).enumerate() {
        let reports = [1, 2, 7, 100, 12_345, u32::MAX].map(|budget| {
            let mut tables = tables();
            let table = tables[n % 5].as_mut();
            table.begin();
            let mut search = Search::<8>::new(position).to_depth(4);
            while search.step(table, budget).is_pending() {}
            search.report()
        });
        assert!(reports.iter().all(|report| *report == reports[0]));
    }
}

#[test]
fn stopping_anywhere_leaves_a_legal_move_and_the_best_so_far() {
    let open = |position: &Position| position.ending().is_none();
    for position in positions().step_by(150).filter(open) {
        let mut table: OneLevel<512> = OneLevel::new();
        let mut search = Search::<8>::new(position).to_depth(4);
        let mut nodes = 0;
        loop {
            let report = search.report();
            assert!(position.is_legal(report.best.unwrap()));
            assert!(
                report.nodes - nodes <= 3,
                "a step overruns its budget by at most its last visit"
            );
            nodes = report.nodes;
            if search.step(&mut table, 1).is_ready() {
                break;
            }
        }
    }
}

#[test]
fn a_move_that_repeats_for_the_third_time_is_a_draw() {
    // Every move but one repeats: a losing side takes the draw, a winning one does not.
    let mut table = NoTable;
    for (position, value) in solved()
        .into_iter()
        .filter(|(_, v)| (2..=5).contains(&v.plies().unsigned_abs()))
        .take(200)
    {
        let report = run(
            Search::<8>::in_game(position, |_| true).to_depth(5),
            &mut table,
        );
        assert_eq!(report.score, Score(0), "all moves repeat: {position:?}");
        let plain = run(Search::<8>::new(position).to_depth(5), &mut table);
        let After::Position(best) = position.play(plain.best.unwrap()) else {
            continue;
        };
        let report = run(
            Search::<8>::in_game(position, |next| next != best).to_depth(5),
            &mut table,
        );
        match value {
            Value::Win(_) => assert_eq!(report.score, plain.score),
            _ => assert_eq!(report.score, Score(0)),
        }
    }
}

#[test]
fn ram_is_as_documented() {
    assert_eq!(size_of::<Node>(), 72);
    assert!(size_of::<Search<32>>() <= 32 * 72 + 360 + 160);
}
