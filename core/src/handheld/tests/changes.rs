//! Sending the changes leads to the same picture as sending all of it.

use std::vec::Vec;

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::geometry::Point;
use embedded_graphics::pixelcolor::BinaryColor;
use proptest::prelude::*;

use crate::handheld::{Frame, HEIGHT, WIDTH, Window};

/// A picture with these pixels lit.
fn lit(pixels: &[(i32, i32)]) -> Frame {
    let mut frame = Frame::new();
    for &(x, y) in pixels {
        let Ok(()) = Pixel(Point::new(x, y), BinaryColor::On).draw(&mut frame);
    }
    frame
}

fn picture() -> impl Strategy<Value = Frame> {
    let pixel = (0..WIDTH as i32, 0..HEIGHT as i32);
    prop::collection::vec(pixel, 0..60).prop_map(|pixels| lit(&pixels))
}

/// The bytes of a display that showed `shown` and was sent these windows of `frame`.
fn sent(shown: &Frame, frame: &Frame, windows: &[Window]) -> Vec<u8> {
    let mut bytes = shown.bytes().to_vec();
    for window in windows {
        let at = window.page * WIDTH;
        bytes[at + window.columns.start..at + window.columns.end]
            .copy_from_slice(frame.bytes_of(window));
    }
    bytes
}

proptest! {
    #[test]
    fn changes_make_the_new_picture_of_the_old(old in picture(), new in picture()) {
        let windows: Vec<Window> = new.changes(Some(&old)).collect();
        prop_assert_eq!(sent(&old, &new, &windows), new.bytes());
        // Each window begins and ends with a difference, and nothing is sent twice.
        for window in &windows {
            let (before, after) = (old.bytes_of(window), new.bytes_of(window));
            prop_assert!(before.first() != after.first() && before.last() != after.last());
        }
        let apart = windows.is_sorted_by(|a, b| {
            a.page < b.page || a.page == b.page && a.columns.end + 10 < b.columns.start
        });
        prop_assert!(apart);
    }

    #[test]
    fn without_a_picture_everything_is_sent(new in picture()) {
        let windows: Vec<Window> = new.changes(None).collect();
        prop_assert!(windows.iter().all(|window| window.columns == (0..WIDTH)));
        prop_assert_eq!(windows.len(), HEIGHT / 8);
    }
}

#[test]
fn the_same_picture_sends_nothing() {
    let frame = lit(&[(3, 3), (127, 63)]);
    assert_eq!(frame.changes(Some(&frame)).next(), None);
}

#[test]
fn a_window_outside_has_no_bytes() {
    let outside = |page, columns| Frame::new().bytes_of(&Window { page, columns }).len();
    assert_eq!(outside(8, 0..1), 0);
    assert_eq!(outside(0, 100..129), 0);
}
