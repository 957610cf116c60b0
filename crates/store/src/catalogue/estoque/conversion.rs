//! Stock changes hands: SKU by SKU, in pieces, each under its lock, so that what comes in meanwhile follows
//! the rules of whoever keeps the SKU at that moment.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::estoque::{CausaMovimento, ControleEstoque, Line};
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use super::settings;
use crate::base::schema::usuarios;
use crate::base::{Conn, StoreError, Tx, locked, on};
use crate::catalogue::skus::shelf::{self, Balance, Shelf};
use crate::catalogue::skus::{OpenOrder, next_numbers, open_orders};
use crate::ledger::{self, Account};

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
    let other = |(centro, one): (i32, &Balance)| ((one.sku_num, centro), one.clone());
    let other: Vec<(Account, Balance)> =
        shelf.balances().filter(|(_, one)| one.controle != to.code()).map(other).collect();
    if other.is_empty() {
        return Ok(());
    }
    let numbers: BTreeSet<i64> = other.iter().map(|(_, one)| one.sku_num).collect();
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let codes: BTreeSet<&str> = other.iter().map(|(_, one)| one.sku.as_str()).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let orders = match to.reserves() {
        true => open_orders(tx, loja, &codes)?,
        false => Vec::new(),
    };
    let mut shelf = shelf.with(shelf::of_skus(tx, loja, &numbers)?)?;
    let last = last_entries(tx, loja, &other)?;
    let lines = lines(&orders);
    for (account, one) in &other {
        // of an order that is not among them nothing is open
        let of = |pedido: PedidoId| lines.get(&(pedido.0, one.sku.as_str())).copied().unwrap_or_default();
        shelf.hand_over(*account, to, of);
        if let Some(last) = last.get(account) {
            shelf.resume(*account, *last);
        }
    }
    reserve(tx, &mut shelf, &orders, &other)?;
    shelf.put_back(tx)
}

/// Orders hold what is open of SKUs that nobody kept until now.
fn reserve(
    tx: &mut Tx<'_>,
    shelf: &mut Shelf,
    orders: &[OpenOrder],
    others: &[(Account, Balance)],
) -> Result<(), StoreError> {
    let nobodys = others.iter().filter(|(_, one)| !one.kept());
    let nobodys: BTreeSet<&str> = nobodys.map(|(_, one)| one.sku.as_str()).collect();
    for order in orders {
        let of_nobody = |sku: &str| nobodys.contains(sku);
        order.take_in(tx, shelf, of_nobody, CausaMovimento::Controle)?;
    }
    Ok(())
}

/// The lines of each order and SKU.
fn lines(orders: &[OpenOrder]) -> HashMap<(i64, &str), &[Line]> {
    let mut all = HashMap::new();
    for order in orders {
        all.extend(order.skus.iter().map(|(sku, lines)| ((order.id.0, sku.as_str()), lines.as_slice())));
    }
    all
}

/// The stock of the last entries of ledgers that nobody has kept lately.
fn last_entries(
    tx: &mut Tx<'_>,
    loja: LojaId,
    others: &[(Account, Balance)],
) -> Result<HashMap<Account, i32>, StoreError> {
    let stopped = others.iter().filter(|(_, one)| !one.kept() && one.movimentos > 0);
    let accounts: Vec<Account> = stopped.map(|(account, _)| *account).collect();
    let found = ledger::last(tx, loja, &accounts)?;
    Ok(found.into_iter().map(|(account, last)| (account, last.estoque)).collect())
}
