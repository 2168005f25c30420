//! How a table fares, counted with the feature `counters` and free without it.

#[cfg(feature = "counters")]
pub(super) use counting::Tally;
#[cfg(feature = "counters")]
pub use counting::{Access, Counters};

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

    /// One use of a table, as it is told to whoever [watches](super::super::OverwriteTable::watch).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Access {
        /// The key was looked for.
        Probe(u64),
        /// The key was written.
        Write(u64),
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
        pub(in crate::table) watcher: Option<fn(Access)>,
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
                watcher: None,
            }
        }

        fn tell(&self, access: Access) {
            if let Some(watcher) = self.watcher {
                watcher(access);
            }
        }

        pub(in crate::table) fn probed(&self, key: u64, hit: bool) {
            self.tell(Access::Probe(key));
            add(if hit { &self.hits } else { &self.misses }, 1);
        }

        pub(in crate::table) fn wrote(&self, key: u64, overwrote: bool) {
            self.tell(Access::Write(key));
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
                watcher: self.watcher,
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

    pub(super) fn probed(&self, _key: u64, _hit: bool) {}

    pub(super) fn wrote(&self, _key: u64, _overwrote: bool) {}
}
