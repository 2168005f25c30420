//! Save records: round trips, and anything else that calls itself one.

use proptest::prelude::*;

use super::super::puzzle::{LONGEST, Unfinished};
use super::super::record::{decode, encode};
use super::*;
use crate::game::tests::positions;
use crate::game::{After, Diagram, Move};

/// What is saved after a random game from a position.
fn record_of(start: Diagram, choices: &[usize], pair: bool) -> Record {
    let mut device = Handheld::new(None, 3);
    device.settings.seat = if pair { Seat::Pair } else { Seat::Second };
    device.open_game(start);
    for choice in choices {
        let Some(bout) = device.game.as_mut() else {
            break;
        };
        let moves = bout.diagram().position.moves();
        if bout.finish().is_some() || bout.play(moves[choice % moves.len()]).is_err() {
            break;
        }
    }
    device.keep();
    device.record
}

/// Any bytes are refused or restore a device whose own record restores the same again.
fn fuzz_record(bytes: &[u8]) {
    let mut game = None;
    if let Ok(saved) = decode(bytes, &mut game) {
        let mut again = Record::new();
        encode(
            saved.settings,
            saved.tally,
            saved.seed,
            game.as_ref(),
            saved.puzzle.as_ref(),
            &mut again,
        );
        // What an older version wrote is written anew by this one.
        match bytes[4] {
            1 => fuzz_record(&again),
            _ => assert_eq!(again, bytes, "a record is written in one way only"),
        }
    }
    let device = Handheld::new(Some(bytes), 1);
    device.draw(&mut Frame::new()).unwrap();
}

proptest! {
    #[test]
    fn a_record_restores_the_game(
        position in positions(),
        sente: bool,
        pair: bool,
        choices in prop::collection::vec(any::<usize>(), 0..60),
    ) {
        let side = if sente { crate::game::Side::Sente } else { crate::game::Side::Gote };
        let record = record_of(Diagram::new(position, side), &choices, pair);
        fuzz_record(&record);
        let mut game = None;
        decode(&record, &mut game).unwrap();
        prop_assert_eq!(game.unwrap().diagram_at(0), Diagram::new(position, side));
    }

    #[test]
    fn a_record_restores_the_puzzle(
        position in positions(),
        goal in 0..GOALS.len(),
        helped: bool,
        choices in prop::collection::vec(any::<usize>(), 0..8),
    ) {
        prop_assume!(position.ending().is_none());
        let mut device = Handheld::new(None, 3);
        device.open_puzzle(Diagram::new(position, crate::game::Side::Gote), GOALS[goal], helped);
        for choice in choices {
            let bout = device.study.as_mut().unwrap();
            let moves = bout.diagram().position.moves();
            if bout.finish().is_some() || bout.play(moves[choice % moves.len()]).is_err() {
                break;
            }
        }
        device.keep_puzzle();
        let left = device.study.clone().unwrap();
        prop_assert_eq!(device.puzzle.is_none(), left.finish().is_some());
        fuzz_record(&device.record);
        let mut resumed = Handheld::new(Some(&device.record), 1);
        prop_assert_eq!(&resumed.puzzle, &device.puzzle);
        if device.puzzle.is_some() {
            resumed.resume_puzzle();
            let bout = resumed.bout().unwrap();
            prop_assert_eq!((bout.mode, bout.game.moves()), (left.mode, left.game.moves()));
            prop_assert_eq!(bout.diagram(), left.diagram());
            prop_assert_eq!(resumed.helped, helped);
        }
    }

    #[test]
    fn a_changed_byte_is_noticed(place: usize, flip in 1..=255u8) {
        let mut record = record_of(Diagram::START, &[1, 2, 3, 4, 5, 6, 7], false);
        let place = place % record.len();
        record[place] ^= flip;
        let mut game = None;
        let error = decode(&record, &mut game).map(|_| ()).unwrap_err();
        prop_assert!(game.is_none());
        // Another version may be one that is known, which the checksum belies.
        let foreign = place < 4 || (place == 4 && record[4] != 1);
        let expected = if foreign { RecordError::Foreign } else { RecordError::Damaged };
        prop_assert_eq!(error, expected);
        prop_assert!(Handheld::new(Some(&record), 1).has_notice());
    }

    #[test]
    fn a_record_cut_short_is_noticed(length: usize) {
        let record = record_of(Diagram::START, &[1, 2, 3, 4], true);
        prop_assert!(decode(&record[..length % record.len()], &mut None).is_err());
    }

    /// The checksum keeps random bytes out, so these get a right one.
    #[test]
    fn any_bytes_are_taken_or_refused(
        mut bytes in prop::collection::vec(any::<u8>(), 0..RECORD_MAX),
        base: bool,
        old: bool,
        places in prop::collection::vec((any::<usize>(), any::<u8>()), 0..6),
    ) {
        fuzz_record(&bytes);
        if base {
            bytes = record_of(Diagram::START, &[3, 1, 4, 1, 5, 9], false).to_vec();
            bytes.truncate(bytes.len() - 4);
            for (place, byte) in places {
                let place = place % bytes.len();
                bytes[place] = byte;
            }
        } else {
            bytes.splice(0..0, *if old { b"DBTS\x01" } else { b"DBTS\x02" });
        }
        fuzz_record(&with_checksum(bytes));
    }
}

