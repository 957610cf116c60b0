//! SQLite: many readers, and one writer.

mod checkpoint;
mod engine;
mod file;
mod job;
mod readers;
mod turns;
mod writer;

pub(crate) use engine::Sqlite;
pub(crate) use file::path;
pub(crate) use readers::Moment;
