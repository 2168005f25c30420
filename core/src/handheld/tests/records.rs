//! Save records: round trips, and anything else that calls itself one.

use proptest::prelude::*;

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
            &mut again,
        );
        assert_eq!(again, bytes, "a record is written in one way only");
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
    fn a_changed_byte_is_noticed(place: usize, flip in 1..=255u8) {
        let mut record = record_of(Diagram::START, &[1, 2, 3, 4, 5, 6, 7], false);
        let place = place % record.len();
        record[place] ^= flip;
        let mut game = None;
        let error = decode(&record, &mut game).unwrap_err();
        prop_assert!(game.is_none());
        let expected = if place < 5 { RecordError::Foreign } else { RecordError::Damaged };
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
            bytes.splice(0..0, *b"DBTS\x01");
        }
        let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        fuzz_record(&bytes);
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
    assert_eq!(device.record.len(), RECORD_MAX);
    fuzz_record(&device.record);
}
