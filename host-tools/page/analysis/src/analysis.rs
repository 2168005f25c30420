//! The requests.

use core::fmt::{self, Display, Write};
use core::str::Split;

use dobutsu_core::database::{Database, ImageCheck, ImageError, Workspace};
use dobutsu_core::game::{
    After, Diagram, Move, Outcome, Position, SfenError, Side, UsiError, Value,
};
use dobutsu_core::handheld::stored_puzzle;
use dobutsu_core::player::{
    Advice, Adviser, AdviserError, DatabaseAdviser, Dice, Game, GameError, Kifu, KifuError, Level,
    Need, SHARE, SearchAdviser, SearchTable, Verdict,
};

use crate::Answer;

/// The number of values in the cache. A browser has room for more than the chip.
pub const CACHE_SLOTS: usize = 1 << 16;

/// The most plies of the line of a drawn position, which has no end.
const DRAWN_LINE: usize = 12;

/// The budget of a request that is fulfilled in one step.
const AT_ONCE: u32 = u32::MAX;

type Cached = DatabaseAdviser<&'static [u8], &'static mut Workspace<CACHE_SLOTS>>;

/// The database and the game of the analysis board.
pub struct Analysis {
    adviser: Option<Cached>,
    workspace: Option<&'static mut Workspace<CACHE_SLOTS>>,
    game: Game,
    /// The position whose exact values are being computed.
    begun: Diagram,
}

/// Why a request cannot be fulfilled.
enum Refusal {
    Request,
    NoImage,
    Image(ImageError),
    Sfen(SfenError),
    Move(usize, UsiError),
    Game(usize, GameError),
    Kifu(KifuError),
    Over,
    NoPuzzle,
    TooLong,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Request => f.write_str("the request is unknown"),
            Refusal::NoImage => f.write_str("there is no database"),
            Refusal::Image(error) => error.fmt(f),
            Refusal::Sfen(error) => error.fmt(f),
            Refusal::Move(number, error) => write!(f, "move {number}: {error}"),
            Refusal::Game(number, error) => write!(f, "move {number}: {error}"),
            Refusal::Kifu(error) => error.fmt(f),
            Refusal::Over => f.write_str("the game is over"),
            Refusal::NoPuzzle => f.write_str("there is no such puzzle"),
            Refusal::TooLong => f.write_str("the answer is too long"),
        }
    }
}

impl From<fmt::Error> for Refusal {
    fn from(_: fmt::Error) -> Refusal {
        Refusal::TooLong
    }
}

impl From<SfenError> for Refusal {
    fn from(error: SfenError) -> Refusal {
        Refusal::Sfen(error)
    }
}

impl From<AdviserError> for Refusal {
    fn from(error: AdviserError) -> Refusal {
        match error {
            AdviserError::Image(error) => Refusal::Image(error),
        }
    }
}

impl Analysis {
    /// An analysis board without a database.
    pub fn new(workspace: &'static mut Workspace<CACHE_SLOTS>) -> Analysis {
        Analysis {
            adviser: None,
            workspace: Some(workspace),
            game: Game::new(Diagram::START),
            begun: Diagram::START,
        }
    }

    /// Fulfils a request; `image` is the database.
    pub fn request(&mut self, image: &'static [u8], request: &str, answer: &mut Answer<'_>) {
        if let Err(refusal) = self.fulfil(image, request, answer) {
            answer.replace(format_args!("error\t{refusal}\n"));
        }
    }

