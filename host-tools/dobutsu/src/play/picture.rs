//! The screen as text of half blocks or braille, as pixels and as PNG.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result};
use dobutsu_core::handheld::{Frame, HEIGHT, WIDTH};

/// How pixels are shown as characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dots {
    /// One column and two rows of pixels in a character.
    HalfBlocks,
    /// Two columns and four rows of pixels in a character.
    Braille,
}

impl Dots {
    /// The columns and rows of the whole screen.
    pub const fn size(self) -> (u16, u16) {
        match self {
            Dots::HalfBlocks => (WIDTH as u16, HEIGHT as u16 / 2),
            Dots::Braille => (WIDTH as u16 / 2, HEIGHT as u16 / 4),
        }
    }
}

/// The rows of the screen as text.
pub fn rows(frame: &Frame, dots: Dots) -> impl Iterator<Item = String> {
    let (columns, rows) = dots.size();
    (0..usize::from(rows)).map(move |row| {
        (0..usize::from(columns))
            .map(|column| match dots {
                Dots::HalfBlocks => half_block(frame, column, row),
                Dots::Braille => braille(frame, column, row),
            })
            .collect()
    })
}

fn half_block(frame: &Frame, column: usize, row: usize) -> char {
    let lit = |y| frame.is_lit(column, 2 * row + y);
    match (lit(0), lit(1)) {
        (false, false) => ' ',
        (true, false) => '▀',
        (false, true) => '▄',
        (true, true) => '█',
    }
}

fn braille(frame: &Frame, column: usize, row: usize) -> char {
    // Unicode numbers the dots down the left column, down the right one, then the lowest two.
    const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let mut code = 0x2800;
    for (y, bits) in BITS.iter().enumerate() {
        for (x, bit) in bits.iter().enumerate() {
            if frame.is_lit(2 * column + x, 4 * row + y) {
                code |= bit;
            }
        }
    }
    char::from_u32(code).unwrap_or(' ')
}

/// The colours of an OLED that is off and on, as red, green and blue.
pub const PALETTE: [u8; 6] = [0x08, 0x0A, 0x12, 0xDC, 0xF0, 0xFF];

/// Pixels of the display around the screen.
const MARGIN: usize = 4;

/// Width, height and pixels of the enlarged screen: indices into [`PALETTE`], row by row.
pub fn pixels(frame: &Frame, scale: usize) -> (usize, usize, Vec<u8>) {
    let (width, height) = ((WIDTH + 2 * MARGIN) * scale, (HEIGHT + 2 * MARGIN) * scale);
    let pixel = |place: usize| {
        let (x, y) = (place % width / scale, place / width / scale);
        match (x.checked_sub(MARGIN), y.checked_sub(MARGIN)) {
            (Some(x), Some(y)) => u8::from(frame.is_lit(x, y)),
            _ => 0,
        }
    };
    (width, height, (0..width * height).map(pixel).collect())
}

/// Writes the screen as a PNG.
pub fn write_png(frame: &Frame, path: &Path) -> Result<()> {
    let (width, height, pixels) = pixels(frame, 4);
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(&PALETTE[..]);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}
