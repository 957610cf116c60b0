//! Orders by the buyer's name.

mod catching_up;
mod row;
mod seeking;

pub use catching_up::write_missing_names;
pub(super) use row::{NameRow, forget, kept};
pub(super) use seeking::seek;
