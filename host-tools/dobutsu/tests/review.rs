//! Games from files, reviewed with the solved game.

use crate::common;

const SCORE: &str = "手合割：どうぶつしょうぎ
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

fn review(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let solved = common::solved_path();
    let from = ["review", "-", "--from", solved.to_str().unwrap()];
    common::run(&[&from[..], arguments].concat(), input)
}

#[test]
fn a_game_is_reviewed_in_either_encoding_and_notation() {
    let (code, kif, error) = review(&[], SCORE.as_bytes());
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let lines: Vec<&str> = kif.lines().collect();
    assert!(lines[0].starts_with("   1  ☗ 2c2b   loses in 76"), "{kif}");
    assert!(kif.contains("sente (きたお): 3 moves, "), "{kif}");
    assert!(kif.contains("After 6 moves sente resigned."), "{kif}");
    let (shift_jis, _, lost) = encoding_rs::SHIFT_JIS.encode(SCORE);
    assert!(!lost);
    assert_eq!(review(&[], &shift_jis).1, kif);
    let (_, list, _) = review(&["--usi"], SCORE.as_bytes());
    assert_eq!(list, "startpos moves 2c2b 1a2b 1d1c 2b1c 2d1c G*2c\n");
    let (_, lishogi, _) = review(&["--usi", "--lishogi"], SCORE.as_bytes());
    assert_eq!(lishogi, "startpos moves 2c2b 1a2b 1d1c 2b1c 2d1c R*2c\n");
    let (_, from_list, _) = review(&[], lishogi.as_bytes());
    let moves = |text: &str| -> Vec<String> { text.lines().take(6).map(String::from).collect() };
    assert_eq!(moves(&from_list), moves(&kif));
}

#[test]
fn the_deciding_move_is_named() {
    let (_, text, _) = review(&[], SCORE.as_bytes());
    let sentence = "Decided by move 6: with G*2c gote threw away a draw; 3a3b would have kept it.";
    assert!(text.contains(sentence), "{text}");
    assert!(
        text.contains("   4  ☖ 2b1c   draws         ?  3a3b wins in 71\n"),
        "{text}"
    );
    // Both play the best there is.
    let (_, text, _) = review(&[], b"startpos moves 2d3c 2b2c");
    assert!(text.contains("No move changed the result."), "{text}");
    assert!(text.contains("After 2 moves it is not over."), "{text}");
}

#[test]
fn files_are_written_and_pictures_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["game.kif", "game.kifu"] {
        let files = ["--kif", &path(name), "--svg", &path("game.svg")];
        let (code, _, error) = review(&files, SCORE.as_bytes());
        assert_eq!((code, error.as_str()), (Some(0), ""));
    }
    let utf8 = std::fs::read_to_string(path("game.kifu")).unwrap();
    assert_eq!(without_values(&utf8), SCORE);
    let shift_jis = std::fs::read(path("game.kif")).unwrap();
    assert_eq!(encoding_rs::SHIFT_JIS.decode(&shift_jis).0, utf8);
    let svg = std::fs::read_to_string(path("game.svg")).unwrap();
    assert_eq!(
        svg.matches("<rect").count(),
        1 + 6,
        "the background and a bar for each move"
    );
}

/// The text without the comments of a review.
fn without_values(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines
        .filter(|line| !line.starts_with("*dobutsu: "))
        .collect()
}

/// Header, times, comments, variations and line ends are kept, and a second review replaces the first.
#[test]
fn values_are_added_to_a_game_in_kif() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.kifu");
    let path = path.to_str().unwrap();
    let game = "開始日時：2026/01/17 22:40:10
手合割：どうぶつしょうぎ
先手：きたお
手数----指手---------消費時間--
* ここから
   1   ２二ひよこ(23)   ( 0:03/00:00:03)
   2   同　ぞう(11)   ( 0:05/00:00:05)
* ぞうで取る
   3   １三きりん(14)
   4   同　ぞう(22)
   5   投了

変化：3手
   3   ２三ライオン(24)
"
    .replace('\n', "\r\n");
    let (code, text, warning) = review(&["--kif", path], game.as_bytes());
    assert_eq!(
        (code, &warning[..]),
        (Some(0), "dobutsu: -: 1 variation skipped\n")
    );
    assert!(text.contains("After 4 moves sente resigned."), "{text}");
    let annotated = std::fs::read_to_string(path).unwrap();
    assert_eq!(without_values(&annotated), game);
    let comments: Vec<&str> = (annotated.lines())
        .filter(|line| line.starts_with("*dobutsu: "))
        .collect();
    assert_eq!(
        comments,
        [
            "*dobutsu: あと75手で後手の勝ち。緩手、最善は３三ライオン(24)で、あと77手で後手の勝ち",
            "*dobutsu: あと74手で後手の勝ち",
            "*dobutsu: あと71手で後手の勝ち。緩手、最善は２三ぞう(34)で、あと73手で後手の勝ち",
            "*dobutsu: 引き分け。疑問手、最善は３二きりん(31)で、あと70手で後手の勝ち",
        ]
    );
    let (code, ..) = review(&["--kif", path], annotated.as_bytes());
    assert_eq!(code, Some(0));
    assert_eq!(std::fs::read_to_string(path).unwrap(), annotated);
}

#[test]
fn a_game_that_goes_on_after_its_end_is_reviewed_up_to_there() {
    for (moves, warned, end) in [
        (
            "2d3c 2a1b 3c2d 1b2a 2d3c 2a1b 3c2d 1b2a\n2d3c",
            "dobutsu: -, line 2: the moves after the end of the game are skipped\n",
            "After 8 moves the same position arose a third time: a draw.\n",
        ),
        (
            "2d1c 2a3b 1c1b 3b3c 1b1a 3c3d",
            "dobutsu: -, line 1: the moves after the end of the game are skipped\n",
            "After 5 moves sente's lion stands on the far rank and cannot be caught.\n",
        ),
        ("2c2b", "", "After 1 move it is not over.\n"),
    ] {
        let (code, text, warning) = review(&[], moves.as_bytes());
        assert_eq!((code, &warning[..]), (Some(0), warned));
        assert!(text.ends_with(end), "{text}");
    }
}

#[test]
fn an_error_in_a_file_is_reported_with_its_line() {
    for (input, sentence) in [
        (
            &b"2c2b\n9z9z\n"[..],
            "dobutsu: -, line 2: a square is a file from 1 to 3 and a rank from a to d\n",
        ),
        (
            b"\xFF\xFF",
            "dobutsu: -: the text is neither UTF-8 nor Shift-JIS\n",
        ),
        (b"", "dobutsu: -, line 1: there is no move in it\n"),
        (
            "手合割：平手\n   1 ７六歩(77)\n".as_bytes(),
            "dobutsu: -, line 2: the game is not どうぶつしょうぎ\n",
        ),
    ] {
        assert_eq!(
            review(&[], input),
            (Some(1), String::new(), sentence.to_owned())
        );
    }
    assert_eq!(
        common::run(&["review", "/nowhere/game.kif"], b"").0,
        Some(1)
    );
}
