//! Pages: by number, or steadily by the key of the last row seen.

/// Which rows of a list are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Where the page starts.
    pub start: PageStart,
    /// Rows per page, 1..=250.
    pub size: u32,
}

/// Where a page starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageStart {
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
}

impl PageRequest {
    /// The first page of a size.
    pub fn first(size: u32) -> Self {
        Self { start: PageStart::Page(1), size }
    }

    pub(crate) fn page_of(&self) -> u64 {
        match self.start {
            PageStart::Page(n) => n,
            PageStart::After(cursor) => cursor.pagina,
        }
    }

    /// The key to start after, if any.
    pub(crate) fn after(&self) -> Option<[i64; 2]> {
        match self.start {
            PageStart::Page(_) => None,
            PageStart::After(cursor) => Some(cursor.chave),
        }
    }

    /// Rows to skip when the page is asked for by number.
    pub(crate) fn offset(&self) -> i64 {
        match self.start {
            PageStart::Page(n) => {
                i64::try_from(n.saturating_sub(1).saturating_mul(u64::from(self.size))).unwrap_or(i64::MAX)
            }
            PageStart::After(_) => 0,
        }
    }

    /// Rows to read: one more than wanted tells whether there is a next page.
    pub(crate) fn limit(&self) -> i64 {
        i64::from(self.size) + 1
    }

    /// A page of a list without rows.
    pub(crate) fn empty<T>(&self) -> Page<T> {
        Page { rows: Vec::new(), total: 0, pagina: self.page_of(), next: None }
    }

    /// Cuts the extra row off and keeps the key of the last one.
    pub(crate) fn page<L, T>(
        &self,
        mut row_list: Vec<L>,
        total: i64,
        key: impl Fn(&L) -> [i64; 2],
        convert: impl FnMut(L) -> Result<T, crate::StoreError>,
    ) -> Result<Page<T>, crate::StoreError> {
        let size = self.size as usize;
        let has_more = row_list.len() > size;
        row_list.truncate(size);
        let pagina = self.page_of();
        let next = match row_list.last() {
            Some(last) if has_more => Some(Cursor { chave: key(last), pagina: pagina.saturating_add(1) }),
            _ => None,
        };
        let rows = row_list.into_iter().map(convert).collect::<Result<_, _>>()?;
        Ok(Page { rows, total, pagina, next })
    }
}

impl<T> Page<T> {
    /// The same page with its rows changed.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        let Page { rows, total, pagina, next } = self;
        Page { rows: rows.into_iter().map(f).collect(), total, pagina, next }
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
