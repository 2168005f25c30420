//! SFEN, USI and printed names, good and bad.

use std::string::{String, ToString};

use proptest::prelude::*;

use super::super::*;
use super::arrangement::diagrams;

#[test]
fn each_bad_sfen_has_its_own_sentence() {
    let missing = |owner| SfenError::Position(PositionError::MissingLion(owner));
    let second = |owner| SfenError::Position(PositionError::SecondLion(owner));
    let too_many = |kind| SfenError::Position(PositionError::TooMany(kind));
    let cases = [
        ("", SfenError::TooShort),
        ("gle/1c1/1C1/ELG b", SfenError::TooShort),
        ("gle/1c1/1C1 b - 1", SfenError::Ranks),
        ("gle/1c1/1C1/ELG/3 b - 1", SfenError::Ranks),
        ("gle/1c1/1C2/ELG b - 1", SfenError::Files(3)),
        ("gle/1c/1C1/ELG b - 1", SfenError::Files(2)),
        ("glee/1c1/1C1/ELG b - 1", SfenError::Files(1)),
        ("gle/1c1/1C1/EL+ b - 1", SfenError::Files(4)),
        ("gle/1x1/1C1/ELG b - 1", SfenError::UnknownPiece('x')),
        ("gle/1ひ1/1C1/ELG b - 1", SfenError::UnknownPiece('ひ')),
        ("gle/1p1/1C1/ELG b - 1", SfenError::MixedLetters('p')),
        ("gl1/1c1/1C1/ELG b b 1", SfenError::MixedLetters('b')),
        ("gle/1c1/1C1/+ELG b - 1", SfenError::Promoted('E')),
        ("gle/1c1/1C1/E+LG b - 1", SfenError::Promoted('L')),
        ("gle/1c1/1C1/ELG x - 1", SfenError::UnknownSide),
        ("gle/1c1/1C1/ELG b 0c 1", SfenError::Hands),
        ("gle/1c1/1C1/ELG b 2 1", SfenError::Hands),
        ("gle/1c1/1C1/ELG b L 1", SfenError::Hands),
        ("gle/1c1/1C1/ELG b - 0", SfenError::Number),
        ("gle/1c1/1C1/ELG b - x", SfenError::Number),
        ("gle/1c1/1C1/ELG b - 65536", SfenError::Number),
        ("gle/1c1/1C1/ELG b - 1 x", SfenError::Trailing),
        ("g1e/1c1/1C1/ELG b - 1", missing(Owner::Theirs)),
        ("g1e/1c1/1C1/ELG w - 1", missing(Owner::Mine)),
        ("gle/1c1/1C1/E1G b - 1", missing(Owner::Mine)),
        ("gle/lc1/1C1/ELG b - 1", second(Owner::Theirs)),
        ("gle/1c1/1CL/ELG w - 1", second(Owner::Theirs)),
        ("gle/1c1/1C1/ELG b C 1", too_many(HandKind::Chick)),
        ("gle/1c1/1C1/ELG b 9e 1", too_many(HandKind::Elephant)),
        ("gle/gc1/1C1/ELG b - 1", too_many(HandKind::Giraffe)),
    ];
    let mut sentences = std::collections::BTreeSet::new();
    for (text, error) in cases {
        assert_eq!(text.parse::<Diagram>(), Err(error), "{text}");
        sentences.insert((error.to_string(), std::format!("{error:?}")));
    }
    let different: std::collections::BTreeSet<&String> =
        sentences.iter().map(|(sentence, _)| sentence).collect();
    assert_eq!(
        different.len(),
        sentences.len(),
        "two errors share a sentence"
    );
}

#[test]
fn a_handicap_is_read_and_written() {
    let text = "gle/3/1C1/ELG w - 1";
    let diagram: Diagram = text.parse().unwrap();
    assert_eq!(diagram.to_string(), text);
    assert_eq!(
        diagram.position.complete(),
        Err(PositionError::TooFew(HandKind::Chick))
    );
}

#[test]
fn each_bad_move_has_its_own_error() {
    let start = Diagram::START;
    for (text, error) in [
        ("", UsiError::Form),
        ("2c2", UsiError::Form),
        ("2c2b-", UsiError::Form),
        ("resign", UsiError::Form),
        ("4c2b", UsiError::Square),
        ("2c2e", UsiError::Square),
        ("L*2c", UsiError::Dropped),
        ("c*2c", UsiError::Dropped),
        ("2c2b+", UsiError::Promotion),
        ("2c2a", UsiError::Illegal),
        ("2b2c", UsiError::Illegal),
        ("C*3b", UsiError::Illegal),
    ] {
        assert_eq!(start.parse_move(text), Err(error), "{text}");
    }
}

