//! Large bodies on their way, to clients and from them: how many bytes of them the process keeps, in all and
//! for one application.
//!
//! An answer stays in memory until its client has taken it, and a request until it is read. Whoever asks for
//! many large ones and reads none, or sends many at once, would otherwise fill the memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::values::ids::AplicacaoId;

/// Bodies from here on are large, bytes: they are counted, and reading one takes milliseconds in which its
/// thread would serve nobody else.
pub(crate) const LARGE: usize = 64 * 1024;
/// Of one application, bytes.
const OF_ONE: usize = 48 * 1024 * 1024;
/// Of all, bytes.
const OF_ALL: usize = 192 * 1024 * 1024;

/// Counts the bytes on their way. Cloning shares the count.
#[derive(Debug, Clone, Default)]
pub(crate) struct InFlight(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    owners: HashMap<Option<AplicacaoId>, usize>,
}

/// Those of answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answers(pub InFlight);

/// Those of requests.
#[derive(Debug, Clone, Default)]
pub(crate) struct Requests(pub InFlight);

/// Bytes that are counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    counts: InFlight,
    owner: Option<AplicacaoId>,
    size: usize,
}

impl InFlight {
    /// Counts a body, unless too much is on its way. One alone is always let through.
    pub fn hold(&self, owner: Option<AplicacaoId>, size: usize) -> Option<Hold> {
        let mut counts = self.lock();
        let own = counts.owners.get(&owner).copied().unwrap_or(0);
        if own > 0 && (own + size > OF_ONE || counts.all + size > OF_ALL) {
            return None;
        }
        counts.all += size;
        *counts.owners.entry(owner).or_default() += size;
        Some(Hold { counts: self.clone(), owner, size })
    }

    /// Nothing is on its way.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        let counts = self.lock();
        counts.all == 0 && counts.owners.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hold {
    /// Counts more of the body; false when that is too much.
    fn grow(&mut self, size: usize) -> bool {
        let mut counts = self.counts.lock();
        let Counts { all, owners } = &mut *counts;
        let own = owners.entry(self.owner).or_default();
        if *own > self.size && (*own + size > OF_ONE || *all + size > OF_ALL) {
            return false;
        }
        *own += size;
        *all += size;
        self.size += size;
        true
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.all -= self.size;
        if let Some(own) = counts.owners.get_mut(&self.owner) {
            *own -= self.size;
            if *own == 0 {
                counts.owners.remove(&self.owner);
            }
        }
    }
}

/// A request's body as it arrives: counted from the byte on that makes it large.
pub(crate) struct Arriving {
    requests: Requests,
    owner: Option<AplicacaoId>,
    hold: Option<Hold>,
}

impl Arriving {
    /// Nothing has arrived yet.
    pub fn new(requests: Requests, owner: Option<AplicacaoId>) -> Self {
        Self { requests, owner, hold: None }
    }

    /// So many bytes have arrived in all; false when that is too much.
    pub fn count(&mut self, all: usize) -> bool {
        match &mut self.hold {
            _ if all < LARGE => true,
            Some(hold) => hold.grow(all - hold.size),
            None => {
                self.hold = self.requests.0.hold(self.owner, all);
                self.hold.is_some()
            }
        }
    }

    /// What is counted of it.
    pub fn hold(self) -> Option<Hold> {
        self.hold
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const MIB: usize = 1024 * 1024;

    #[test]
    fn one_application_cannot_have_all() {
        let counts = InFlight::default();
        let application = |id| Some(AplicacaoId(id));
        let mut held: Vec<Hold> = (0..3).map(|_| counts.hold(application(1), 16 * MIB).unwrap()).collect();
        assert!(counts.hold(application(1), 1).is_none());
        for (owner, size) in [(None, 40), (application(2), 48), (application(3), 48), (application(4), 7)] {
            held.push(counts.hold(owner, size * MIB).unwrap());
        }
        // of its own share there is much left, of all one MiB
        assert!(counts.hold(application(4), MIB + 1).is_none());
        held.push(counts.hold(application(4), MIB).unwrap());
        assert!(counts.hold(application(4), 1).is_none());
        // whoever has nothing on its way gets an answer all the same
        held.push(counts.hold(application(5), 90 * MIB).unwrap());
        drop(held);
        assert!(counts.is_empty());
    }

    #[test]
    fn one_that_grows_is_counted_as_it_grows() {
        let counts = InFlight::default();
        let mut alone = counts.hold(None, 40 * MIB).unwrap();
        assert!(alone.grow(20 * MIB), "nothing else is on its way");
        assert!(counts.hold(None, 1).is_none());
        drop(alone);
        let (mut one, mut other) = (counts.hold(None, MIB).unwrap(), counts.hold(None, MIB).unwrap());
        assert!(one.grow(40 * MIB) && other.grow(6 * MIB));
        assert!(!one.grow(1) && !other.grow(1));
        drop(one);
        assert!(other.grow(60 * MIB));
        drop(other);
        assert!(counts.is_empty());
    }
}
