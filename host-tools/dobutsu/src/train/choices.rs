//! Teaching the plan of a choice, stage by stage: the reader's own looks along lines on a sample
//! of choices, a ranker for what is known after each stage, and the asker for what is left.

use std::thread;

use anyhow::Result;
use dobutsu_core::database::lines::Lines;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::database::perceptron::perceptron_bytes;
use dobutsu_core::database::plan::{Plan, Stage, asker_inputs, ranker_inputs};
use dobutsu_core::database::{Database, Edition};
use dobutsu_core::game::{Position, Value};

use super::lesson::Random;
use super::perceptron::{Examples, teach_asker, teach_ranker};
use crate::build::{Networks, Predictions, TableGuide, without_answers};
use crate::solve::Solved;

/// A choice that has to be made: the value of its position, and how far the looks have come.
struct Choice {
    position: Position,
    value: Value,
    lines: Lines,
    cost: Cost,
}

/// What a choice takes.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    /// Evaluations of networks.
    pub evaluations: u32,
    /// Questions whether a position is lost.
    pub questions: u32,
}

/// Random choices about one topic.
pub(super) struct Sample {
    topic: Topic,
    choices: Vec<Choice>,
    /// How many there are of each in all the game.
    weight: f64,
}

impl Sample {
    /// So many choices.
    pub(super) fn new(predictions: &Predictions, topic: Topic, size: usize, seed: u64) -> Sample {
        let solved = predictions.solved;
        let mut random = Random(seed);
        let is_wanted = |value| match value {
            Value::Win(plies) => topic == Topic::QuickestWin && plies > 5,
            Value::Loss(_) => topic == Topic::LongestDelay && is_open(value),
            Value::Draw => false,
        };
        let mut choices = Vec::new();
        let mut tried = 0u64;
        while choices.len() < size {
            tried += 1;
            let (position, value) = random.open_position(solved);
            if !is_wanted(value) {
                continue;
            }
            let lines = predictions.lines(value, position);
            if lines.candidates().len() > 1 {
                choices.push(Choice {
                    position,
                    value,
                    lines,
                    cost: Cost::default(),
                });
            }
        }
        let count = solved.index().count();
        let open = (0..count).filter(|&number| is_open(solved.value_of(number)));
        let weight = open.count() as f64 / tried as f64;
        Sample {
            topic,
            choices,
            weight,
        }
    }
}

/// What a plan was measured to be worth.
pub struct Worth {
    /// Bytes that the answers to all questions take at least, by classes.
    pub entropy: f64,
    /// The share of choices whose first candidate is best.
    pub first: f64,
    /// The share of the bytes that later questions than the first of a choice take.
    pub later: f64,
    /// The share of choices that went through at least so many stages.
    pub reached: Vec<f64>,
    /// What each choice took.
    pub costs: Vec<Cost>,
}

/// Teaches plans of these stages, each with so many choices, and measures them with so many
/// others; `report` is told of each.
pub fn curve(
    solved: &Solved,
    networks: &[u8],
    topic: Topic,
    [taught, tested]: [usize; 2],
    rounds: usize,
    plans: &[Vec<Stage>],
    mut report: impl FnMut(&[Stage], &Worth),
) -> Result<()> {
    let networks = Networks::read(networks)?.without_plans();
    let image = without_answers(networks, Edition::Full);
    let predictions = Predictions::new(solved, Database::open(&image[..])?);
    let mut sample = Sample::new(&predictions, topic, taught + tested, SEED);
    for stages in plans {
        let (_, worth) = teach(&predictions, &mut sample, taught, stages, rounds)?;
        report(stages, &worth);
    }
    Ok(())
}

/// The plans for wins and for delays, and what they are worth.
pub(super) fn teach_plans(solved: &Solved, networks: &[u8]) -> Result<[(Vec<u8>, Worth); 2]> {
    let networks = Networks::read(networks)?.without_plans();
    let image = without_answers(networks, Edition::Full);
    let predictions = Predictions::new(solved, Database::open(&image[..])?);
    let teach = |topic, stages| {
        let mut sample = Sample::new(&predictions, topic, TAUGHT + TESTED, SEED);
        teach(&predictions, &mut sample, TAUGHT, stages, ROUNDS)
    };
    let (wins, delays) = thread::scope(|scope| {
        let wins = scope.spawn(|| teach(Topic::QuickestWin, &WINS));
        let delays = teach(Topic::LongestDelay, &DELAYS);
        // A thread can only fail by panicking, and then so do we.
        (wins.join().expect("teaching panicked"), delays)
    });
    Ok([wins?, delays?])
}

/// The stages for wins: from lost candidates to replies, from there to their best answers, and
/// so on.
const WINS: [Stage; 4] = [
    stage(9, 5, 10, 450),
    stage(9, 5, 9, 450),
    stage(9, 4, 8, 450),
    stage(9, 4, 8, 450),
];

/// The stages for delays.
const DELAYS: [Stage; 4] = [
    stage(9, 5, 10, 450),
    stage(9, 5, 9, 450),
    stage(9, 4, 8, 450),
    stage(9, 4, 8, 450),
];

const fn stage(bits: u16, lines: u8, gap_bits: u16, cap: u16) -> Stage {
    Stage {
        sure: bits << 8,
        gap: gap_bits << 8,
        cap,
        lines,
    }
}

/// Choices that teach a plan.
const TAUGHT: usize = 300_000;
/// Choices that measure it.
const TESTED: usize = 50_000;
/// Times that each is gone through.
const ROUNDS: usize = 8;

