//! What hangs on the rows of new orders, and what tells of them.

use domain::values::ids::LojaId;

use crate::base::{CountedState, StoredEvent};
use crate::inventory::StockRows;
use crate::orders::parts::Parts;

/// Of orders whose rows are stored.
pub(super) struct Arrival<'a> {
    /// Each with its store, and as it is counted.
    pub orders: Vec<(LojaId, &'a Parts, CountedState)>,
    /// What becomes of the stock.
    pub stock: StockRows,
    /// In their order.
    pub events: Vec<(LojaId, StoredEvent)>,
}
