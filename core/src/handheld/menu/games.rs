//! The list of the last games.

use crate::game::Side;
use crate::handheld::Handheld;
use crate::handheld::history::Summary;
use crate::handheld::matches::Mode;
use crate::handheld::opponents;
use crate::handheld::settings::Language;
use crate::handheld::text::{Line, Phrase};

impl Handheld {
    /// The opponent and the result of one of the last games; 0 is the one on the board.
    pub(super) fn game_line(&self, number: u8, language: Language) -> (Line, Line) {
        let summary = match usize::from(number).checked_sub(1) {
            None => self.desk.game().map(Summary::of),
            Some(number) => self.desk.history.summary(number),
        };
        let Some(Summary {
            mode,
            winner,
            plies,
            ..
        }) = summary
        else {
            return (Line::new(), Line::new());
        };
        let name = match mode {
            Mode::Solo { level, .. } => opponents::name(level),
            _ => Phrase::Players,
        };
        let result = match (winner, mode) {
            (None, _) => Phrase::Abandoned,
            (Some(None), _) => Phrase::DrawnIn,
            (Some(Some(side)), Mode::Solo { you, .. }) if side == you => Phrase::WonIn,
            (Some(Some(_)), Mode::Solo { .. }) => Phrase::LostIn,
            (Some(Some(Side::Sente)), _) => Phrase::FirstWonIn,
            (Some(Some(Side::Gote)), _) => Phrase::SecondWonIn,
        };
        (name.with(language, ""), result.with(language, plies))
    }
}
