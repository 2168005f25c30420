//! The handheld's firmware: hardware around `dobutsu-core`, and nothing the core can do itself.
//!
//! Two executors share one core. What a person feels runs in an interrupt: buttons, the device,
//! the display, the saves. Thinking runs below it, in slices, with the watchdog's feeder. When
//! neither has anything to do the core sleeps until the next interrupt.
#![no_std]
#![no_main]

mod board;
mod buttons;
mod display;
mod memory;
mod power;
mod storage;
mod thinker;
mod ui;
mod watchdog;

use defmt_rtt as _;
use dobutsu_core::VERSION;
use embassy_executor::{InterruptExecutor, Spawner};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};
use panic_probe as _;

use crate::board::{Board, ResetReason};

/// Runs what a person feels.
static FOREGROUND: InterruptExecutor = InterruptExecutor::new();

#[interrupt]
unsafe fn SWI_IRQ_1() {
    // SAFETY: this is the executor's interrupt, which it enables itself once it has started.
    unsafe { FOREGROUND.on_interrupt() }
}

#[embassy_executor::main]
async fn main(background: Spawner) {
    let board = Board::new();
    let seed = board::seed();
    defmt::info!("dobutsu {=str}, after {}", VERSION, ResetReason::read());
    defmt::info!("seed {=u32:#010x}", seed);
    memory::log_ram();
    let storage = storage::open(board.flash).await;

    // Below the drivers' own interrupts, which only wake tasks.
    interrupt::SWI_IRQ_1.set_priority(Priority::P2);
    let foreground = FOREGROUND.start(interrupt::SWI_IRQ_1);
    foreground.spawn(defmt::unwrap!(display::run(board.screen)));
    foreground.spawn(defmt::unwrap!(ui::run(storage, seed)));
    for (button, pin) in board.buttons {
        foreground.spawn(defmt::unwrap!(buttons::watch(button, pin)));
    }
    background.spawn(defmt::unwrap!(thinker::run()));
    background.spawn(defmt::unwrap!(watchdog::feed(board.watchdog)));
}
