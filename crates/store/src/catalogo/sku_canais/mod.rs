//! What differs for a SKU in one channel.

mod mudancas;
mod row;
mod settings;

pub(crate) use row::preco;
pub use settings::{
    Filtro, delete, find, list_por_canal, list_por_sku, replace_por_sku, upsert, upsert_lote,
};
