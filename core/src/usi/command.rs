//! The commands of USI.

use super::LINE;
use super::answer::Answer;
use crate::game::{After, Diagram, Ending, Letters, Owner, SfenError, Side, UsiError};

errors! {
    /// Why a command is refused. Moves are counted from 1.
    pub(super) enum Refusal {
        TooLong => "the line is longer than {LINE} bytes",
        NotText => "the line is not UTF-8 text",
        Command => "there is no such command",
        OptionForm => "an option is set by 'name', its name, 'value' and its value",
        Option => "there is no such option",
        Number(most: u8) => "the option's value must be from 1 to {most}",
        Seed => "the seed must be a number from 0 to 2147483647",
        Variant => "the only variant is dobutsu",
        Letters => "the letters are asked, animals or shogi",
        PositionForm => "a position is 'startpos' or 'sfen' and its fields, then perhaps 'moves'",
        Sfen(error: SfenError) => "not a position: {error}",
        Move(number: usize, error: UsiError) => "move {number}: {error}",
        Caught(number: usize) => "move {number}: the game is over before it, the lion is caught",
        Over(number: usize, ending: Ending) => "move {number}: the game is over before it, {ending}",
    }
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// An empty line.
    Nothing,
    Usi,
    IsReady,
    /// The option's name and value.
    SetOption(&'a str, &'a str),
    NewGame,
    GameOver,
    Position(Setup),
    Go(Order, Times),
    Stop,
    PonderHit,
    Quit,
}

/// The kind of answer that `go` asks for.
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

/// The time for the answer in milliseconds, as `go` gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    /// Left on the clocks of the sides that move first and second.
    clocks: [Option<u32>; 2],
    /// Added to each clock after a move.
    gains: [Option<u32>; 2],
    /// For each move once the clock has run out, or for this move alone.
    byoyomi: Option<u32>,
}

impl Times {
    /// A clock is divided by this number of moves.
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
                "byoyomi" | "movetime" => &mut times.byoyomi,
                _ => continue,
            };
            *time = words.next().and_then(|word| word.parse().ok());
        }
        times
    }

    /// How long the side to move may think, if there is a limit: four fifths of the time for one
    /// move, the rest for the transport of the answer.
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
    /// Reads a line; any white space separates words.
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
            "usinewgame" => Command::NewGame,
            "gameover" => Command::GameOver,
            "position" => Command::Position(Setup::read(rest)),
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
    pub(super) const START: UsiPosition = UsiPosition {
        diagram: Diagram::START,
        caught: false,
    };

    /// The answer to `go` if the game is over.
    pub(super) fn answer(self) -> Option<Answer> {
        match self.diagram.position.ending() {
            _ if self.caught => Some(Answer::Resign),
            Some(Ending::Try(Owner::Mine)) => Some(Answer::Win),
            Some(Ending::Try(Owner::Theirs) | Ending::NoMove) => Some(Answer::Resign),
            None => None,
        }
    }

    /// Plays a move, which has this number, counted from 1.
    fn play(self, text: &str, number: usize) -> Result<UsiPosition, Refusal> {
        let UsiPosition { diagram, .. } = self;
        if self.caught {
            return Err(Refusal::Caught(number));
        }
        if let Some(ending) = diagram.position.ending() {
            return Err(Refusal::Over(number, ending));
        }
        let mv = diagram.parse_move(text);
        let mv = mv.map_err(|error| Refusal::Move(number, error))?;
        Ok(match diagram.position.play(mv) {
            After::Caught => UsiPosition {
                caught: true,
                ..self
            },
            After::Position(next) => UsiPosition {
                diagram: diagram.next(next),
                ..self
            },
        })
    }
}

/// A `position` command as it is read, word by word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// The position, or why the command is refused.
    pub(super) position: Result<UsiPosition, Refusal>,
    /// The letters it is written in, if there are any.
    pub(super) letters: Option<Letters>,
    /// Moves played.
    moves: usize,
}

impl Setup {
    pub(super) fn refused(refusal: Refusal) -> Setup {
        Setup {
            position: Err(refusal),
            letters: None,
            moves: 0,
        }
    }

    /// Reads `startpos` or `sfen …`.
    fn read(start: &str) -> Setup {
        let start = start.trim();
        let (diagram, letters) = match start.strip_prefix("sfen") {
            Some(fields) => match Diagram::read(fields) {
                Ok((diagram, letters)) => (Ok(diagram), Some(letters)),
                Err(error) => (Err(Refusal::Sfen(error)), None),
            },
            None if start == "startpos" => (Ok(Diagram::START), None),
            None => (Err(Refusal::PositionForm), None),
        };
        let caught = false;
        Setup {
            position: diagram.map(|diagram| UsiPosition { diagram, caught }),
            letters,
            moves: 0,
        }
    }

    /// Reads a line up to the word `moves`, if it is a `position` command and ends with that word.
    pub(super) fn before_moves(line: &[u8]) -> Option<Setup> {
        let line = str::from_utf8(line.strip_suffix(b"moves")?).ok()?;
        let start = line.strip_prefix("position")?;
        let is_word =
            start.starts_with(char::is_whitespace) && start.ends_with(char::is_whitespace);
        is_word.then(|| Setup::read(start))
    }

    /// Refuses the command, unless it has been refused.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        self.position = self.position.and(Err(refusal));
    }

    pub(super) fn play(&mut self, text: &str) {
        self.moves += 1;
        if let Ok(position) = self.position {
            self.letters = self.letters.or(Letters::of_move(text));
            self.position = position.play(text, self.moves);
        }
    }
}
