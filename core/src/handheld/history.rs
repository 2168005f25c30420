//! The last games, to be reviewed.

use heapless::Vec;

use super::record::{GAME_BYTES, read_game, write_game};
use super::{Match, MatchSlot, Mode, Phrase, opponents};
use crate::game::Side;

/// The most games that are stored.
pub(super) const GAMES: usize = 8;
/// Bytes for all of them: eight games of 128 plies. Longer games leave room for fewer.
pub(super) const HISTORY_BYTES: usize = GAMES * (2 + GAME_BYTES + 128);

/// A stored game, for a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    mode: Mode,
    /// `None` if the game was abandoned; the inner `None` is a draw.
    winner: Option<Option<Side>>,
    pub(super) plies: u16,
    /// Length of its record.
    len: u16,
}

impl Summary {
    pub(super) fn of(played: &Match) -> Summary {
        Summary {
            mode: played.mode(),
            winner: played.finish().map(|finish| finish.winner),
            plies: played.game().plies() as u16,
            len: 0,
        }
    }

    pub(super) fn player(self) -> Phrase {
        match self.mode {
            Mode::Solo { level, .. } => opponents::name(level),
            _ => Phrase::Players,
        }
    }

    /// The result, for the number of plies.
    pub(super) fn result(self) -> Phrase {
        match (self.winner, self.mode) {
            (None, _) => Phrase::Abandoned,
            (Some(None), _) => Phrase::DrawnIn,
            (Some(Some(side)), Mode::Solo { you, .. }) if side == you => Phrase::WonIn,
            (Some(Some(_)), Mode::Solo { .. }) => Phrase::LostIn,
            (Some(Some(Side::Sente)), _) => Phrase::FirstWonIn,
            (Some(Some(Side::Gote)), _) => Phrase::SecondWonIn,
        }
    }
}

/// The last games as they stand in a save record, the oldest first: two bytes of length, then the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    bytes: Vec<u8, HISTORY_BYTES>,
    games: Vec<Summary, GAMES>,
}

impl History {
    pub(super) const fn new() -> History {
        History {
            bytes: Vec::new(),
            games: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.games.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// The games as bytes for a save record.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds a game and removes the oldest ones if there is no room.
    pub(super) fn add(&mut self, played: &Match) {
        let mut len = 0;
        write_game(played, &mut |bytes| len += bytes.len());
        while self.games.is_full() || self.bytes.len() + 2 + len > HISTORY_BYTES {
            if self.games.is_empty() {
                return;
            }
            self.forget_oldest();
        }
        let mut summary = Summary::of(played);
        summary.len = len as u16;
        // There is room by now.
        let _ = self.games.push(summary);
        let _ = self.bytes.extend_from_slice(&summary.len.to_le_bytes());
        write_game(played, &mut |bytes| {
            let _ = self.bytes.extend_from_slice(bytes);
        });
    }

    fn forget_oldest(&mut self) {
        let len = 2 + usize::from(self.games.remove(0).len);
        self.bytes.copy_within(len.., 0);
        self.bytes.truncate(self.bytes.len() - len);
    }

    /// A game for a list; 0 is the newest.
    pub(super) fn summary(&self, number: usize) -> Option<Summary> {
        self.games.iter().rev().nth(number).copied()
    }

    /// Lays a game; 0 is the newest.
    pub(super) fn lay(&self, number: usize, slot: &mut MatchSlot) {
        let newer = self.games.iter().rev().take(number + 1);
        let from_end: usize = newer.map(|game| 2 + usize::from(game.len)).sum();
        let game = self.bytes.len().checked_sub(from_end);
        if let Some(mut game) = game.and_then(|start| self.bytes.get(start + 2..)) {
            // What `add` wrote can be read.
            let _ = read_game(&mut game, slot);
        }
    }
}
