//! The solved game, and `dobutsu probe` with it.

use dobutsu::solve::Solved;
use dobutsu_core::game::{Position, Value};
use dobutsu_core::player::Verdict;

use crate::common;

const START: &str = "-78\t2d3c 2d1c 1d1c";

/// The exit code of `dobutsu probe --from` the solved game, and its answers.
fn probe(input: &[u8]) -> (Option<i32>, Vec<String>) {
    let path = common::solved_path();
    let (code, answers, _) = common::run(&["probe", "--from", path.to_str().unwrap()], input);
    (code, answers.lines().map(str::to_owned).collect())
}

#[test]
fn values_equal_those_of_an_independent_solver() {
    let path = common::solved_path();
    common::assert_probe_knows_the_values(&["--from", path.to_str().unwrap()], 1);
}

#[test]
fn positions_are_read_in_all_notations() {
    let (code, answers) = probe(
        b"startpos\n\n  \nsfen gle/1c1/1C1/ELG b - 1\r\n1Cl/ec1/LG1/1G1 b E 1\n1Pk/bp1/KR1/1R1 b B 1\n",
    );
    assert_eq!((code, answers.len()), (Some(0), 4));
    assert_eq!(answers[..2], [START; 2]);
    assert!(answers[2].starts_with("3\t"));
    assert_eq!(answers[2].replace("E*", "B*"), answers[3]);
}

#[test]
fn moves_are_played_first() {
    let (code, answers) = probe(
        b"position startpos moves 2c2b\ngle/1C1/3/ELG w C 2\nstartpos moves\n\
        startpos moves 2c2b 2c2b\nsfen gle/1C1/3/ELG w C 2 moves 3a3b 2b2a+\n",
    );
    assert_eq!((code, &answers[2][..]), (Some(1), START));
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].starts_with("75\t"), "{}", answers[0]);
    assert!(answers[3].starts_with("error\t2c2b: "), "{}", answers[3]);
    assert_eq!(answers[4], "error\tthe game is over: the lion is caught");
}

#[test]
fn a_bad_line_is_answered_in_its_place() {
    let (code, answers) = probe(b"gle/1c1/1C1/ELG b - 1\nnonsense\n\xFF\nl2/3/3/2L w GECgec 1\nL1l/3/3/3 b GECgec 1\nl2/1L1/3/3 b GECgec 1");
    assert!(!answers[3].starts_with("error"), "{}", answers[3]);
    let expected = [
        START,
        "error\tan SFEN needs a board, a side to move and the hands",
        "error\tthe line is not UTF-8 text",
        &answers[3],
        "error\tthe game is over: a lion on the far rank could be caught and was not, which wins (not on lishogi)",
        // A catch and a try both win at once.
        "1\t2b3a 2b1a",
    ];
    assert_eq!(
        (code, &answers[..]),
        (Some(1), &expected.map(str::to_owned)[..])
    );
}

/// Checks that a position's value is the best that a move leads to.
fn assert_follows(solved: &Solved, number: u32, position: Position) {
    let best = solved.advice(position).verdict().and_then(Verdict::value);
    // Without a move one loses as if every move lost the lion.
    let best = best.unwrap_or(Value::Loss(2));
    assert_eq!(solved.value_of(number), best, "{position:?}");
}

#[test]
fn values_follow_from_the_next_ones_on_a_sample() {
    let solved = common::solved();
    for number in (0..solved.index().count()).step_by(997) {
        let position = solved.index().position(number).unwrap();
        assert_follows(&solved, number, position);
    }
}

#[test]
#[ignore = "long: the one-ply equation on every position"]
fn every_value_follows_from_the_next_ones() {
    let solved = common::solved();
    let index = solved.index();
    index.for_each(0..index.count(), |number, position| {
        assert_follows(&solved, number, position);
    });
}

#[test]
fn a_damaged_file_is_refused_with_a_sentence() {
    let whole = std::fs::read(common::solved_path()).unwrap();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut flipped = whole.clone();
    flipped[1_000_000] ^= 1;
    let mut older = whole.clone();
    older[16] = 0;
    for (name, bytes, sentence) in [
        (
            "empty",
            &[][..],
            "the file is too short to be a solved game",
        ),
        ("foreign", &[7; 100], "the file is not a solved game"),
        (
            "older",
            &older,
            "the file has version 0, this program reads 1",
        ),
        (
            "cut",
            &whole[..whole.len() - 1],
            "the file was cut short or is not of this game",
        ),
        (
            "flipped",
            &flipped,
            "the file is damaged: its checksum is wrong",
        ),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = Solved::read(&path).err().expect("the file is refused");
        assert_eq!(
            format!("{error:#}"),
            format!("{} cannot be used: {sentence}", path.display())
        );
        std::fs::remove_file(&path).unwrap();
    }
    let missing = folder.join("missing");
    let error = Solved::read(&missing).err().expect("there is no file");
    assert!(format!("{error:#}").starts_with(&format!("cannot read {}", missing.display())));
}

/// Without an option, `probe` uses the solved game in the cache and reports that.
#[test]
fn probe_finds_the_solved_game_in_the_cache() {
    let cache = tempfile::tempdir().unwrap();
    std::fs::create_dir(cache.path().join("dobutsu")).unwrap();
    let link = cache.path().join("dobutsu/solved");
    std::os::unix::fs::symlink(common::solved_path(), &link).unwrap();
    let output = common::dobutsu_with_cache(cache.path(), &["probe"], b"startpos\n");
    assert_eq!(output.stdout, format!("{START}\n").as_bytes());
    let report = format!("dobutsu: the answers come from {}\n", link.display());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), report);
}

/// The answers of many threads come in the order of the lines, and an image gives the same ones.
#[test]
fn probe_answers_a_batch_in_its_order() {
    let rows = common::known_values().step_by(40);
    let mut lines: Vec<&str> = rows.map(|(sfen, _)| sfen).collect();
    lines.insert(7, "nonsense");
    let input = lines.join("\n");
    let (code, answers) = probe(input.as_bytes());
    assert_eq!(code, Some(1), "one line is nonsense");
    assert!(answers[7].starts_with("error\t"));
    let image = common::image_path();
    let image = ["probe", "--image", image.to_str().unwrap()];
    let (_, same, _) = common::run(&image, input.as_bytes());
    assert!(same.lines().eq(answers));
}
