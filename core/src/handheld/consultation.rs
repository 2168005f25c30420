//! What the adviser is asked and has answered.
//!
//! One piece of advice is at hand at a time, on the position that is on the screen; the review
//! keeps the values of a whole game beside it. Nothing is asked twice while the answer is here.

use super::graph::Graph;
use super::matches::Match;
use super::text::Phrase;
use super::turning::{self, Turning};
use crate::game::Position;
use crate::player::{Advice, Need, Verdict};

/// The source of the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The solved database.
    Database,
    /// Search, because there is no database.
    Search,
    /// Search, because the database is damaged.
    Damaged,
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
    /// No advice yet.
    pub(super) const fn new() -> Consultation {
        Consultation {
            source: None,
            advice: None,
            graph: Graph::new(),
        }
    }

    /// Sets the source of the advice, and returns the notice for the player, if there is one.
    pub(super) fn set_source(&mut self, source: Source) -> Option<Phrase> {
        let before = self.source.replace(source);
        if before == Some(source) {
            return None;
        }
        // What the other source said is worth asking again.
        self.advice = None;
        self.graph = Graph::new();
        match source {
            Source::Database => None,
            Source::Search => Some(Phrase::NoImage),
            Source::Damaged => Some(Phrase::DamagedImage),
        }
    }

    /// Whether the advice comes from the database.
    pub(super) const fn has_database(&self) -> bool {
        matches!(self.source, Some(Source::Database))
    }

    /// The longest win that a puzzle may ask for: without the database it is found by looking ahead.
    pub(super) const fn longest_puzzle(&self) -> u8 {
        match self.has_database() {
            true => u8::MAX,
            false => 9,
        }
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

    /// Turns to a match, or to one that has changed: what is known of its positions is forgotten.
    pub(super) fn turn_to(&mut self, played: Option<&Match>) {
        self.graph = Graph::new();
        let Some(played) = played else { return };
        // The value of the last position follows from the rules.
        let position = played.diagram().position;
        let verdict = match position.value_by_rule() {
            Some(value) => Verdict::Exact(value),
            None if position.ending().is_some() => Verdict::Lost,
            None => return,
        };
        self.graph.set(played.game().plies(), verdict, true);
    }

    /// Where a match that is over was decided, as far as that is known.
    pub(super) fn turning(&self, played: &Match) -> Turning {
        turning::find(played, &self.graph)
    }

    /// Takes advice on any position of the match in review, of which the one at the ply `shown`, if
    /// any, is on the screen.
    pub(super) fn take_in_review(&mut self, advice: &Advice, played: &Match, shown: Option<usize>) {
        if let Some(verdict) = advice.verdict() {
            let is_all = advice.answers(Need::Value);
            // The same position may have stood at several plies.
            for ply in played.game().plies_at(advice.position()) {
                self.graph.set(ply, verdict, is_all);
            }
        }
        let shown = shown.map(|ply| played.diagram_at(ply).position);
        if shown.is_none_or(|position| position == advice.position()) {
            self.take(advice);
        }
    }
}
