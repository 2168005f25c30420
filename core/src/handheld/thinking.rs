//! The part of every shell that answers requests to think, a small step at a time.

use core::task::Poll;

use super::{Handheld, Request};
use crate::game::Position;
use crate::player::{Adviser, AdviserError, Need};

/// An adviser at work for a device.
#[derive(Clone, Debug)]
pub struct Thinking<A> {
    adviser: A,
    on: Option<(Position, Need)>,
}

impl<A: Adviser> Thinking<A> {
    /// An adviser that has not been asked yet.
    pub const fn new(adviser: A) -> Thinking<A> {
        Thinking { adviser, on: None }
    }

    /// Another adviser from now on.
    pub fn replace(&mut self, adviser: A) {
        *self = Thinking::new(adviser);
    }

    /// If the device asks for advice, works for about `budget` positions and hands over the advice
    /// when it is ready. Work that is no longer asked for is dropped. Pending as
    /// long as there is more to do.
    pub fn step(&mut self, device: &mut Handheld, budget: u32) -> Result<Poll<()>, AdviserError> {
        let Some(Request::Think(position, need)) = device.request() else {
            self.on = None;
            return Ok(Poll::Ready(()));
        };
        if self.on != Some((position, need)) {
            self.on = Some((position, need));
            self.adviser.begin(position, need);
        }
        let progress = self.adviser.step(budget)?;
        if progress.is_ready() {
            self.on = None;
            device.advise(&self.adviser.advice());
        }
        Ok(progress)
    }
}
