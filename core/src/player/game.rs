//! A game being played: the rules, with the history that undo and threefold repetition need.

use core::fmt;

use heapless::Vec;

use super::PositionList;

use crate::game::{After, Diagram, Ending, Move, Outcome, Position, Side};

/// The longest game that is kept. The longest forced win takes 173 plies.
pub const PLIES: usize = 384;

/// A game: its positions, and the moves between them.
///
/// RAM: 8 bytes a position and 3 bytes a move.
///
/// ```
/// use dobutsu_core::game::Diagram;
/// use dobutsu_core::player::Game;
///
/// let mut game = Game::new(Diagram::START);
/// let mv = game.diagram().parse_move("2c2b").unwrap();
/// game.play(mv).unwrap();
/// assert_eq!((game.moves(), game.times_seen()), (&[mv][..], 1));
/// assert_eq!(game.undo(), Some(mv));
/// assert_eq!(game.diagram(), Diagram::START);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    now: Diagram,
    positions: PositionList<{ PLIES + 1 }>,
    moves: Vec<Move, PLIES>,
    outcome: Option<Outcome>,
}

/// Why a move could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum GameError {
    /// The game is over.
    Over,
    /// The move is not legal.
    Illegal,
    /// There is no room for more moves.
    Full,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameError::Over => "the game is over",
            GameError::Illegal => "the move is not legal in this position",
            GameError::Full => "the game is too long to go on",
        })
    }
}

impl core::error::Error for GameError {}

impl Game {
    /// A game that starts from any diagram; it may be over at once.
    pub fn new(start: Diagram) -> Game {
        let mut game = Game::unset();
        game.restart(start);
        game
    }

    /// A game that has yet to be begun by [`Game::restart`], fit for a `static`.
    pub(crate) const fn unset() -> Game {
        Game {
            now: Diagram::START,
            positions: PositionList::new(),
            moves: Vec::new(),
            outcome: None,
        }
    }

    /// Forgets the game and begins another in its place: 4 KB are better not moved about.
    pub fn restart(&mut self, start: Diagram) {
        self.now = start;
        self.moves.clear();
        self.outcome = ended(&start);
        self.positions.clear();
        // There is room for every position a game can have.
        let _ = self.positions.push(start.position, start.side);
    }

    /// The present position; after a catch, the one in which the lion was caught.
    pub const fn diagram(&self) -> Diagram {
        self.now
    }

    /// How the game ended, if it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Who was to move before ply number `ply`, or is now beyond the end.
    pub fn side_at(&self, ply: usize) -> Side {
        if self.back_to(ply).is_multiple_of(2) {
            self.now.side
        } else {
            self.now.side.other()
        }
    }

    /// How many positions ago that was; a catch leaves no position behind.
    fn back_to(&self, ply: usize) -> usize {
        (self.positions.len() - 1).saturating_sub(ply)
    }

    /// The diagram before ply number `ply`, counted from 0; the present one beyond the end.
    pub fn diagram_at(&self, ply: usize) -> Diagram {
        let back = self.back_to(ply);
        match self.positions.positions().nth(back) {
            Some((position, side)) => Diagram {
                position,
                side,
                number: self.now.number.saturating_sub(back as u16),
            },
            None => self.now,
        }
    }

    /// The plies before which a position stood, with either side to move, the latest first.
    pub fn plies_at(&self, position: Position) -> impl Iterator<Item = usize> {
        let last = self.positions.len();
        let stood = self.positions.positions().zip((0..last).rev());
        stood.filter_map(move |((stood, _), ply)| (stood == position).then_some(ply))
    }

    /// Makes a move.
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        if self.outcome.is_some() {
            return Err(GameError::Over);
        }
        if !self.now.position.is_legal(mv) {
            return Err(GameError::Illegal);
        }
        self.moves.push(mv).map_err(|_| GameError::Full)?;
        match self.now.position.play(mv) {
            After::Caught => self.outcome = Some(Outcome::Catch(self.now.side)),
            After::Position(position) => {
                self.now = self.now.next(position);
                let times = self.positions.push(position, self.now.side);
                self.outcome = ended(&self.now);
                if self.outcome.is_none() && times.is_some_and(|times| times >= 3) {
                    self.outcome = Some(Outcome::Repetition);
                }
            }
        }
        Ok(())
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        // A catch leaves the diagram as it was.
        if !matches!(self.outcome, Some(Outcome::Catch(_))) {
            self.positions.undo();
            self.now = Diagram {
                number: self.now.number.saturating_sub(1),
                ..self.diagram_at(self.plies())
            };
        }
        self.outcome = None;
        Some(mv)
    }

    /// How often the present position, with the same side to move, has arisen, this time included.
    pub fn times_seen(&self) -> usize {
        self.positions.times_seen()
    }
}

/// How the game ended if this diagram is over in itself.
fn ended(diagram: &Diagram) -> Option<Outcome> {
    let side: Side = diagram.side;
    Some(match diagram.position.ending()? {
        Ending::Try(owner) => Outcome::Try(side.of(owner)),
        Ending::NoMove => Outcome::NoMove(side.other()),
    })
}
