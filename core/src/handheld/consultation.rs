//! What the adviser is asked and has answered.
//!
//! One piece of advice is at hand at a time, on the position that is on the screen; the review
//! keeps the values of a whole game beside it. Nothing is asked twice while the answer is here.

use super::graph::Graph;
use super::matches::Match;
use super::text::Phrase;
use crate::game::Position;
use crate::player::{Advice, Need, Verdict};

/// Where advice comes from, as far as the player is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Source {
    /// The solved database.
    Database,
    /// Search, because there is no database.
    Search,
    /// Search, while the database is being made.
    Building,
    /// Search, because the database is damaged.
    Damaged,
    /// Search, because the database is longer than the board's flash.
    Unfit,
}

/// A position to ask about, and what to ask.
pub(crate) type Question = (Position, Need);

/// The adviser's answers, and where they come from.
#[derive(Clone, Debug)]
pub(crate) struct Consultation {
    source: Option<Source>,
    advice: Option<Advice>,
    graph: Graph,
}

impl Consultation {
    /// Nobody was asked yet.
    pub(super) const fn new() -> Consultation {
        Consultation {
            source: None,
            advice: None,
            graph: Graph::new(),
        }
    }

    /// Says where advice comes from, and what the player is to be told about that.
    pub(super) fn set_source(&mut self, source: Source) -> Option<Phrase> {
        let before = self.source.replace(source);
        if before == Some(source) {
            return None;
        }
        // What the other source said is worth asking again.
        self.advice = None;
        self.graph = Graph::new();
        match source {
            Source::Database => before.map(|_| Phrase::Ready),
            Source::Search => Some(Phrase::NoImage),
            Source::Building => Some(Phrase::Building),
            Source::Damaged => Some(Phrase::DamagedImage),
            Source::Unfit => Some(Phrase::UnfitImage),
        }
    }

    /// Whether the database is asked.
    pub(super) fn is_with_database(&self) -> bool {
        self.source == Some(Source::Database)
    }

    /// The advice on a position, if it is at hand and says what is needed.
    pub(super) fn advice_on(&self, position: Position, need: Need) -> Option<&Advice> {
        self.advice
            .as_ref()
            .filter(|advice| advice.position() == position && advice.answers(need))
    }

    /// The first of these needs that no advice at hand answers.
    pub(super) fn open_question(
        &self,
        position: Position,
        needs: impl IntoIterator<Item = Need>,
    ) -> Option<Question> {
        let mut needs = needs.into_iter();
        let need = needs.find(|&need| self.advice_on(position, need).is_none())?;
        Some((position, need))
    }

    /// Takes advice on the position on the screen.
    pub(super) fn take(&mut self, advice: &Advice) {
        self.advice = Some(advice.clone());
    }

    /// The values of the match in review.
    pub(super) const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Begins to review a match.
    pub(super) fn begin_review(&mut self, played: &Match) {
        self.graph = Graph::new();
        // The rules know what the end is worth; nobody needs to be asked.
        if let Some(value) = played.diagram().position.value_by_rule() {
            self.graph.set(played.game().plies(), Verdict::Exact(value));
        }
    }

    /// Takes advice on any position of the match in review, of which `shown` is on the screen.
    pub(super) fn take_in_review(&mut self, advice: &Advice, played: &Match, shown: usize) {
        if let Some(verdict) = advice.verdict() {
            // The same position may have stood at several plies.
            for ply in played.game().plies_at(advice.position()) {
                self.graph.set(ply, verdict);
            }
        }
        if played.diagram_at(shown).position == advice.position() {
            self.take(advice);
        }
    }
}
