//! Teaching the plan of a choice, stage by stage: the reader's own stages on a sample of choices,
//! a ranker for what is known after each, and the asker for what is left.
//!
//! Nested stages compare moves by the first stages of both plans, so these are taught first.

use std::fmt;
use std::thread;

use anyhow::{Result, ensure};
use dobutsu_core::database::Database;
use dobutsu_core::database::lines::Lines;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::database::perceptron::perceptron_bytes;
use dobutsu_core::database::plan::{MAX_MEMO, Plan, Settings, Stage, StageKind};
use dobutsu_core::game::{Position, Value};

use super::lesson::Random;
use super::perceptron::{Examples, teach_asker, teach_ranker};
use crate::build::{Counts, Networks, Predictions, TableGuide, without_answers};
use crate::solve::Solved;

/// The stages of a plan and what holds for all of them.
#[derive(Clone, Debug)]
struct Recipe {
    stages: Vec<Stage>,
    settings: Settings,
}

/// A choice that has to be made: its position, and the value of that.
#[derive(Clone, Copy)]
struct Choice {
    position: Position,
    value: Value,
}

/// What a choice takes.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// What was asked for.
    counts: Counts,
    /// What it cost as the plan counts it.
    counted: u32,
}

/// Random choices about one topic.
struct Sample {
    topic: Topic,
    choices: Vec<Choice>,
    /// How many there are of each in all the game.
    weight: f64,
}

impl Sample {
    /// This many choices.
    fn new(predictions: &Predictions, topic: Topic, size: usize, seed: u64) -> Sample {
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
            if is_wanted(value) && predictions.lines(value, position).candidates().len() > 1 {
                choices.push(Choice { position, value });
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

/// What a plan was measured to be worth, for choices that did not teach it.
pub(super) struct Worth {
    /// Bytes that the answers to all questions take at least, by classes.
    pub(super) entropy: f64,
    /// The share of choices whose first candidate is best.
    first: f64,
    /// The share of the bytes that later questions than the first of a choice take.
    later: f64,
    /// The share of choices that a proof settles.
    proven: f64,
    /// The share of choices that went through at least this many stages.
    reached: Vec<f64>,
    /// What each choice took.
    costs: Vec<Cost>,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:.4} MB at least; first candidate best {:.4}, settled by proofs {:.4}, bytes of later \
             questions {:.3}",
            self.entropy / 1e6,
            self.first,
            self.proven,
            self.later
        )?;
        let reached: Vec<String> = self.reached.iter().map(|x| format!("{x:.2}")).collect();
        writeln!(f, "    stages reached: {}", reached.join(" "))?;
        let rows: [(&str, Number); 5] = [
            ("cost as counted", |cost| cost.counted),
            ("evaluations", |cost| cost.counts.evaluations),
            ("loss questions", |cost| cost.counts.questions),
            ("looks", |cost| cost.counts.looks),
            ("looks for wins in five", |cost| cost.counts.nears),
        ];
        for (name, number) in rows {
            let mut numbers: Vec<u32> = self.costs.iter().map(number).collect();
            numbers.sort_unstable();
            let at = |share: usize| numbers.get(numbers.len() * share / 100).unwrap_or(&0);
            let sum: u64 = numbers.iter().map(|&number| u64::from(number)).sum();
            let mean = sum as f64 / numbers.len().max(1) as f64;
            let most = numbers.last().unwrap_or(&0);
            writeln!(
                f,
                "    {name}: mean {mean:.1}, median {}, 99 % {}, most {most}",
                at(50),
                at(99)
            )?;
        }
        Ok(())
    }
}

/// A number of what a choice takes.
type Number = fn(&Cost) -> u32;

/// How many choices teach a plan, how many measure it, and how often each is gone through.
#[derive(Clone, Copy)]
struct Sizes {
    taught: usize,
    tested: usize,
    rounds: usize,
}

impl Sizes {
    /// What `dobutsu train` takes.
    const FULL: Sizes = Sizes {
        taught: 300_000,
        tested: 50_000,
        rounds: 8,
    };
}

