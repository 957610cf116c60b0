//! What differs for a SKU in one channel.

mod changes;
mod row;
mod settings;

pub(crate) use row::preco;
pub use settings::{Filter, delete, find, list_by_canal, list_by_sku, replace_by_sku, upsert, upsert_lote};
