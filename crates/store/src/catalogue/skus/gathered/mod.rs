//! What comes for SKUs of any stores at the same time, done in one transaction of PostgreSQL: reads of one
//! SKU, and changes of its stock or prices.
//!
//! They are what comes thousands of times a second. Of the changes, what is plain is done here: the SKU is
//! there and nobody else is at it, its user is active, nothing was answered under the request's key. Whatever
//! else there is to say is left to the transaction of each change alone (`super::stock`), which says it.

mod change;
mod making;
mod postgres;
mod reading;
mod rows;
mod sqlite;

pub use change::{Gathered, GatheredChange, NewBalance};
pub use making::change_gathered;
pub(crate) use reading::{Found, GatheredRead, Whose, find_gathered};
