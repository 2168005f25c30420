#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dobutsu::fuzz::fuzz_kifu(data));
