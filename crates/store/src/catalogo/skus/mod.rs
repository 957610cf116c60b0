//! SKUs: what a store sells, with stock and price.
//!
//! Rows of `skus` and `sku_textos` are changed here alone, by the functions of `write` and `stock`: whoever
//! changes a SKU calls them (`docs/decisions/0033-one-writer-of-a-row.md`).

mod catalogue;
mod columns;
mod like;
pub(crate) mod linhas;
mod mudancas;
mod parts;
mod periodo;
mod postgres;
mod read;
mod sqlite;
mod stock;
mod write;

pub(crate) use catalogue::catalogo;
pub(crate) use like::contem;
pub(crate) use parts::{Which, com_textos};
pub(crate) use periodo::NosPeriodos;
pub(crate) use write::{change, touch};

pub use linhas::SkuPronto;
pub use read::{Filtro, find, list, numero, numeros};
pub use stock::{MudancaEstoque, ajustar_estoque, definir_preco};
pub use write::{create, delete, exclusivo, upsert, upsert_lote};
