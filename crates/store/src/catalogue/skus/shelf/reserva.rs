//! The rows of reservations, and entries of the ledger.

use diesel::prelude::*;
use domain::estoque::{CausaMovimento, Lot, Reserva};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::balance::Balance;
use crate::base::schema::estoque_reservas;
use crate::base::{StoreError, from_json};
use crate::ledger::{Account, MovimentoRow};

/// Which order holds which SKU in which centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub sku_num: i64,
    pub centro_num: i32,
    pub pedido_id: i64,
}

impl Key {
    /// The stock that it holds some of.
    pub fn account(&self) -> Account {
        (self.sku_num, self.centro_num)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = estoque_reservas)]
pub(crate) struct ReservaRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub pedido_id: i64,
    pub sku_num: i64,
    pub centro_num: i32,
    pub linhas: Option<String>,
    pub reservada: i64,
    pub baixada: i64,
    pub falta: i64,
    pub assumida_em: Option<i64>,
    pub encerrada: bool,
}

impl ReservaRow {
    pub fn new(loja: LojaId, key: Key, value: &Reserva) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: key.sku_num,
            pedido_id: key.pedido_id,
            centro_num: key.centro_num,
            linhas: linhas(&value.lots),
            reservada: value.held(),
            baixada: value.taken(),
            falta: value.short,
            assumida_em: value.taken_over.map(Instante::micros),
            encerrada: value.ended,
        }
    }

    pub fn key(&self) -> Key {
        Key { sku_num: self.sku_num, centro_num: self.centro_num, pedido_id: self.pedido_id }
    }

    pub fn value(&self) -> Result<Reserva, StoreError> {
        Ok(Reserva {
            lots: lots(self)?,
            short: self.falta,
            taken_over: self.assumida_em.map(Instante::from_micros),
            ended: self.encerrada,
        })
    }
}

/// Lines as they are stored: nothing where the order has the SKU in its first line alone, as nearly all do.
fn linhas(lots: &[Lot]) -> Option<String> {
    if let [Lot { line: 0, .. }] = lots {
        return None;
    }
    let lots: Vec<String> =
        lots.iter().map(|lot| format!("[{},{},{}]", lot.line, lot.held, lot.taken)).collect();
    Some(format!("[{}]", lots.join(",")))
}

fn lots(row: &ReservaRow) -> Result<Vec<Lot>, StoreError> {
    let Some(text) = &row.linhas else {
        return Ok(vec![Lot { line: 0, held: row.reservada, taken: row.baixada }]);
    };
    let lots: Vec<(usize, i64, i64)> = from_json("estoque_reservas.linhas", text)?;
    Ok(lots.into_iter().map(|(line, held, taken)| Lot { line, held, taken }).collect())
}

impl MovimentoRow {
    /// The last entry of the ledger of a SKU in a centre: what there is now, and what has just changed of
    /// stock and reservations.
    pub fn new(
        loja: LojaId,
        now: Instante,
        (balance, centro_num): (&Balance, i32),
        (estoque_variacao, reservado_variacao): (i64, i64),
        why: Why,
    ) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: balance.sku_num,
            centro_num,
            seq: balance.movimentos,
            data: now.micros(),
            causa: why.causa.code(),
            pedido_id: why.pedido.map(|pedido| pedido.0),
            estoque: balance.estoque,
            estoque_variacao,
            reservado: balance.reservado,
            reservado_variacao,
        }
    }
}

/// Why something changes, as the ledger tells it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Why {
    pub causa: CausaMovimento,
    pub pedido: Option<PedidoId>,
}
