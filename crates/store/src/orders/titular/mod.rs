//! Orders of one person, the data subject (`titular`): search, export and anonymisation
//! (`docs/decisions/0026-buyers-lookup-and-anonymisation.md`).

mod anonymisation;
mod export;
mod search;

pub use anonymisation::{anonymise, forget_numbers};
pub use export::{PedidoExport, export};
pub use search::{PersonOrders, find_orders};
