//! How far a scan has come, and what a page of it starts from.

use std::collections::HashSet;
use std::sync::Arc;

/// How far a scan has come.
#[derive(Debug, Clone)]
pub(in crate::sales::pedidos) struct Standing {
    /// The place in the list up to which it has looked.
    pub end: [i64; 2],
    /// When it began, microseconds: what changed before was shown where it stood.
    pub begun: i64,
    /// The orders that it has shown.
    pub shown: Arc<HashSet<i64>>,
}

/// What a page is found from.
#[derive(Debug, Clone)]
pub(in crate::sales::pedidos) enum Start {
    /// The list as it is, counted from its start.
    Counted,
    /// Where the page before it ended.
    After(Standing),
    /// The page was answered before: these orders, and how far the scan was with them.
    Again(Vec<i64>, Standing),
}

/// What a page by number starts from; made by [`super::Scans::turn`].
#[derive(Debug, Clone)]
pub struct Turn(pub(in crate::sales::pedidos) Start);

impl Turn {
    /// Of a list that nothing is remembered of.
    pub const COUNTED: Self = Self(Start::Counted);
}

/// What a page has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its orders.
    pub(in crate::sales::pedidos) ids: Vec<i64>,
    /// The place in the list up to which it has looked.
    pub(in crate::sales::pedidos) end: [i64; 2],
    /// More is to follow, as far as the page could know.
    pub(in crate::sales::pedidos) more: bool,
}

/// The place that is nearer to the list's start.
pub(super) fn nearer(ascending: bool, a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    if ascending { a.min(b) } else { a.max(b) }
}

impl Standing {
    /// What is safe for whoever stands at either: no further than both, and shown only what both have seen.
    pub fn common(&self, other: &Self, ascending: bool) -> Self {
        Self {
            end: nearer(ascending, self.end, other.end),
            begun: self.begun.min(other.begun),
            shown: Arc::new(self.shown.intersection(&other.shown).copied().collect()),
        }
    }
}
