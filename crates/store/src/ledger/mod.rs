//! The ledger of stock: every change of what lies of a SKU in a distribution centre, numbered without gaps.
//!
//! Orders write two entries and more each, of SKUs that stand nowhere together, so on SQLite no index has
//! them all: an entry names the one before of the same SKU and centre, the row of the stock names the last.
//! PostgreSQL finds them by their key.

mod deleting;
mod entering;
mod old;
#[cfg(test)]
mod plans;
mod postgres;
mod pruning;
mod reading;
mod row;
mod sqlite;
mod values;

pub(crate) use deleting::{delete_of_sku, delete_of_store, leave};
pub(crate) use entering::{Place, enter, enter_elsewhere, enter_together, next_place};
pub use old::{OldLedger, Reached};
pub use pruning::{old_ledgers, prune_ledgers};
pub(crate) use reading::{ALL, ends, entries, last, questions, relink};
pub(crate) use row::{Account, MovimentoRow};
