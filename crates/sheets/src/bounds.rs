//! The greatest sizes of what is read, and readers that hold them.

use std::io::{self, BufRead, Read};

/// Bytes of a record of text, of a row of a workbook or of an item of XML: several times an order's. What is
/// longer is a quote that nobody closed, or no such file; it must not fill the memory.
pub const RECORD_MAX: usize = 8 << 20;
/// Columns of a table.
pub const COLUMNS_MAX: usize = 1000;
/// Rows of a table in a workbook: Excel's own limit.
pub const ROWS_MAX: u64 = 1 << 20;
/// Filled cells of a table in a workbook: a full sheet of thirty-two columns. Without it a few bytes of ODS that
/// repeat a row keep a processor busy for hours.
pub const CELLS_MAX: u64 = 32 << 20;
/// Bytes of everything in an archive, unpacked: a sheet of a million rows and eleven columns has about half of it.
/// Sheets are streamed, so that this bounds time and not memory.
pub const UNPACKED_MAX: u64 = 1 << 30;
/// Bytes of a table that is packed alone; it is unpacked to disk.
pub const PACKED_TABLE_MAX: u64 = 256 << 20;
/// Entries of an archive.
pub const ENTRIES_MAX: usize = 4096;
/// Bytes of the texts that the cells of a workbook share, which are kept in memory; and how many they are.
pub const SHARED_MAX: usize = 96 << 20;
pub const SHARED_COUNT_MAX: usize = 4 << 20;
/// Bytes of an XLSX's or ODS's part that is no sheet: names, styles, relations.
pub const PART_MAX: u64 = 16 << 20;
/// Bytes of an XLS, whose one stream is kept in memory.
pub const XLS_MAX: u64 = 64 << 20;
/// How deep XML may be nested.
pub const DEPTH_MAX: usize = 64;

/// A size that was passed, or a file that does not keep its word, as it travels through readers of other crates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    #[error("a record without an end")]
    Record,
    #[error("more is packed than was said")]
    Unpacked,
    #[error("what is packed was changed")]
    Changed,
}

impl From<Limit> for io::Error {
    fn from(limit: Limit) -> Self {
        Self::other(limit)
    }
}

/// Reads on until a record has become too long. It stands in front of the buffer, so that what it counts is what
/// was taken out.
pub struct Bounded<R> {
    inner: R,
    left: usize,
}

impl<R> Bounded<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, left: RECORD_MAX }
    }

    /// The next record begins.
    pub fn begin(&mut self) {
        self.left = RECORD_MAX;
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let count = ready.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), ready.get(..count)) {
            to.copy_from_slice(from);
        }
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let ready = self.inner.fill_buf()?;
        if ready.is_empty() {
            return Ok(ready);
        }
        match ready.get(..ready.len().min(self.left)) {
            None | Some([]) => Err(Limit::Record.into()),
            Some(ready) => Ok(ready),
        }
    }

    fn consume(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count);
        self.inner.consume(count);
    }
}
