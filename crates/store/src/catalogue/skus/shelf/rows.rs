//! The rows that shelves leave.

use domain::values::ids::LojaId;

use super::balance::Balance;
use super::reserva::{Key, ReservaRow};
use crate::ledger::MovimentoRow;

/// Rows to be written, of any stores.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub balances: Vec<(LojaId, Balance)>,
    /// In centres other than the one that every user has.
    pub centros: Vec<(LojaId, i32, Balance)>,
    pub reservas: Vec<ReservaRow>,
    pub over: Vec<(LojaId, Key)>,
    pub movimentos: Vec<MovimentoRow>,
}

impl Rows {
    /// Adds those of another shelf.
    pub fn append(&mut self, other: Self) {
        let Self { balances, centros, reservas, over, movimentos } = other;
        self.balances.extend(balances);
        self.centros.extend(centros);
        self.reservas.extend(reservas);
        self.over.extend(over);
        self.movimentos.extend(movimentos);
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        let Self { balances, centros, reservas, over, movimentos } = self;
        balances.is_empty()
            && centros.is_empty()
            && reservas.is_empty()
            && over.is_empty()
            && movimentos.is_empty()
    }
}
