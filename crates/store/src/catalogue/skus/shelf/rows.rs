//! The rows that a shelf leaves.

use super::balance::Balance;
use super::reserva::{Key, MovimentoRow, ReservaRow};

/// Rows to be written.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub balances: Vec<Balance>,
    /// In centres other than the one that every user has.
    pub centros: Vec<(i32, Balance)>,
    pub reservas: Vec<ReservaRow>,
    pub over: Vec<Key>,
    pub movimentos: Vec<MovimentoRow>,
}
