//! The clock of a game between two people.
//!
//! It counts ticks from the first move on, and only while the board is on the screen: a menu stops
//! it. It is saved after every move, so after a power cut the time of the current move starts again.

use super::settings::Choice;
use super::{Language, Line, Phrase, TICKS_PER_SECOND};
use crate::game::Side;

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timing {
    /// Minutes for the whole game.
    pub(super) minutes: u8,
    /// Seconds for every move after that; with 0 the player then loses.
    pub(super) seconds: u8,
}

impl Timing {
    pub(super) const OFF: Timing = Timing::new(0, 0);

    const fn new(minutes: u8, seconds: u8) -> Timing {
        Timing { minutes, seconds }
    }

    /// For the whole game, in ticks.
    const fn main(self) -> u16 {
        self.minutes as u16 * 60 * TICKS_PER_SECOND
    }

    /// For a move after that, in ticks.
    const fn period(self) -> u16 {
        self.seconds as u16 * TICKS_PER_SECOND
    }
}

impl Choice for Timing {
    const ALL: &'static [Timing] = &[
        Timing::OFF,
        Timing::new(3, 0),
        Timing::new(5, 0),
        Timing::new(10, 0),
        Timing::new(3, 10),
        Timing::new(5, 10),
        Timing::new(10, 30),
        Timing::new(0, 10),
        Timing::new(0, 30),
    ];

    fn line(self, language: Language) -> Line {
        match (self.minutes, self.seconds) {
            (0, 0) => Phrase::Off.line(language),
            (minutes, 0) => Phrase::Minutes.with(language, minutes),
            (0, seconds) => Phrase::SecondsAMove.with(language, seconds),
            (minutes, seconds) => Phrase::MinutesAndMore.with_all(language, &[&minutes, &seconds]),
        }
    }
}

/// The time that one player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// In ticks; 0 if the time is up.
    pub(super) ticks: u16,
    /// Whether the time for the whole game is used up, and this is for the present move.
    pub(super) is_period: bool,
}

/// A clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) timing: Timing,
    pub(super) left: [Left; 2],
}

impl Clock {
    /// A clock before the first move; `None` if the timing is [`Timing::OFF`].
    pub(super) fn new(timing: Timing) -> Option<Clock> {
        let (ticks, is_period) = match (timing.main(), timing.period()) {
            (0, 0) => return None,
            (0, period) => (period, true),
            (main, _) => (main, false),
        };
        let left = [Left { ticks, is_period }; 2];
        Some(Clock { timing, left })
    }

    /// A clock from a save record; `None` if its times are longer than the timing allows.
    pub(super) fn from_left(timing: Timing, left: [Left; 2]) -> Option<Clock> {
        let is_sound = |left: &Left| match left.is_period {
            true => timing.period() > 0 && left.ticks <= timing.period(),
            false => timing.main() > 0 && left.ticks <= timing.main(),
        };
        left.iter().all(is_sound).then_some(Clock { timing, left })
    }

    /// The seconds that a player has left, rounded up.
    pub(super) const fn seconds(&self, side: Side) -> u16 {
        self.left[side as usize].ticks.div_ceil(TICKS_PER_SECOND)
    }

    pub(super) const fn is_up(&self, side: Side) -> bool {
        self.left[side as usize].ticks == 0
    }

    /// Subtracts a tick from the time of the player who is to move.
    pub(super) fn tick(&mut self, side: Side) {
        let left = &mut self.left[side as usize];
        left.ticks = left.ticks.saturating_sub(1);
        if left.ticks == 0 && !left.is_period && self.timing.period() > 0 {
            (left.ticks, left.is_period) = (self.timing.period(), true);
        }
    }

    /// Restores the time for a move after a player has moved.
    pub(super) fn moved(&mut self, side: Side) {
        let left = &mut self.left[side as usize];
        if left.is_period {
            left.ticks = self.timing.period();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of ticks until a player's time is up.
    fn ticks_until_up(timing: Timing) -> u32 {
        let mut clock = Clock::new(timing).unwrap();
        let mut ticks = 0;
        while !clock.is_up(Side::Gote) {
            clock.tick(Side::Gote);
            ticks += 1;
        }
        assert_eq!(clock.seconds(Side::Gote), 0);
        let fresh = Clock::new(timing).unwrap();
        assert_eq!(
            clock.left[0], fresh.left[0],
            "the other's time is unchanged"
        );
        ticks
    }

    #[test]
    fn every_timing_lasts_its_time() {
        assert_eq!(Clock::new(Timing::OFF), None);
        for &timing in &Timing::ALL[1..] {
            let seconds = u32::from(timing.minutes) * 60 + u32::from(timing.seconds);
            assert_eq!(
                ticks_until_up(timing),
                seconds * u32::from(TICKS_PER_SECOND)
            );
        }
    }

    #[test]
    fn a_move_in_time_begins_the_period_anew() {
        let mut clock = Clock::new(Timing::new(0, 10)).unwrap();
        for _ in 0..100 {
            (0..199).for_each(|_| clock.tick(Side::Sente));
            assert_eq!(clock.seconds(Side::Sente), 1);
            clock.moved(Side::Sente);
            assert_eq!(clock.seconds(Side::Sente), 10);
        }
        // A clock without a period gives nothing back.
        let mut clock = Clock::new(Timing::new(3, 0)).unwrap();
        (0..21).for_each(|_| clock.tick(Side::Sente));
        clock.moved(Side::Sente);
        assert_eq!(clock.seconds(Side::Sente), 179);
    }
}
