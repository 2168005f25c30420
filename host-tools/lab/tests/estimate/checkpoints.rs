//! Checkpoints that survive anything, and runs that add up.

use super::*;

#[test]
fn what_a_checkpoint_has_already_is_said() {
    let folder = Folder::new("spent");
    let file = folder.file("run");
    let resume = |more: &[&str]| run(&queens(&[more, &["--resume", &file]].concat()));
    assert!(resume(&["--trials", "50"]).stderr.is_empty());
    let again = String::from_utf8(resume(&["--trials", "50"]).stderr).unwrap();
    assert!(again.contains("50 trials of seed 1 already"), "{again}");
    let again = String::from_utf8(resume(&["--time", "0s"]).stderr).unwrap();
    assert!(again.contains("--time is the total"), "{again}");
    let before = fs::read(&file).unwrap();
    let error = refusal(&queens(&[
        "--seed", "2", "--trials", "50", "--resume", &file,
    ]));
    assert!(error.contains("seed 1, not 2"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// Runs without an end are killed as soon as they have saved something new; then the trials left out
/// on the way are made up for. Nothing depends on how far a run gets.
#[test]
fn killed_and_resumed_runs_count_every_trial_once() {
    const KILLS: u64 = 4;
    const THREADS: u64 = 2;
    const MAX_BATCH: u64 = 1 << 14;
    let folder = Folder::new("kill");
    let file = folder.file("run");
    let threads = THREADS.to_string();
    let resumed = |trials: u64| {
        let trials = trials.to_string();
        let rest = ["--threads", &threads, "--resume", &file];
        let mut command = lab(&queens(&["--trials", &trials]));
        command.args(rest).args(["--checkpoint-every", "0.02s"]);
        command
    };
    for _ in 0..KILLS {
        let before = fs::read(&file).ok();
        let mut endless = resumed(u64::MAX);
        let mut child = endless.stdout(Stdio::null()).spawn().unwrap();
        while fs::read(&file).ok() == before {
            assert!(child.try_wait().unwrap().is_none(), "it has no end");
            thread::sleep(Duration::from_millis(1));
        }
        // SIGKILL: no chance to tidy up.
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
    }
    let counted = figures(&["merge", &file])["trials"].as_u64().unwrap();
    // Each kill has left out at most what its threads had in hand, so no number beyond this is counted.
    let all = counted + KILLS * THREADS * MAX_BATCH;
    assert!(resumed(all).output().unwrap().status.success());
    let uninterrupted = figures(&queens(&["--trials", &all.to_string()]));
    assert_eq!(figures(&["merge", &file]), uninterrupted);
}

#[test]
fn parts_from_many_machines_add_up() {
    let folder = Folder::new("merge");
    let files: Vec<String> = (1..=3)
        .map(|seed| folder.file(&format!("part{seed}")))
        .collect();
    for (seed, file) in ["1", "2", "3"].iter().zip(&files) {
        figures(&queens(&[
            "--trials", "500", "--seed", seed, "--resume", file,
        ]));
    }
    let [a, b, c] = [&files[0][..], &files[1], &files[2]];
    let all = figures(&["merge", a, b, c]);
    assert_eq!(all["trials"], 1500);
    assert_eq!(all, figures(&["merge", c, a, b]));
    // Grouped, by way of a merged checkpoint.
    let two = folder.file("two");
    figures(&["merge", b, c, "--out", &two]);
    assert_eq!(all, figures(&["merge", &two, a]));
    assert!(refusal(&["merge", a, &two, b]).contains("counted twice"));
}

#[test]
fn unlike_runs_are_not_merged() {
    let folder = Folder::new("unlike");
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.file(name));
    figures(&queens(&["--trials", "10", "--resume", &a]));
    figures(&[
        "--problem",
        "queens:14",
        "--cutoff",
        "level:6",
        "--trials",
        "10",
        "--resume",
        &b,
    ]);
    let error = refusal(&["merge", &a, &b, "--out", &out]);
    assert!(error.contains("different settings"), "{error}");
    assert!(!Path::new(&out).exists());
    let error = refusal(&[
        "--problem",
        "queens:13",
        "--cutoff",
        "level:7",
        "--trials",
        "10",
        "--resume",
        &a,
    ]);
    assert!(error.contains("other settings"), "{error}");
}

#[test]
fn a_damaged_checkpoint_is_refused_and_kept() {
    let folder = Folder::new("damage");
    let file = folder.file("run");
    let arguments = queens(&["--trials", "10", "--resume", &file]);
    figures(&arguments);
    let good = fs::read(&file).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 4;
    let version = String::from_utf8(good.clone())
        .unwrap()
        .replacen("estimate 3", "estimate 9", 1);
    let bad: [(Vec<u8>, &str); 5] = [
        (flipped, "damaged"),
        (good[..good.len() - 1].into(), "damaged"),
        (version.into_bytes(), "format 9"),
        (b"shopping list\n".into(), "not a checkpoint"),
        (Vec::new(), "not a checkpoint"),
    ];
    for (bytes, sentence) in bad {
        fs::write(&file, &bytes).unwrap();
        for arguments in [&arguments[..], &["merge", &file]] {
            let error = refusal(arguments);
            assert!(error.contains(sentence), "{error}");
            assert_eq!(fs::read(&file).unwrap(), bytes, "nothing was overwritten");
        }
    }
}
