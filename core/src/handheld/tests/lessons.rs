//! Every lesson can be completed, and its tasks agree with the rules.

use super::super::lessons::{ALL, LESSONS, Lesson};
use super::super::text::Phrase;
use super::*;
use crate::game::{After, Diagram, Ending, Kind, Owner};
use crate::player::Game;

fn start(lesson: &Lesson) -> Diagram {
    lesson.start.parse().unwrap()
}

#[test]
fn every_step_is_a_legal_move_and_so_is_its_reply() {
    for (number, lesson) in ALL.iter().enumerate() {
        let mut at = start(lesson).position;
        assert_eq!(at.ending(), None);
        let steps = lesson.steps;
        for (place, step) in steps.iter().enumerate() {
            assert!(at.is_legal(step.goal), "lesson {number}, step {place}");
            if let Some((trap, _)) = step.trap {
                assert!(at.is_legal(trap) && trap != step.goal);
            }
            match (at.play(step.goal), step.reply) {
                (After::Position(next), Some(reply)) => {
                    assert!(next.is_legal(reply));
                    let After::Position(next) = next.play(reply) else {
                        panic!("a lesson does not end in a loss");
                    };
                    at = next;
                }
                (After::Position(next), None) => at = next.rotated(),
                (After::Caught, _) => assert_eq!(place + 1, steps.len()),
            }
        }
    }
}

#[test]
fn the_lessons_show_what_they_are_about() {
    let of = |title: Phrase| {
        let lesson = ALL.iter().find(|lesson| lesson.title == title).unwrap();
        (start(lesson), lesson.steps)
    };
    let (hen, steps) = of(Phrase::Hen);
    assert!(hen.position.promotes(steps[0].goal));
    let (lion, steps) = of(Phrase::CatchingLion);
    assert_eq!(lion.position.play(steps[0].goal), After::Caught);
    let (catch, steps) = of(Phrase::Catching);
    let caught = catch.position.piece_at(steps[0].goal.to()).unwrap();
    assert_eq!((caught.owner, caught.kind), (Owner::Theirs, Kind::Giraffe));

    // The try stands, and in the trap it fails: the other side may catch the lion.
    let (trying, steps) = of(Phrase::Trying);
    let after = |mv| match trying.position.play(mv) {
        After::Position(next) => next,
        After::Caught => panic!("nobody is caught here"),
    };
    assert_eq!(
        after(steps[0].goal).ending(),
        Some(Ending::Try(Owner::Theirs))
    );
    assert!(after(steps[0].trap.unwrap().0).can_catch());

    // The repetition is one by the rules, and not before its end.
    let (repeating, steps) = of(Phrase::Repeating);
    let mut game = Game::new(repeating);
    for step in steps {
        assert_eq!(game.outcome(), None);
        game.play(step.goal).unwrap();
        game.play(step.reply.unwrap()).unwrap();
    }
    assert_eq!(game.outcome(), Some(crate::game::Outcome::Repetition));
}

#[test]
fn only_lessons_that_exist_are_kept() {
    assert_eq!(Learned::from_bits(1 << LESSONS), None);
    let mut learned = Learned::NOTHING;
    for lesson in 0..LESSONS {
        assert_eq!(learned.next(), lesson);
        learned.add(lesson);
        assert!(learned.has(lesson));
    }
    assert_eq!(learned.next(), 0);
    assert_eq!(Learned::from_bits(learned.0), Some(learned));
    assert!(!learned.has(LESSONS));
}
