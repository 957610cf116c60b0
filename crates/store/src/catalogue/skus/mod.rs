//! SKUs: what a store sells, with stock and price.
//!
//! Rows of `skus` and `sku_textos` are written here alone (`write`, `changing`), their stock by
//! [`crate::inventory`] (`docs/decisions/0007-tenant-first-table-layout.md`).

pub(crate) mod changes;
mod changing;
pub(crate) mod columns;
mod meaning;
mod read;
pub(crate) mod rows;
mod sql;
mod write;

pub(crate) use changing::{change, change_each, touch};
pub(crate) use read::{InPeriods, next_numbers, own_codes};
pub(crate) use sql::{before_page, for_sale, part_of_page, with_texts};
pub(crate) use write::{create_whole, wait};

pub use changing::{set_preco, set_precos};
pub use meaning::{Meant, by_codes, by_text};
pub use read::{
    Filter, Label, OwnBalance, find, find_numbers, labels, list, names, next, next_balances, number, own_code,
};
pub use rows::ReadySku;
pub use write::{
    create, delete, edit, edit_lote, find_locked, number_locked, numbers_locked, upsert, upsert_lote,
};
