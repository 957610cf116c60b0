//! State of one session: how far it has come, and the pages that it has shown.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// How far a session has come in its list.
#[derive(Debug, Clone)]
pub(in crate::orders) struct PageState {
    /// Sort key of the last row that it has read.
    pub end: [i64; 2],
    /// When it began, in microseconds.
    pub begun: i64,
    /// Orders that changed from then on (microseconds) may have moved in front of `end` without being shown.
    pub changed_after: i64,
    /// The orders shown so far.
    pub shown: Arc<HashSet<i64>>,
    /// Shown orders that another client, which may continue this session, has not seen: they are shown again at
    /// the end of the list.
    pub redeliver: Arc<BTreeSet<i64>>,
}

/// The position from which a page is read.
#[derive(Debug, Clone)]
pub(in crate::orders) enum Resume {
    /// No session: the page is counted from the start of the list.
    Counted,
    /// The page follows the last one of a session.
    After(PageState),
    /// The page was shown before: its orders, the state after it, and where the page before it ended, if known.
    Repeat(Vec<i64>, PageState, Option<[i64; 2]>),
}

/// The position from which a page is read; see [`super::PageSessions::resume_point`].
#[derive(Debug, Clone)]
pub struct ResumePoint(pub(in crate::orders) Resume);

impl ResumePoint {
    /// A page without a session.
    pub const COUNTED: Self = Self(Resume::Counted);
}

/// The result of a page, to be recorded with [`super::PageSessions::record`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageResult {
    /// Its orders.
    pub(in crate::orders) ids: Vec<i64>,
    /// Sort key of the last row that was read.
    pub(in crate::orders) end: [i64; 2],
    /// Whether more orders follow.
    pub(in crate::orders) more: bool,
}

/// The sort key that comes first in the list.
pub(super) fn nearer_to_start(ascending: bool, a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    if ascending { a.min(b) } else { a.max(b) }
}

impl PageState {
    /// The state after the first page of a session.
    pub fn after_first(result: &PageResult, begun: i64, changed_after: i64) -> Self {
        let shown = Arc::new(result.ids.iter().copied().collect());
        Self { end: result.end, begun, changed_after, shown, redeliver: Arc::default() }
    }

    /// The orders that a client at `other` misses if it continues from here.
    pub fn missed_by(&self, other: &Self) -> BTreeSet<i64> {
        self.shown.difference(&other.shown).chain(other.redeliver.iter()).copied().collect()
    }

    /// Adds orders to show again, because another client may continue from here.
    pub fn add_redeliveries(&mut self, missed: &BTreeSet<i64>) {
        if !missed.is_empty() {
            Arc::make_mut(&mut self.redeliver).extend(missed);
        }
    }

    /// Moves on by a page.
    pub fn after(&mut self, result: &PageResult) {
        Arc::make_mut(&mut self.shown).extend(&result.ids);
        if !self.redeliver.is_empty() {
            let redeliver = Arc::make_mut(&mut self.redeliver);
            for id in &result.ids {
                redeliver.remove(id);
            }
        }
        self.end = result.end;
    }
}

/// The pages that one client, or several, have requested one after the other.
#[derive(Debug)]
pub(super) struct Session {
    /// Unique id within one query.
    pub id: u64,
    /// Step at which the last page was added: greater is more recent.
    pub used: u64,
    /// When the last page was added.
    pub last: Instant,
    /// The last page was the end of the list.
    pub done: bool,
    /// The last page was requested by a cursor, so the next one will be, too.
    pub by_cursor: bool,
    /// A newer session serves the client that was expected to request the next page by number.
    pub absorbed: bool,
    /// A newer session with the same position serves the client with the cursor after the last page.
    pub replaced: bool,
    /// Several clients may use it, because it took over an unfinished session.
    pub shared: bool,
    /// Number of its first page.
    first: u64,
    pages: Vec<ShownPage>,
    state: PageState,
}

/// A shown page, and the state after it.
#[derive(Debug)]
struct ShownPage {
    ids: Vec<i64>,
    end: [i64; 2],
    redeliver: Arc<BTreeSet<i64>>,
}

/// A requested page: its number, and with a cursor the sort key before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Requested {
    pub number: u64,
    pub after: Option<[i64; 2]>,
}

impl Requested {
    fn begins_at(&self, state: &PageState) -> bool {
        self.after.is_none_or(|end| state.end == end)
    }
}

impl Session {
    pub fn new(id: u64, last: Instant, number: u64, state: PageState, result: PageResult) -> Self {
        let done = !result.more;
        let pages = vec![ShownPage { ids: result.ids, end: result.end, redeliver: Arc::default() }];
        let (by_cursor, absorbed, replaced, shared) = Default::default();
        let (used, first) = (id, number);
        Self { id, used, last, done, by_cursor, absorbed, replaced, shared, first, pages, state }
    }

    /// Whether this may be its client requesting the next page.
    pub fn waits_for(&self, asked: Requested) -> bool {
        !self.done && self.may_wait_for(asked) && self.is_next(asked)
    }

    fn may_wait_for(&self, asked: Requested) -> bool {
        self.may_request(asked) && (asked.after.is_some() || !self.absorbed)
    }

