//! Changes of stock and prices of SKUs of any stores, made in one transaction of PostgreSQL.
//!
//! They are the ones that come thousands of times a second. Here is done what is plain: the SKU is there and
//! nobody else is at it, its user is active, nothing was answered under the request's key. Whatever else
//! there is to say is left to the transaction of each change alone (`super::stock`), which says it.

mod change;
mod making;
mod postgres;
mod rows;
mod sqlite;

pub use change::{Answering, Gathered, GatheredChange, NewBalance};
pub(crate) use making::change_gathered;
