//! The event log: written with each change, in its transaction; read by position.
//!
//! On SQLite the one writer gives an event its position at once. On PostgreSQL transactions end in another
//! order than they began: a reader that followed a number taken while writing would skip what commits later.
//! There a transaction writes its events to `eventos_novos`, and [`crate::Store::place_events`] moves what is
//! committed to the end of the log, one mover at a time
//! (`docs/decisions/0019-event-log-positions-at-commit.md`).

mod log;
pub mod pruning;
pub mod queue;
mod recent;
mod sql;
pub mod webhooks;
mod writing;

pub(crate) use log::usuarios_of;
pub use log::{EventoRow, Filter, Stretch, extremes, find_all, list, position_since};
pub use recent::{Recent, Wanted, recent};
pub(crate) use sql::{any_unplaced, append, place, unplaced, write};
pub(crate) use writing::{NewEvento, different, record, stored};