/// Teaches plans by these recipes, for wins and for delays, and measures them.
fn teach_recipes(
    solved: &Solved,
    networks: &[u8],
    recipes: &[Recipe; 2],
    sizes: Sizes,
) -> Result<[(Vec<u8>, Worth); 2]> {
    let networks = Networks::read(networks)?.without_plans();
    let image = without_answers(networks);
    let predictions = Predictions::new(solved, Database::open(&image[..])?);
    let topics = [Topic::QuickestWin, Topic::LongestDelay];
    let mut lessons: Vec<Lesson> = in_parallel(|which| {
        let topic = topics[which];
        let size = sizes.taught + sizes.tested;
        let mut lesson = Lesson {
            predictions: &predictions,
            sample: Sample::new(&predictions, topic, size, SEED),
            recipe: &recipes[which],
            sizes,
            rankers: Vec::new(),
        };
        let first = lesson.first_nested();
        lesson.teach_rankers(first, None)?;
        Ok(lesson)
    })?;
    let plans: Vec<Vec<u8>> = lessons.iter().map(Lesson::first_stages).collect();
    let lessons: Vec<_> = lessons.iter_mut().map(std::sync::Mutex::new).collect();
    let taught = in_parallel(|which| {
        let mut lesson = lessons[which].lock().expect("no thread panics");
        let stages = lesson.recipe.stages.len();
        let other = Some(&plans[1 - which][..]);
        lesson.teach_rankers(stages + 1, other)?;
        let plan = lesson.teach_asker(other)?;
        let worth = lesson.measure(&plan, other)?;
        Ok((plan, worth))
    })?;
    let mut taught = taught.into_iter();
    // One for each topic.
    Ok([0, 1].map(|_| taught.next().expect("two plans")))
}

/// The plans for wins and for delays, and what they are worth.
pub(super) fn teach_plans(solved: &Solved, networks: &[u8]) -> Result<[(Vec<u8>, Worth); 2]> {
    let recipes = [Recipe::new(14), Recipe::new(17)];
    teach_recipes(solved, networks, &recipes, Sizes::FULL)
}

impl Recipe {
    /// Four half steps: from lost candidates to replies, from there to their best answers, and so
    /// on, or from won candidates; a proof with a small budget, eight nested half steps from the
    /// candidates, and a proof with a large budget where the first line is expected to last at most
    /// this many plies.
    ///
    /// Costs are counted in thirds of today's evaluations.
    fn new(plies: u16) -> Recipe {
        let mut stages: Vec<Stage> = FOUR_STEPS.to_vec();
        let proof = |bits: u16, gap, cap, in_all| Stage {
            gap,
            kind: StageKind::Proof { in_all },
            ..stage(bits, 0, 0, cap)
        };
        let nested = |gap_bits, restarts| Stage {
            kind: StageKind::Nested { steps: 4, restarts },
            ..stage(6, 3, gap_bits, u16::MAX)
        };
        stages.extend([
            proof(9, u16::MAX, 1230, false),
            nested(7, true),
            nested(6, false),
            proof(5, plies, 6150, true),
        ]);
        Recipe {
            stages,
            settings: Settings {
                evaluation: 2,
                question: 20,
                look: 1,
                near: 6,
                moves: 2,
                nested: FOUR_STEPS.len() as u8,
                gap: 5 << 8,
                sure: 4 << 8,
                memo: MAX_MEMO,
            },
        }
    }
}

/// Runs `work` for both topics at once.
fn in_parallel<T: Send>(work: impl Fn(usize) -> Result<T> + Sync) -> Result<Vec<T>> {
    let (first, second) = thread::scope(|scope| {
        let first = scope.spawn(|| work(0));
        let second = work(1);
        // A thread can only fail by panicking, and then so do we.
        (first.join().expect("teaching panicked"), second)
    });
    Ok(vec![first?, second?])
}

/// Four half steps along lines.
const FOUR_STEPS: [Stage; 4] = [
    stage(9, 5, 10, 1385),
    stage(9, 5, 9, 1385),
    stage(9, 4, 8, 1385),
    stage(9, 4, 8, 1385),
];

