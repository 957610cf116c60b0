//! The works: what is asked of the server, how it is known to be answered rightly, and what must be reached.

mod answers;
mod bench;
mod categories;
mod comparisons;
mod compressed;
mod control;
mod limited;
mod list;
mod many_stores;
mod model;
mod orders;
mod products;
mod skus;
mod stock;

mod telling;

pub use bench::{Bench, CONNECTIONS, Name};
pub use list::{reads, sizes, stores, writes};
