//! The orders of one person: found, shown, and anonymised
//! (`docs/decisions/0026-buyers-lookup-and-anonymisation.md`).

mod anonymisation;
mod export;
mod search;

pub use anonymisation::{anonymise, forget_numbers};
pub use export::{PedidoExport, export};
pub use search::{Found, find_orders};
