//! Foundations shared by all repositories: connections, schema, sequences, paging, caches, secrets.

pub(crate) mod batches;
pub(crate) mod erased;
mod hints;
mod known;
mod lists;
mod packed;
pub mod paging;
mod pending;
#[cfg(test)]
pub(crate) mod plans;
pub(crate) mod schema;
mod sealed;
mod sequence;
pub(crate) mod sequences;
pub(crate) mod stored;
mod tx;

pub use db::DbError as StoreError;
pub(crate) use db::{
    Backend, BindValue, InTime, Statement, insert, listed, load_by_key, load_each, locked, on,
};
pub(crate) use hints::{Beyond, Implied, Opaque, Rare, Slice};
pub use known::Loja;
pub(crate) use known::{Known, Rotulo, Rotulos};
pub(crate) use lists::{Among, List, OverLists, Together, among, column, few, load_among};
pub(crate) use packed::Packed;
pub(crate) use pending::{CountedChange, CountedState, Pending, PlacedEvent, StoredEvent};
pub use sealed::Secrets;
pub(crate) use sealed::{Place, is_sealed, key_of};
pub(crate) use stored::{contains, from_json, latest, to_json};
pub use tx::{Conn, CreateOutcome, DeleteOutcome, Tx, UpsertOutcome};

/// The rows of a store: `of_store!(table, loja)`.
macro_rules! of_store {
    ($table:ident, $loja:expr) => {
        $table::table
            .filter($table::aplicacao_id.eq($loja.aplicacao.0))
            .filter($table::loja_id.eq($loja.loja))
    };
}
pub(crate) use of_store;