#[test]
fn lishogi_is_read_and_written() {
    let diagram: Diagram = "r1b/1+pk/1K1/B1R w P 7".parse().unwrap();
    assert_eq!(diagram, "g1e/1+cl/1L1/E1G w C 7".parse().unwrap());
    let written = diagram.sfen(Letters::Shogi).to_string();
    assert_eq!(written, "r1b/1+pk/1K1/B1R w P 7");
    let diagram: Diagram = "rkb/3/1P1/BKR b P 3".parse().unwrap();
    let drop = diagram.parse_move("P*2b").unwrap();
    assert_eq!(diagram.usi(drop).to_string(), "C*2b");
    let drop = diagram.usi_in(drop, Letters::Shogi);
    assert_eq!(drop.to_string(), "P*2b");
    for refused in ["K*2b", "p*2b", "+P*2b", "N*2b"] {
        assert!(diagram.parse_move(refused).is_err(), "{refused}");
    }
}

#[test]
fn each_bad_move_in_kif_has_its_own_error() {
    let start = Diagram::START;
    for (text, error) in [
        ("", KifError::Form),
        ("２", KifError::Form),
        ("２二ひよこ", KifError::Form),
        ("２二ひよこ(2", KifError::Form),
        ("２二ひよこ(23", KifError::Form),
        ("４二ひよこ(23)", KifError::Square),
        ("２五ひよこ(23)", KifError::Square),
        ("２二ひよこ(93)", KifError::Square),
        ("同　ひよこ(23)", KifError::Same),
        ("２二いぬ(23)", KifError::Animal),
        ("２二ぞう(23)", KifError::Other),
        ("２二ひよこ(33)", KifError::Other),
        ("２二ひよこ成(23)", KifError::Promotion),
        ("２一ひよこ(23)", KifError::Illegal),
        ("３二ひよこ打", KifError::Illegal),
        ("３二ライオン打", KifError::Illegal),
        ("３二にわとり打", KifError::Illegal),
    ] {
        assert_eq!(start.parse_kif(text, None), Err(error), "{text}");
    }
    let chick: Diagram = "g1e/1Cl/3/ELG b C 1".parse().unwrap();
    assert_eq!(
        chick.parse_kif("２一ひよこ不成(22)", None),
        Err(KifError::Promotion)
    );
    let mv = chick.parse_kif("２一ひよこ成(22)", None).unwrap();
    // As other programs and people write it.
    for text in [
        "▲2一ひ(22)",
        "２１歩成（２２）",
        "☗21ヒヨコ 成(22)   ( 0:01/00:00:01)",
    ] {
        assert_eq!(chick.parse_kif(text, None), Ok(mv), "{text}");
    }
}

#[test]
fn squares_have_their_printed_names() {
    let names: std::vec::Vec<String> = Square::ALL.map(|square| square.to_string()).into();
    assert_eq!(names.join(" "), "A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4");
    // The first player's chick stands on B3 and is `2c` in USI.
    assert_eq!(Side::Gote.printed(Square::B3), Square::B2);
}

proptest! {
    #[test]
    fn sfen_round_trips(diagram in diagrams()) {
        prop_assert_eq!(diagram.to_string().parse(), Ok(diagram));
        for letters in [Letters::Animals, Letters::Shogi] {
            let written = diagram.sfen(letters).to_string();
            prop_assert_eq!(Diagram::read(&written), Ok((diagram, letters)));
        }
    }

    #[test]
    fn usi_round_trips(diagram in diagrams()) {
        for mv in diagram.position.moves() {
            let text = diagram.usi(mv).to_string();
            prop_assert_eq!(diagram.parse_move(&text), Ok(mv));
            prop_assert_eq!(diagram.parse_move(text.trim_end_matches('+')), Ok(mv));
            let theirs = diagram.usi_in(mv, Letters::Shogi).to_string();
            prop_assert_eq!(diagram.parse_move(&theirs), Ok(mv));
            for last in [None, Some(mv.to())] {
                let kif = diagram.kif(mv, last).to_string();
                prop_assert_eq!(diagram.parse_kif(&kif, last), Ok(mv), "{}", kif);
            }
            let drops = matches!(mv, Move::Drop { .. });
            prop_assert_eq!(Letters::of_move(&theirs), drops.then_some(Letters::Shogi));
            prop_assert_eq!(Letters::of_move(&text), drops.then_some(Letters::Animals));
        }
    }
}
