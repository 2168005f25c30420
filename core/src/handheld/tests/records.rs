//! Save records: round trips, and invalid records.

use proptest::prelude::*;

use super::super::history::{GAMES, HISTORY_BYTES};
use super::super::matches::{Match, MatchSlot};
use super::super::puzzle::{LONGEST, PUZZLE_BYTES};
use super::super::puzzle::{MISSED, Missed};
use super::super::record::{decode, encode, write_game};
use super::super::settings::{Choice, Handicap};
use super::*;
use crate::game::tests::positions;
use crate::game::{After, Diagram, Move, Side};
use crate::player::Level;

/// The record of a desk.
fn record_of(desk: &Desk) -> Record {
    let mut record = Record::new();
    encode(desk, Settings::FRESH, Learned::NOTHING, 1, &mut record);
    record
}

/// Plays some moves of those there are, to the end at most.
fn play(desk: &mut Desk, choices: &[usize]) {
    for choice in choices {
        let Some(played) = desk.current().filter(|played| played.finish().is_none()) else {
            return;
        };
        let moves = played.diagram().position.moves();
        let _ = desk.play(moves[choice % moves.len()]);
    }
}

/// The record of a random game from a position.
fn record_of_game(start: Diagram, choices: &[usize], seat: Seat) -> Record {
    let mut desk = Desk::new();
    desk.begin_game(start, seat, Level::FIRST, Timing::OFF);
    play(&mut desk, choices);
    record_of(&desk)
}

/// Any bytes are refused or restore a device whose own record restores the same again.
fn fuzz_record(bytes: &[u8]) {
    let mut desk = Desk::new();
    if let Ok((settings, learned, seed)) = decode(bytes, &mut desk) {
        let mut again = Record::new();
        encode(&desk, settings, learned, seed, &mut again);
        assert_eq!(again, bytes, "a record is written in one way only");
    }
    let device = Handheld::new(Some(bytes), 1);
    device.draw(&mut Frame::new());
}

proptest! {
    #[test]
    fn a_record_restores_the_game(
        position in positions(),
        sente: bool,
        pair: bool,
        choices in prop::collection::vec(any::<usize>(), 0..60),
    ) {
        let side = if sente { Side::Sente } else { Side::Gote };
        let seat = if pair { Seat::Pair } else { Seat::Second };
        let record = record_of_game(Diagram::new(position, side), &choices, seat);
        fuzz_record(&record);
        let mut desk = Desk::new();
        decode(&record, &mut desk).unwrap();
        prop_assert_eq!(desk.game().unwrap().diagram_at(0), Diagram::new(position, side));
    }

    #[test]
    fn a_record_restores_the_puzzle(
        position in positions(),
        goal in 0..GOALS.len(),
        helped: bool,
        choices in prop::collection::vec(any::<usize>(), 0..8),
    ) {
        prop_assume!(position.ending().is_none());
        let mut desk = Desk::new();
        let task = Task::WinIn(GOALS[goal]);
        desk.begin_puzzle(Diagram::new(position, Side::Gote), task, helped);
        play(&mut desk, &choices);
        let record = record_of(&desk);
        fuzz_record(&record);
        let mut resumed = Desk::new();
        resumed.restore(Some(&record), 1).unwrap();
        let left = desk.current().unwrap();
        prop_assert_eq!(&resumed.puzzle, &desk.puzzle);
        prop_assert_eq!(desk.puzzle.is_empty(), left.is_over());
        if !left.is_over() {
            resumed.resume_puzzle();
            let played = resumed.current().unwrap();
            let essence = |played: &Match| (played.mode(), played.status, played.game().moves().to_vec());
            prop_assert_eq!(essence(played), essence(left));
            prop_assert_eq!((played.diagram(), played.status.is_helped), (left.diagram(), helped));
        }
    }

    #[test]
    fn a_changed_byte_is_noticed(place: usize, flip in 1..=255u8) {
        let mut record = record_of_game(Diagram::START, &[1, 2, 3, 4, 5, 6, 7], Seat::First);
        let place = place % record.len();
        record[place] ^= flip;
        let mut desk = Desk::new();
        let error = decode(&record, &mut desk).map(drop).unwrap_err();
        prop_assert!(desk.game().is_none());
        let expected = if place < 4 { RecordError::Foreign } else { RecordError::Damaged };
        prop_assert_eq!(error, expected);
        prop_assert!(Handheld::new(Some(&record), 1).has_notice());
    }

    #[test]
    fn a_record_cut_short_is_noticed(length: usize) {
        let record = record_of_game(Diagram::START, &[1, 2, 3, 4], Seat::Pair);
        prop_assert!(check_record(&record[..length % record.len()]).is_err());
    }

    /// The checksum keeps random bytes out, so these get a right one.
    #[test]
    fn any_bytes_are_taken_or_refused(
        mut bytes in prop::collection::vec(any::<u8>(), 0..RECORD_MAX),
        base: bool,
        places in prop::collection::vec((any::<usize>(), any::<u8>()), 0..6),
    ) {
        fuzz_record(&bytes);
        if base {
            bytes = record_of_game(Diagram::START, &[3, 1, 4, 1, 5, 9], Seat::First).to_vec();
            bytes.truncate(bytes.len() - 4);
            for (place, byte) in places {
                let place = place % bytes.len();
                bytes[place] = byte;
            }
        } else {
            bytes.splice(0..0, *b"DBTS\x01");
        }
        fuzz_record(&with_checksum(bytes));
    }
}

