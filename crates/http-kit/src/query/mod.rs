//! Query strings: tolerant of the spelling of names, strict about values, reporting all problems at once.

mod pair;
mod reader;
mod unknown;

pub(crate) use pair::same_name;
pub use reader::{Filters, FromQuery, Query, QueryReader};
pub(crate) use unknown::add_warnings;
pub(crate) use unknown::warn_of_body;
pub use unknown::{notices_of_body, warn_unknown_parameters};
