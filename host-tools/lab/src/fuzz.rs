//! Go game records of any kind.

use crate::go::board::GoBoard;
use crate::go::sgf::read;

/// Reads the bytes as SGF and plays the games.
pub fn fuzz_sgf(data: &[u8]) {
    let Ok(records) = read(data) else { return };
    for record in records {
        let mut board = GoBoard::new();
        for (colour, point) in record.into_iter().flatten() {
            if board.play(colour, point).is_err() {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::GAMES;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..300)) {
            fuzz_sgf(&data);
        }

        /// Syntax in any order.
        #[test]
        fn survives_any_syntax(parts in prop::collection::vec(
            prop::sample::select(vec![
                "(", ")", ";", "[", "]", ":", "\\", "B", "W", "AB", "AE", "SZ", "GN", "Black",
                "aa", "ss", "tt", "zz", "19", "52", "9:9", "[aa]", "[qd]", "(;", "\n", " ",
            ]), 0..120)) {
            fuzz_sgf(("(;".to_owned() + &parts.concat()).as_bytes());
        }

        /// A real file with some bytes changed and the end cut off.
        #[test]
        fn survives_damage(
            changes in prop::collection::vec((0..4000usize, any::<u8>()), 0..20), length in 0..4000usize,
        ) {
            let mut data = GAMES[..length].to_vec();
            for (at, byte) in changes {
                if let Some(place) = data.get_mut(at) {
                    *place = byte;
                }
            }
            fuzz_sgf(&data);
        }
    }
}
