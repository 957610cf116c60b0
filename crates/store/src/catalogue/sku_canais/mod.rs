//! What differs for a SKU in one channel.

mod changes;
mod postgres;
mod row;
mod settings;
mod sqlite;

pub(crate) use row::preco;
pub use settings::{
    Filter, delete, edit_lote, find, list_by_canal, list_by_sku, replace_by_sku, upsert, upsert_lote,
};
