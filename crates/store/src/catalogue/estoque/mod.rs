//! Stock as users and channels set it up and read it: control, limits, levels, shortfalls, ledger.

mod checks;
mod conversion;
mod holdings;
mod movimentos;
#[cfg(test)]
mod plans;
mod removal;
mod settings;
mod taking_over;

pub use crate::inventory::ledger::{Ledger, old_ledgers, prune_ledgers};
pub use crate::inventory::{StockOutcome, change_stock, change_stocks};
pub use checks::{Check, Checks, check};
pub use conversion::{convert, converting};
pub use holdings::{Falta, Saldo, count_faltas, faltas, faltas_counted_to, in_centro, saldo};
pub use movimentos::list as movimentos;
pub use removal::{RemoveCentroOutcome, remove_centro};
pub use settings::{find, of_sku, set, set_centros_of_canal, set_of_canal, set_of_sku};
pub(crate) use taking_over::take_over_of;
pub use taking_over::{read_takes_over, take_over};