#[test]
fn a_full_game_fits_its_record() {
    // Random moves that do not end the game; some are taken back where there is none.
    let mut desk = Desk::new();
    desk.begin_game(Diagram::START, Seat::Pair, Level::FIRST, Timing::ALL[4]);
    let mut dice = Dice::new(5);
    loop {
        let played = desk.current().unwrap();
        match played.finish().map(|finish| finish.reason) {
            Some(Reason::Repetition) => desk.take_back(),
            Some(reason) => {
                assert_eq!(reason, Reason::TooLong);
                break;
            }
            None => {}
        }
        let position = desk.current().unwrap().diagram().position;
        let goes_on = |mv: &Move| match position.play(*mv) {
            After::Caught => false,
            After::Position(next) => next.value_by_rule().is_none(),
        };
        let moves: Vec<Move> = position.moves().into_iter().filter(goes_on).collect();
        match moves.get(dice.below(moves.len())) {
            Some(&mv) => desk.play(mv).unwrap(),
            None => (0..dice.below(60)).for_each(|_| desk.take_back()),
        }
    }
    let record = record_of(&desk);
    fuzz_record(&record);
    let moves = desk.game().unwrap().game().moves().to_vec();
    let replay = |mode, plies| {
        let mut slot = MatchSlot::new();
        let played = slot.lay(Diagram::START, mode);
        let mut starts = Vec::new();
        for &mv in &moves[..plies] {
            starts.push(played.start_at(played.game().plies()));
            played.play(mv).unwrap();
        }
        (slot, starts)
    };
    let task = Task::WinIn(LONGEST as u8);
    let (puzzle, _) = replay(
        Mode::Puzzle {
            you: Side::Sente,
            task,
        },
        LONGEST,
    );
    write_game(puzzle.get().unwrap(), &mut |bytes| {
        desk.puzzle.extend_from_slice(bytes).unwrap()
    });
    let (short, starts) = replay(Mode::Pair, 128);
    for start in starts {
        let worth = Worth::Draw;
        desk.missed.add(Missed { start, worth });
    }
    (0..GAMES).for_each(|_| desk.history.add(short.get().unwrap()));
    assert_eq!(desk.history.bytes().len(), HISTORY_BYTES);
    let longer = record_of(&desk);
    assert_eq!(longer.len(), RECORD_MAX);
    let rest = PUZZLE_BYTES + 9 * MISSED + HISTORY_BYTES;
    assert_eq!(longer.len(), record.len() + rest);
    fuzz_record(&longer);
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn another_version_is_rejected() {
    let mut later = record_of_game(Diagram::START, &[3, 1, 4, 1, 5], Seat::First).to_vec();
    later.truncate(later.len() - 4);
    later[4] = 2;
    assert_eq!(
        check_record(&with_checksum(later)),
        Err(RecordError::Version)
    );
}

#[test]
fn the_last_eight_games_are_kept() {
    let mut desk = Desk::new();
    let mut lengths = Vec::new();
    for game in 0..12 {
        desk.begin_game(Diagram::START, Seat::Pair, Level::FIRST, Timing::OFF);
        let choices: Vec<usize> = (0..10 + game).map(|ply| ply * 7 + game).collect();
        play(&mut desk, &choices);
        lengths.push(desk.game().unwrap().game().plies());
        fuzz_record(&record_of(&desk));
    }
    lengths.pop();
    assert_eq!(desk.history.len(), GAMES);
    let mut resumed = Desk::new();
    resumed.restore(Some(&record_of(&desk)), 1).unwrap();
    assert_eq!(resumed.history, desk.history);
    for (number, plies) in (1..).zip(lengths.iter().rev().take(GAMES)) {
        resumed.recall(number);
        assert_eq!(resumed.current().unwrap().game().plies(), *plies);
    }
}

#[test]
fn every_handicap_can_be_played_and_kept() {
    for &handicap in &Handicap::ALL[1..] {
        let start = handicap.start();
        assert!(start.position.missing().is_some());
        let record = record_of_game(start, &[1, 2, 3, 4, 5, 6], Seat::First);
        fuzz_record(&record);
        let mut desk = Desk::new();
        decode(&record, &mut desk).unwrap();
        assert_eq!(desk.game().unwrap().diagram_at(0), start);
    }
}
