//! How far a scan has come, and what a page of it starts from.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// How far a scan has come.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Standing {
    /// The place in the list up to which it has looked.
    pub end: [i64; 2],
    /// When it began, microseconds.
    pub begun: i64,
    /// What changed from then on may have got past it, microseconds; what changed before was shown where it
    /// stood.
    pub since: i64,
    /// The orders that it has shown.
    pub shown: Arc<HashSet<i64>>,
    /// Of these, orders that another program has not seen that may be going on by it: they come once more
    /// when nothing else follows.
    pub owed: Arc<BTreeSet<i64>>,
}

/// What a page is found from.
#[derive(Debug, Clone)]
pub(in crate::orders) enum Start {
    /// The list as it is, counted from its start.
    Counted,
    /// Where the page before it ended.
    After(Standing),
    /// The page was answered before: these orders, and how far the scan was with them.
    Again(Vec<i64>, Standing),
}

/// What a page by number starts from; made by [`super::Scans::turn`].
#[derive(Debug, Clone)]
pub struct Turn(pub(in crate::orders) Start);

impl Turn {
    /// Of a list that nothing is remembered of.
    pub const COUNTED: Self = Self(Start::Counted);
}

/// What a page has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its orders.
    pub(in crate::orders) ids: Vec<i64>,
    /// The place in the list up to which it has looked.
    pub(in crate::orders) end: [i64; 2],
    /// More is to follow, as far as the page could know.
    pub(in crate::orders) more: bool,
}

/// The place that is nearer to the list's start.
pub(super) fn nearer(ascending: bool, a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    if ascending { a.min(b) } else { a.max(b) }
}

impl Standing {
    /// Where a scan stands that begins with a page: with the first, unless the list was counted up to it.
    pub fn after_first(seen: &Seen, begun: i64, since: i64) -> Self {
        let shown = Arc::new(seen.ids.iter().copied().collect());
        Self { end: seen.end, begun, since, shown, owed: Arc::default() }
    }

    /// What whoever stands at `other` misses when he goes on from here.
    pub fn missed_by(&self, other: &Self) -> BTreeSet<i64> {
        self.shown.difference(&other.shown).chain(other.owed.iter()).copied().collect()
    }

    /// From here on somebody may be served who misses these.
    pub fn owe(&mut self, missed: &BTreeSet<i64>) {
        if !missed.is_empty() {
            Arc::make_mut(&mut self.owed).extend(missed);
        }
    }

    /// After a page more.
    pub fn after(&mut self, seen: &Seen) {
        Arc::make_mut(&mut self.shown).extend(&seen.ids);
        if !self.owed.is_empty() {
            let owed = Arc::make_mut(&mut self.owed);
            for id in &seen.ids {
                owed.remove(id);
            }
        }
        self.end = seen.end;
    }
}