    /// Whether its client may request a page in this way: a client with cursors requests none by number, unless
    /// other clients share the session.
    pub fn may_request(&self, asked: Requested) -> bool {
        asked.after.is_some() || !self.by_cursor || self.shared
    }

    /// Whether the page follows its last one, even if that was the end of the list.
    pub fn is_next(&self, asked: Requested) -> bool {
        !self.replaced && self.last_number() + 1 == asked.number && asked.begins_at(&self.state)
    }

    /// The state that the client of this session may have when it requests a page: it may request the next page,
    /// or the last one again because the response was lost, or another client has moved on. `None` for a session
    /// that began in the middle of a list, because the orders before are unknown.
    pub fn possible_state(&self, asked: Requested) -> Option<PageState> {
        if self.first > 1 {
            return None;
        }
        if self.waits_for(asked) {
            return Some(self.state.clone());
        }
        let last = self.last_number() == asked.number && !self.done && self.may_wait_for(asked);
        if last || self.shared { self.state_before(asked) } else { None }
    }

    /// Number of its last page.
    pub fn last_number(&self) -> u64 {
        self.first + self.pages.len() as u64 - 1
    }

    /// The state after its last page.
    pub fn state(&self) -> &PageState {
        &self.state
    }

    /// One of its pages, and the state after it.
    pub fn shown_page(&self, number: u64) -> Option<(&[i64], PageState)> {
        let until = self.pages.get(..=self.index(number)?)?;
        let ShownPage { ids, end, redeliver } = until.last()?;
        let shown: HashSet<i64> = until.iter().flat_map(|page| &page.ids).copied().collect();
        let (shown, redeliver) = (Arc::new(shown), Arc::clone(redeliver));
        Some((ids, PageState { end: *end, shown, redeliver, ..self.state }))
    }

    /// A page to show again, and the state after it. Orders of the page need no redelivery.
    pub fn repeat(&self, number: u64) -> Option<(Vec<i64>, PageState)> {
        let (ids, mut state) = self.shown_page(number)?;
        if !state.redeliver.is_empty() {
            Arc::make_mut(&mut state.redeliver).retain(|id| !ids.contains(id));
        }
        Some((ids.to_vec(), state))
    }

    /// Where the page before one of its pages ended.
    pub fn begin_of(&self, number: u64) -> Option<[i64; 2]> {
        let before = self.index(number)?.checked_sub(1)?;
        self.pages.get(before).map(|page| page.end)
    }

    /// Whether it has shown the requested page.
    pub fn has(&self, asked: Requested) -> bool {
        let held = |number: u64| self.pages.get(self.index(number)?);
        let previous_end = || asked.number.checked_sub(1).and_then(held).map(|page| page.end);
        held(asked.number).is_some() && (asked.after.is_none() || asked.after == previous_end())
    }

    /// The state before a page that it has shown.
    pub fn state_before(&self, asked: Requested) -> Option<PageState> {
        let previous = asked.number.checked_sub(1).filter(|_| self.has(asked))?;
        self.shown_page(previous).map(|(_, state)| state)
    }

    fn index(&self, number: u64) -> Option<usize> {
        usize::try_from(number.checked_sub(self.first)?).ok()
    }

    /// Adds orders to show again after this page, because another client may continue from it.
    pub fn add_redeliveries(&mut self, asked: Requested, missed: &BTreeSet<i64>) {
        self.state.add_redeliveries(missed);
        let previous = asked.number.checked_sub(1).and_then(|number| self.index(number)).unwrap_or(0);
        for page in self.pages.iter_mut().skip(previous).filter(|_| !missed.is_empty()) {
            Arc::make_mut(&mut page.redeliver).extend(missed);
        }
    }

    /// Appends a page.
    pub fn push(&mut self, result: PageResult, by_cursor: bool) {
        self.state.after(&result);
        self.done = !result.more;
        self.by_cursor = by_cursor;
        if !result.ids.is_empty() {
            let redeliver = Arc::clone(&self.state.redeliver);
            self.pages.push(ShownPage { ids: result.ids, end: result.end, redeliver });
        }
    }

    /// Merges a second result of the same page, read at the same time: only orders in both count as shown.
    pub fn intersect(&mut self, number: u64, result: &PageResult, ascending: bool) {
        let last = number == self.last_number();
        let page = self.index(number).and_then(|index| self.pages.get_mut(index));
        let Some(ShownPage { ids, end, .. }) = page else { return };
        let shown = Arc::make_mut(&mut self.state.shown);
        ids.retain(|id| {
            let both = result.ids.contains(id);
            if !both {
                shown.remove(id);
            }
            both
        });
        *end = nearer_to_start(ascending, *end, result.end);
        if last {
            self.state.end = *end;
            self.done &= !result.more;
        }
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        /// An order number in a page and in the set of shown orders.
        const ID: usize = 8 + 18;
        /// Fixed size of a page; four times that for the session.
        const PAGE: usize = 64;
        let per_page: usize = self.pages.iter().map(|page| page.redeliver.len()).sum();
        PAGE * (self.pages.len() + 4) + ID * (self.state.shown.len() + self.state.redeliver.len() + per_page)
    }
}
