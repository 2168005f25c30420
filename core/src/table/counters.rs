//! How a table fares, counted with the feature `counters` and free without it.

#[cfg(feature = "counters")]
pub use counting::Counters;
#[cfg(feature = "counters")]
pub(super) use counting::Tally;

#[cfg(feature = "counters")]
mod counting {
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// How a table fared since it was made or its counters were last reset.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "defmt", derive(defmt::Format))]
    pub struct Counters {
        /// Probes that found their key.
        pub hits: usize,
        /// Probes that found an empty slot or another key.
        pub misses: usize,
        /// All writes.
        pub writes: usize,
        /// Writes that destroyed a live entry of another key.
        pub overwrites: usize,
    }

    /// The counters of a table that may be probed through a shared reference.
    ///
    /// A load and a store, since the Cortex-M0+ has no atomic addition: probes from several
    /// threads at once may lose a count, never an answer.
    #[derive(Debug, Default)]
    pub(in crate::table) struct Tally {
        hits: AtomicUsize,
        misses: AtomicUsize,
        writes: AtomicUsize,
        overwrites: AtomicUsize,
    }

    fn add(counter: &AtomicUsize, count: usize) {
        counter.store(counter.load(Relaxed).wrapping_add(count), Relaxed);
    }

    impl Tally {
        pub(in crate::table) const fn new() -> Tally {
            Tally {
                hits: AtomicUsize::new(0),
                misses: AtomicUsize::new(0),
                writes: AtomicUsize::new(0),
                overwrites: AtomicUsize::new(0),
            }
        }

        pub(in crate::table) fn probed(&self, hit: bool) {
            add(if hit { &self.hits } else { &self.misses }, 1);
        }

        pub(in crate::table) fn wrote(&self, overwrote: bool) {
            add(&self.writes, 1);
            add(&self.overwrites, usize::from(overwrote));
        }

        pub(in crate::table) fn counters(&self) -> Counters {
            Counters {
                hits: self.hits.load(Relaxed),
                misses: self.misses.load(Relaxed),
                writes: self.writes.load(Relaxed),
                overwrites: self.overwrites.load(Relaxed),
            }
        }
    }

    impl Clone for Tally {
        fn clone(&self) -> Tally {
            let counters = self.counters();
            Tally {
                hits: counters.hits.into(),
                misses: counters.misses.into(),
                writes: counters.writes.into(),
                overwrites: counters.overwrites.into(),
            }
        }
    }
}

/// Counts nothing and takes no room.
#[cfg(not(feature = "counters"))]
#[derive(Clone, Debug, Default)]
pub(super) struct Tally;

#[cfg(not(feature = "counters"))]
impl Tally {
    pub(super) const fn new() -> Tally {
        Tally
    }

    pub(super) fn probed(&self, _hit: bool) {}

    pub(super) fn wrote(&self, _overwrote: bool) {}
}
