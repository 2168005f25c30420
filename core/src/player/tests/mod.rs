//! Players with advice from a look at everything up to a few plies ahead.

mod games;
mod kifu;
mod lookahead;

use core::task::Poll;
use std::collections::BTreeSet;
use std::vec::Vec;

use proptest::prelude::*;

use self::lookahead::advise;
use super::*;
use crate::game::tests::positions;
use crate::game::{After, Diagram, Move, Position, Value};
use crate::table::OneLevel;

fn advise_sfen(sfen: &str, plies: u8) -> (Diagram, Advice) {
    let diagram: Diagram = sfen.parse().unwrap();
    (diagram, advise(diagram.position, plies))
}

#[test]
fn verdicts_stand_in_the_order_a_player_prefers() {
    let falling = [
        Verdict::Exact(Value::Win(1)),
        Verdict::Exact(Value::Win(173)),
        Verdict::Unclear(i16::MAX),
        Verdict::Unclear(1),
        Verdict::Exact(Value::Draw),
        Verdict::Unclear(0),
        Verdict::Unclear(i16::MIN),
        Verdict::Exact(Value::Loss(172)),
        Verdict::Exact(Value::Loss(2)),
    ];
    for pair in falling.windows(2) {
        assert!(pair[0] > pair[1], "{pair:?}");
    }
}

#[test]
fn all_best_moves_are_played_and_no_other() {
    // The lion can be caught by the chick and by the giraffe.
    let (_, advice) = advise_sfen("1le/1CG/3/1LG b CE 1", 1);
    let mut dice = Dice::new(1);
    let chosen: BTreeSet<Move> = (0..200)
        .map(|_| Level::PERFECT.choose(&advice, &mut dice).unwrap())
        .collect();
    let best: BTreeSet<Move> = advice.best().iter().map(|advised| advised.mv).collect();
    assert_eq!(chosen, best);
}

#[test]
fn the_same_dice_choose_the_same_move() {
    let advice = advise(Position::START, 3);
    for level in Level::ALL {
        let games = [5, 5, 6].map(|seed| {
            let mut dice = Dice::new(seed);
            (0..20)
                .map(|_| level.choose(&advice, &mut dice))
                .collect::<Vec<_>>()
        });
        assert_eq!(games[0], games[1]);
        assert_ne!(games[0], games[2], "another seed plays another game");
    }
}

#[test]
fn levels_are_numbered_without_gaps() {
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(Level::PERFECT.number() + 1), None);
    for (level, number) in Level::ALL.into_iter().zip(1..) {
        assert_eq!(Level::new(number), Some(level));
        assert_eq!(level.number(), number);
    }
    assert_eq!(Level::ALL.last(), Some(&Level::PERFECT));
}

#[test]
fn the_search_proves_what_look_ahead_sees() {
    let mut adviser = SearchAdviser::new(OneLevel::<4096>::new(), 20_000);
    let mut proven = 0;
    for seed in 0..200 {
        let position = stroll(seed);
        let ours = adviser.ask(position, Need::EVERY).unwrap();
        let slow = advise(position, 3);
        for advised in slow.moves() {
            if let Verdict::Exact(value) = advised.verdict {
                assert_eq!(
                    ours.on(advised.mv).and_then(Verdict::value),
                    Some(value),
                    "{:?} {position:?}",
                    advised.mv
                );
                proven += 1;
            }
        }
    }
    assert!(proven > 500, "only {proven} moves were settled");
}

#[test]
fn how_thinking_is_sliced_does_not_matter() {
    let whole = |budget| {
        let mut adviser = SearchAdviser::new(OneLevel::<1024>::new(), 5_000);
        adviser.begin(Position::START, Need::EVERY);
        let mut steps = 0;
        while adviser.step(budget) == Ok(Poll::Pending) {
            steps += 1;
        }
        (steps, adviser.advice())
    };
    let (many, sliced) = whole(7);
    let (few, at_once) = whole(1_000_000);
    assert!(many > 500 && few == 0);
    assert_eq!(sliced, at_once);
}

/// A position some random moves from the start.
fn stroll(seed: u32) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = Position::START;
    for _ in 0..20 {
        let moves = position.moves();
        let next = moves[dice.below(moves.len())];
        if let After::Position(next) = position.play(next)
            && next.ending().is_none()
        {
            position = next;
        }
    }
    position
}

/// The move of a level that has a search and no database.
fn chosen(level: Level, position: Position, dice: &mut Dice) -> Move {
    let mut adviser = SearchAdviser::new(OneLevel::<512>::new(), 5_000);
    let advice = adviser.ask(position, level.need(position, *dice)).unwrap();
    level.choose(&advice, dice).unwrap()
}

/// The number of times, out of 200, that a level does not choose a best move.
fn slips(sfen: &str, plies: u8, level: Level) -> usize {
    let (diagram, advice) = advise_sfen(sfen, plies);
    let mut dice = Dice::new(99);
    let slipped = |_: &usize| {
        let mv = chosen(level, diagram.position, &mut dice);
        advice.on(mv) != advice.verdict()
    };
    (0..200).filter(slipped).count()
}

