//! What a [`Shelf`] leaves in the database.

use std::collections::BTreeSet;

use domain::estoque::CENTRO_PADRAO;
use domain::evento::Change;

use super::change::Shelf;
use super::reserva::ReservaRow;
use super::rows::Rows;
use crate::base::{StoreError, Tx, dialect};
use crate::catalogue::skus::changes;
use crate::eventos::{self, NewEvento};
use crate::ledger::Account;

impl Shelf {
    /// What is to be written.
    pub fn rows(&self) -> Rows {
        // an empty shelf that was not there before is one
        let changed = |account: &Account| {
            self.opened.contains(account)
                || self.balances.get(account).is_some_and(|(before, now)| before != now)
        };
        let (main, others): (Vec<Account>, Vec<Account>) =
            self.balances.keys().copied().partition(|(_, centro)| *centro == CENTRO_PADRAO);
        let others: Vec<Account> = others.into_iter().filter(changed).collect();
        // a SKU has changed when its stock in any centre has
        let elsewhere: BTreeSet<i64> = others.iter().map(|(num, _)| *num).collect();
        let main = main.into_iter().filter(|account| changed(account) || elsewhere.contains(&account.0));
        let reservas = self.reservas.iter().filter(|(_, (before, now))| before.as_ref() != Some(now));
        let (over, stay): (Vec<_>, Vec<_>) = reservas.partition(|(_, (_, now))| now.is_over());
        let (loja, over) = (self.loja, over.into_iter().filter(|(_, (before, _))| before.is_some()));
        Rows {
            balances: main.filter_map(|account| Some((loja, self.balance(account)?.clone()))).collect(),
            centros: others
                .iter()
                .filter_map(|one| Some((loja, one.1, self.balance(*one)?.clone())))
                .collect(),
            reservas: stay.into_iter().map(|(key, (_, now))| ReservaRow::new(loja, *key, now)).collect(),
            over: over.map(|(key, _)| (loja, *key)).collect(),
            movimentos: self.movimentos.clone(),
        }
    }

    /// Writes what has changed, and tells of it.
    pub fn put_back(self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        self.rows().write(tx)?;
        self.tell_changes(tx)
    }

    /// Tells of the changes of stock.
    pub fn tell_changes(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        eventos::record(tx, self.loja, self.now, self.changes())
    }

    /// The changes of stock. What orders hold is told by the orders' own events; where nothing else tells of
    /// it, the SKU has changed.
    pub fn changes(&self) -> Vec<NewEvento<'_>> {
        let mut events = Vec::new();
        for ((num, centro), (before, now)) in &self.balances {
            if *centro != CENTRO_PADRAO {
                let stock = before.estoque != now.estoque;
                let held = before.reservado != now.reservado && self.told.contains(num);
                let change = (stock || held).then(|| Change::SkuAlterado { campos: vec!["estoqueCentro"] });
                events.extend(change.map(|change| changes::new((*num, now.sku.as_str()), change)));
                continue;
            }
            let held = before.reservado != now.reservado && self.told.contains(num);
            let held = held.then(|| Change::SkuAlterado { campos: vec!["estoqueReservado"] });
            let stock = changes::of_estoque(before.estoque, now.estoque).filter(|_| !self.stock_told);
            let both = held.into_iter().chain(stock);
            events.extend(both.map(|change| changes::new((*num, now.sku.as_str()), change)));
        }
        events
    }
}

impl Rows {
    /// Writes them.
    pub fn write(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        if self.is_empty() {
            return Ok(());
        }
        let now = tx.now();
        dialect!(tx => write(now, self))
    }
}
