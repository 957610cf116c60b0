//! Tests of whole files: those of people, those that the writer writes, and those that somebody made to harm.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod hostile;
mod ods;
mod packed;
mod random;
mod support;
mod texts;
mod written;
mod xls;
mod xlsx;
mod xml;
