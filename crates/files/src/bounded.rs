//! Input that is read in pieces of a greatest length.

use std::io::{self, Read};

/// Bytes of a record, or of a line of JSON: several times an order's. What is longer is a quote that nobody
/// closed, or no such file; it must not fill the memory.
pub const RECORD_MAX: usize = 8 << 20;

/// Reads on until a record has become too long.
pub struct Bounded<R> {
    inner: R,
    left: usize,
}

impl<R: Read> Bounded<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, left: RECORD_MAX }
    }

    /// The next record begins.
    pub fn begin(&mut self) {
        self.left = RECORD_MAX;
    }

    /// Whether the record that was begun is too long.
    pub fn too_long(&self) -> bool {
        self.left == 0
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("a record without an end"));
        }
        let most = buffer.len().min(self.left);
        let count = self.inner.read(buffer.get_mut(..most).unwrap_or_default())?;
        self.left -= count;
        Ok(count)
    }
}
