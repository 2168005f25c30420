//! The graph of the game itself, with the candidates in the reader's order.

use dobutsu_core::database::{Database, Edition, ImageError};
use dobutsu_core::game::{Position, Value, safe_children};

use super::graph::{Graph, NEAREST_LOSS};
use super::lists::Lists;
use super::numbering::Numbering;
use crate::build::predictions::{Choice, Predictions};
use crate::build::{Networks, without_answers};
use crate::parallel::{POSITIONS, in_chunks};
use crate::solve::Solved;

/// The won part of the game, and where its positions are in the graph.
pub struct WonGame {
    won: Numbering,
    lost: Numbering,
    /// Who may go where.
    pub graph: Graph,
    /// In the order of all candidates: the class of the question about it; the last one of a
    /// position is not asked about and has [`NO_CLASS`].
    pub(super) classes: Vec<u8>,
}

/// The class of no question.
pub(super) const NO_CLASS: u8 = u8::MAX;

/// Whether the policy has to choose here: looking ahead finds the quicker wins.
const fn is_won(value: Value) -> bool {
    matches!(value, Value::Win(plies) if plies as u16 > NEAREST_LOSS)
}

/// Whether it is lost, and not so soon that every reply is met by looking ahead.
const fn is_lost(value: Value) -> bool {
    matches!(value, Value::Loss(plies) if plies as u16 >= NEAREST_LOSS)
}

/// What some consecutive positions add to the graph.
#[derive(Default)]
struct Part {
    start: u32,
    candidates: Vec<u32>,
    candidate_counts: Vec<u8>,
    classes: Vec<u8>,
    exact: Vec<u8>,
    replies: Vec<u32>,
    reply_counts: Vec<u8>,
    exact_lost: Vec<u8>,
    policy: Vec<u8>,
}

