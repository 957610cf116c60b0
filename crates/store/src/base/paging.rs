//! Pages: by number, or steadily by the key of the last row seen.

/// A requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Where the page starts.
    pub start: PageStart,
    /// Rows per page, 1..=250.
    pub size: u32,
}

/// Bytes of documents that a page holds at most, whatever was asked for; a single row may be longer.
pub const PAGE_BYTES: usize = 16 << 20;

/// Rows that are read at once, so that what is read beyond [`PAGE_BYTES`] stays small. More than the rows of
/// an ordinary page: those take one statement.
pub(crate) const CHUNK: usize = 64;

/// Where a page starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageStart {
    /// At the first row, without a page number.
    First,
    /// The n-th page, from 1.
    Page(u64),
    /// Right after the row of a cursor.
    After(Cursor),
}

/// The key of the last row of a page. Nothing inserted or changed later moves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The row's place in the list's order.
    pub chave: [i64; 2],
    /// The number of the page that starts after it.
    pub pagina: u64,
}

/// Some rows of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows, at most as many as asked for.
    pub rows: Vec<T>,
    /// All rows that match, not only these.
    pub total: i64,
    /// The page's number.
    pub pagina: u64,
    /// Where the next page starts; `None` on the last.
    pub next: Option<Cursor>,
    /// It holds fewer rows than asked for, though more follow: they would be longer than [`PAGE_BYTES`]. A
    /// client that counts pages by number would miss those that follow.
    pub cut: bool,
}

/// Rows of a page as far as they were read.
pub(crate) struct Gathered<L> {
    rows: Vec<L>,
    /// Reading ended for the bytes of the rows.
    full: bool,
}

impl<L> Gathered<L> {
    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &L> {
        self.rows.iter()
    }

    /// The rows, for good.
    pub fn into_rows(self) -> impl Iterator<Item = L> {
        self.rows.into_iter()
    }
}

/// Reads at most `limit` rows, [`CHUNK`] at a time, until they are longer than [`PAGE_BYTES`] together.
/// `read` gets the last row so far and how many more are wanted.
pub(crate) fn gather<L, E>(
    limit: i64,
    mut read: impl FnMut(Option<&L>, i64) -> Result<Vec<L>, E>,
    bytes: impl Fn(&L) -> usize,
) -> Result<Gathered<L>, E> {
    let limit = usize::try_from(limit).unwrap_or(0);
    let (mut rows, mut sum) = (Vec::new(), 0_usize);
    while rows.len() < limit {
        let wanted = CHUNK.min(limit - rows.len());
        let part = read(rows.last(), wanted as i64)?;
        let ended = part.len() < wanted;
        for row in part {
            sum = sum.saturating_add(bytes(&row));
            if sum > PAGE_BYTES && !rows.is_empty() {
                return Ok(Gathered { rows, full: true });
            }
            rows.push(row);
        }
        if ended {
            break;
        }
    }
    Ok(Gathered { rows, full: false })
}

impl PageRequest {
    /// The first page of a size.
    pub fn first(size: u32) -> Self {
        Self { start: PageStart::First, size }
    }

    /// True when the page is asked for by its number: it must not end early.
    pub fn numbered(&self) -> bool {
        matches!(self.start, PageStart::Page(_))
    }

    /// True when the page is one that a cursor leads to.
    pub fn follows(&self) -> bool {
        matches!(self.start, PageStart::After(_))
    }

    /// The number of the page, from 1.
    pub fn page_of(&self) -> u64 {
        match self.start {
            PageStart::First => 1,
            PageStart::Page(n) => n,
            PageStart::After(cursor) => cursor.pagina,
        }
    }

    /// The key to start after, if any.
    pub(crate) fn after(&self) -> Option<[i64; 2]> {
        match self.start {
            PageStart::First | PageStart::Page(_) => None,
            PageStart::After(cursor) => Some(cursor.chave),
        }
    }

    /// Rows to skip when the page is asked for by number.
    pub(crate) fn offset(&self) -> i64 {
        match self.start {
            PageStart::Page(n) => {
                i64::try_from(n.saturating_sub(1).saturating_mul(u64::from(self.size))).unwrap_or(i64::MAX)
            }
            PageStart::First | PageStart::After(_) => 0,
        }
    }

    /// Rows to read: one more than wanted shows whether there is a next page.
    pub(crate) fn limit(&self) -> i64 {
        i64::from(self.size) + 1
    }

    /// A page of a list without rows.
    pub fn empty<T>(&self) -> Page<T> {
        Page { rows: Vec::new(), total: 0, pagina: self.page_of(), next: None, cut: false }
    }

