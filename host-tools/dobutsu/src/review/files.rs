//! Kifu files, in UTF-8 or Shift-JIS.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use encoding_rs::SHIFT_JIS;

use crate::files::write_whole;

/// The size of the largest file that is read.
const MOST: u64 = 1 << 20;

/// Reads a text file, or standard input by the name `-`.
pub fn read(path: &Path) -> Result<String> {
    let failed = || format!("cannot read {}", path.display());
    let source: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(std::io::stdin()),
        false => Box::new(std::fs::File::open(path).with_context(failed)?),
    };
    let mut bytes = Vec::new();
    let read = source.take(MOST + 1).read_to_end(&mut bytes);
    read.with_context(failed)?;
    if bytes.len() as u64 > MOST {
        bail!("{} is too long to be a game", path.display());
    }
    decode(&bytes).with_context(|| path.display().to_string())
}

/// The text in bytes of either encoding.
pub fn decode(bytes: &[u8]) -> Result<String> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Ok(text.to_owned());
    }
    match SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => Ok(text.into_owned()),
        None => bail!("the text is neither UTF-8 nor Shift-JIS"),
    }
}

/// Writes KIF: in Shift-JIS if the file's name ends in `.kif`, as programs expect it, and otherwise
/// (`.kifu`) in UTF-8.
pub fn write_kif(path: &Path, text: &str) -> Result<()> {
    let is_kif = |kind: &OsStr| kind.eq_ignore_ascii_case("kif");
    let (bytes, _, lost) = match path.extension().is_some_and(is_kif) {
        true => SHIFT_JIS.encode(text),
        false => (text.as_bytes().into(), SHIFT_JIS, false),
    };
    if lost {
        bail!(
            "Shift-JIS lacks some letters of the text; write to {} instead",
            path.with_extension("kifu").display()
        );
    }
    write_whole(path, |file| file.write_all(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_read_and_others_refused() {
        let text = "手合割：どうぶつしょうぎ\n";
        let (shift_jis, ..) = SHIFT_JIS.encode(text);
        assert_eq!(decode(text.as_bytes()).unwrap(), text);
        assert_eq!(decode(&shift_jis).unwrap(), text);
        let error = decode(b"\xFF\xFE\x00").unwrap_err();
        assert_eq!(error.to_string(), "the text is neither UTF-8 nor Shift-JIS");
    }
}