impl WonGame {
    /// Finds who may go where, and which candidate `choose` takes at each won position.
    /// `progress` is told of every position of the index.
    pub(crate) fn new(
        predictions: &Predictions,
        threads: usize,
        choose: impl Fn(&[Choice]) -> Result<u8, ImageError> + Sync,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(WonGame, Vec<u8>), ImageError> {
        let solved = predictions.solved;
        let count = solved.index().count();
        let won = Numbering::new(count, |number| is_won(solved.value_of(number)));
        let lost = Numbering::new(count, |number| is_lost(solved.value_of(number)));
        let survey = Survey {
            predictions,
            solved,
            won: &won,
            lost: &lost,
        };
        let found = in_chunks(threads, count, POSITIONS, |numbers, parts: &mut Vec<_>| {
            let steps = u64::from(numbers.end - numbers.start);
            let mut part = Part {
                start: numbers.start,
                ..Part::default()
            };
            let mut result = Ok(());
            solved.index().for_each(numbers, |number, position| {
                let added = survey.add(&mut part, number, position, &choose);
                result = result.and(added);
            });
            parts.push(result.map(|()| part));
            progress(steps);
        });
        let parts: Result<Vec<Part>, ImageError> = found.into_iter().flatten().collect();
        let (graph, classes, policy) = assemble(parts?);
        let game = WonGame {
            won,
            lost,
            graph,
            classes,
        };
        Ok((game, policy))
    }

    /// The same with the candidates in the order of these networks.
    pub fn with_networks(
        solved: &Solved,
        networks: &[u8],
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> anyhow::Result<WonGame> {
        let bare = without_answers(Networks::read(networks)?, Edition::Small);
        let predictions = Predictions::new(solved, Database::open(&bare[..])?);
        Ok(WonGame::new(&predictions, threads, |_| Ok(0), progress)?.0)
    }

    /// The same with the candidates and the choices of an image.
    pub fn with_image(
        solved: &Solved,
        image: Database<&[u8]>,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(WonGame, Vec<u8>), ImageError> {
        WonGame::read(&Predictions::new(solved, image), threads, progress)
    }

    /// The same: the candidates' scores come from tables, which of them is taken from the image.
    pub(crate) fn read(
        predictions: &Predictions,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(WonGame, Vec<u8>), ImageError> {
        let image = &predictions.database;
        WonGame::new(
            predictions,
            threads,
            |choices| taken(image, choices),
            progress,
        )
    }

    /// The place in the graph of the won position with this number, if it is there.
    pub fn won_place(&self, number: u32) -> Option<u32> {
        self.won.place(number)
    }

    /// The place in the graph of the lost position with this number, if it is there.
    pub fn lost_place(&self, number: u32) -> Option<u32> {
        self.lost.place(number)
    }
}

/// Which candidate the image takes.
fn taken(image: &Database<&[u8]>, choices: &[Choice]) -> Result<u8, ImageError> {
    for (place, choice) in (0..).zip(choices) {
        match &choice.question {
            Some(question) if !image.ask(question)? => {}
            _ => return Ok(place),
        }
    }
    Err(ImageError::Contradiction)
}

/// What is needed to find a position's neighbours in the graph.
struct Survey<'a> {
    predictions: &'a Predictions<'a>,
    solved: &'a Solved,
    won: &'a Numbering,
    lost: &'a Numbering,
}

impl Survey<'_> {
    fn add(
        &self,
        part: &mut Part,
        number: u32,
        position: Position,
        choose: impl Fn(&[Choice]) -> Result<u8, ImageError>,
    ) -> Result<(), ImageError> {
        let value = self.solved.value_of(number);
        let exact = value.plies().unsigned_abs() as u8;
        if is_won(value) {
            let choices = self.predictions.choices(value, position)?;
            for choice in &choices {
                let lost = self.solved.index().rank(choice.child);
                part.candidates.extend(self.lost.place(lost));
                let class = choice
                    .question
                    .map(|question| question.class().index() as u8);
                let class = class.unwrap_or(NO_CLASS);
                part.classes.push(class);
            }
            part.candidate_counts.push(choices.len() as u8);
            part.policy.push(choose(&choices)?);
            part.exact.push(exact);
        } else if is_lost(value) {
            let first = part.replies.len();
            let children = safe_children(position).map(|child| self.solved.index().rank(child));
            part.replies
                .extend(children.filter_map(|child| self.won.place(child)));
            if position == position.mirrored() {
                // Moves that are mirror images of each other are one reply.
                let mut different = part.replies.split_off(first);
                different.sort_unstable();
                different.dedup();
                part.replies.extend(different);
            }
            part.reply_counts.push((part.replies.len() - first) as u8);
            part.exact_lost.push(exact);
        }
        Ok(())
    }
}

/// Puts the parts together in the order of their positions, whoever found them.
fn assemble(mut parts: Vec<Part>) -> (Graph, Vec<u8>, Vec<u8>) {
    parts.sort_unstable_by_key(|part| part.start);
    let bytes = |of: fn(&mut Part) -> &mut Vec<u8>, parts: &mut [Part]| -> Vec<u8> {
        parts
            .iter_mut()
            .flat_map(|part| std::mem::take(of(part)))
            .collect()
    };
    let numbers = |of: fn(&mut Part) -> &mut Vec<u32>, parts: &mut [Part]| -> Vec<u32> {
        parts
            .iter_mut()
            .flat_map(|part| std::mem::take(of(part)))
            .collect()
    };
    let lengths = bytes(|part| &mut part.candidate_counts, &mut parts);
    let items = numbers(|part| &mut part.candidates, &mut parts);
    let candidates = Lists::new(lengths.into_iter(), items);
    let lengths = bytes(|part| &mut part.reply_counts, &mut parts);
    let items = numbers(|part| &mut part.replies, &mut parts);
    let replies = Lists::new(lengths.into_iter(), items);
    let exact = bytes(|part| &mut part.exact, &mut parts);
    let exact_lost = bytes(|part| &mut part.exact_lost, &mut parts);
    let classes = bytes(|part| &mut part.classes, &mut parts);
    let policy = bytes(|part| &mut part.policy, &mut parts);
    let graph = Graph::new(candidates, replies, exact, exact_lost);
    (graph, classes, policy)
}
