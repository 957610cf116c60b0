//! Numbers that the service gives out: never reused, not without gaps.

mod next;
mod postgres;
mod sequence;
mod sqlite;
mod standing;

pub(crate) use next::{next_i32, next_many, next_number, write};
pub(crate) use sequence::Sequence;
pub(crate) use standing::{all, set};
