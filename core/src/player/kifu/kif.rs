//! Kifu in KIF.
//!
//! The header may have the game (手合割), the players (先手, 後手), a board with hands if the game does
//! not start from the beginning, and the side to move. Other lines of the header, comments (`*`, `#`,
//! `&`), times and variations (変化) are skipped.

use core::fmt;

use super::{Kifu, KifuError, Mistake};
use crate::game::{
    After, Diagram, HandKind, Hands, Owner, Piece, Position, PositionError, RANKS, Side, Square,
    kif_name, read_animal, read_digit,
};
use crate::player::Game;

/// How this game is named in a header.
const NAMES: [&str; 5] = [
    "どうぶつしょうぎ",
    "どうぶつ将棋",
    "動物将棋",
    "どうぶつ",
    "dobutsu",
];

/// The header of a game without odds, of whichever kind.
const EVEN: &str = "平手";

/// Words that end a game without a move.
const CLOSINGS: &str =
    "投了 中断 千日手 持将棋 詰み 切れ負け 反則勝ち 反則負け 入玉勝ち トライ 不戦勝 不戦敗";

/// The start of the game in a header.
struct Header {
    squares: [Option<Piece>; Square::COUNT],
    ranks: usize,
    hands: Hands,
    side: Side,
    /// The line of the last rank.
    rank_line: usize,
    /// The line of the last rank or hand.
    last_line: usize,
}

pub(super) fn read(text: &str, mut played: impl FnMut(usize)) -> Result<Kifu<'_>, KifuError> {
    let mut reader = Reader {
        kifu: Kifu::new(Game::new(Diagram::START)),
        header: Some(Header {
            squares: [None; Square::COUNT],
            ranks: 0,
            hands: Hands::EMPTY,
            side: Side::Sente,
            rank_line: 0,
            last_line: 0,
        }),
        number: 1,
        known: false,
        is_even: false,
        last: None,
    };
    for (number, line) in (1..).zip(text.lines()) {
        reader.number = number;
        let line = line.trim();
        if line.starts_with("変化") {
            reader.kifu.variations += 1;
        }
        if reader.kifu.variations == 0 {
            let plies = reader.kifu.game.plies();
            reader.line(line).map_err(|error| reader.judge(error))?;
            if reader.kifu.game.plies() > plies {
                played(number);
            }
        }
    }
    reader.finish()
}

struct Reader<'a> {
    kifu: Kifu<'a>,
    /// The header, until the first move.
    header: Option<Header>,
    /// The line that is being read.
    number: usize,
    /// Whether a header of this game, a board or a move has been read.
    known: bool,
    /// Whether the header names no game but "without a handicap" (平手): so do other games, and this
    /// one as lishogi's board writes it.
    is_even: bool,
    /// Where the last move went, as it is printed.
    last: Option<Square>,
}

impl<'a> Reader<'a> {
    /// The mistake in the line that is being read.
    fn wrong(&self, mistake: Mistake) -> KifuError {
        let line = self.number;
        KifuError { line, mistake }
    }

