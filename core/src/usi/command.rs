//! What a line asks for.

use super::refusal::Refusal;
use crate::game::{After, Diagram, Letters, Side};

/// A line that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// An empty line.
    Nothing,
    Usi,
    IsReady,
    /// The option's name and value.
    SetOption(&'a str, &'a str),
    NewGame,
    /// The fields that follow.
    Position(&'a str),
    Go(Order, Times),
    Stop,
    PonderHit,
    Quit,
}

/// What `go` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The best move, as soon as it is known.
    Move,
    /// The best move, when `stop` comes.
    Infinite,
    /// The best move, when `ponderhit` or `stop` comes.
    Ponder,
    /// The way to a win.
    Mate,
}

/// The time there is for the answer, in milliseconds, as `go` gives it; what is not given is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    /// What is left on the clocks of the sides that move first and second.
    clocks: [Option<u32>; 2],
    /// What each gains with a move.
    gains: [Option<u32>; 2],
    /// What there is for a move after that.
    byoyomi: Option<u32>,
}

impl Times {
    /// How many more moves a clock has to last for.
    const MOVES: u32 = 40;

    fn read(text: &str) -> Times {
        let mut times = Times::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let time = match word {
                "btime" => &mut times.clocks[0],
                "wtime" => &mut times.clocks[1],
                "binc" => &mut times.gains[0],
                "winc" => &mut times.gains[1],
                "byoyomi" => &mut times.byoyomi,
                _ => continue,
            };
            *time = words.next().and_then(|word| word.parse().ok());
        }
        times
    }

    /// How long the side to move may think, if there is a limit: four fifths of what is given for
    /// one move, since the answer has a way to go.
    pub(super) fn limit(self, side: Side) -> Option<u32> {
        let side = side as usize;
        let clock = self.clocks[side].map(|clock| clock / Times::MOVES);
        let given = [clock, self.gains[side], self.byoyomi];
        let all = given.into_iter().flatten();
        let sum = all.reduce(u32::saturating_add)?;
        Some(sum / 5 * 4)
    }
}

impl Command<'_> {
    /// Reads a line. Words may be apart by any white space.
    pub(super) fn read(line: &str) -> Result<Command<'_>, Refusal> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(|letter: char| letter.is_ascii_whitespace())
            .unwrap_or((line, ""));
        Ok(match word {
            "" => Command::Nothing,
            "usi" => Command::Usi,
            "isready" => Command::IsReady,
            "setoption" => read_option(rest)?,
            "usinewgame" | "gameover" => Command::NewGame,
            "position" => Command::Position(rest),
            "go" => Command::Go(read_order(rest), Times::read(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return Err(Refusal::Command),
        })
    }
}

fn read_option(text: &str) -> Result<Command<'_>, Refusal> {
    let mut words = text.split_ascii_whitespace();
    let (Some("name"), Some(name)) = (words.next(), words.next()) else {
        return Err(Refusal::OptionForm);
    };
    match (words.next(), words.next(), words.next()) {
        (None, ..) => Ok(Command::SetOption(name, "")),
        (Some("value"), value, None) => Ok(Command::SetOption(name, value.unwrap_or(""))),
        _ => Err(Refusal::OptionForm),
    }
}

fn read_order(text: &str) -> Order {
    // `mate` has a limit of its own, which may be the word `infinite`.
    let mut orders = text.split_ascii_whitespace().filter_map(|word| match word {
        "mate" => Some(Order::Mate),
        "ponder" => Some(Order::Ponder),
        "infinite" => Some(Order::Infinite),
        _ => None,
    });
    orders.next().unwrap_or(Order::Move)
}

/// A position as a `position` command sets it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UsiPosition {
    /// The diagram; after a catch, the one in which the lion was caught.
    pub(super) diagram: Diagram,
    /// Whether the last move caught the lion.
    pub(super) caught: bool,
}

impl UsiPosition {
    /// The start of a game.
    pub(super) const START: UsiPosition = UsiPosition {
        diagram: Diagram::START,
        caught: false,
    };

    /// Reads `startpos` or `sfen …`, then perhaps `moves …`; with the letters it is written in, if
    /// there are any.
    pub(super) fn read(text: &str) -> Result<(UsiPosition, Option<Letters>), Refusal> {
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = start.trim();
        let (diagram, mut letters) = match start.strip_prefix("sfen") {
            Some(fields) => {
                let (diagram, letters) = Diagram::read(fields).map_err(Refusal::Sfen)?;
                (diagram, Some(letters))
            }
            None if start == "startpos" => (Diagram::START, None),
            None => return Err(Refusal::PositionForm),
        };
        let mut position = UsiPosition {
            diagram,
            caught: false,
        };
        for (played, text) in moves.split_ascii_whitespace().enumerate() {
            let number = played + 1;
            let UsiPosition { diagram, caught } = position;
            if caught || diagram.position.ending().is_some() {
                return Err(Refusal::Over(number));
            }
            let mv = diagram
                .parse_move(text)
                .map_err(|error| Refusal::Move(number, error))?;
            letters = letters.or(Letters::of_move(text));
            match diagram.position.play(mv) {
                After::Caught => position.caught = true,
                After::Position(next) => position.diagram = diagram.next(next),
            }
        }
        Ok((position, letters))
    }
}
