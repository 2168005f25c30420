//! Save records from any bytes.

use dobutsu_core::handheld::{Button, Frame, Handheld, Request, check_record};

use crate::files::CRC;

/// Switches a device on with the bytes as its record, as they are and completed by the four letters at the
/// beginning and the checksum at the end. The device draws its first pictures, reports a record that it
/// cannot read, and saves valid records.
pub fn fuzz_record(data: &[u8]) {
    let mut whole = b"DBTS".to_vec();
    whole.extend(data);
    whole.extend(CRC.checksum(&whole).to_le_bytes());
    for record in [data, &whole] {
        let mut device = Handheld::new(Some(record), 1);
        assert_eq!(device.has_notice(), check_record(record).is_err());
        for button in [Button::A, Button::A, Button::Up, Button::A, Button::B] {
            device.press(button);
            let mut frame = Frame::new();
            device.draw(&mut frame);
            if let Some(Request::Save(kept)) = device.request() {
                assert_eq!(check_record(kept), Ok(()));
                device.saved(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
            fuzz_record(&data);
        }

        /// Mostly small numbers, as records have them.
        #[test]
        fn survives_any_contents(version in 0..=2u8, rest in prop::collection::vec(0..12u8, 0..200)) {
            fuzz_record(&[&[version][..], &rest].concat());
        }
    }
}
