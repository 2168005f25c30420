//! The database.
pub mod answers;
pub mod features;
mod flash;
pub mod image;
pub mod look;
pub mod network;
pub mod odds;
pub mod probe;
pub mod ribbon;

#[cfg(test)]
mod tests;

pub use flash::Flash;
pub use image::ImageError;
pub use probe::{Database, Walk};