#[test]
fn a_full_game_fits_its_record() {
    // Random moves that end nothing; out of a lost position the way is back.
    let mut device = Handheld::new(None, 1);
    device.settings.seat = Seat::Pair;
    device.open_game(Diagram::START);
    let mut dice = Dice::new(5);
    let bout = device.game.as_mut().unwrap();
    while bout.finish().is_none() {
        let position = bout.diagram().position;
        let goes_on = |mv: &Move| match position.play(*mv) {
            After::Caught => false,
            After::Position(next) => next.value_by_rule().is_none(),
        };
        let moves: Vec<Move> = position.moves().into_iter().filter(goes_on).collect();
        match moves.get(dice.below(moves.len())) {
            Some(&mv) => bout.play(mv).unwrap(),
            None => (0..dice.below(60)).for_each(|_| _ = bout.undo()),
        }
        if bout
            .finish()
            .is_some_and(|finish| finish.reason == Reason::Repetition)
        {
            bout.undo();
        }
    }
    assert_eq!(
        bout.finish().map(|finish| finish.reason),
        Some(Reason::TooLong)
    );
    device.keep();
    let without = device.record.len();
    fuzz_record(&device.record);
    let moves = device.game.as_ref().unwrap().game().moves();
    device.puzzle = Some(Unfinished {
        start: Diagram::START,
        plies: LONGEST as u8,
        helped: true,
        moves: heapless::Vec::from_slice(&moves[..LONGEST]).unwrap(),
    });
    device.keep();
    assert_eq!(device.record.len(), RECORD_MAX);
    assert_eq!(device.record.len(), without + 11 + LONGEST);
    fuzz_record(&device.record);
}

/// The record that version 1 of the format had of the same game.
fn as_version_1(record: &Record) -> Vec<u8> {
    let mut bytes = record.to_vec();
    bytes[4] = 1;
    bytes.truncate(bytes.len() - 5);
    with_checksum(bytes)
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn a_record_of_version_1_is_still_read() {
    let record = record_of(Diagram::START, &[3, 1, 4, 1, 5], false);
    let (mut new_game, mut old_game) = (None, None);
    let new = decode(&record, &mut new_game);
    let old = decode(&as_version_1(&record), &mut old_game);
    let (new, old) = (new.unwrap(), old.unwrap());
    assert_eq!((old.settings, old.seed), (new.settings, new.seed));
    let [old, new] = [old_game, new_game].map(Option::unwrap);
    assert_eq!((old.mode, old.game.moves()), (new.mode, new.game.moves()));
    // A sentence refuses what is yet to come.
    let mut later = record.to_vec();
    later.truncate(later.len() - 4);
    later[4] = 3;
    let error = decode(&with_checksum(later), &mut None)
        .map(|_| ())
        .unwrap_err();
    assert_eq!(error, RecordError::Foreign);
}
