//! The database image: exact, and unusable images refused with a sentence.

use std::fs;
use std::path::Path;

use dobutsu::build;
use dobutsu::image::{ImageAdviser, ImageFile};
use dobutsu::solve::Solved;
use dobutsu_core::database::image::HEADER;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Database, ProbeError, Workspace};
use dobutsu_core::game::{After, Diagram, Move, Outcome, Position, Side, Square, Value};
use dobutsu_core::player::{Adviser, DatabaseAdviser, Game, Need, PLIES, Verdict};

use crate::common;

fn values(every: usize) {
    let path = common::image_path();
    common::assert_probe_knows_the_values(&["--image", path.to_str().unwrap()], every);
}

#[test]
fn values_equal_those_of_an_independent_solver() {
    values(25);
}

#[test]
#[ignore = "long: every move of 3,000 positions, walked to its end"]
fn all_values_equal_those_of_an_independent_solver() {
    values(1);
}

/// The adviser that ships, on the image.
fn adviser() -> ImageAdviser {
    let image = ImageFile::read(&common::image_path()).unwrap();
    image.into_adviser().unwrap()
}

/// A game from a position of the index, the database against a mover that `reply` chooses.
fn play(
    adviser: &mut ImageAdviser,
    start: Position,
    database_first: bool,
    mut reply: impl FnMut(&mut ImageAdviser, Position) -> Move,
) -> (Option<Outcome>, usize) {
    let mut game = Game::new(Diagram::new(start, Side::Sente));
    let mut databases_turn = database_first;
    while game.outcome().is_none() && game.plies() < PLIES {
        let position = game.diagram().position;
        let mv = if databases_turn {
            common::best_move(adviser, position)
        } else {
            reply(adviser, position)
        };
        game.play(mv).unwrap();
        databases_turn = !databases_turn;
    }
    (game.outcome(), game.plies())
}

fn games_against_random_movers(games: u64) {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut adviser = adviser();
    let count = u64::from(solved.index().count());
    for game in 0..games {
        let number = (mix(game + 77) % count) as u32;
        let start = solved.index().position(number).unwrap();
        let mut dice = mix(game);
        let (outcome, plies) = play(&mut adviser, start, true, |_, position| {
            dice = mix(dice.wrapping_add(1));
            let moves = position.moves();
            moves[dice as usize % moves.len()]
        });
        common::assert_kept(solved.value_of(number), outcome, plies, start);
    }
}

#[test]
fn random_movers_are_held_to_the_value() {
    games_against_random_movers(300);
}

#[test]
#[ignore = "long: 10,000 games"]
fn ten_thousand_random_movers_are_held_to_the_value() {
    games_against_random_movers(10_000);
}

#[test]
fn the_second_player_wins_from_the_start_within_78_plies() {
    let mut adviser = adviser();
    // Against itself, which defends best, and against random movers.
    for game in 0..20u64 {
        let mut dice = mix(game + 5);
        let (outcome, plies) = play(&mut adviser, Position::START, false, |adviser, position| {
            dice = mix(dice.wrapping_add(1));
            let moves = position.moves();
            match game {
                0 => common::best_move(adviser, position),
                _ => moves[dice as usize % moves.len()],
            }
        });
        assert_eq!(outcome.and_then(Outcome::winner), Some(Side::Gote));
        assert!(
            plies <= 78 && (game > 0 || plies == 78),
            "game {game} took {plies} plies"
        );
    }
}

#[test]
fn a_changed_image_is_refused_and_never_panics() {
    let good = std::fs::read(common::image_path()).unwrap();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut older = good.clone();
    older[16] = 0;
    let with = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 16;
        bytes
    };
    for (name, bytes, sentence) in [
        ("no-image", Vec::new(), "there is no database image"),
        (
            "foreign-image",
            vec![b'x'; 5000],
            "there is no database image",
        ),
        (
            "old-image",
            older,
            "the database image has version 0, not 1",
        ),
        (
            "cut-image",
            good[..good.len() / 2].to_vec(),
            "the database image was cut short",
        ),
        (
            "header-image",
            with(40),
            "the database image's header is damaged",
        ),
        (
            "model-image",
            with(5000),
            "the database image is damaged in its network for results",
        ),
        (
            "planes-image",
            with(good.len() - 9),
            "the database image is damaged in its answers about delays",
        ),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, &bytes).unwrap();
        let named = path.to_str().unwrap();
        let expected = format!("dobutsu: {named} cannot be used: {sentence}\n");
        for command in ["probe", "verify", "usi"] {
            let output = common::dobutsu(&[command, "--image", named], b"");
            assert_eq!(output.status.code(), Some(1), "{command} {name}");
            assert_eq!(
                String::from_utf8(output.stderr).unwrap(),
                expected,
                "{command}"
            );
        }
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn flipped_bits_give_errors_or_wrong_answers_but_always_an_end() {
    let good = std::fs::read(common::image_path()).unwrap();
    let position = |sfen: &str| sfen.parse::<Diagram>().unwrap().position;
    let starts = [Position::START, position("G1l/1eE/3/CL1 b Cg 1")];
    let mut opened = 0;
    for trial in 0..60u64 {
        let mut bytes = good.clone();
        for flip in 0..1 + trial * 40 {
            let hash = mix(trial << 20 | flip);
            let at = HEADER as u64 + hash % (bytes.len() as u64 - u64::from(HEADER));
            bytes[at as usize] ^= 1 << (hash >> 61);
        }
        // Without the checksums, as on the chip while they are still being computed.
        let Ok(database) = Database::open(&bytes[..]) else {
            // The plan's length is looked at when it is opened.
            continue;
        };
        opened += 1;
        for start in starts {
            let workspace = Box::<Workspace<256>>::default();
            let mut adviser = DatabaseAdviser::new(database, workspace);
            for need in [Need::Move, Need::Choice, Need::Value] {
                let _ = adviser.ask(start, need);
            }
        }
    }
    assert!(opened > 30, "{opened} of 60 were opened");
}

