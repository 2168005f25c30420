//! Choices are the same whether positions are looked up in tables or looked at.

use std::task::Poll;

use dobutsu::solve::Solved;
use dobutsu_core::database::ImageError;
use dobutsu_core::database::candidates::Candidate;
use dobutsu_core::database::lines::{Guide, Lines, Memo};
use dobutsu_core::database::look::{ThreePlies, is_open, look_ahead, three_plies};
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::plan::{Plan, Settings, Stage, StageKind};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{Position, Value, safe_children};

use crate::common;

/// Made-up scores, and the truth about losses, from tables or by looking.
struct Thin<'a> {
    solved: &'a Solved,
    seed: u64,
    looks: bool,
    plan: Plan,
    memo: Memo,
    /// How often a question whether a position is lost was put off.
    put_off: u32,
}

/// Where the plan has no perceptrons.
static NOTHING: &[u8] = &[];

/// A plan with every kind of stage.
fn plan(seed: u64) -> Plan {
    let stage = |number: u16, kind| Stage {
        sure: 1500 + 500 * (seed % 4) as u16,
        gap: match kind {
            StageKind::Proof { .. } => 40,
            _ => 2000,
        },
        cap: 1500 + 500 * number,
        lines: 2 + (seed % 5) as u8,
        kind,
    };
    let kinds = [
        StageKind::Step,
        StageKind::Step,
        StageKind::Step,
        StageKind::Proof { in_all: false },
        StageKind::Nested {
            steps: 3,
            restarts: true,
        },
        StageKind::Nested {
            steps: 2,
            restarts: false,
        },
        StageKind::Proof { in_all: true },
    ];
    let numbered = kinds.into_iter().zip(0..);
    let stages: Vec<Stage> = numbered.map(|(kind, number)| stage(number, kind)).collect();
    let settings = Settings {
        evaluation: 2,
        question: 20,
        look: 1,
        near: 6,
        moves: 1 + (seed % 4) as u8,
        nested: 3,
        gap: 1500,
        sure: 1000,
        memo: [0, 2, 4, 6, 7][seed as usize % 5],
    };
    Plan::new(0, settings, &stages)
}

impl<'a> Guide for Thin<'a> {
    type Flash = &'a [u8];

    fn plan(&self, _: Topic) -> Option<(&Plan, &&'a [u8])> {
        // What its perceptrons would say is made up below.
        Some((&self.plan, &NOTHING))
    }

    fn memo(&mut self) -> &mut Memo {
        &mut self.memo
    }

    fn rank(&self, _: Topic, after: usize, seen: &[i16]) -> Result<i32, ImageError> {
        let sum: i32 = seen.iter().map(|&input| i32::from(input)).sum();
        Ok(sum + (mix(sum as u64 ^ self.seed ^ after as u64) % 1000) as i32)
    }

    fn odds(&self, _: Topic, seen: &[i16]) -> Result<i32, ImageError> {
        Ok(i32::from(seen[0]))
    }

    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError> {
        assert!(is_open(self.solved.exact(position)));
        Ok((mix(position.pack() ^ self.seed ^ topic as u64) % 4000) as i16 - 2000)
    }

    fn is_open(&mut self, position: Position) -> bool {
        if self.looks {
            three_plies(position) == ThreePlies::Open
        } else {
            let value = self.solved.exact(position);
            !matches!(value, Value::Win(1 | 3) | Value::Loss(2))
        }
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        if self.looks {
            look_ahead(position)
        } else {
            Some(self.solved.exact(position)).filter(|&value| !is_open(value))
        }
    }

    fn is_near(&mut self, position: Position, number: u8) -> Poll<bool> {
        if !self.looks {
            return Poll::Ready(self.solved.exact(position) == Value::Win(5));
        }
        match safe_children(position).nth(usize::from(number)) {
            None => Poll::Ready(false),
            Some(child) if matches!(look_ahead(child), Some(Value::Loss(_))) => Poll::Ready(true),
            Some(_) => Poll::Pending,
        }
    }

    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError> {
        self.put_off += 1;
        if self.looks && !self.put_off.is_multiple_of(3) {
            return Ok(Poll::Pending);
        }
        let is_lost = matches!(self.solved.exact(position), Value::Loss(_));
        Ok(Poll::Ready(is_lost))
    }
}

fn candidates(solved: &Solved, topic: Topic, position: Position) -> Lines {
    let mut lines = Lines::new(topic, position);
    for child in safe_children(position) {
        let value = solved.exact(child);
        let is_loss = matches!(value, Value::Loss(_));
        if is_open(value) && value != Value::Draw && is_loss == (topic == Topic::QuickestWin) {
            lines.add(child.canonical());
        }
    }
    lines
}

#[test]
fn looking_and_looking_up_make_the_same_choices() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let count = u64::from(solved.index().count());
    let mut furthest = [0; 2];
    let mut proven = [0; 2];
    for seed in 0..1500 {
        let number = (mix(seed) % count) as u32;
        let (topic, value) = match solved.value_of(number) {
            value @ Value::Win(7..) => (Topic::QuickestWin, value),
            value @ Value::Loss(6..) => (Topic::LongestDelay, value),
            _ => continue,
        };
        let position = solved.index().position(number).unwrap();
        let follow = |looks| {
            let mut guide = Thin {
                solved: &solved,
                seed,
                looks,
                plan: plan(seed),
                memo: Memo::new(),
                put_off: 0,
            };
            let mut lines = candidates(&solved, topic, position);
            while lines.step(&mut guide).unwrap().is_pending() {}
            let questions: Vec<_> = (0..lines.candidates().len())
                .map(|number| lines.asked(number, &guide))
                .collect();
            let made = (lines.stages_done(), lines.is_proven(), guide.memo.cost());
            (lines.candidates().clone(), questions, made)
        };
        let looked = follow(true);
        assert_eq!(looked, follow(false), "{position:?}");
        let (left, _, (stages, is_proven, _)) = looked;
        let is_best = |candidate: &Candidate| solved.exact(candidate.child).before() == value;
        // A proof is right, and rules out none of the best.
        let is_right = match is_proven {
            true => left.first().is_some_and(is_best),
            false => left.len() < 2 || left.iter().any(is_best),
        };
        assert!(is_right, "{position:?}");
        let which = usize::from(topic == Topic::LongestDelay);
        furthest[which] = stages.max(furthest[which]);
        proven[which] += usize::from(is_proven);
    }
    assert_eq!(furthest, [7, 7], "no choice went through all stages");
    assert!(proven.iter().all(|&count| count > 9), "{proven:?} proofs");
}
