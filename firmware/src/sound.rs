//! The buzzer: a piezo disc between its pin and ground, driven by PWM. The pin may be left unconnected.

use dobutsu_core::handheld::{Note, Tune, Volume};
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pwm::{Config, Pwm};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, with_timeout};

use crate::power::FullClock;

/// Divides the system clock: at 200 MHz the counter is long enough for notes from 48 Hz.
const DIVIDER: u8 = 64;

/// The tune to play next.
static WANTED: Signal<CriticalSectionRawMutex, (Tune, Volume)> = Signal::new();

/// Plays a tune now, in place of the current one.
pub(crate) fn play(tune: Tune, volume: Volume) {
    WANTED.signal((tune, volume));
}

/// The wave of a note: square if loud, narrow pulses if quiet.
fn wave(note: Note, volume: Volume) -> Config {
    let mut wave = Config::default();
    wave.divider = DIVIDER.into();
    let period = match note.hertz {
        0 => 0,
        hertz => clk_sys_freq() / u32::from(DIVIDER) / u32::from(hertz),
    };
    wave.top = period.saturating_sub(1).min(0xFFFE) as u16;
    wave.compare_a = match volume {
        Volume::Off => 0,
        Volume::Quiet => wave.top / 32,
        Volume::Loud => wave.top / 2,
    };
    wave.enable = note.hertz != 0;
    wave
}

/// Plays tunes.
#[embassy_executor::task]
pub(crate) async fn run(mut buzzer: Pwm<'static>) {
    loop {
        let (mut tune, mut volume) = WANTED.wait().await;
        // The frequencies are derived from the system clock.
        let _full_clock = FullClock::begin();
        let mut notes = tune.notes().iter();
        while let Some(&note) = notes.next() {
            buzzer.set_config(&wave(note, volume));
            let lasts = Duration::from_millis(note.millis.into());
            if let Ok(newer) = with_timeout(lasts, WANTED.wait()).await {
                (tune, volume) = newer;
                notes = tune.notes().iter();
            }
        }
        // The pin stays low: a constant voltage harms the disc.
        buzzer.set_config(&wave(SILENCE, volume));
    }
}

const SILENCE: Note = Note {
    hertz: 0,
    millis: 0,
};