    fn line(&mut self, line: &'a str) -> Result<(), KifuError> {
        if line.is_empty()
            || line.starts_with(['*', '＊', '#', '&', '+'])
            || line.starts_with("まで")
        {
            return Ok(());
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_number = |word: &str| {
            let word = word.trim_end_matches(['.', '。']);
            let digit = |letter: char| letter.is_ascii_digit() || read_digit(letter).is_some();
            !word.is_empty() && word.chars().all(digit)
        };
        // The files above a board are a row of numbers.
        if line.split_whitespace().all(is_number) {
            return Ok(());
        }
        if is_number(first) {
            return self.turn(rest.trim_start());
        }
        let is_header = self.head(line).map_err(|mistake| self.wrong(mistake))?;
        if is_header {
            return Ok(());
        }
        let starts_move = line.starts_with(['▲', '△', '☗', '☖', '同', '仝'])
            || line.chars().next().and_then(read_digit).is_some();
        match starts_move || self.header.is_none() {
            true => self.turn(line),
            false => Ok(()),
        }
    }

    /// If the header names no game and not even the first move can be read, it is another game.
    fn judge(&self, error: KifuError) -> KifuError {
        let is_shape = matches!(
            error.mistake,
            Mistake::Kif(_) | Mistake::Rank | Mistake::Ranks | Mistake::Hand
        );
        match self.is_even && is_shape && self.kifu.game.plies() == 0 {
            true => KifuError {
                mistake: Mistake::OtherGame,
                ..error
            },
            false => error,
        }
    }

    /// A line of the header, if it is one.
    fn head(&mut self, line: &'a str) -> Result<bool, Mistake> {
        let Some(header) = &mut self.header else {
            return Ok(false);
        };
        if let Some(rank) = line.strip_prefix('|') {
            self.known = true;
            header.read_rank(rank)?;
            (header.rank_line, header.last_line) = (self.number, self.number);
        } else if line.starts_with("後手番") || line.starts_with("上手番") {
            header.side = Side::Gote;
        } else if let Some((key, value)) = line.split_once(['：', ':']) {
            let value = value.trim();
            match key.trim() {
                "手合割" => {
                    self.known = NAMES.iter().any(|name| value.eq_ignore_ascii_case(name));
                    self.is_even = value == EVEN;
                    if !self.known && !self.is_even && !value.is_empty() {
                        return Err(Mistake::OtherGame);
                    }
                }
                "先手" | "下手" => self.kifu.names[0] = value,
                "後手" | "上手" => self.kifu.names[1] = value,
                "先手の持駒" | "下手の持駒" => {
                    header.read_hand(Owner::Mine, value)?;
                    header.last_line = self.number;
                }
                "後手の持駒" | "上手の持駒" => {
                    header.read_hand(Owner::Theirs, value)?;
                    header.last_line = self.number;
                }
                _ => {}
            }
        } else {
            return Ok(line.starts_with("手数"));
        }
        Ok(true)
    }

    /// A move, or a word that ends the game.
    fn turn(&mut self, text: &'a str) -> Result<(), KifuError> {
        self.begin()?;
        if self.kifu.after_end.is_some() {
            return Ok(());
        }
        let closing = text
            .split(|letter: char| letter.is_whitespace() || letter == '(')
            .next();
        if let Some(word) = closing.filter(|&word| CLOSINGS.split(' ').any(|known| known == word)) {
            self.kifu.closing = Some(word);
            return Ok(());
        }
        if self.kifu.game.outcome().is_some() {
            self.kifu.after_end = Some(self.number);
            return Ok(());
        }
        let diagram = self.kifu.game.diagram();
        let last = self.last.map(|last| diagram.side.printed(last));
        let mv = diagram.parse_kif(text, last);
        let mv = mv.map_err(|error| self.wrong(Mistake::Kif(error)))?;
        let made = self.kifu.game.play(mv);
        made.map_err(|error| self.wrong(Mistake::Game(error)))?;
        self.last = Some(diagram.side.printed(mv.to()));
        self.known = true;
        Ok(())
    }

    /// Sets up the position of the header.
    fn begin(&mut self) -> Result<(), KifuError> {
        match self.header.take() {
            Some(header) if header.ranks > 0 => {
                self.kifu.game.restart(header.diagram()?);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Kifu<'a>, KifuError> {
        self.begin()?;
        match self.known {
            true => Ok(self.kifu),
            false => Err(self.wrong(Mistake::Nothing)),
        }
    }
}

impl Header {
    /// `vきvラvぞ|一`: three squares, `v` before gote's.
    fn read_rank(&mut self, text: &str) -> Result<(), Mistake> {
        let mut rest = text.split('|').next().unwrap_or("");
        for file in 0..3 {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(['・', '.']) {
                rest = after;
                continue;
            }
            let (owner, name) = match rest.strip_prefix(['v', 'V', 'ｖ']) {
                Some(name) => (Owner::Theirs, name),
                None => (Owner::Mine, rest),
            };
            let (kind, after) = read_animal(name).ok_or(Mistake::Rank)?;
            let square = Square::at(file, self.ranks).ok_or(Mistake::Ranks)?;
            self.squares[square.index()] = Some(Piece { owner, kind });
            rest = after;
        }
        self.ranks += 1;
        match rest.trim().is_empty() {
            true => Ok(()),
            false => Err(Mistake::Rank),
        }
    }

    fn read_hand(&mut self, owner: Owner, text: &str) -> Result<(), Mistake> {
        let mut rest = text.trim_start();
        if rest == "なし" || rest.is_empty() {
            return Ok(());
        }
        while !rest.is_empty() {
            let (kind, after) = read_animal(rest).ok_or(Mistake::Hand)?;
            let kind = kind.captured().ok_or(Mistake::Hand)?;
            let mut letters = after.chars();
            let count = letters.next().and_then(read_digit);
            rest = match count {
                Some(_) => letters.as_str(),
                None => after,
            };
            let held = &mut self.hands[(owner, kind)];
            *held = held.saturating_add(count.unwrap_or(1) as u8);
            rest = rest.trim_start();
        }
        Ok(())
    }

    /// The position, once every line of it is read.
    fn diagram(&self) -> Result<Diagram, KifuError> {
        let wrong = |line, mistake| KifuError { line, mistake };
        if self.ranks != 4 {
            return Err(wrong(self.rank_line, Mistake::Ranks));
        }
        let position = Position::new(&self.squares, self.hands).and_then(Position::complete);
        let position = position.map_err(|error| {
            let is_on_board = matches!(
                error,
                PositionError::MissingLion(_) | PositionError::SecondLion(_)
            );
            let line = match is_on_board {
                true => self.rank_line,
                false => self.last_line,
            };
            wrong(line, Mistake::Position(error))
        })?;
        Ok(match self.side {
            Side::Sente => Diagram::new(position, Side::Sente),
            Side::Gote => Diagram::new(position.rotated(), Side::Gote),
        })
    }
}

pub(super) fn write(f: &mut fmt::Formatter<'_>, kifu: &Kifu<'_>) -> fmt::Result {
    let Kifu {
        game,
        names,
        closing,
        ..
    } = kifu;
    let mut here = game.diagram_at(0);
    writeln!(f, "手合割：{}", NAMES[0])?;
    if here.position != Position::START || here.side != Side::Sente {
        write_board(f, here)?;
    }
    writeln!(f, "先手：{}\n後手：{}", names[0], names[1])?;
    writeln!(f, "手数----指手---------消費時間--")?;
    let mut last = None;
    for (ply, &mv) in game.moves().iter().enumerate() {
        let same = last.map(|last| here.side.printed(last));
        writeln!(f, "{:4}   {}", ply + 1, here.kif(mv, same))?;
        last = Some(here.side.printed(mv.to()));
        if let After::Position(next) = here.position.play(mv) {
            here = here.next(next);
        }
    }
    match closing {
        Some(word) => writeln!(f, "{:4}   {word}", game.plies() + 1),
        None => Ok(()),
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, diagram: Diagram) -> fmt::Result {
    let position = diagram.seen_by(Side::Sente);
    writeln!(f, "後手の持駒：{}", hand(position, Owner::Theirs))?;
    writeln!(f, "  ３ ２ １\n+---------+")?;
    for (rank, name) in RANKS.iter().enumerate() {
        f.write_str("|")?;
        for file in 0..3 {
            match Square::at(file, rank).and_then(|square| position.piece_at(square)) {
                None => f.write_str(" ・")?,
                Some(Piece { owner, kind }) => {
                    let whose = match owner {
                        Owner::Mine => " ",
                        Owner::Theirs => "v",
                    };
                    let initial = kif_name(kind).chars().next().unwrap_or_default();
                    write!(f, "{whose}{initial}")?;
                }
            }
        }
        writeln!(f, "|{name}")?;
    }
    writeln!(
        f,
        "+---------+\n先手の持駒：{}",
        hand(position, Owner::Mine)
    )?;
    match diagram.side {
        Side::Sente => Ok(()),
        Side::Gote => writeln!(f, "後手番"),
    }
}

/// Displays the pieces that a side has in hand.
fn hand(position: Position, owner: Owner) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let mut is_empty = true;
        for kind in HandKind::ALL.into_iter().rev() {
            let held = position.hand(owner, kind);
            if held > 0 {
                let space = if is_empty { "" } else { "　" };
                let count = if held > 1 { "二" } else { "" };
                write!(f, "{space}{}{count}", kif_name(kind.kind()))?;
                is_empty = false;
            }
        }
        f.write_str(if is_empty { "なし" } else { "" })
    })
}
