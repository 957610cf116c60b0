//! How far the work is, for whoever wants to hear it.

/// What is being stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// SKUs of all stores.
    Skus,
    /// Orders of all stores.
    Orders,
}

/// Hears how far the work is. `()` does not listen.
pub trait Progress {
    /// A part begins, of so many rows.
    fn begin(&mut self, part: Part, total: u64);
    /// So many more rows of it are stored.
    fn advance(&mut self, rows: u64);
    /// The part is over.
    fn end(&mut self);
}

impl Progress for () {
    fn begin(&mut self, _: Part, _: u64) {}

    fn advance(&mut self, _: u64) {}

    fn end(&mut self) {}
}