    /// The page of a list that is had in mind: its numbers, ascending.
    pub fn page_of_numbers(&self, numbers: &[i64]) -> Page<i64> {
        let skipped = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        let after = self.after().map_or(i64::MIN, |[after, _]| after);
        let left = numbers.iter().copied().filter(|number| *number > after).skip(skipped);
        let mut rows: Vec<i64> = left.take(self.limit() as usize).collect();
        let has_more = rows.len() > self.size as usize;
        rows.truncate(self.size as usize);
        let pagina = self.page_of();
        let next = rows.last().filter(|_| has_more);
        let next = next.map(|last| Cursor { chave: [*last, 0], pagina: pagina.saturating_add(1) });
        Page { rows, total: numbers.len() as i64, pagina, next, cut: false }
    }

    /// Cuts the extra row off and keeps the key of the last one.
    pub(crate) fn page<L, T>(
        &self,
        row_list: Vec<L>,
        total: i64,
        key: impl Fn(&L) -> [i64; 2],
        convert: impl FnMut(L) -> Result<T, crate::StoreError>,
    ) -> Result<Page<T>, crate::StoreError> {
        self.page_of_gathered(Gathered { rows: row_list, full: false }, total, key, convert)
    }

    /// [`PageRequest::page`] of rows that may have been too long to be read to the end.
    pub(crate) fn page_of_gathered<L, T>(
        &self,
        gathered: Gathered<L>,
        total: i64,
        key: impl Fn(&L) -> [i64; 2],
        convert: impl FnMut(L) -> Result<T, crate::StoreError>,
    ) -> Result<Page<T>, crate::StoreError> {
        let Gathered { rows: mut row_list, full } = gathered;
        let size = self.size as usize;
        let has_more = full || row_list.len() > size;
        row_list.truncate(size);
        let cut = full && row_list.len() < size;
        let pagina = self.page_of();
        let next = match row_list.last() {
            Some(last) if has_more => Some(Cursor { chave: key(last), pagina: pagina.saturating_add(1) }),
            _ => None,
        };
        let rows = row_list.into_iter().map(convert).collect::<Result<_, _>>()?;
        Ok(Page { rows, total, pagina, next, cut })
    }
}

impl<T> Page<T> {
    /// The same page with its rows changed.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        let Page { rows, total, pagina, next, cut } = self;
        Page { rows: rows.into_iter().map(f).collect(), total, pagina, next, cut }
    }

    /// The page with other rows, unless one of them cannot be made.
    pub fn try_map<U, E>(self, change: impl FnMut(T) -> Result<U, E>) -> Result<Page<U>, E> {
        let Self { rows, total, pagina, next, cut } = self;
        let rows = rows.into_iter().map(change).collect::<Result<_, _>>()?;
        Ok(Page { rows, total, pagina, next, cut })
    }
}

/// A range of change times: from (inclusive), to (exclusive).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    /// Inclusive start, microseconds.
    pub de: Option<domain::values::dates::Instante>,
    /// Exclusive end, microseconds.
    pub ate: Option<domain::values::dates::Instante>,
}

impl Range {
    pub(crate) fn start_micros(&self) -> i64 {
        self.de.map_or(i64::MIN, |i| i.micros())
    }

    pub(crate) fn end_micros(&self) -> i64 {
        self.ate.map_or(i64::MAX, |i| i.micros())
    }

    /// True when it lets everything through.
    pub fn open(&self) -> bool {
        self.de.is_none() && self.ate.is_none()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A page of `size` out of a hundred rows of `bytes` each.
    fn page(size: u32, bytes: usize) -> Page<i64> {
        let wanted = PageRequest::first(size);
        let read = |last: Option<&i64>, wanted: i64| {
            let from = last.map_or(0, |last| last + 1);
            Ok::<_, crate::StoreError>((from..100.min(from + wanted)).collect())
        };
        let gathered = gather(wanted.limit(), read, |_| bytes).unwrap();
        wanted.page_of_gathered(gathered, 100, |n| [*n, 0], Ok).unwrap()
    }

    fn summary(page: &Page<i64>) -> (usize, Option<i64>, bool) {
        (page.rows.len(), page.next.map(|cursor| cursor.chave[0]), page.cut)
    }

    #[test]
    fn a_page_ends_where_its_rows_get_too_long() {
        assert_eq!(summary(&page(90, 1)), (90, Some(89), false));
        assert_eq!(summary(&page(250, 1)), (100, None, false));
        assert_eq!(summary(&page(250, PAGE_BYTES / 10)), (10, Some(9), true));
        // it is not cut when only the row beyond it is too long
        assert_eq!(summary(&page(10, PAGE_BYTES / 10)), (10, Some(9), false));
        // there is always one row, or a client could never get past it
        assert_eq!(summary(&page(5, PAGE_BYTES * 2)), (1, Some(0), true));
    }
}
