//! What nearly every read asks for and hardly ever changes, remembered by the process for a moment
//! (`docs/decisions/0031-registrations-remembered-for-a-second.md`). Only reads recall: a write asks the
//! database.

use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quick_cache::sync::Cache;

/// How long another server's change may go unnoticed; one of this process counts at once.
const VALID_FOR: Duration = Duration::from_secs(1);
/// Entries of each kind: as many as are asked for within [`VALID_FOR`].
const ENTRIES: usize = 2_000;

/// Counts the changes that this process has made: what was read before the last one is forgotten.
#[derive(Debug, Default)]
pub struct Generation(AtomicU64);

impl Generation {
    /// To be called before a read begins: what it finds is as old as this.
    pub fn moment(&self) -> Moment {
        Moment { generation: self.0.load(Ordering::Acquire), at: Instant::now() }
    }

    /// Forgets everything. To be called once a change is committed, before anyone hears of it.
    pub fn forget(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    fn is(&self, generation: u64) -> bool {
        self.0.load(Ordering::Acquire) == generation
    }
}

/// When a read began.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    generation: u64,
    at: Instant,
}

#[derive(Debug, Clone)]
struct Entry<V> {
    value: V,
    moment: Moment,
}

/// Values by their keys.
#[derive(Debug)]
pub struct Memory<K, V>(Cache<K, Entry<V>>);

impl<K: Eq + Hash, V: Clone> Default for Memory<K, V> {
    fn default() -> Self {
        Self(Cache::new(ENTRIES))
    }
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    /// The value of a key, if it is still to be believed.
    pub fn get(&self, key: &K, generation: &Generation, now: Moment) -> Option<V> {
        let entry = self.0.get(key)?;
        let current = generation.is(entry.moment.generation);
        let recent = now.at.saturating_duration_since(entry.moment.at) < VALID_FOR;
        (current && recent).then_some(entry.value)
    }

    /// Keeps what a read that began at `moment` has found.
    pub fn keep(&self, key: K, value: V, moment: Moment) {
        self.0.insert(key, Entry { value, moment });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn counts_for_less_than_a_second() {
        let (generation, memory) = (Generation::default(), Memory::default());
        let now = generation.moment();
        memory.keep(1, "a", now);
        let later = |ms| Moment { at: now.at + Duration::from_millis(ms), ..now };
        assert!(memory.get(&1, &generation, later(999)).is_some());
        assert!(memory.get(&1, &generation, later(1000)).is_none());
    }

    #[test]
    fn a_change_is_noticed_at_once_even_by_a_read_that_began_before_it() {
        let (generation, memory) = (Generation::default(), Memory::default());
        let before = generation.moment();
        memory.keep(1, "a", before);
        generation.forget();
        assert!(memory.get(&1, &generation, generation.moment()).is_none());
        // it found what was there before the change, and comes to keep it only now
        memory.keep(1, "a", before);
        assert!(memory.get(&1, &generation, generation.moment()).is_none());
    }
}
