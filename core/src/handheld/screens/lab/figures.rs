//! Counts and errors as a person reads them.

use core::fmt::Write;

use embedded_graphics::prelude::*;

use super::super::ON;
use super::super::ink::fill;
use crate::estimate::Figure;
use crate::handheld::Frame;
use crate::handheld::text::Line;

/// A count of up to seven digits as it is, `14200`; a larger one by its power of ten, `1.0825e38`.
pub(super) fn write_count(count: Figure, line: &mut Line) {
    let (digits, power) = count.decimal(5);
    let _ = match power {
        ..0 => {
            let unit = 10u64.pow(power.unsigned_abs().min(5));
            write!(line, "{}", (digits + unit / 2) / unit)
        }
        0..=2 => write!(line, "{}", digits * 10u64.pow(power as u32)),
        _ => write!(line, "{count:.4}"),
    };
}

/// Two digits of a share, as a percentage: `12%`, `8.1%`, `0.81%`.
pub(super) fn write_percent(share: Figure, line: &mut Line) {
    let (digits, power) = share.times(Figure::from_u64(100)).decimal(2);
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
pub(super) fn draw_error(error: Figure, middle: Point, longest: i32, frame: &mut Frame) {
    let Point { x, y } = middle;
    let square = error.times(error);
    let length = (longest + square.nearest_power_of_two()).clamp(1, longest);
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
        let shown = |count: u64| {
            let mut line = Line::new();
            write_count(Figure::from_u64(count), &mut line);
            line
        };
        assert_eq!(shown(0).as_str(), "0");
        assert_eq!(shown(92).as_str(), "92");
        assert_eq!(shown(14_200).as_str(), "14200");
        assert_eq!(shown(2_279_184).as_str(), "2279200");
        assert_eq!(shown(14_772_512).as_str(), "1.4773e7");
    }

    #[test]
    fn percentages_have_two_digits() {
        let percent = |parts: u64, of: u64| {
            let mut line = Line::new();
            write_percent(
                Figure::from_u64(parts).over(Figure::from_u64(of)),
                &mut line,
            );
            line
        };
        for (parts, of, shown) in [
            (5, 1, "500%"),
            (1, 4, "25%"),
            (81, 1000, "8.1%"),
            (1, 123, "0.81%"),
            (1, 1234, "0.081%"),
            (1, 1_000_000, "0.00%"),
        ] {
            assert_eq!(percent(parts, of).as_str(), shown);
        }
    }
}
