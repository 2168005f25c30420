//! The experiments as a user runs them, and what they say of the device. One program, to link once.

#[path = "../../dobutsu/tests/common/made.rs"]
mod made;

mod choices;
mod estimate;
mod lab;
mod levels;
