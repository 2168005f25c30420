//! The search against the solved game.

use dobutsu_core::estimate::Random;
use dobutsu_core::search::Search;
use dobutsu_core::table::{InTurn, OneLevel, TranspositionTable, TwoLevel};

use crate::common;

/// Whatever the search proves is the solved value, and it proves every end within its horizon,
/// whatever the table and its entries from other positions.
#[test]
#[ignore = "long: 100,000 positions searched and compared with their solved values"]
fn agrees_with_the_solved_values_on_100_000_positions() {
    const DEPTH: u8 = 6;
    let solved = common::solved();
    let mut tables: [Box<dyn TranspositionTable>; 4] = [
        Box::new(OneLevel::<1024>::new()),
        Box::new(TwoLevel::<2048>::new()),
        Box::new(InTurn::<OneLevel<2048>>::default()),
        Box::new(InTurn::<TwoLevel<256>>::default()),
    ];
    let mut random = Random::for_trial(4, 0);
    let (mut proven, mut beyond) = (0, 0);
    for n in 0..100_000 {
        let number = random.below(solved.index().count());
        let position = solved.index().position(number).unwrap();
        let value = solved.exact(position);
        let table = tables[n % 4].as_mut();
        table.begin();
        let mut search: Search<8> = Search::new(position).to_depth(DEPTH);
        while search.step(table, 10_000).is_pending() {}
        let report = search.report();
        if let Some(found) = report.value() {
            assert_eq!(found, value, "{position:?}");
            let advice = solved.advice(position);
            let worth = report.best.and_then(|mv| advice.on(mv));
            assert_eq!(worth, advice.verdict(), "{position:?}");
            proven += 1;
        } else {
            let plies = value.plies().unsigned_abs();
            assert!(plies == 0 || plies > u16::from(DEPTH) + 1, "{position:?}");
            // An end beyond the horizon, found through a deeper entry, is the right one.
            if let Some(end) = report.score.value() {
                assert_eq!(end.plies().signum(), value.plies().signum(), "{position:?}");
                beyond += 1;
            }
        }
    }
    println!("{proven} values proven and right, {beyond} more results seen beyond the horizon");
    assert!(proven > 30_000);
}
