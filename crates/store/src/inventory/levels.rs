//! Stock levels and the rows that a change of stock writes.

use diesel::prelude::*;
use domain::estoque::ControleEstoque;
use domain::values::ids::LojaId;

use crate::base::schema::skus;
use crate::base::{StoreError, StoredEvent, stored};
use crate::inventory::ledger::LedgerEntry;
use crate::inventory::reservations::{Key, ReservationRow};

/// Stock and reservations of a SKU in one distribution centre. Columns of `skus` for the main centre.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = skus)]
pub(crate) struct StockLevel {
    pub sku_num: i64,
    pub sku: String,
    pub estoque: i32,
    pub reservado: i64,
    /// The number of its last entry in the ledger.
    pub movimentos: i64,
    pub controle: i16,
    /// In how many centres the SKU is stocked besides the main one.
    pub centros: i16,
}

impl StockLevel {
    /// Who controls the stock.
    pub fn control(&self) -> Result<ControleEstoque, StoreError> {
        stored::control("skus", self.controle)
    }

    /// Whether anybody controls it: orders reserve units, and changes are entered into the ledger.
    pub fn controlled(&self) -> bool {
        self.controle != ControleEstoque::Nenhum.code()
    }
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