    fn fulfil(
        &mut self,
        image: &'static [u8],
        request: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Refusal> {
        let mut fields = Fields(request.split('\t'));
        match fields.text()? {
            "open" => self.open(image, answer),
            "game" => {
                let start = fields.diagram()?;
                self.replay(start, fields.text()?, answer)
            }
            "kif" => {
                let start = fields.diagram()?;
                self.play(start, fields.text()?, |_, _, _| Ok(()))?;
                let score = Kifu::new(self.game.clone());
                Ok(write!(answer, "kif\n{}", score.kif())?)
            }
            "score" => {
                // The text has lines of its own, and may have tabs.
                let text = request.split_once('\t').ok_or(Refusal::Request)?.1;
                let score = Kifu::read(text).map_err(Refusal::Kifu)?;
                Ok(writeln!(answer, "score\t{}", score.usi())?)
            }
            "results" => self.results(fields.open_diagram()?, answer),
            "begin" => {
                self.begun = fields.open_diagram()?;
                let position = self.begun.position;
                self.adviser()?.begin(position, Need::EVERY);
                Ok(())
            }
            "step" => self.step(fields.number()?, answer),
            "value" => {
                let diagram = fields.open_diagram()?;
                let advice = self.adviser()?.ask(diagram.position, Need::Value)?;
                Ok(writeln!(answer, "value\t{}", Shown(advice.verdict()))?)
            }
            "line" => {
                let diagram = fields.open_diagram()?;
                self.line(diagram, fields.number()? as usize, answer)
            }
            "choose" => {
                let level = u8::try_from(fields.number()?).ok().and_then(Level::new);
                let mut dice = Dice::new(fields.number()?);
                let level = level.ok_or(Refusal::Request)?;
                let diagram = fields.open_diagram()?;
                let adviser = self.adviser()?;
                let advice = match level.need(diagram.position, dice) {
                    // A weaker level searches, as on the device.
                    need @ Need::QuickSearch(_) => {
                        SearchAdviser::new(SearchTable::default(), SHARE)
                            .ask(diagram.position, need)?
                    }
                    need => adviser.ask(diagram.position, need)?,
                };
                let mv = level.choose(&advice, &mut dice).ok_or(Refusal::Over)?;
                Ok(writeln!(answer, "choice\t{}", diagram.usi(mv))?)
            }
            "puzzle" => {
                let plies = u8::try_from(fields.number()?).map_err(|_| Refusal::Request)?;
                let number = fields.number()?;
                // The lowest byte selects one of the 256 stored puzzles.
                let position = stored_puzzle(plies, number as u8).ok_or(Refusal::NoPuzzle)?;
                let start = Diagram::new(position, Side::Sente);
                Ok(writeln!(answer, "puzzle\t{start}")?)
            }
            _ => Err(Refusal::Request),
        }
    }

    fn adviser(&mut self) -> Result<&mut Cached, Refusal> {
        self.adviser.as_mut().ok_or(Refusal::NoImage)
    }

    fn open(&mut self, image: &'static [u8], answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let database = Database::open(image).map_err(Refusal::Image)?;
        let layout = database.layout();
        let mut check = ImageCheck::new(layout);
        while check
            .step(&image, AT_ONCE)
            .map_err(Refusal::Image)?
            .is_pending()
        {}
        if let Some(workspace) = self.workspace.take() {
            self.adviser = Some(DatabaseAdviser::new(database, workspace));
        }
        Ok(writeln!(answer, "image\t{}", layout.size())?)
    }

    /// Plays a game; `each` gets the diagram before each move, the move, and the game after it.
    fn play(
        &mut self,
        start: Diagram,
        moves: &str,
        mut each: impl FnMut(Diagram, Move, &Game) -> fmt::Result,
    ) -> Result<(), Refusal> {
        let game = &mut self.game;
        game.restart(start);
        for (text, number) in moves.split_ascii_whitespace().zip(1..) {
            let before = game.diagram();
            let mv = before.parse_move(text);
            let mv = mv.map_err(|error| Refusal::Move(number, error))?;
            let played = game.play(mv);
            played.map_err(|error| Refusal::Game(number, error))?;
            each(before, mv, game)?;
        }
        Ok(())
    }

    /// Plays a game and writes its positions and the legal moves or the outcome.
    fn replay(
        &mut self,
        start: Diagram,
        moves: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Refusal> {
        writeln!(answer, "start\t{start}")?;
        self.play(start, moves, |before, mv, game| {
            write!(answer, "ply\t{}\t", before.usi(mv))?;
            match game.outcome() {
                Some(Outcome::Catch(_)) => writeln!(answer, "-"),
                _ => writeln!(answer, "{}", game.diagram()),
            }
        })?;
        let game = &self.game;
        let now = game.diagram();
        match game.outcome() {
            Some(outcome) => {
                let reason = match outcome {
                    Outcome::Catch(_) => "catch",
                    Outcome::Try(_) => "try",
                    Outcome::NoMove(_) => "nomove",
                    Outcome::Repetition => "repetition",
                };
                let winner = match outcome.winner() {
                    Some(Side::Sente) => "b",
                    Some(Side::Gote) => "w",
                    None => "-",
                };
                writeln!(answer, "over\t{reason}\t{winner}")?;
            }
            None => {
                write!(answer, "legal\t")?;
                for (mv, number) in now.position.moves().into_iter().zip(0..) {
                    let blank = if number > 0 { " " } else { "" };
                    write!(answer, "{blank}{}", now.usi(mv))?;
                }
                writeln!(answer)?;
                if now.position.in_check() {
                    writeln!(answer, "check")?;
                }
            }
        }
        Ok(())
    }

    /// Writes the result of each move, without the number of plies.
    fn results(&mut self, diagram: Diagram, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let adviser = self.adviser()?;
        for mv in diagram.position.moves() {
            let after = diagram.position.play(mv);
            let verdict = match (after.value_by_rule(), after) {
                (Some(value), _) => Some(Verdict::Exact(value)),
                (None, After::Caught) => None,
                (None, After::Position(next)) => {
                    let advice = adviser.ask(next, Need::Result)?;
                    advice.verdict().map(Verdict::before)
                }
            };
            let result = match verdict {
                Some(Verdict::Won | Verdict::Exact(Value::Win(_))) => "won",
                Some(Verdict::Lost | Verdict::Exact(Value::Loss(_))) => "lost",
                Some(Verdict::Exact(Value::Draw)) => "draw",
                Some(Verdict::Unclear(_)) | None => "?",
            };
            writeln!(answer, "move\t{}\t{result}", diagram.usi(mv))?;
        }
        Ok(())
    }

    fn step(&mut self, budget: u32, answer: &mut Answer<'_>) -> Result<(), Refusal> {
        let begun = self.begun;
        let adviser = self.adviser()?;
        let done = adviser.step(budget)?.is_ready();
        let advice = adviser.advice();
        writeln!(answer, "done\t{}", u8::from(done))?;
        for advised in advice.moves() {
            let verdict = Some(advised.verdict);
            writeln!(
                answer,
                "move\t{}\t{}",
                begun.usi(advised.mv),
                Shown(verdict)
            )?;
        }
        Ok(())
    }

    /// Writes best moves of both sides.
    fn line(
        &mut self,
        mut at: Diagram,
        plies: usize,
        answer: &mut Answer<'_>,
    ) -> Result<(), Refusal> {
        let adviser = self.adviser()?;
        write!(answer, "line\t")?;
        for number in 0..plies {
            let advice = adviser.ask(at.position, Need::Move)?;
            let drawn = advice.verdict() == Some(Verdict::Exact(Value::Draw));
            let Some(best) = first(&advice).filter(|_| !drawn || number < DRAWN_LINE) else {
                break;
            };
            let blank = if number > 0 { " " } else { "" };
            write!(answer, "{blank}{}", at.usi(best))?;
            match at.position.play(best) {
                After::Position(next) if next.ending().is_none() => at = at.next(next),
                _ => break,
            }
        }
        Ok(writeln!(answer)?)
    }
}

fn first(advice: &Advice) -> Option<Move> {
    advice.moves().first().map(|advised| advised.mv)
}

/// A verdict as text: a number of plies, `won`, `lost` or `?`.
struct Shown(Option<Verdict>);

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Verdict::Exact(value)) => value.fmt(f),
            Some(Verdict::Won) => f.write_str("won"),
            Some(Verdict::Lost) => f.write_str("lost"),
            Some(Verdict::Unclear(_)) | None => f.write_str("?"),
        }
    }
}

/// The fields of a request.
struct Fields<'r>(Split<'r, char>);

impl<'r> Fields<'r> {
    fn text(&mut self) -> Result<&'r str, Refusal> {
        self.0.next().ok_or(Refusal::Request)
    }

    fn number(&mut self) -> Result<u32, Refusal> {
        self.text()?.parse().map_err(|_| Refusal::Request)
    }

    fn diagram(&mut self) -> Result<Diagram, Refusal> {
        Ok(self.text()?.parse()?)
    }

    /// A diagram of a game that is not over.
    fn open_diagram(&mut self) -> Result<Diagram, Refusal> {
        let diagram = self.diagram()?;
        let position: Position = diagram.position;
        match position.ending() {
            None => Ok(diagram),
            Some(_) => Err(Refusal::Over),
        }
    }
}
