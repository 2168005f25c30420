//! What a scenario can expect.
//!
//! | expectation | holds when |
//! |---|---|
//! | `screen NAME` | this is on the screen: title, menu, board, moves, review, turning, setup, lesson, opponents, lab, about |
//! | `entry NAME` | the menu points at this entry, by its English name |
//! | `notice yes`, `no` | a sentence waits to be read, or none does |
//! | `sfen SFEN` | the board shows this position |
//! | `plies N` | this many moves were made |
//! | `turn person`, `device`, `over` | whose turn it is |
//! | `over REASON WINNER` | catch, try, repetition, resigned, agreed, time or found; first, second or nobody |
//! | `language english`, `kana` | the language of the texts |
//! | `solved N` | this many puzzles were solved, of all kinds |
//! | `totals LEVEL WON DRAWN LOST` | so the games against this opponent ended; `unaided` at the end if one was won without help |
//! | `missed N` | this many missed wins and draws are not found yet |
//! | `learned N` | this many lessons were done |
//! | `asleep yes`, `no` | the display is off, or not |

use anyhow::{Context, Result, bail, ensure};
use dobutsu_core::game::Side;
use dobutsu_core::handheld::{GOALS, Handheld, Language, Match, Reason, Screen, Totals};
use dobutsu_core::player::Level;

/// Fails unless the device is as expected.
pub(super) fn check(device: &Handheld, expectation: &str) -> Result<()> {
    let (what, wanted) = expectation.split_once(' ').unwrap_or((expectation, ""));
    let wanted = wanted.trim();
    let played = device.current_match();
    let found = match what {
        "screen" => screen(device.screen()).to_owned(),
        "entry" => device.entry().as_deref().unwrap_or_default().to_owned(),
        "notice" => yes(device.has_notice()).to_owned(),
        "asleep" => yes(device.is_asleep()).to_owned(),
        "sfen" => played.map_or(String::new(), |played| played.diagram().to_string()),
        "plies" => played.map_or(String::new(), |played| played.game().plies().to_string()),
        "turn" => played.map_or("nobody", turn).to_owned(),
        "over" => played.map_or(String::new(), over),
        "language" => match device.settings().language {
            Language::English => "english".to_owned(),
            Language::Kana => "kana".to_owned(),
        },
        "solved" => {
            let solved = |&plies: &u8| u32::from(device.tally().solved(plies));
            GOALS.iter().map(solved).sum::<u32>().to_string()
        }
        "totals" => {
            let (number, _) = wanted.split_once(' ').unwrap_or((wanted, ""));
            let level = number.parse().ok().and_then(Level::new);
            let totals = device.all_totals().against(level.context("no such level")?);
            let Totals {
                won,
                drawn,
                lost,
                is_unaided,
            } = totals;
            let unaided = if is_unaided { " unaided" } else { "" };
            format!("{number} {won} {drawn} {lost}{unaided}")
        }
        "missed" => device.missed().to_string(),
        "learned" => device.learned().count().to_string(),
        _ => bail!("no such expectation"),
    };
    ensure!(found == wanted, "expected {wanted:?}, found {found:?}");
    Ok(())
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn screen(screen: Screen) -> &'static str {
    match screen {
        Screen::Title => "title",
        Screen::Menu(_) => "menu",
        Screen::Board(_) => "board",
        Screen::Moves(_) => "moves",
        Screen::Review(_) => "review",
        Screen::Turning => "turning",
        Screen::Setup => "setup",
        Screen::Lesson(_) => "lesson",
        Screen::Opponents(_) => "opponents",
        Screen::Lab => "lab",
        Screen::About => "about",
        Screen::Update => "update",
    }
}

fn turn(played: &Match) -> &'static str {
    if played.awaits_person() {
        "person"
    } else if played.awaits_device() {
        "device"
    } else {
        "over"
    }
}

fn over(played: &Match) -> String {
    let Some(finish) = played.finish() else {
        return "not yet".to_owned();
    };
    let reason = match finish.reason {
        Reason::Catch => "catch",
        Reason::Try => "try",
        Reason::NoMove => "no move",
        Reason::Repetition => "repetition",
        Reason::Resigned => "resigned",
        Reason::Agreed => "agreed",
        Reason::TimeUp => "time",
        Reason::Found => "found",
        Reason::TooLong => "too long",
    };
    let winner = match finish.winner {
        Some(Side::Sente) => "first",
        Some(Side::Gote) => "second",
        None => "nobody",
    };
    format!("{reason} {winner}")
}
