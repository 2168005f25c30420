//! Games as text.

use std::string::{String, ToString};
use std::vec::Vec;

use proptest::prelude::*;

use crate::game::{Diagram, KifError, Outcome, PositionError, SfenError, Side, UsiError};
use crate::game::{HandKind, Owner};
use crate::player::{Dice, Game, Kifu, KifuError, Mistake, PLIES};

/// As lishogi exports a game, times included.
const WILD: &str = "開始日時：2026/01/17 22:40:10
終了日時：2026/01/17 22:41:55
棋戦：Casual Correspondence Dobutsu
場所：https://lishogi.org/example1
手合割：どうぶつしょうぎ
先手：きたお
後手：
手数----指手---------消費時間--
* ここからどうぶつ
   1   ２二ひよこ(23)   ( 0:03/00:00:03)
   2   同　ぞう(11)   ( 0:05/00:00:05)
* ぞうで取る
   3   １三きりん(14)
   4   同　ぞう(22)
   5   同　ライオン(24)
   6   ２三きりん打
   7   投了

変化：3手
   3   ２三ライオン(24)
";

/// The same without what only lishogi needs.
const PLAIN: &str = "手合割：どうぶつしょうぎ
先手：きたお
後手：
手数----指手---------消費時間--
   1   ２二ひよこ(23)
   2   同　ぞう(11)
   3   １三きりん(14)
   4   同　ぞう(22)
   5   同　ライオン(24)
   6   ２三きりん打
   7   投了
";

#[test]
fn a_score_from_the_wild_is_read_and_written() {
    let wild = Kifu::read(WILD).unwrap();
    assert_eq!(wild.names, ["きたお", ""]);
    assert_eq!(wild.closing, Some("投了"));
    assert_eq!(
        wild.usi().to_string(),
        "startpos moves 2c2b 1a2b 1d1c 2b1c 2d1c G*2c"
    );
    assert_eq!(wild.kif().to_string(), PLAIN);
    assert_eq!(Kifu::read(PLAIN).unwrap().kif().to_string(), PLAIN);
    for ended in ["\r\n", "\n\n"] {
        let text = WILD.replace('\n', ended);
        assert_eq!(Kifu::read(&text).unwrap().kif().to_string(), PLAIN);
    }
    let marked = std::format!("\u{FEFF}{PLAIN}");
    assert_eq!(Kifu::read(&marked).unwrap().kif().to_string(), PLAIN);
}

#[test]
fn a_game_from_a_board_keeps_its_board() {
    let text = "手合割：どうぶつしょうぎ
後手の持駒：きりん　ひよこ
  ３ ２ １
+---------+
| ・vラ ・|一
| ・ に ・|二
| ・ ・ ラ|三
| ぞ ・ ・|四
+---------+
先手の持駒：きりん　ぞう
後手番
先手：
後手：
手数----指手---------消費時間--
   1   同　ライオン(21)
";
    // 同 before any move is a mistake; the square has to be named.
    assert_eq!(
        Kifu::read(text).map(drop),
        Err(KifuError {
            line: 15,
            mistake: Mistake::Kif(KifError::Same)
        })
    );
    let text = text.replace("同　ラ", "２二ラ");
    let kifu = Kifu::read(&text).unwrap();
    assert_eq!(
        kifu.usi().to_string(),
        "sfen 1l1/1+C1/2L/E2 w GEgc 1 moves 2a2b"
    );
    assert_eq!(kifu.kif().to_string(), text);
}

/// Lishogi's board names no game in what it writes.
#[test]
fn a_game_without_odds_may_be_ours() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n   1   １三きりん(14)   (0:07/0:0:7)\n   2   投了\n";
    let kifu = Kifu::read(text).unwrap();
    assert_eq!(kifu.usi().to_string(), "startpos moves 1d1c");
    assert_eq!(kifu.closing, Some("投了"));
}

#[test]
fn lists_are_read_however_they_begin() {
    for text in [
        "position startpos moves 2c2b 1a2b",
        "startpos moves 2c2b 1a2b\n",
        "2c2b\r\n1a2b\r\n",
        "\n\nmoves 2c2b 1a2b",
        "sfen rkb/1p1/1P1/BKR b - 1 moves 2c2b\n1a2b",
    ] {
        let kifu = Kifu::read(text).unwrap();
        assert_eq!(kifu.usi().to_string(), "startpos moves 2c2b 1a2b", "{text}");
    }
    let caught = Kifu::read("sfen gle/1C1/3/ELG b C 1 moves 2b2a+").unwrap();
    assert_eq!(caught.game.outcome(), Some(Outcome::Catch(Side::Sente)));
    assert_eq!(
        Kifu::read("startpos").unwrap().usi().to_string(),
        "startpos"
    );
}

