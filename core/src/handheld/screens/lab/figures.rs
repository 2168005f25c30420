//! Counts and errors as a person reads them.

use embedded_graphics::prelude::*;

use super::super::ON;
use super::super::ink::fill;
use crate::estimate::{Figure, nearest_power_of_two};
use crate::handheld::text::line;
use crate::handheld::{Frame, Line};

/// A count of up to seven digits as it is, `14200`; a larger one by its power of ten, `1.0825e38`.
pub(super) fn count_line(count: f64) -> Line {
    let (digits, power) = Figure(count).decimal(5);
    match power {
        ..0 => {
            let unit = 10u64.pow(power.unsigned_abs().min(5));
            line(format_args!("{}", (digits + unit / 2) / unit))
        }
        0..=2 => line(format_args!("{}", digits * 10u64.pow(power as u32))),
        _ => line(format_args!("{:.4}", Figure(count))),
    }
}

/// Two digits of a share, as a percentage: `12%`, `8.1%`, `0.81%`.
pub(super) fn percent_line(share: f64) -> Line {
    let (digits, power) = Figure(100.0 * share).decimal(2);
    // Errors of more than ten times the estimate are rare, and those below a millionth do not matter.
    match power {
        0.. => line(format_args!("{}%", digits * 10u64.pow(power.min(3) as u32))),
        -1 => line(format_args!("{}.{}%", digits / 10, digits % 10)),
        -2 => line(format_args!("0.{digits:02}%")),
        -3 => line(format_args!("0.0{digits:02}%")),
        _ => line(format_args!("0.00%")),
    }
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
        for (count, shown) in [
            (0.0, "0"),
            (92.0, "92"),
            (14_200.0, "14200"),
            (2_279_184.0, "2279200"),
            (14_772_512.0, "1.4773e7"),
        ] {
            assert_eq!(count_line(count).as_str(), shown);
        }
    }

    #[test]
    fn percentages_have_two_digits() {
        for (parts, of, shown) in [
            (5.0, 1.0, "500%"),
            (1.0, 4.0, "25%"),
            (81.0, 1000.0, "8.1%"),
            (1.0, 123.0, "0.81%"),
            (1.0, 1234.0, "0.081%"),
            (1.0, 1_000_000.0, "0.00%"),
        ] {
            assert_eq!(percent_line(parts / of).as_str(), shown);
        }
    }
}
