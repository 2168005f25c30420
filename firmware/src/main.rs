//! The handheld's firmware: the hardware around `dobutsu-core`, which contains everything else.
//!
//! Two executors share one processor core. In the foreground, in an interrupt, run the tasks that a person
//! notices: buttons, device, display, sound and saves. In the background run the thinker, in slices, the
//! serial port and the watchdog's feeder. When neither has anything to do the core sleeps until the next
//! interrupt.
#![no_std]
#![no_main]

mod battery;
mod board;
mod buttons;
mod chip;
mod display;
mod info;
mod journal;
mod memory;
mod mishap;
mod power;
mod selftest;
mod sound;
mod storage;
mod thinker;
mod ui;
mod usb;
mod watchdog;

use defmt_rtt as _;
use dobutsu_core::VERSION;
use dobutsu_core::handheld::Handheld;
use embassy_executor::{Executor, InterruptExecutor, Spawner};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};
use static_cell::StaticCell;

use crate::board::{Board, ResetReason};

/// Runs the tasks that a person notices.
static FOREGROUND: InterruptExecutor = InterruptExecutor::new();

#[interrupt]
unsafe fn SWI_IRQ_1() {
    // SAFETY: this is the executor's interrupt, which it enables itself once it has started.
    unsafe { FOREGROUND.on_interrupt() }
}

/// Runs the tasks that can wait.
static BACKGROUND: StaticCell<Executor> = StaticCell::new();

#[cortex_m_rt::entry]
fn main() -> ! {
    memory::guard_stack();
    // Its initial value passes over the stack, and nothing else is on it yet.
    let device = ui::create_device();
    let background = BACKGROUND.init(Executor::new());
    background.run(|spawner| spawner.spawn(defmt::unwrap!(start(spawner, device))))
}

/// Starts everything.
#[embassy_executor::task]
async fn start(background: Spawner, device: &'static mut Handheld) {
    let board = Board::new();
    let seed = board::seed();
    let reason = ResetReason::read();
    defmt::info!("dobutsu {=str}, after {}", VERSION, reason);
    journal::note(format_args!("dobutsu {VERSION}"));
    let mishap = mishap::take(matches!(reason, ResetReason::Watchdog));
    defmt::info!("seed {=u32:#010x}", seed);
    memory::log_ram();
    let storage = storage::open(board.flash).await;

    // The foreground is below the drivers' interrupts, which only wake tasks. Embassy gives the interrupt of
    // the pins the lowest priority, and the others the highest.
    interrupt::IO_IRQ_BANK0.set_priority(Priority::P1);
    interrupt::I2C0_IRQ.set_priority(Priority::P1);
    interrupt::USBCTRL_IRQ.set_priority(Priority::P1);
    interrupt::SWI_IRQ_1.set_priority(Priority::P2);
    let foreground = FOREGROUND.start(interrupt::SWI_IRQ_1);
    foreground.spawn(defmt::unwrap!(display::run(board.screen)));
    foreground.spawn(defmt::unwrap!(ui::run(
        device,
        storage,
        board.battery,
        seed,
        mishap
    )));
    foreground.spawn(defmt::unwrap!(sound::run(board.buzzer)));
    for (button, pin) in board.buttons {
        foreground.spawn(defmt::unwrap!(buttons::watch(button, pin)));
    }
    background.spawn(defmt::unwrap!(usb::run(board.usb)));
    background.spawn(defmt::unwrap!(thinker::run()));
    background.spawn(defmt::unwrap!(watchdog::feed(board.watchdog)));
}