#[test]
fn errors_have_the_line_of_the_mistake() {
    for (text, line, mistake) in [
        ("", 1, Mistake::Nothing),
        ("\n \n", 1, Mistake::Nothing),
        ("ここには何もない\n", 1, Mistake::Nothing),
        ("2c2b\n1a2b\n9z", 3, Mistake::Usi(UsiError::Form)),
        (
            "sfen x b - 1",
            1,
            Mistake::Sfen(SfenError::UnknownPiece('x')),
        ),
        ("手合割：平手\n", 1, Mistake::Nothing),
        ("手合割：二枚落ち\n", 1, Mistake::OtherGame),
        ("手合割：平手\n1 ７六歩(77)\n", 2, Mistake::OtherGame),
        (
            "手合割：平手\n|v香v桂v銀v金v玉v金v銀v桂v香|一\n",
            2,
            Mistake::OtherGame,
        ),
        (
            "手合割：平手\n1 ２二ひよこ(23)\n2 ７六歩(77)\n",
            3,
            Mistake::Kif(KifError::Square),
        ),
        (
            "手合割：どうぶつしょうぎ\n1 ７六歩(77)\n",
            2,
            Mistake::Kif(KifError::Square),
        ),
        (
            "手合割：どうぶつしょうぎ\n1 ２二ひよこ(23)\nほげ\n",
            3,
            Mistake::Kif(KifError::Form),
        ),
        ("|vきvラ|一\n", 1, Mistake::Rank),
        ("|vきvラvぞvぞ|一\n", 1, Mistake::Rank),
        ("|vきvラvぞ|一\n\n1 ２二ひよこ(23)", 1, Mistake::Ranks),
        ("先手の持駒：いぬ\n", 1, Mistake::Hand),
        ("先手の持駒：ライオン\n", 1, Mistake::Hand),
        (
            "| ・vラ ・|一\n| ・ ・ ・|二\n| ・ ・ ・|三\n| ・ ・ ・|四\n先手の持駒：ひ\n1 １三ひよこ打",
            4,
            Mistake::Position(PositionError::MissingLion(Owner::Mine)),
        ),
        (
            "| ・vラ ・|一\n| ・ ・ ・|二\n| ・ ・ ・|三\n| ・ ラ ・|四\n先手の持駒：ひ三\n先手：\n1 １三ひよこ打",
            5,
            Mistake::Position(PositionError::TooMany(HandKind::Chick)),
        ),
    ] {
        let error = Kifu::read(text).map(drop).unwrap_err();
        assert_eq!(error, KifuError { line, mistake }, "{text}");
        assert!(
            error
                .to_string()
                .starts_with(&std::format!("line {line}: "))
        );
    }
}

/// A game that goes on after its end by the rules is read up to there.
#[test]
fn moves_after_the_end_are_skipped() {
    let shuffle = "1d1c 3a3b 1c1d 3b3a\n".repeat(PLIES);
    let try_stands = "2d1c 2a3b 1c1b 3b3c 1b1a\n\n3c3d";
    let caught = "sfen gle/1C1/3/ELG b C 1 moves 2b2a+\n3a3b";
    for (text, plies, line, outcome) in [
        (&shuffle[..], 8, 3, Outcome::Repetition),
        (try_stands, 5, 3, Outcome::Try(Side::Sente)),
        (caught, 1, 2, Outcome::Catch(Side::Sente)),
    ] {
        let kifu = Kifu::read(text).unwrap();
        assert_eq!((kifu.game.plies(), kifu.after_end), (plies, Some(line)));
        assert_eq!(kifu.game.outcome(), Some(outcome));
        let mut more = kifu.kif().to_string();
        let next = more.lines().count() + 2;
        more.push_str("* まだ\n  99   ３三きりん打\n 100   投了\n");
        let again = Kifu::read(&more).unwrap();
        assert_eq!((again.game.plies(), again.after_end), (plies, Some(next)));
        assert_eq!((again.game.outcome(), again.closing), (Some(outcome), None));
    }
}

#[test]
fn moves_are_reported_with_their_lines() {
    let mut lines = Vec::new();
    let wild = Kifu::read_with(WILD, |line| lines.push(line)).unwrap();
    assert_eq!(lines, [10, 11, 13, 14, 15, 16]);
    assert_eq!((wild.variations, wild.after_end), (1, None));
    lines.clear();
    Kifu::read_with("startpos moves 2c2b\n1a2b", |line| lines.push(line)).unwrap();
    assert_eq!(lines, [1, 2]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_game_round_trips(seed: u32, plies in 0usize..80) {
        let mut dice = Dice::new(seed);
        let mut game = Game::new(Diagram::START);
        while game.outcome().is_none() && game.plies() < plies {
            let moves = game.diagram().position.moves();
            game.play(moves[dice.below(moves.len())]).unwrap();
        }
        let kifu = Kifu { names: ["a", "ひと"], ..Kifu::new(game) };
        let texts: Vec<String> = std::vec![kifu.kif().to_string(), kifu.usi().to_string()];
        for text in &texts {
            let read = Kifu::read(text).unwrap();
            prop_assert_eq!(read.game.moves(), kifu.game.moves());
            prop_assert_eq!(read.game.outcome(), kifu.game.outcome());
        }
        prop_assert_eq!(Kifu::read(&texts[0]).unwrap().names, kifu.names);
    }
}
