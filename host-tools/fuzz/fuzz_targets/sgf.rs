#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dobutsu_lab::fuzz::fuzz_sgf(data));
