//! Changes of stock as they are requested, and the rows that are written of them.

use domain::sku::AjusteDatado;
use domain::values::ids::{AplicacaoId, LojaId, SkuId, UsuarioId};

use crate::base::StoredEvent;
use crate::inventory::ledger::LedgerEntry;
use crate::inventory::level::StockLevel;
use crate::inventory::reservations::{Key, ReservationRow};

/// A change of one SKU's stock in the main centre, as it was requested.
pub(crate) struct StockRequest {
    pub aplicacao: AplicacaoId,
    pub usuario: UsuarioId,
    pub sku: SkuId,
    pub ajuste: AjusteDatado,
}

/// Rows to be written, of any stores.
#[derive(Debug, Default)]
pub(crate) struct StockRows {
    /// In the main centre.
    pub levels: Vec<(LojaId, StockLevel)>,
    /// In other centres.
    pub elsewhere: Vec<(LojaId, i32, StockLevel)>,
    pub reservations: Vec<ReservationRow>,
    /// Reservations to be deleted.
    pub ended: Vec<(LojaId, Key)>,
    pub entries: Vec<LedgerEntry>,
    pub events: Vec<(LojaId, StoredEvent)>,
}

impl StockRows {
    /// Adds rows of another store.
    pub fn append(&mut self, other: Self) {
        let Self { levels, elsewhere, reservations, ended, entries, events } = other;
        self.levels.extend(levels);
        self.elsewhere.extend(elsewhere);
        self.reservations.extend(reservations);
        self.ended.extend(ended);
        self.entries.extend(entries);
        self.events.extend(events);
    }
}
