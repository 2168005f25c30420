//! The handheld's firmware: hardware around `dobutsu-core`, and nothing the core can do itself.
#![no_std]
#![no_main]

use defmt_rtt as _;
use dobutsu_core::{VERSION, game::Position};
use embassy_executor::Spawner;
use embassy_time::Timer;
use panic_probe as _;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let _peripherals = embassy_rp::init(embassy_rp::config::Config::default());
    let moves = Position::START.moves().len();
    defmt::info!(
        "dobutsu {=str}: {=usize} moves from the start",
        VERSION,
        moves
    );

    loop {
        Timer::after_secs(60).await;
    }
}
