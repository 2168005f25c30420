//! The log, decoded by the emulator and by defmt's decoder.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use defmt_decoder::Table;
use dobutsu::emulate::log::Line;
use dobutsu_core::player::Dice;
use serde_json::{Value, json};

use crate::common;
use crate::pair::has_node;

/// Panics unless both decode every line to the same text.
pub(crate) fn assert_read_alike(elf: &Path, lines: &[Line]) {
    static TABLE: OnceLock<Table> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let bytes = std::fs::read(elf).unwrap();
        Table::parse(&bytes).unwrap().expect("the firmware logs")
    });
    assert!(!lines.is_empty());
    for line in lines {
        let mut decoder = table.new_stream_decoder();
        decoder.received(&line.frame.0);
        decoder.received(&[0]);
        let frame = decoder.decode().expect("the line is whole");
        let level = frame.level().map_or("print", |level| level.as_str());
        let time = frame
            .display_timestamp()
            .map_or(String::new(), |time| time.to_string());
        let message = frame.display_message().to_string();
        assert_eq!(
            [&line.level[..], &line.time, &line.message],
            [level, &time, &message]
        );
    }
}

/// Formats of arguments, then every kind of parameter that the emulator reads. The number of each is its
/// place.
const FORMATS: &[(&str, &str)] = &[
    ("Prim", "{=u8}"),
    ("Prim", "{=str}"),
    (
        "Derived",
        "None|Some({=?})|Both {{ a: {=u16:#x}, b: {=?} }}",
    ),
    ("Write", "{=u16}/{=bool}"),
    ("Info", "{=u8} {=u16} {=u32} {=u64} {=usize}"),
    ("Warn", "{=u8:x} {=u8:#x} {=u16:04x} {=u32:#010x}"),
    ("Debug", "{=u32:us} {=u8:03} {=u8:?}"),
    ("Error", "{=bool}"),
    ("Error", "{=str}"),
    ("Error", "{=str:?}"),
    ("Println", "{=?} {=?:x}"),
    ("Println", "{:?} {}"),
    ("Info", "{{braces}} {=u16} }}{{"),
    ("Info", "{=__internal_Debug} {=__internal_Display}"),
    ("Info", "{=__internal_FormatSequence}."),
    ("Info", "no parameters"),
];

/// The number of formats of arguments.
const NESTED: usize = 4;

/// Frames of small numbers, so that most lengths, numbers of formats and variants are possible.
fn frames() -> Vec<Vec<u8>> {
    let mut dice = Dice::new(7);
    let small = [0, 0, 0, 1, 2, 3, 4, 0x41, 0x7F, 0xFF];
    let mut frames = Vec::new();
    for number in NESTED..FORMATS.len() {
        for _ in 0..1_000 {
            let mut frame = vec![number as u8, 0];
            let digits = if dice.below(2) == 0 { 4 } else { small.len() };
            frame.extend((0..48).map(|_| match dice.below(8) {
                0 => dice.below(128) as u8,
                _ => small[dice.below(digits)],
            }));
            frames.push(frame);
        }
    }
    frames
}

/// The messages by defmt's decoder, `None` for a frame that cannot be read.
fn expected(frames: &[Vec<u8>]) -> Vec<Option<String>> {
    let entry = |tag, text| json!({ "string": { "tag": tag, "string": text }, "raw_symbol": "" });
    let entries: BTreeMap<String, Value> = (FORMATS.iter().enumerate())
        .map(|(number, (tag, text))| (number.to_string(), entry(tag, text)))
        .collect();
    let table = json!({
        "timestamp": null, "entries": entries, "bitflags": {}, "encoding": "Raw",
    });
    let table: Table = serde_json::from_value(table).unwrap();
    let read = |frame: &Vec<u8>| {
        let (frame, _) = table.decode(frame).ok()?;
        Some(frame.display_message().to_string())
    };
    frames.iter().map(read).collect()
}

const SCRIPT: &str = "
import { readFileSync } from 'node:fs';
const { Log } = await import(process.argv[1]);
const { formats, frames } = JSON.parse(readFileSync(0, 'utf8'));
const entry = ([tag, text], number) => [number, { tag: `defmt_${tag.toLowerCase()}`, text }];
const log = new Log({ formats: new Map(formats.map(entry)), timestamp: null });
const read = (frame) => {
  try { return log.decode(frame).message; } catch { return null; }
};
console.log(JSON.stringify(frames.map(read)));
";

#[test]
fn every_kind_of_parameter_is_read_as_defmt_reads_it() {
    if !has_node() {
        return;
    }
    let frames = frames();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../emulator/log.mjs");
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", SCRIPT, script]);
    let input = json!({ "formats": FORMATS, "frames": frames }).to_string();
    let output = common::output(&mut node, input.as_bytes());
    let read: Vec<Option<String>> = serde_json::from_slice(&output.stdout).unwrap();

    let expected = expected(&frames);
    assert_eq!(read.len(), expected.len());
    let mut shown = vec![0; FORMATS.len()];
    for ((read, expected), frame) in read.iter().zip(&expected).zip(&frames) {
        let (_, format) = FORMATS[usize::from(frame[0])];
        assert_eq!(read, expected, "{format} {frame:x?}");
        shown[usize::from(frame[0])] += u32::from(expected.is_some());
    }
    for ((_, format), shown) in FORMATS.iter().zip(shown).skip(NESTED) {
        assert!(shown >= 20, "{format} was read only {shown} times");
    }
}
