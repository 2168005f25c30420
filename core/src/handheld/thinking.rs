//! Fulfils requests to think in small steps, for the programs on a PC.

use core::task::Poll;

use super::{Handheld, Request};
use crate::game::{Position, Value};
use crate::player::{Adviser, AdviserError, Need};

/// An adviser that works for a device.
#[derive(Clone, Debug)]
pub struct Thinking<A> {
    adviser: A,
    on: Option<(Position, Need)>,
    /// The least distance passed on.
    at_least: Option<Value>,
}

impl<A: Adviser> Thinking<A> {
    /// An adviser before its first request.
    pub const fn new(adviser: A) -> Thinking<A> {
        Thinking {
            adviser,
            on: None,
            at_least: None,
        }
    }

    /// Replaces the adviser.
    pub fn replace(&mut self, adviser: A) {
        *self = Thinking::new(adviser);
    }

    /// If the device requests advice, works for about `budget` positions and passes the advice on when it is ready,
    /// and before that whenever the distance turns out to be greater than known so far. Work that is no longer requested is dropped. Pending as long as there is more to do.
    ///
    /// # Errors
    /// If the adviser fails.
    pub fn step(&mut self, device: &mut Handheld, budget: u32) -> Result<Poll<()>, AdviserError> {
        let Some(Request::Think(position, need)) = device.request() else {
            self.on = None;
            return Ok(Poll::Ready(()));
        };
        if self.on != Some((position, need)) {
            self.on = Some((position, need));
            self.at_least = None;
            self.adviser.begin(position, need);
        }
        let progress = self.adviser.step(budget)?;
        if progress.is_ready() {
            self.on = None;
            device.advise(&self.adviser.advice());
        } else if let at_least @ Some(_) = self.adviser.at_least()
            && at_least != self.at_least
        {
            self.at_least = at_least;
            device.advise(&self.adviser.advice());
        }
        Ok(progress)
    }
}
