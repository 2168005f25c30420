//! What `picotool info` prints about a board with this firmware.

use embassy_rp::binary_info::{
    EntryAddr, StringEntry, rp_program_description, rp_program_feature, rp_program_name,
    rp_program_version,
};

static NAME: StringEntry = rp_program_name(c"dobutsu");
static VERSION: StringEntry = rp_program_version({
    let text = concat!(env!("CARGO_PKG_VERSION"), "\0");
    match core::ffi::CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => c"?",
    }
});
static DESCRIPTION: StringEntry = rp_program_description(c"plays dobutsu shogi perfectly");
static DISPLAY: StringEntry = rp_program_feature(c"display: SDA GP4, SCL GP5");
static BUTTONS: StringEntry =
    rp_program_feature(c"buttons: up GP10, down GP11, left GP12, right GP13, A GP14, B GP15");
static BUZZER: StringEntry = rp_program_feature(c"buzzer: GP6");
static PORT: StringEntry = rp_program_feature(c"USB: a serial port that speaks USI");

#[unsafe(link_section = ".bi_entries")]
#[used]
static ENTRIES: [EntryAddr; 7] = [
    NAME.addr(),
    VERSION.addr(),
    DESCRIPTION.addr(),
    DISPLAY.addr(),
    BUTTONS.addr(),
    BUZZER.addr(),
    PORT.addr(),
];
