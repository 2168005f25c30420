//! Looks along lines are the same whether positions are looked up in tables or looked at.

use std::task::Poll;

use dobutsu::solve::Solved;
use dobutsu_core::database::ImageError;
use dobutsu_core::database::lines::{Guide, Lines};
use dobutsu_core::database::look::{ThreePlies, is_open, look_ahead, three_plies};
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::plan::{Plan, Stage};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{Position, Value, safe_children};

use crate::common;

/// Scores out of thin air, and the truth about losses, by tables or by looking.
struct Thin<'a> {
    solved: &'a Solved,
    seed: u64,
    looks: bool,
    /// How often a question whether a position is lost was put off.
    put_off: u32,
}

impl<'a> Guide for Thin<'a> {
    type Flash = &'a [u8];

    fn plan(&self, _: Topic) -> Option<(Plan, &&'a [u8])> {
        // What a plan would say is made up below.
        None
    }

    fn stages(&self, _: Topic) -> Option<usize> {
        Some(5)
    }

    fn stage(&self, _: Topic, number: usize) -> Result<Stage, ImageError> {
        Ok(Stage {
            sure: 1500 + 500 * (self.seed % 4) as u16,
            gap: 2000,
            cap: 200 + 100 * number as u16,
            lines: 2 + (self.seed % 5) as u8,
        })
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
            is_open(self.solved.exact(position))
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
fn looking_and_looking_up_follow_the_same_lines() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let count = u64::from(solved.index().count());
    let mut furthest = [0; 2];
    for seed in 0..4000 {
        let number = (mix(seed) % count) as u32;
        let topic = match solved.value_of(number) {
            Value::Win(plies) if plies > 5 => Topic::QuickestWin,
            Value::Loss(plies) if plies > 4 => Topic::LongestDelay,
            _ => continue,
        };
        let position = solved.index().position(number).unwrap();
        let follow = |looks| {
            let mut guide = Thin {
                solved: &solved,
                seed,
                looks,
                put_off: 0,
            };
            let mut lines = candidates(&solved, topic, position);
            while lines.step(&mut guide).unwrap().is_pending() {}
            let questions: Vec<_> = (0..lines.candidates().len())
                .map(|number| lines.asked(number, 5))
                .collect();
            (lines.candidates().clone(), questions, lines.stages_done())
        };
        let looked = follow(true);
        assert_eq!(looked, follow(false), "{position:?}");
        let furthest = &mut furthest[usize::from(topic == Topic::LongestDelay)];
        *furthest = looked.2.max(*furthest);
    }
    assert_eq!(furthest, [5, 5], "no line was followed to its end");
}
