//! Lists of USI moves.

use core::fmt;

use super::{Mistake, Score, ScoreError};
use crate::game::{After, Diagram, Letters};
use crate::player::{Game, GameError};

/// Reads `position`, `startpos` or `sfen …`, `moves`, all of which may be left out, and moves.
pub(super) fn read(text: &str) -> Result<Score<'_>, ScoreError> {
    let mut score = Score::new(Game::new(Diagram::START));
    let mut begun = false;
    for (number, line) in text.lines().enumerate() {
        let wrong = |mistake| ScoreError {
            line: number + 1,
            mistake,
        };
        let mut line = line.trim();
        if !begun && !line.is_empty() {
            begun = true;
            line = line.strip_prefix("position").unwrap_or(line).trim_start();
            if let Some(rest) = line.strip_prefix("sfen") {
                let (fields, moves) = rest.split_once("moves").unwrap_or((rest, ""));
                let diagram = fields
                    .parse()
                    .map_err(|error| wrong(Mistake::Sfen(error)))?;
                score.game.restart(diagram);
                line = moves;
            } else {
                line = line.strip_prefix("startpos").unwrap_or(line).trim_start();
            }
        }
        for word in line
            .split_ascii_whitespace()
            .filter(|&word| word != "moves")
        {
            if score.game.outcome().is_some() {
                return Err(wrong(Mistake::Game(GameError::Over)));
            }
            let mv = score.game.diagram().parse_move(word);
            let mv = mv.map_err(|error| wrong(Mistake::Usi(error)))?;
            let played = score.game.play(mv);
            played.map_err(|error| wrong(Mistake::Game(error)))?;
        }
    }
    match begun {
        true => Ok(score),
        false => Err(ScoreError {
            line: 1,
            mistake: Mistake::Nothing,
        }),
    }
}

/// Displays a game as the fields of a `position` command; made by [`Score::usi`].
#[derive(Clone, Copy, Debug)]
pub struct UsiScore<'a> {
    pub(super) game: &'a Game,
    pub(super) letters: Letters,
}

impl UsiScore<'_> {
    /// The list in these letters.
    pub const fn in_letters(self, letters: Letters) -> Self {
        UsiScore { letters, ..self }
    }
}

impl fmt::Display for UsiScore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut here = self.game.diagram_at(0);
        match here == Diagram::START {
            true => f.write_str("startpos")?,
            false => write!(f, "sfen {}", here.sfen(self.letters))?,
        }
        if self.game.plies() > 0 {
            f.write_str(" moves")?;
        }
        for &mv in self.game.moves() {
            write!(f, " {}", here.usi(mv).in_letters(self.letters))?;
            if let After::Position(next) = here.position.play(mv) {
                here = here.next(next);
            }
        }
        Ok(())
    }
}
