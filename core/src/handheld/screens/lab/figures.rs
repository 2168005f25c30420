//! Counts and errors as a person reads them.

use core::fmt::Write;

use embedded_graphics::prelude::*;

use super::super::ON;
use super::super::ink::fill;
use crate::estimate::{Figure, nearest_power_of_two};
use crate::handheld::Frame;
use crate::handheld::text::Line;

/// A count of up to seven digits as it is, `14200`; a larger one by its power of ten, `1.0825e38`.
pub(super) fn write_count(count: f64, line: &mut Line) {
    let (digits, power) = Figure(count).decimal(5);
    let _ = match power {
        ..0 => {
            let unit = 10u64.pow(power.unsigned_abs().min(5));
            write!(line, "{}", (digits + unit / 2) / unit)
        }
        0..=2 => write!(line, "{}", digits * 10u64.pow(power as u32)),
        _ => write!(line, "{:.4}", Figure(count)),
    };
}

/// Two digits of a share, as a percentage: `12%`, `8.1%`, `0.81%`.
pub(super) fn write_percent(share: f64, line: &mut Line) {
    let (digits, power) = Figure(100.0 * share).decimal(2);
    // An error is seldom ten times the estimate, and below a millionth it is as good as none.
    let _ = match power {
        0.. => write!(line, "{}%", digits * 10u64.pow(power.min(3) as u32)),
        -1 => write!(line, "{}.{}%", digits / 10, digits % 10),
        -2 => write!(line, "0.{digits:02}%"),
        -3 => write!(line, "0.0{digits:02}%"),
        _ => write!(line, "0.00%"),
    };
}

/// The error as whiskers on both sides of a point. Their length is logarithmic, two pixels for half
/// an error: four times the trials take off as much at a tenth of a percent as at ten.
pub(super) fn draw_error(error: f64, middle: Point, longest: i32, frame: &mut Frame) {
    let Point { x, y } = middle;
    let length = (longest + nearest_power_of_two(error * error)).clamp(1, longest);
    let line = Size::new(2 * length as u32 + 1, 1);
    fill(Point::new(x - length, y + 4), line, ON, frame);
    fill(Point::new(x - 1, y + 3), Size::new_equal(3), ON, frame);
    for end in [x - length, x + length] {
        fill(Point::new(end, y + 1), Size::new(1, 7), ON, frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_counts_are_written_out() {
        let shown = |count: f64| {
            let mut line = Line::new();
            write_count(count, &mut line);
            line
        };
        assert_eq!(shown(0.0).as_str(), "0");
        assert_eq!(shown(92.0).as_str(), "92");
        assert_eq!(shown(14_200.0).as_str(), "14200");
        assert_eq!(shown(2_279_184.0).as_str(), "2279200");
        assert_eq!(shown(14_772_512.0).as_str(), "1.4773e7");
    }

    #[test]
    fn percentages_have_two_digits() {
        let percent = |parts: f64, of: f64| {
            let mut line = Line::new();
            write_percent(parts / of, &mut line);
            line
        };
        for (parts, of, shown) in [
            (5.0, 1.0, "500%"),
            (1.0, 4.0, "25%"),
            (81.0, 1000.0, "8.1%"),
            (1.0, 123.0, "0.81%"),
            (1.0, 1234.0, "0.081%"),
            (1.0, 1_000_000.0, "0.00%"),
        ] {
            assert_eq!(percent(parts, of).as_str(), shown);
        }
    }
}
