//! Fair shares of what there is little of: places at the database, turns of a writer, room in memory.

mod admission;
mod places;
mod queue;
mod share;
mod turns;

pub(crate) use admission::Admission;
pub use admission::Admitted;
pub(crate) use places::{AtOnce, BESIDES, Job, Place, Places};
pub use share::Share;
pub(crate) use turns::{Turns, Wanted};