const fn stage(bits: u16, lines: u8, gap_bits: u16, cap: u16) -> Stage {
    Stage {
        sure: bits << 8,
        gap: gap_bits << 8,
        cap,
        lines,
        kind: StageKind::Step,
    }
}

/// What the choices of a sample start from.
const SEED: u64 = 2011;

/// A plan that is being taught.
struct Lesson<'a> {
    predictions: &'a Predictions<'a>,
    sample: Sample,
    recipe: &'a Recipe,
    sizes: Sizes,
    /// The rankers so far, and the number of stages that each comes after.
    rankers: Vec<(usize, Vec<u8>)>,
}

impl Lesson<'_> {
    /// The number of the first nested stage.
    fn first_nested(&self) -> usize {
        let is_nested = |stage: &Stage| matches!(stage.kind, StageKind::Nested { .. });
        let stages = &self.recipe.stages;
        stages.iter().position(is_nested).unwrap_or(stages.len())
    }

    /// The stages before the first nested one as a plan.
    fn first_stages(&self) -> Vec<u8> {
        let stages = self.first_nested();
        let plan = self.plan(stages);
        self.bytes(&plan, &[])
    }

    /// The plan of the first stages of the recipe.
    fn plan(&self, stages: usize) -> Plan {
        let settings = self.recipe.settings;
        let settings = Settings {
            nested: settings.nested.min(stages as u8),
            ..settings
        };
        Plan::new(0, settings, &self.recipe.stages[..stages])
    }

    /// The bytes of a plan with the rankers so far; what is missing of its perceptrons is zeros.
    fn bytes(&self, plan: &Plan, asker: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        plan.head(|part| bytes.extend(part));
        let stages = plan.stages().len();
        for (_, ranker) in self
            .rankers
            .iter()
            .take_while(|(after, _)| *after <= stages)
        {
            bytes.extend(ranker);
        }
        bytes.extend(asker);
        bytes.resize(plan.bytes() as usize, 0);
        bytes
    }

    /// Both plans, with the other one if it is needed yet.
    fn both(&self, plan: Vec<u8>, other: Option<&[u8]>) -> Vec<u8> {
        let other = other.unwrap_or(&plan);
        match self.sample.topic {
            Topic::LongestDelay => [other, &plan].concat(),
            _ => [&plan, other].concat(),
        }
    }

    /// Makes some choices by these plans as far as they go.
    fn make(
        &self,
        plans: &[u8],
        choices: &[Choice],
        mut made: impl FnMut(&Choice, &Lines, &TableGuide),
    ) -> Result<()> {
        let mut guide = TableGuide::with_plans(self.predictions, plans);
        for choice in choices {
            let mut lines = self.predictions.lines(choice.value, choice.position);
            guide.counts = Counts::default();
            while lines.step(&mut guide)?.is_pending() {}
            let first = lines.candidates().first();
            let is_right = first.is_some_and(|first| self.is_best(choice, first.child));
            ensure!(
                is_right || !lines.is_proven(),
                "a wrong proof: {:?}",
                choice.position
            );
            made(choice, &lines, &guide);
        }
        Ok(())
    }

    fn is_best(&self, choice: &Choice, child: Position) -> bool {
        self.predictions.solved.exact(child).before() == choice.value
    }

    /// Teaches the rankers for what is known after each number of stages below `end`.
    fn teach_rankers(&mut self, end: usize, other: Option<&[u8]>) -> Result<()> {
        let first = self.rankers.last().map_or(0, |&(after, _)| after + 1);
        for after in first..end {
            let plan = self.plan(after);
            if !plan.has_ranker(after) {
                continue;
            }
            let plans = self.both(self.bytes(&plan, &[]), other);
            let mut examples = Examples::default();
            let taught = &self.sample.choices[..self.sizes.taught];
            self.make(&plans, taught, |choice, lines, guide| {
                if lines.stages_done() == after && !lines.is_proven() {
                    examples.add(lines.candidates().iter().map(|candidate| {
                        let seen = lines.seen(candidate, guide);
                        (seen, self.is_best(choice, candidate.child))
                    }));
                }
            })?;
            let inputs = plan.ranker_inputs(after);
            let ranker = match examples.is_empty() {
                // Nothing goes so far.
                true => vec![0; perceptron_bytes(inputs as u32) as usize],
                false => teach_ranker(&examples, inputs, self.sizes.rounds),
            };
            self.rankers.push((after, ranker));
        }
        Ok(())
    }

    /// Teaches the asker; the whole plan.
    fn teach_asker(&self, other: Option<&[u8]>) -> Result<Vec<u8>> {
        let plan = self.plan(self.recipe.stages.len());
        let plans = self.both(self.bytes(&plan, &[]), other);
        let mut examples = Examples::default();
        let taught = &self.sample.choices[..self.sizes.taught];
        self.make(&plans, taught, |choice, lines, guide| {
            for (number, candidate) in lines.candidates().iter().enumerate() {
                let Some(asked) = lines.asked(number, guide) else {
                    break;
                };
                let is_best = self.is_best(choice, candidate.child);
                examples.add([(asked, is_best)].into_iter());
                if is_best {
                    break;
                }
            }
        })?;
        let asker = teach_asker(&examples, plan.asker_inputs(), self.sizes.rounds);
        Ok(self.bytes(&plan, &asker))
    }

    /// What a plan is worth for choices that did not teach it.
    fn measure(&self, plan: &[u8], other: Option<&[u8]>) -> Result<Worth> {
        let plans = self.both(plan.to_vec(), other);
        let tested = &self.sample.choices[self.sizes.taught..];
        let mut tally = Tally::default();
        let mut error = Ok(());
        self.make(&plans, tested, |choice, lines, guide| {
            let asked = tally.add(lines, guide, |child| self.is_best(choice, child));
            error = error.and(asked);
        })?;
        error?;
        let size = tested.len() as f64;
        let all = self.sample.weight * self.sample.choices.len() as f64;
        let [bits, later] = tally.bits();
        let stages = self.recipe.stages.len();
        let reached = |stage: usize| {
            let further = tally.stages.iter().filter(|&&done| done >= stage);
            further.count() as f64 / size
        };
        Ok(Worth {
            entropy: bits / size * all / 8.0,
            first: tally.first as f64 / size,
            later: later / bits,
            proven: tally.proven as f64 / size,
            reached: (1..=stages).map(reached).collect(),
            costs: tally.costs,
        })
    }
}

