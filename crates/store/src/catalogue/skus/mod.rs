//! SKUs: what a store sells, with stock and price.
//!
//! Rows of `skus` and `sku_textos` are changed here alone, by the functions of `write`, `changing` and
//! `stock`: whoever changes a SKU calls them (`docs/decisions/0007-tenant-first-table-layout.md`).

mod adjusting;
mod catalogue;
mod changes;
mod changing;
mod columns;
mod gathered;
mod leaving;
mod lote;
mod parts;
mod period;
mod postgres;
mod read;
pub(crate) mod rows;
pub(crate) mod shelf;
mod sqlite;
mod stock;
mod telling;
mod waiting;
mod write;

pub(crate) use catalogue::{for_sale, for_sale_of_many};
pub(crate) use changing::{change, change_each, touch};
pub(crate) use gathered::{Found, GatheredRead, Whose, change_gathered, find_gathered};
pub(crate) use leaving::{leave_centro, lock_in_centro};
pub(crate) use lote::tell_each;
pub(crate) use parts::{before_page, part_of_page, with_texts};
pub(crate) use period::InPeriods;
pub(crate) use read::next_numbers;
pub(crate) use write::{create_whole, wait};

pub use gathered::{Gathered, GatheredChange, NewBalance};
pub use lote::{AdjustOutcome, adjust_lote, set_precos};
pub use read::{Filter, OwnBalance, find, find_numbers, list, next, next_balances, number};
pub use rows::ReadySku;
pub use telling::{InCentroOutcome, adjust_in_centro};
pub(crate) use waiting::{OpenOrder, exclusive as exclusive_registration, open_orders};

pub use stock::{ChangeEstoqueOutcome, adjust_estoque, set_preco};
pub use write::{
    create, delete, edit, edit_lote, find_locked, number_locked, numbers_locked, upsert, upsert_lote,
};
