//! One scan: its pages, one after the other.

use std::collections::HashSet;
use std::sync::Arc;

use super::standing::{Seen, Standing, nearer};

/// A scan, as far as it is known.
#[derive(Debug)]
pub(super) struct Track {
    /// Tells it from the others of its question.
    pub id: u64,
    /// The later, the more recently a page was added.
    pub used: u64,
    /// The last page said that nothing follows.
    pub done: bool,
    /// Its last page was had by a cursor, and so will be the next.
    pub by_cursor: bool,
    /// Whoever goes on by it may have begun by another one.
    pub suspected: bool,
    /// Several programs go on by it: it was suspected, and a page of it was asked for twice.
    pub shared: bool,
    /// Whoever waited for its next page, if anybody does, gets another one's.
    pub absorbed: bool,
    /// The number of its first page.
    first: u64,
    pages: Vec<(Vec<i64>, [i64; 2])>,
    standing: Standing,
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
    pub fn new(id: u64, number: u64, standing: Standing, seen: Seen) -> Self {
        let done = !seen.more;
        let pages = vec![(seen.ids, seen.end)];
        let (by_cursor, suspected, shared, absorbed) = Default::default();
        Self { id, used: id, done, by_cursor, suspected, shared, absorbed, first: number, pages, standing }
    }

    /// Whoever goes on by it may be asking for this page, as its next.
    pub fn waits_for(&self, asked: Asked) -> bool {
        !self.done && self.expects(asked) && self.is_next(asked)
    }

    fn expects(&self, asked: Asked) -> bool {
        asked.after.is_some() || !(self.by_cursor || self.absorbed)
    }

    /// The page is the one behind its last, whether or not that said that there is more.
    pub fn is_next(&self, asked: Asked) -> bool {
        self.frontier() + 1 == asked.number && asked.begins_at(&self.standing)
    }

    /// How far it was before a page that somebody may ask for again: because its answer was lost, or because
    /// another program has gone on.
    pub fn asked_again(&self, asked: Asked) -> Option<Standing> {
        let last = self.frontier() == asked.number && !self.done && self.expects(asked);
        self.before(asked).filter(|_| last || self.shared)
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
        let (ids, end) = until.last()?;
        let shown: HashSet<i64> = until.iter().flat_map(|(ids, _)| ids).copied().collect();
        let (shown, owed) = (Arc::new(shown), Arc::default());
        Some((ids, Standing { end: *end, shown, owed, ..self.standing }))
    }

    /// True when it has a page of this number, that begins there.
    pub fn has(&self, asked: Asked) -> bool {
        let held = |number: u64| self.pages.get(self.index(number)?);
        let before = || asked.number.checked_sub(1).and_then(held).map(|(_, end)| *end);
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

    /// From its next page on somebody may go by it who stands at another place; `shown` is what it had shown
    /// before the page that he asks for.
    pub fn owe(&mut self, shown: &HashSet<i64>, other: &Standing) {
        self.standing.owe(shown, other);
        self.suspected = true;
    }

    /// The next page.
    pub fn push(&mut self, seen: Seen, by_cursor: bool) {
        self.standing.after(&seen);
        self.done = !seen.more;
        self.by_cursor = by_cursor;
        if !seen.ids.is_empty() {
            self.pages.push((seen.ids, seen.end));
        }
    }

    /// A page that it has already was found once more at the same moment: only what both answers held counts
    /// as shown.
    pub fn agree(&mut self, number: u64, seen: &Seen, ascending: bool) {
        let last = number == self.frontier();
        let Some((ids, end)) = self.index(number).and_then(|index| self.pages.get_mut(index)) else { return };
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
        PAGE * (self.pages.len() + 4) + ID * (self.standing.shown.len() + self.standing.owed.len())
    }
}
