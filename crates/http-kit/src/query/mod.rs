//! Reading the query string: tolerant of spelling, strict about values, all problems at once.

mod pair;
mod reader;
mod unread;

pub use reader::{Filters, FromQuery, Query, QueryReader};
pub use unread::{note_unread, tell_unread};

pub(crate) use pair::same_name;
