//! What a [`Shelf`] leaves in the database.

use domain::evento::Change;

use super::balance::Balance;
use super::change::Shelf;
use super::reserva::{Key, MovimentoRow, ReservaRow};
use crate::base::{StoreError, Tx, dialect};
use crate::catalogue::skus::changes;
use crate::eventos;

/// Rows to be written.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub balances: Vec<Balance>,
    pub reservas: Vec<ReservaRow>,
    pub over: Vec<Key>,
    pub movimentos: Vec<MovimentoRow>,
}

impl Shelf {
    /// What is to be written.
    pub fn rows(&self) -> Rows {
        let balances = self.balances.values().filter(|(before, now)| before != now);
        let changed = self.reservas.iter().filter(|(_, (before, now))| before.as_ref() != Some(now));
        let (over, stay): (Vec<_>, Vec<_>) = changed.partition(|(_, (_, now))| now.is_over());
        Rows {
            balances: balances.map(|(_, now)| now.clone()).collect(),
            reservas: stay
                .into_iter()
                .map(|(key, (_, now))| ReservaRow::new(self.loja, *key, *now))
                .collect(),
            over: over.into_iter().filter(|(_, (before, _))| before.is_some()).map(|(key, _)| *key).collect(),
            movimentos: self.movimentos.clone(),
        }
    }

    /// Writes rows of it.
    pub fn write(&self, tx: &mut Tx<'_>, rows: &Rows) -> Result<(), StoreError> {
        let Rows { balances, reservas, over, movimentos } = rows;
        if balances.is_empty() && reservas.is_empty() && over.is_empty() && movimentos.is_empty() {
            return Ok(());
        }
        let (loja, now) = (self.loja, self.now);
        dialect!(tx => write(loja, now, rows))
    }

    /// Writes what has changed, and tells of it.
    pub fn put_back(self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        self.write(tx, &self.rows())?;
        self.tell_changes(tx)
    }

    /// Tells of the changes of stock. What orders hold is told by the orders' own events; where nothing else
    /// tells of it, the SKU has changed.
    pub fn tell_changes(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let mut events = Vec::new();
        for (num, (before, now)) in &self.balances {
            let held = before.reservado != now.reservado && self.told.contains(num);
            let held = held.then(|| Change::SkuAlterado { campos: vec!["estoqueReservado"] });
            let stock = changes::of_estoque(before.estoque, now.estoque);
            let both = held.into_iter().chain(stock);
            events.extend(both.map(|change| changes::new((*num, now.sku.as_str()), change)));
        }
        eventos::record(tx, self.loja, self.now, events)
    }
}