/// Each drawn position's chosen move keeps the draw.
#[test]
fn draws_are_held() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut adviser = adviser();
    let drawn = (0..solved.index().count()).step_by(40_009);
    for number in drawn.filter(|&number| solved.value_of(number) == Value::Draw) {
        let position = solved.index().position(number).unwrap();
        let mv = common::best_move(&mut adviser, position);
        let After::Position(next) = position.play(mv) else {
            panic!("a lion was caught")
        };
        assert_eq!(solved.exact(next), Value::Draw, "{position:?}");
    }
}

#[test]
fn a_distance_counts_up_and_goes_on_where_it_was_dropped() {
    let mut adviser = adviser();
    let finish = |adviser: &mut ImageAdviser| {
        let mut least = Vec::new();
        while adviser.step(1).unwrap().is_pending() {
            least.extend(adviser.at_least());
        }
        least.dedup();
        let value = adviser.advice().verdict().and_then(Verdict::value);
        (least, value, adviser.nodes())
    };
    adviser.begin(Position::START, Need::Value);
    let (least, value, steps) = finish(&mut adviser);
    assert_eq!(value, Some(Value::Loss(78)));
    assert!(least.len() > 30, "{least:?}");
    let plies = |value: &Value| match value {
        Value::Loss(plies) => *plies,
        _ => panic!("{value:?} of a lost position"),
    };
    assert!(least.is_sorted_by_key(plies) && plies(&least[least.len() - 1]) <= 78);

    // Dropped half-way, with nothing else remembered than what the walk has left.
    let mut adviser = self::adviser();
    adviser.begin(Position::START, Need::Value);
    while adviser.nodes() < steps / 2 {
        assert!(adviser.step(1).unwrap().is_pending());
    }
    let before = adviser.at_least().unwrap();
    let advice = adviser.advice();
    assert!(advice.answers(Need::Move) && !advice.answers(Need::Value));
    assert_eq!(advice.at_least(), Some(before));
    let After::Position(next) = Position::START.play(advice.best()[0].mv) else {
        panic!("a lion was caught")
    };
    adviser.ask(next, Need::Move).unwrap();
    adviser.begin(Position::START, Need::Value);
    let (least, value, rest) = finish(&mut adviser);
    assert_eq!(value, Some(Value::Loss(78)));
    assert!(plies(&least[0]) + 2 >= plies(&before), "it starts again");
    assert!(rest < steps * 7 / 10, "{rest} of {steps} steps");
}

#[test]
fn probing_in_one_call_gives_the_solved_values_and_moves() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let image = ImageFile::read(&common::image_path()).unwrap();
    let database = image.database().unwrap();
    let count = u64::from(solved.index().count());
    for seed in 0..12 {
        let number = (mix(seed) % count) as u32;
        let position = solved.index().position(number).unwrap();
        let value = solved.value_of(number);
        let worth = |mv: &Move| match position.play(*mv) {
            After::Caught => Value::Win(1),
            After::Position(child) => solved.exact(child).before(),
        };
        assert_eq!(database.result(position), Ok(value.into()));
        assert_eq!(database.value(position), Ok(value));
        let mut best = position.moves();
        best.retain(|mv| worth(mv) == value);
        assert_eq!(database.best_moves(position).unwrap()[..], best[..]);
    }
    let handicap = Position::START.lifted(Square::B3);
    assert_eq!(database.value(handicap), Err(ProbeError::Handicap));
}

#[test]
fn an_image_is_the_same_however_its_pieces_are_divided() {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let networks = build::networks(None).unwrap();
    let numbers = 70_000_000..70_002_000;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pieces");
    let _ = fs::remove_dir_all(&folder);
    let divided = |parts: &[&str]| {
        build::image_in_pieces(&solved, &networks, numbers.clone(), &folder, parts).unwrap()
    };
    let whole = build::image_of(&solved, &networks, numbers.clone());
    assert!(whole.unwrap() == divided(&["2/3"]));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 256);
}

#[test]
fn a_part_is_verified_by_itself() {
    let (solved, image) = (common::solved_path(), common::image_path());
    let [solved, image] = [&solved, &image].map(|path| path.to_str().unwrap());
    let verify = |part: &str| {
        let (code, output, _) = common::run(
            &["verify", "--from", solved, "--image", image, "--part", part],
            b"",
        );
        (code, output)
    };
    let (code, output) = verify("40000/60000");
    assert_eq!(code, Some(0), "{output}");
    assert!(output.starts_with("2019 positions checked\n"), "{output}");
    assert_eq!(verify("3/2").0, Some(2));
}
