//! The greatest size of what is read at a time.

/// Bytes of a line of JSON, or of an object of a list: several times an order's. What is longer is a quote
/// that nobody closed, or no such file; it must not fill the memory.
pub const RECORD_MAX: usize = 8 << 20;
