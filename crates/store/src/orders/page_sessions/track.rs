//! One scan: its pages, one after the other.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Instant;

use crate::orders::page_sessions::standing::{Seen, Standing, nearer};

/// A scan, as far as it is known.
#[derive(Debug)]
pub(super) struct Track {
    /// Tells it from the others of its question.
    pub id: u64,
    /// The later, the more recently a page was added.
    pub used: u64,
    /// When that was.
    pub last: Instant,
    /// The last page said that nothing follows.
    pub done: bool,
    /// Its last page was had by a cursor, and so will be the next.
    pub by_cursor: bool,
    /// Whoever waited by number for its next page, if anybody does, gets another one's.
    pub absorbed: bool,
    /// Whoever had the cursor behind its last page gets another one's, which is at the same place.
    pub replaced: bool,
    /// Several programs may be going on by it: another one that was not at its end was absorbed.
    pub shared: bool,
    /// The number of its first page.
    first: u64,
    pages: Vec<Page>,
    standing: Standing,
}

/// A page, and how far the scan was with it.
#[derive(Debug)]
struct Page {
    ids: Vec<i64>,
    end: [i64; 2],
    owed: Arc<BTreeSet<i64>>,
}

/// A page as it is asked for: by its number, and by the place before it, if a cursor says that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub number: u64,
    pub after: Option<[i64; 2]>,
}

impl Asked {
    fn begins_at(&self, standing: &Standing) -> bool {
        self.after.is_none_or(|end| standing.end == end)
    }
}

impl Track {
    pub fn new(id: u64, last: Instant, number: u64, standing: Standing, seen: Seen) -> Self {
        let done = !seen.more;
        let pages = vec![Page { ids: seen.ids, end: seen.end, owed: Arc::default() }];
        let (by_cursor, absorbed, replaced, shared) = Default::default();
        let (used, first) = (id, number);
        Self { id, used, last, done, by_cursor, absorbed, replaced, shared, first, pages, standing }
    }

    /// Whoever goes on by it may be asking for this page, as its next.
    pub fn waits_for(&self, asked: Asked) -> bool {
        !self.done && self.expects(asked) && self.is_next(asked)
    }

    fn expects(&self, asked: Asked) -> bool {
        self.goes_as(asked) && (asked.after.is_some() || !self.absorbed)
    }

    /// Who goes by cursors asks for no page by its number; others that may be going on by it do.
    pub fn goes_as(&self, asked: Asked) -> bool {
        asked.after.is_some() || !self.by_cursor || self.shared
    }

    /// The page is the one behind its last, whether or not that said that there is more.
    pub fn is_next(&self, asked: Asked) -> bool {
        !self.replaced && self.frontier() + 1 == asked.number && asked.begins_at(&self.standing)
    }

    /// How far whoever began by it may be when he asks for a page: he waits for it, or asks for it again
    /// because its answer was lost, or another program has gone on. Of one that begins in the middle nobody
    /// knows what it has shown.
    pub fn may_stand(&self, asked: Asked) -> Option<Standing> {
        if self.first > 1 {
            return None;
        }
        if self.waits_for(asked) {
            return Some(self.standing.clone());
        }
        let last = self.frontier() == asked.number && !self.done && self.expects(asked);
        if last || self.shared { self.before(asked) } else { None }
    }

    /// The number of its last page.
    pub fn frontier(&self) -> u64 {
        self.first + self.pages.len() as u64 - 1
    }

    /// How far it has come.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// A page of it and how far it was then.
    pub fn page(&self, number: u64) -> Option<(&[i64], Standing)> {
        let until = self.pages.get(..=self.index(number)?)?;
        let Page { ids, end, owed } = until.last()?;
        let shown: HashSet<i64> = until.iter().flat_map(|page| &page.ids).copied().collect();
        let (shown, owed) = (Arc::new(shown), Arc::clone(owed));
        Some((ids, Standing { end: *end, shown, owed, ..self.standing }))
    }

    /// A page that is asked for again; who gets it misses nothing of what is on it.
    pub fn again(&self, number: u64) -> Option<(Vec<i64>, Standing)> {
        let (ids, mut standing) = self.page(number)?;
        if !standing.owed.is_empty() {
            Arc::make_mut(&mut standing.owed).retain(|id| !ids.contains(id));
        }
        Some((ids.to_vec(), standing))
    }

    /// True when it has a page of this number, that begins there.
    pub fn has(&self, asked: Asked) -> bool {
        let held = |number: u64| self.pages.get(self.index(number)?);
        let before = || asked.number.checked_sub(1).and_then(held).map(|page| page.end);
        held(asked.number).is_some() && (asked.after.is_none() || asked.after == before())
    }

    /// How far it was before a page that it has.
    pub fn before(&self, asked: Asked) -> Option<Standing> {
        let before = asked.number.checked_sub(1).filter(|_| self.has(asked))?;
        self.page(before).map(|(_, standing)| standing)
    }

    fn index(&self, number: u64) -> Option<usize> {
        usize::try_from(number.checked_sub(self.first)?).ok()
    }

    /// From this page on somebody may go by it who misses these.
    pub fn owe(&mut self, asked: Asked, missed: &BTreeSet<i64>) {
        self.standing.owe(missed);
        let before = asked.number.checked_sub(1).and_then(|number| self.index(number)).unwrap_or(0);
        for page in self.pages.iter_mut().skip(before).filter(|_| !missed.is_empty()) {
            Arc::make_mut(&mut page.owed).extend(missed);
        }
    }

    /// The next page.
    pub fn push(&mut self, seen: Seen, by_cursor: bool) {
        self.standing.after(&seen);
        self.done = !seen.more;
        self.by_cursor = by_cursor;
        if !seen.ids.is_empty() {
            let owed = Arc::clone(&self.standing.owed);
            self.pages.push(Page { ids: seen.ids, end: seen.end, owed });
        }
    }

    /// A page that it has already was found once more at the same moment: only what both answers held counts
    /// as shown.
    pub fn agree(&mut self, number: u64, seen: &Seen, ascending: bool) {
        let last = number == self.frontier();
        let page = self.index(number).and_then(|index| self.pages.get_mut(index));
        let Some(Page { ids, end, .. }) = page else { return };
        let shown = Arc::make_mut(&mut self.standing.shown);
        ids.retain(|id| {
            let both = seen.ids.contains(id);
            if !both {
                shown.remove(id);
            }
            both
        });
        *end = nearer(ascending, *end, seen.end);
        if last {
            self.standing.end = *end;
            self.done &= !seen.more;
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        /// In a page's list, and in the set of what was shown.
        const ID: usize = 8 + 18;
        /// A page without its orders; the track without its pages.
        const PAGE: usize = 64;
        let owed: usize = self.pages.iter().map(|page| page.owed.len()).sum();
        PAGE * (self.pages.len() + 4) + ID * (self.standing.shown.len() + self.standing.owed.len() + owed)
    }
}
