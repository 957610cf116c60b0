//! SQLite: many readers, and one writer.

mod checkpoint;
mod engine;
mod file;
mod fresh;
mod in_time;
mod job;
mod place;
mod readers;
mod writer;

pub(crate) use engine::{Sqlite, hold};
pub(crate) use fresh::fill;
pub(crate) use readers::Moment;
