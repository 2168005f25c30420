//! Bad input answered in a sentence.

use super::*;

#[test]
fn impossible_wishes_are_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (
            &["--problem", "queens:8", "--cutoff", "level:9"][..],
            "deeper than the tree",
        ),
        (
            &["--problem", "queens:0", "--cutoff", "level:0"],
            "1 to 64 rows",
        ),
        (
            &["--problem", "queens:999", "--cutoff", "level:4"],
            "1 to 64 rows",
        ),
        (
            &[
                "--problem",
                "queens:8",
                "--cutoff",
                "level:4",
                "--threads",
                "0",
            ],
            "from 1 to 1024 threads",
        ),
        (
            &["--problem", "queens:8", "--cutoff", "product:1e99"],
            "too large",
        ),
        (
            &[
                "--problem",
                "queens:8",
                "--cutoff",
                "level:4",
                "--width",
                "0",
            ],
            "at least one path",
        ),
        (
            &[
                "--problem",
                "queens:8",
                "--cutoff",
                "level:4",
                "--prune",
                "islands",
            ],
            "packing",
        ),
        (
            &["--problem", "puzzle:##+#.#", "--cutoff", "level:1"],
            "hang together",
        ),
        (
            &["--problem", "puzzle:###+##", "--cutoff", "level:1"],
            "as many cells",
        ),
        (
            &["--problem", "pentomino:7x9", "--cutoff", "level:4"],
            "as many cells",
        ),
        (
            &["--problem", "tiling:9x9:3:1", "--cutoff", "level:4"],
            "64 cells",
        ),
        (
            &["--problem", "dobutsu:70", "--cutoff", "level:4"],
            "64 plies",
        ),
        (&["merge", "/no/such/file"], "cannot read"),
        (
            &[
                "--problem",
                "queens:8",
                "--cutoff",
                "level:4",
                "--trials",
                "5",
                "--resume",
                "/dev/null/file",
            ],
            "cannot write",
        ),
    ] {
        let error = refusal(arguments);
        assert!(error.contains(sentence), "{error}");
    }
    for arguments in [
        ["--problem", "chess:8", "--cutoff", "level:4"],
        ["--problem", "queens:8", "--cutoff", "deep"],
        ["--problem", "puzzle:##+x", "--cutoff", "level:1"],
        ["--problem", "@/no/such/file", "--cutoff", "level:1"],
    ] {
        assert_eq!(run(&arguments).status.code(), Some(2), "a usage error");
    }
}
