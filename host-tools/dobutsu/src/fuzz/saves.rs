//! Save regions with any bytes.

use dobutsu_core::saves::nor::Nor;
use dobutsu_core::saves::{Found, OVERHEAD, Saves};
use embassy_futures::block_on;

type Storage = Saves<Nor<Vec<u8>>, { 64 + OVERHEAD }>;

/// Bytes of the region: four sectors.
const REGION: u32 = 4 * 4096;

/// Opens a region with these bytes at both ends of each half, keeps three records, and finds each.
pub fn fuzz_saves(data: &[u8]) {
    let mut bytes = vec![0xFF; REGION as usize];
    for half in bytes.chunks_mut(REGION as usize / 2) {
        let len = data.len().min(half.len());
        half[..len].copy_from_slice(&data[..len]);
        let end = half.len() - len;
        half[end..].copy_from_slice(&data[..len]);
    }
    let open = |bytes| -> Storage { block_on(Saves::open(Nor::new(bytes), 0..REGION)).unwrap() };
    let mut saves = open(bytes);
    let _ = block_on(saves.record());
    for record in [&b"one"[..], b"two", b"three"] {
        assert_eq!(block_on(saves.keep(record)), Ok(()));
        saves = open(saves.flash().bytes.clone());
        assert_eq!(block_on(saves.record()), Found::Record(record));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..4096)) {
            fuzz_saves(&data);
        }

        #[test]
        fn survives_bytes_like_its_own(data in prop::collection::vec(
            prop_oneof![Just(0), Just(0xFF), Just(5), any::<u8>()], 0..4096,
        )) {
            fuzz_saves(&data);
        }
    }
}
