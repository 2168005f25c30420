//! Kifu from any bytes.

use dobutsu_core::player::Kifu;

use crate::review::files::decode;

/// Reads the bytes as a kifu. What is read is written back in both notations and must read the
/// same.
pub fn fuzz_kifu(data: &[u8]) {
    let Ok(text) = decode(data) else {
        return;
    };
    let Ok(kifu) = Kifu::read(&text) else {
        return;
    };
    for written in [kifu.kif().to_string(), kifu.usi().to_string()] {
        let again = Kifu::read(&written).expect("what is written can be read");
        assert_eq!(again.game.moves(), kifu.game.moves());
        assert_eq!(again.game.outcome(), kifu.game.outcome());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
            fuzz_kifu(&data);
        }

        #[test]
        fn survives_any_syntax(words in prop::collection::vec(prop::sample::select(&[
            "手合割：どうぶつしょうぎ\n", "手合割：平手\n", "先手：", "後手の持駒：", "なし\n", "きりん二", "後手番\n",
            "|vきvラvぞ|一\n", "| ・vひ ・|二\n", "| ・ ひ ・|三\n", "| ぞ ラ き|四\n", "| に", "|", "+---+\n",
            "手数----\n", "1 ", "2 ", "２二ひよこ(23)", "同　ぞう(11)", "１三きりん(14)", "２三ひよこ打", "成", "不成",
            "投了", "変化：1手\n", "まで", "*", "\n", "\n", " ", "　", "\r\n", "startpos", "moves", "2c2b", "1a2b",
            "sfen ", "gle/1c1/1C1/ELG w - 7", "P*2c", "(", ")", "０", "九",
        ][..]), 0..30)) {
            fuzz_kifu(words.concat().as_bytes());
        }
    }
}
