//! Settings of a SKU that differ in one channel.

mod rows;
mod settings;

pub(crate) use rows::preco;
pub use settings::{
    Filter, delete, edit_lote, find, list_by_canal, list_by_sku, replace_by_sku, upsert, upsert_lote,
};
