//! Stock changes hands: SKU by SKU, in pieces, each under its lock, so that what comes in meanwhile follows
//! the rules of whoever keeps the SKU at that moment.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::estoque::{CausaMovimento, ControleEstoque};
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use super::settings;
use crate::base::schema::{estoque_movimentos, usuarios};
use crate::base::{Conn, StoreError, Tx, locked, on};
use crate::catalogue::skus::shelf::{self, Balance, Shelf};
use crate::catalogue::skus::{OpenOrder, next_numbers, open_orders};

/// Stores whose stock has not changed hands altogether.
pub fn converting(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let found: Vec<(i32, i32)> = on!(conn, c => usuarios::table
        .filter(usuarios::estoque_convertido.is_not_null())
        .select((usuarios::aplicacao_id, usuarios::loja_id))
        .load(c))?;
    Ok(found.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

/// Has the next `most` SKUs of a store change hands; true when there are more.
pub fn convert(tx: &mut Tx<'_>, loja: LojaId, most: i64) -> Result<bool, StoreError> {
    let user = usuarios::table.find((loja.aplicacao.0, loja.loja)).select(usuarios::estoque_convertido);
    let done: Option<Option<i64>> = locked!(tx, user, first).optional()?;
    let (Some(Some(done)), Some(wanted)) = (done, settings::find(tx, loja)?) else { return Ok(false) };
    let numbers = next_numbers(tx, loja, done, most)?;
    hand_over(tx, loja, &numbers, wanted.controle_estoque)?;
    let last = numbers.last().copied().filter(|_| numbers.len() as i64 == most);
    on!(tx, c => diesel::update(usuarios::table.find((loja.aplicacao.0, loja.loja)))
        .set(usuarios::estoque_convertido.eq(last))
        .execute(c))?;
    Ok(last.is_some())
}

fn hand_over(tx: &mut Tx<'_>, loja: LojaId, numbers: &[i64], to: ControleEstoque) -> Result<(), StoreError> {
    let shelf = shelf::lock(tx, loja, numbers)?;
    let other: Vec<Balance> = shelf.balances().filter(|one| one.controle != to.code()).cloned().collect();
    if other.is_empty() {
        return Ok(());
    }
    let numbers: Vec<i64> = other.iter().map(|one| one.sku_num).collect();
    let codes: Vec<&str> = other.iter().map(|one| one.sku.as_str()).collect();
    let orders = match to.reserves() {
        true => open_orders(tx, loja, &codes)?,
        false => Vec::new(),
    };
    let mut shelf = shelf.with(shelf::of_skus(tx, loja, &numbers)?);
    let last = last_entries(tx, loja, &other)?;
    let open = open(&orders);
    for one in &other {
        // of an order that is not among them nothing is
        let of = |pedido: PedidoId| open.get(&(pedido.0, one.sku.as_str())).copied().unwrap_or(0);
        shelf.hand_over(one.sku_num, to, of)?;
        if let Some(last) = last.get(&one.sku_num) {
            shelf.resume(one.sku_num, *last);
        }
    }
    reserve(&mut shelf, &orders, &other)?;
    shelf.put_back(tx)
}

/// Orders hold what is open of SKUs that nobody kept until now.
fn reserve(shelf: &mut Shelf, orders: &[OpenOrder], others: &[Balance]) -> Result<(), StoreError> {
    let nobodys = others.iter().filter(|one| !one.kept());
    let nobodys: BTreeSet<&str> = nobodys.map(|one| one.sku.as_str()).collect();
    for order in orders {
        let of_nobody = |sku: &str| nobodys.contains(sku);
        order.take_in(shelf, of_nobody, CausaMovimento::Controle)?;
    }
    Ok(())
}

/// How many units of each order and SKU are on the shelf.
fn open(orders: &[OpenOrder]) -> HashMap<(i64, &str), i64> {
    let mut open = HashMap::new();
    for order in orders {
        open.extend(order.skus.iter().map(|(sku, units)| ((order.id.0, sku.as_str()), *units)));
    }
    open
}

/// The stock of the last entries of ledgers that nobody has kept lately.
fn last_entries(tx: &mut Tx<'_>, loja: LojaId, others: &[Balance]) -> Result<HashMap<i64, i32>, StoreError> {
    let nobodys = others.iter().filter(|one| !one.kept());
    let with_ledger: Vec<&Balance> = nobodys.filter(|one| one.movimentos > 0).collect();
    let mut found = HashMap::new();
    for one in with_ledger {
        let entry: Option<i32> = on!(tx, c => estoque_movimentos::table
            .find((loja.aplicacao.0, loja.loja, one.sku_num, one.movimentos))
            .select(estoque_movimentos::estoque)
            .first(c)
            .optional())?;
        found.extend(entry.map(|estoque| (one.sku_num, estoque)));
    }
    Ok(found)
}