/// What the questions of some choices take.
struct Tally {
    first: usize,
    proven: usize,
    stages: Vec<usize>,
    costs: Vec<Cost>,
    /// Of first and later questions, by class: how many, and how many with a yes.
    counts: [[[f64; 2]; Class::COUNT]; 2],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            first: 0,
            proven: 0,
            stages: Vec::new(),
            costs: Vec::new(),
            counts: [[[0.0; 2]; Class::COUNT]; 2],
        }
    }
}

impl Tally {
    fn add(
        &mut self,
        lines: &Lines,
        guide: &TableGuide,
        is_best: impl Fn(Position) -> bool,
    ) -> Result<(), dobutsu_core::database::ImageError> {
        self.stages.push(lines.stages_done());
        self.costs.push(Cost {
            counts: guide.counts,
            counted: guide.cost(),
        });
        self.proven += usize::from(lines.is_proven());
        let candidates = lines.candidates();
        self.first += usize::from(candidates.first().is_some_and(|first| is_best(first.child)));
        for (number, candidate) in candidates.iter().enumerate() {
            let Some(question) = lines.question(number, guide)? else {
                break;
            };
            let is_best = is_best(candidate.child);
            let count = &mut self.counts[usize::from(number > 0)][question.class().index()];
            count[0] += 1.0;
            if is_best {
                count[1] += 1.0;
                break;
            }
        }
        Ok(())
    }

    /// The bits of all questions, and of those after the first of a choice.
    fn bits(&self) -> [f64; 2] {
        let (mut bits, mut later) = (0.0, 0.0);
        for (first, second) in self.counts[0].into_iter().zip(self.counts[1]) {
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
        [bits, later]
    }
}
