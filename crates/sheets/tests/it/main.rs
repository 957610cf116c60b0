//! Tests of whole files: those of people, those that the writer writes, and those that somebody made to harm.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::disallowed_methods, reason = "tests have an environment of their own")]

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
