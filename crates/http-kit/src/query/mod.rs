//! Reading the query string: tolerant of spelling, strict about values, all problems at once.

mod pair;
mod reader;

pub(crate) use reader::Unread;
pub use reader::{Filters, FromQuery, Query, QueryReader};

pub(crate) use pair::same_name;