/// What the choices of a sample start from.
const SEED: u64 = 2011;

/// Teaches a plan of these stages with the first choices of a sample, and measures it with the
/// others.
pub(super) fn teach(
    predictions: &Predictions,
    sample: &mut Sample,
    taught: usize,
    stages: &[Stage],
    rounds: usize,
) -> Result<(Vec<u8>, Worth)> {
    let solved = predictions.solved;
    let is_best = |choice: &Choice, child: Position| solved.exact(child).before() == choice.value;
    sample.begin();
    let mut rankers = Vec::new();
    for after in 0..=stages.len() {
        // With a ranker that has not been taught yet, as far as it is needed.
        let inputs = ranker_inputs(after);
        let blank = vec![0; perceptron_bytes(inputs as u32) as usize];
        let untaught = plan(&stages[..after], &[&rankers[..], &blank].concat(), &[]);
        sample.follow(predictions, &untaught, after)?;
        let mut examples = Examples::default();
        for choice in &sample.choices[..taught] {
            if choice.lines.stages_done() == after {
                examples.add(choice.lines.candidates().iter().map(|candidate| {
                    let seen = choice.lines.seen(candidate, after);
                    (seen, is_best(choice, candidate.child))
                }));
            }
        }
        rankers.extend(teach_ranker(&examples, inputs, rounds));
        sample.follow(predictions, &plan(&stages[..after], &rankers, &[]), after)?;
    }
    let mut examples = Examples::default();
    for choice in &sample.choices[..taught] {
        for (number, candidate) in choice.lines.candidates().iter().enumerate() {
            let Some(asked) = choice.lines.asked(number, stages.len()) else {
                break;
            };
            let is_best = is_best(choice, candidate.child);
            examples.add([(asked, is_best)].into_iter());
            if is_best {
                break;
            }
        }
    }
    let asker = teach_asker(&examples, asker_inputs(stages.len()), rounds);
    let plan = plan(stages, &rankers, &asker);
    let worth = sample.measure(predictions, &plan, taught, stages.len())?;
    Ok((plan, worth))
}

impl Sample {
    fn begin(&mut self) {
        for choice in &mut self.choices {
            let mut lines = Lines::new(self.topic, choice.position);
            for candidate in choice.lines.candidates() {
                lines.add(candidate.child);
            }
            choice.lines = lines;
            choice.cost = Cost::default();
        }
    }

    /// Goes as far with each choice as this plan lets it; those with so many stages behind them
    /// are ranked anew.
    fn follow(&mut self, predictions: &Predictions, plan: &[u8], after: usize) -> Result<()> {
        let mut guide = TableGuide::with_plan(predictions, plan);
        for choice in &mut self.choices {
            if after > 0 && choice.lines.stages_done() + 1 < after {
                continue;
            }
            choice.lines.reopen();
            guide.evaluations = 0;
            guide.questions = 0;
            while choice.lines.step(&mut guide)?.is_pending() {}
            choice.cost.evaluations += guide.evaluations;
            choice.cost.questions += guide.questions;
        }
        Ok(())
    }

    fn measure(
        &self,
        predictions: &Predictions,
        plan: &[u8],
        taught: usize,
        stages: usize,
    ) -> Result<Worth> {
        let mut guide = TableGuide::with_plan(predictions, plan);
        let tested = &self.choices[taught..];
        let mut first = 0;
        // Of first and later questions, by class: how many, and how many with a yes.
        let mut counts = [[[0f64; 2]; Class::COUNT]; 2];
        for choice in tested {
            for (number, candidate) in choice.lines.candidates().iter().enumerate() {
                let Some(question) = choice.lines.question(number, &mut guide)? else {
                    break;
                };
                let is_best = predictions.solved.exact(candidate.child).before() == choice.value;
                let count = &mut counts[usize::from(number > 0)][question.class().index()];
                count[0] += 1.0;
                if is_best {
                    count[1] += 1.0;
                    first += usize::from(number == 0);
                    break;
                }
            }
        }
        let (mut bits, mut later) = (0.0, 0.0);
        for (first, second) in counts[0].into_iter().zip(counts[1]) {
            let (all, yes) = (first[0] + second[0], first[1] + second[1]);
            let cost = |answers: f64, of: f64| {
                if answers > 0.0 {
                    -answers * (of / all).log2()
                } else {
                    0.0
                }
            };
            bits += cost(yes, yes) + cost(all - yes, all - yes);
            later += cost(second[1], yes) + cost(second[0] - second[1], all - yes);
        }
        let size = tested.len() as f64;
        let reached = |stage: usize| {
            let further = tested
                .iter()
                .filter(|choice| choice.lines.stages_done() >= stage);
            further.count() as f64 / size
        };
        let all = self.weight * self.choices.len() as f64;
        Ok(Worth {
            entropy: bits / size * all / 8.0,
            first: first as f64 / size,
            later: later / bits,
            reached: (1..=stages).map(reached).collect(),
            costs: tested.iter().map(|choice| choice.cost).collect(),
        })
    }
}

/// The bytes of a plan; what is missing of its asker is noughts.
fn plan(stages: &[Stage], rankers: &[u8], asker: &[u8]) -> Vec<u8> {
    let mut bytes = (stages.len() as u32).to_le_bytes().to_vec();
    bytes.extend(stages.iter().flat_map(|stage| stage.to_bytes()));
    bytes.extend(rankers);
    bytes.extend(asker);
    bytes.resize(Plan::bytes(stages.len()) as usize, 0);
    bytes
}
