//! A game being played: the rules, with the history that undo and threefold repetition need.

use heapless::Vec;

use crate::game::{After, Diagram, Ending, Move, Outcome, Position, Side};

/// The greatest length of a game. The longest forced win takes 173 plies.
pub const PLIES: usize = 384;

/// A game: its positions, and the moves between them.
///
/// RAM: 8 bytes a position and 3 bytes a move. Hash lists would take more; see the lab's `docs/hash-lists.md`.
///
/// ```
/// use dobutsu_core::game::Diagram;
/// use dobutsu_core::player::Game;
///
/// let mut game = Game::new(Diagram::START);
/// let mv = game.diagram().parse_move("2c2b").unwrap();
/// game.play(mv).unwrap();
/// assert_eq!(game.moves(), [mv]);
/// assert_eq!(game.undo(), Some(mv));
/// assert_eq!(game.diagram(), Diagram::START);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    now: Diagram,
    /// Every position, packed with its side to move.
    positions: Vec<u64, { PLIES + 1 }>,
    moves: Vec<Move, PLIES>,
    outcome: Option<Outcome>,
}

errors! {
    /// Why a move could not be made.
    pub enum GameError {
        Over => "the game is over",
        Illegal => "the move is not legal in this position",
        Full => "the game is too long to go on",
    }
}

impl Game {
    /// A game that starts from any diagram; it may be over at once.
    pub fn new(start: Diagram) -> Game {
        let mut game = Game::unset();
        game.restart(start);
        game
    }

    /// A game that has yet to be started by [`Game::restart`], for a `static`.
    pub(crate) const fn unset() -> Game {
        Game {
            now: Diagram::START,
            positions: Vec::new(),
            moves: Vec::new(),
            outcome: None,
        }
    }

    /// Begins another game in the same place, without moving its 4 KB.
    pub fn restart(&mut self, start: Diagram) {
        self.now = start;
        self.moves.clear();
        self.outcome = ended(&start);
        self.positions.clear();
        // There is room for every position a game can have.
        let _ = self.positions.push(packed(start.position, start.side));
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

    /// The number of moves made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The side to move before ply number `ply`; the present one beyond the end.
    pub(crate) fn side_at(&self, ply: usize) -> Side {
        if self.back_to(ply).is_multiple_of(2) {
            self.now.side
        } else {
            self.now.side.other()
        }
    }

    /// The number of positions since then; a catch leads to no position.
    fn back_to(&self, ply: usize) -> usize {
        (self.positions.len() - 1).saturating_sub(ply)
    }

    /// The diagram before ply number `ply`, counted from 0; the present one beyond the end.
    pub fn diagram_at(&self, ply: usize) -> Diagram {
        let back = self.back_to(ply);
        match self.positions.iter().rev().nth(back).map(unpacked) {
            Some((position, side)) => Diagram {
                position,
                side,
                number: self.now.number.saturating_sub(back as u16),
            },
            None => self.now,
        }
    }

    /// The plies before which a position stood, with either side to move, the latest first.
    pub(crate) fn plies_at(&self, position: Position) -> impl Iterator<Item = usize> {
        let plies = self.positions.iter().map(unpacked).enumerate().rev();
        plies.filter_map(move |(ply, (stood, _))| (stood == position).then_some(ply))
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
                let _ = self.positions.push(packed(position, self.now.side));
                self.outcome = ended(&self.now);
                if self.outcome.is_none() && self.times_seen() >= 3 {
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
            self.positions.pop();
            self.now = Diagram {
                number: self.now.number.saturating_sub(1),
                ..self.diagram_at(self.plies())
            };
        }
        self.outcome = None;
        Some(mv)
    }

    /// The number of times that the present position has occurred with the same side to move, now included.
    pub(crate) fn times_seen(&self) -> usize {
        let same = |&&position: &&u64| Some(&position) == self.positions.last();
        self.positions.iter().filter(same).count()
    }
}

/// The bit of a packed position, which has 60, for the side to move.
const GOTE: u64 = 1 << 63;

fn packed(position: Position, side: Side) -> u64 {
    match side {
        Side::Sente => position.pack(),
        Side::Gote => position.pack() | GOTE,
    }
}

fn unpacked(packed: &u64) -> (Position, Side) {
    let side = match packed & GOTE {
        0 => Side::Sente,
        _ => Side::Gote,
    };
    // Only positions are packed, so the other bits are one.
    (Position::unpack_unchecked(packed & !GOTE), side)
}

/// How the game ended if this diagram is over in itself.
fn ended(diagram: &Diagram) -> Option<Outcome> {
    let side: Side = diagram.side;
    Some(match diagram.position.ending()? {
        Ending::Try(owner) => Outcome::Try(side.of(owner)),
        Ending::NoMove => Outcome::NoMove(side.other()),
    })
}
