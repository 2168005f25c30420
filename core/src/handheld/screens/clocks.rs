//! The clocks of two players beside the board.

use core::fmt::Write;

use embedded_graphics::prelude::*;

use super::board_view::{BESIDE, TEXT_TOP, WIDTH_BESIDE};
use super::ink::{LINE, fill, write, write_right};
use super::{Context, OFF, ON};
use crate::game::Side;
use crate::handheld::Frame;
use crate::handheld::text::{Line, Phrase};

/// Draws the players' times above and below the texts, that of the side to move dark on light. A hint leaves
/// room for one clock only.
pub(super) fn draw_clocks(context: Context<'_>, frame: &mut Frame) {
    let played = context.played;
    let (Some(clock), None) = (played.clock(), played.finish()) else {
        return;
    };
    let mover = played.diagram().side;
    for (side, name, y) in [
        (Side::Gote, Phrase::TheSecond, TEXT_TOP),
        (Side::Sente, Phrase::TheFirst, TEXT_TOP + 2 * LINE),
    ] {
        let y = match (context.is_hinted, side == mover) {
            (true, true) => TEXT_TOP + 2 * LINE,
            (true, false) => continue,
            (false, _) => y,
        };
        let ink = if side == mover {
            let room = Size::new(WIDTH_BESIDE as u32, LINE as u32);
            fill(Point::new(BESIDE, y), room, ON, frame);
            OFF
        } else {
            ON
        };
        write(context.text(name), Point::new(BESIDE + 2, y), ink, frame);
        let seconds = clock.seconds(side);
        let mut time = Line::new();
        // Two digits at most for the minutes.
        let _ = write!(time, "{}:{:02}", seconds / 60, seconds % 60);
        write_right(&time, Point::new(126, y), ink, frame);
    }
}
