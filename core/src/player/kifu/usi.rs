//! Lists of USI moves.

use core::fmt;

use super::{Kifu, KifuError, Mistake};
use crate::game::{After, Diagram, Letters};
use crate::player::Game;

/// Reads `position`, `startpos` or `sfen …`, `moves`, all of which may be left out, and moves.
pub(super) fn read(text: &str, mut played: impl FnMut(usize)) -> Result<Kifu<'_>, KifuError> {
    let mut kifu = Kifu::new(Game::new(Diagram::START));
    let mut begun = false;
    for (number, line) in text.lines().enumerate() {
        let wrong = |mistake| KifuError {
            line: number + 1,
            mistake,
        };
        let mut line = line.trim();
        if !begun && !line.is_empty() {
            begun = true;
            line = line.strip_prefix("position").unwrap_or(line).trim_start();
            if let Some(rest) = line.strip_prefix("sfen") {
                let (fields, moves) = rest.split_once("moves").unwrap_or((rest, ""));
                let diagram: Diagram = fields
                    .parse()
                    .map_err(|error| wrong(Mistake::Sfen(error)))?;
                let complete = diagram.position.complete();
                complete.map_err(|error| wrong(Mistake::Position(error)))?;
                kifu.game.restart(diagram);
                line = moves;
            } else {
                line = line.strip_prefix("startpos").unwrap_or(line).trim_start();
            }
        }
        for word in line
            .split_ascii_whitespace()
            .filter(|&word| word != "moves")
        {
            if kifu.game.outcome().is_some() {
                kifu.after_end = Some(number + 1);
                return Ok(kifu);
            }
            let mv = kifu.game.diagram().parse_move(word);
            let mv = mv.map_err(|error| wrong(Mistake::Usi(error)))?;
            let made = kifu.game.play(mv);
            made.map_err(|error| wrong(Mistake::Game(error)))?;
            played(number + 1);
        }
    }
    match begun {
        true => Ok(kifu),
        false => Err(KifuError {
            line: 1,
            mistake: Mistake::Nothing,
        }),
    }
}

/// Writes a game as the fields of a `position` command.
pub(super) fn write(f: &mut fmt::Formatter<'_>, game: &Game, letters: Letters) -> fmt::Result {
    let mut here = game.diagram_at(0);
    match here == Diagram::START {
        true => f.write_str("startpos")?,
        false => write!(f, "sfen {}", here.sfen(letters))?,
    }
    if game.plies() > 0 {
        f.write_str(" moves")?;
    }
    for &mv in game.moves() {
        write!(f, " {}", here.usi_in(mv, letters))?;
        if let After::Position(next) = here.position.play(mv) {
            here = here.next(next);
        }
    }
    Ok(())
}
