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
    /// Several programs go on by it.
    pub shared: bool,
    /// The number of its first page.
    first: u64,
    pages: Vec<(Vec<i64>, [i64; 2])>,
    standing: Standing,
}

impl Track {
    pub fn new(id: u64, number: u64, begun: i64, seen: Seen) -> Self {
        let shown = Arc::new(seen.ids.iter().copied().collect());
        let standing = Standing { end: seen.end, begun, shown };
        let pages = vec![(seen.ids, seen.end)];
        Self { id, used: id, done: !seen.more, shared: false, first: number, pages, standing }
    }

    /// One that several programs are to go on by, from this page on.
    pub fn from_standing(id: u64, number: u64, standing: Standing) -> Self {
        Self { id, used: id, done: false, shared: true, first: number, pages: Vec::new(), standing }
    }

    /// How far it was before a page that somebody may ask for again: because its answer was lost, or because
    /// another program has gone on.
    pub fn asked_again(&self, number: u64) -> Option<Standing> {
        let may_be = self.shared || (self.frontier() == number && !self.done);
        self.before(number).filter(|_| may_be && self.has(number))
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
        Some((ids, Standing { end: *end, begun: self.standing.begun, shown: Arc::new(shown) }))
    }

    /// True when it has a page of this number.
    pub fn has(&self, number: u64) -> bool {
        self.index(number).is_some_and(|index| index < self.pages.len())
    }

    /// How far it was before a page.
    pub fn before(&self, number: u64) -> Option<Standing> {
        self.page(number.checked_sub(1)?).map(|(_, standing)| standing)
    }

    fn index(&self, number: u64) -> Option<usize> {
        usize::try_from(number.checked_sub(self.first)?).ok()
    }

    /// Goes on from a place that is safe for another scan, too.
    pub fn go_on_from(&mut self, standing: Standing) {
        self.standing = standing;
    }

    /// The next page.
    pub fn push(&mut self, seen: Seen) {
        Arc::make_mut(&mut self.standing.shown).extend(&seen.ids);
        self.standing.end = seen.end;
        self.done = !seen.more;
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
        PAGE * (self.pages.len() + 4) + ID * self.standing.shown.len()
    }
}
