//! Fair shares of what there is little of: places at the database, turns of the writer.

mod places;
mod queue;
mod share;

pub(crate) use places::{BESIDES, Places};
pub(crate) use queue::Queue;
pub use share::Share;
pub(crate) use share::{Activity, Held};
