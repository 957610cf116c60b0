//! Orders by the buyer's name.

mod row;
mod seeking;

pub(super) use row::{NameRow, forget, kept};
pub(super) use seeking::seek;
