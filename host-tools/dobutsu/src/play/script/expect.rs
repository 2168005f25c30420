//! What a scenario can expect.
//!
//! | expectation | holds when |
//! |---|---|
//! | `screen NAME` | this [screen](Handheld::screen) is shown, in lower case |
//! | `entry NAME` | the menu points at this entry, by its English name |
//! | `notice yes`, `no` | a notice is shown, or none is |
//! | `sfen SFEN` | the board shows this position |
//! | `plies N` | this many moves were made |
//! | `turn person`, `device`, `over` | whose turn it is |
//! | `over REASON WINNER` | how the game ended: a [`Reason`](dobutsu_core::handheld::Reason) in lower case; first, second or nobody |
//! | `language english`, `kana` | the language of the texts |
//! | `solved N` | this many puzzles were solved, of all kinds |
//! | `totals LEVEL WON DRAWN LOST` | the numbers of games against this opponent; `unaided` at the end if one was won without help |
//! | `missed N` | this many missed wins and draws are not found yet |
//! | `learned N` | this many lessons were done |
//! | `asleep yes`, `no` | the display is off, or not |

use std::fmt::Debug;

use anyhow::{Context, Result, bail, ensure};
use dobutsu_core::game::Side;
use dobutsu_core::handheld::{Handheld, Match, Totals};
use dobutsu_core::player::Level;

/// Returns an error unless the device is as expected.
pub(super) fn check(device: &Handheld, expectation: &str) -> Result<()> {
    let (what, wanted) = expectation.split_once(' ').unwrap_or((expectation, ""));
    let wanted = wanted.trim();
    let played = device.current_match();
    let found = match what {
        "screen" => name(device.screen()),
        "entry" => device.entry().as_deref().unwrap_or_default().to_owned(),
        "notice" => yes(device.has_notice()).to_owned(),
        "asleep" => yes(device.is_asleep()).to_owned(),
        "sfen" => played.map_or(String::new(), |played| played.diagram().to_string()),
        "plies" => played.map_or(String::new(), |played| played.game().plies().to_string()),
        "turn" => played.map_or("nobody", turn).to_owned(),
        "over" => played.map_or(String::new(), over),
        "language" => name(device.settings().language),
        "solved" => device.solved().to_string(),
        "totals" => {
            let (number, _) = wanted.split_once(' ').unwrap_or((wanted, ""));
            let level = number.parse().ok().and_then(Level::new);
            let totals = device.totals(level.context("no such level")?);
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
        "learned" => device.learned().to_string(),
        _ => bail!("no such expectation"),
    };
    ensure!(found == wanted, "expected {wanted:?}, found {found:?}");
    Ok(())
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// The name of a variant in lower case, without its fields.
pub(super) fn name(variant: impl Debug) -> String {
    let text = format!("{variant:?}").to_lowercase();
    let end = text.find(|letter: char| !letter.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
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
    let winner = match finish.winner {
        Some(Side::Sente) => "first",
        Some(Side::Gote) => "second",
        None => "nobody",
    };
    format!("{} {winner}", name(finish.reason))
}
