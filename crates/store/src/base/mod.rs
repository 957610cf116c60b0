//! The ground floor: what every repository stands on and that knows none of them.

mod clock;
mod hints;
mod json;
mod known;
mod like;
mod lists;
mod outcome;
mod packed;
pub mod paging;
mod pending;
mod places;
#[cfg(test)]
pub(crate) mod plans;
pub(crate) mod schema;
pub(crate) mod sequences;
pub(crate) mod stored;
mod together;
mod tx;

pub(crate) use clock::latest;
pub use db::DbError as StoreError;
pub(crate) use db::{
    Backend, BindValue, InTime, Statement, dialect, insert, listed, load_by_key, load_each, locked, on,
};
pub(crate) use hints::{Implied, Opaque, Rare, Slice};
pub(crate) use json::{from_json, to_json};
pub use known::Loja;
pub(crate) use known::{Known, Rotulo, Rotulos};
pub(crate) use like::contains;
pub(crate) use lists::{Among, List, OverLists, among, column, few, load_among};
pub use outcome::{CreateOutcome, DeleteOutcome, UpsertOutcome};
pub(crate) use packed::Packed;
pub(crate) use pending::{CountedChange, CountedState, Pending, PlacedEvent, StoredEvent};
pub(crate) use places::Beyond;
pub(crate) use together::Together;
pub use tx::{Conn, Tx};
