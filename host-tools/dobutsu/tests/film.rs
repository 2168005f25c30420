//! Animated GIFs of scenarios, with a frame after each press and for each picture.
//!
//! `UPDATE_GOLDEN=1 cargo test -p dobutsu --test suite film` writes them; look at them before committing.

use std::fs;
use std::path::Path;

use anyhow::Result;
use dobutsu::play::picture::{PALETTE, pixels};
use dobutsu::play::script::{self, ImageState, Patience, Twin};
use dobutsu::play::thinker::Thinker;
use dobutsu_core::handheld::{Button, Frame};

/// Hundredths of a second between two presses, and before the film begins again.
const PRESS: u16 = 28;
const END: u16 = 300;

/// Records every picture before the next press.
#[derive(Default)]
struct Camera {
    frames: Vec<Frame>,
}

impl Twin for Camera {
    fn switch_on(&mut self, _: u32, _: ImageState, _: bool) -> Result<()> {
        self.frames.clear();
        Ok(())
    }

    fn press(&mut self, _: Button) -> Result<()> {
        Ok(())
    }

    fn shows(&mut self, picture: &Frame, _: Patience) -> Result<bool> {
        self.frames.push(picture.clone());
        Ok(true)
    }
}

/// A frame of the film, scaled, for this many hundredths of a second.
fn still(frame: &Frame, delay: u16) -> gif::Frame<'static> {
    let (width, height, pixels) = pixels(frame, 3);
    let mut still = gif::Frame::from_indexed_pixels(width as u16, height as u16, pixels, None);
    still.delay = delay;
    still
}

fn film(scenario: &str) -> Result<Vec<u8>> {
    let mut camera = Camera::default();
    script::run(scenario, &|| Ok(Thinker::searching()), Some(&mut camera))?;
    // The film begins after the first screens of a new device: title, notice, language, menu.
    let mut frames = camera.frames.split_off(4);
    frames.dedup_by(|next, last| next == last);
    let mut bytes = Vec::new();
    let first = still(&frames[0], PRESS);
    let mut encoder = gif::Encoder::new(&mut bytes, first.width, first.height, &PALETTE)?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    for (number, frame) in frames.iter().enumerate() {
        let last = number + 1 == frames.len();
        encoder.write_frame(&still(frame, if last { END } else { PRESS }))?;
    }
    drop(encoder);
    Ok(bytes)
}

#[test]
fn the_films_show_the_screens_as_they_are() {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures");
    for name in ["play", "lesson"] {
        let path = pictures.join(name);
        let scenario = fs::read_to_string(path.with_extension("txt")).unwrap();
        let fresh = film(&scenario).unwrap();
        let path = path.with_extension("gif");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &fresh).unwrap();
        }
        assert!(
            fs::read(&path).unwrap() == fresh,
            "{} is out of date",
            path.display()
        );
    }
}
