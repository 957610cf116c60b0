//! The ground floor: what every repository stands on and that knows none of them.

mod json;
mod known;
mod outcome;
pub mod paging;
mod pending;
pub(crate) mod schema;
pub(crate) mod sequences;
mod tx;

pub use db::DbError as StoreError;
pub(crate) use db::{
    Backend, Comando, LINHAS_POR_COMANDO, Valor, copiar, dialect, inserir, load_by_key, locked, on,
};
pub(crate) use json::{de_json, em_json};
pub use known::Loja;
pub(crate) use known::{Known, Rotulo, Rotulos};
pub use outcome::{Criacao, Exclusao, Upsert};
pub(crate) use pending::{CountedChange, CountedState, Pending, PlacedEvent, StoredEvent};
pub use tx::{Conn, Tx};