#[test]
fn a_level_needs_the_same_until_it_has_chosen() {
    let mut dice = Dice::new(4);
    for level in Level::ALL {
        let needs: Vec<Need> = (0..40)
            .map(|_| {
                let need = level.need(Position::START, dice);
                assert_eq!(need, level.need(Position::START, dice), "{level:?}");
                chosen(level, Position::START, &mut dice);
                need
            })
            .collect();
        let varies = needs.iter().any(|&need| need != needs[0]);
        assert_eq!(varies, level != Level::PERFECT, "{level:?}");
        // No level needs an exact distance for a move of its own.
        let walks = |need: &Need| matches!(need, Need::Value | Need::Within(_));
        assert!(!needs.iter().any(walks), "{level:?}");
    }
}

#[test]
fn an_answer_serves_lesser_needs_and_no_greater_ones() {
    let quick = |seed| {
        Need::QuickSearch(QuickSearch {
            positions: 100,
            scatter: 20,
            seed,
        })
    };
    let needs = [
        Need::Result,
        Need::Move,
        Need::Choice,
        Need::Value,
        Need::Within(9),
        Need::EVERY,
    ];
    for told in needs {
        assert!(told.covers(told) && Need::EVERY.covers(told));
        assert_eq!(told.covers(Need::Result), told != Need::Within(9));
        assert_eq!(told.covers(Need::EVERY), told == Need::EVERY);
        // A quick search is not replaced by better advice.
        assert!(!told.covers(quick(1)) && !quick(1).covers(told));
    }
    assert!(Need::Choice.covers(Need::Move) && Need::Value.covers(Need::Move));
    assert!(!Need::Choice.covers(Need::Value) && !Need::Value.covers(Need::Choice));
    assert!(!Need::Within(8).covers(Need::Within(9)));
    assert!(quick(1).covers(quick(1)) && !quick(1).covers(quick(2)));
}

#[test]
fn only_the_first_level_leaves_its_lion_hanging() {
    // In check from the chick: most moves ignore it and lose the lion at once.
    let (diagram, advice) = advise_sfen("gle/3/1c1/ELG b C 1", 2);
    let hangs = |mv| advice.on(mv) == Some(Verdict::Exact(Value::Loss(2)));
    let mut dice = Dice::new(3);
    let mut count = |level: Level| {
        (0..300)
            .filter(|_| hangs(chosen(level, diagram.position, &mut dice)))
            .count()
    };
    assert!(count(Level::FIRST) > 0);
    for level in Level::ALL.into_iter().skip(1) {
        assert_eq!(count(level), 0, "{level:?}");
    }
}

#[test]
fn every_level_catches_a_lion() {
    for level in Level::ALL {
        assert_eq!(slips("gle/1C1/3/ELG b C 1", 1, level), 0, "{level:?}");
    }
}

#[test]
fn the_first_level_slips_where_the_strongest_does_not() {
    // Wins in five plies, from the solved game.
    let wins = [
        "gl1/G2/L1+C/2+c w 2E 1",
        "lC+c/1ge/e2/2L w G 1",
        "l1g/1C1/L+c1/2E b GE 1",
        "GG1/1cl/Le1/+C2 b E 1",
    ];
    let [first, strongest] = [Level::FIRST, Level::PERFECT]
        .map(|level| wins.iter().map(|sfen| slips(sfen, 5, level)).sum::<usize>());
    assert!(first > 400 && strongest == 0, "{first} {strongest}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn advice_holds_every_legal_move_once_best_first(position in positions()) {
        let advice = advise(position, 1);
        let advised: BTreeSet<Move> = advice.moves().iter().map(|advised| advised.mv).collect();
        let legal: BTreeSet<Move> = position.moves().into_iter().collect();
        prop_assert_eq!(advised, legal);
        prop_assert!(advice.moves().is_sorted_by(|a, b| a.verdict >= b.verdict));
        prop_assert_eq!(advice.verdict(), advice.best().first().map(|advised| advised.verdict));
    }

    #[test]
    fn any_level_answers_with_a_legal_move(position in positions(), seed: u32) {
        let advice = advise(position, 2);
        for level in Level::ALL {
            let chosen = level.choose(&advice, &mut Dice::new(seed));
            prop_assert_eq!(chosen.is_some(), !position.moves().is_empty());
            prop_assert!(chosen.is_none_or(|mv| position.is_legal(mv)));
        }
    }

    #[test]
    fn dice_stay_below_their_bound(seed: u32, bound in 1..1000usize) {
        let mut dice = Dice::new(seed);
        prop_assert!((0..100).all(|_| dice.below(bound) < bound));
        prop_assert_eq!(dice.below(0), 0);
        prop_assert!(dice.chance(256) && !dice.chance(0));
    }
}
