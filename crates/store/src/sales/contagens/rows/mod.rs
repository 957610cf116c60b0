//! The rows of the counters, and the statements that differ between the databases.

mod ahead;
mod change;
mod postgres;
mod row;
mod sqlite;
mod statements;

pub(super) use ahead::{Bounds, Loaded, UNFOLDED, of_tree};
pub(super) use change::put_aside;
pub(super) use row::{ContagemRow, Item, Writes};
pub(super) use statements::{ahead, append, delete, fresh_snapshot, save, stores_to_fold, take, unfolded};
