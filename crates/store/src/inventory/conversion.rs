//! Conversion of a store's stock to another control, SKU by SKU and in batches: each SKU is locked, so that
//! orders that come in meanwhile follow the control that it has at that moment.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::estoque::{CausaMovimento, ControleEstoque, Line};
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::usuarios;
use crate::base::{Conn, StoreError, Tx, locked, on};
use crate::catalogue::skus::next_numbers;
use crate::inventory::ledger::{self, Account};
use crate::inventory::settings;
use crate::inventory::{self, LockedStock, OpenOrder, StockLevel, open_orders, reservations};

/// Stores whose conversion is not complete.
pub fn converting(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let found: Vec<(i32, i32)> = on!(conn, c => usuarios::table
        .filter(usuarios::estoque_convertido.is_not_null())
        .select((usuarios::aplicacao_id, usuarios::loja_id))
        .load(c))?;
    Ok(found.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

/// Converts the next `most` SKUs of a store; true when there are more.
pub fn convert(tx: &mut Tx<'_>, loja: LojaId, most: i64) -> Result<bool, StoreError> {
    let user = usuarios::table.find((loja.aplicacao.0, loja.loja)).select(usuarios::estoque_convertido);
    let done: Option<Option<i64>> = locked!(tx, user, first).optional()?;
    let (Some(Some(done)), Some(wanted)) = (done, settings::find(tx, loja)?) else { return Ok(false) };
    let numbers = next_numbers(tx, loja, done, most)?;
    change_control(tx, loja, &numbers, wanted.controle_estoque)?;
    let last = numbers.last().copied().filter(|_| numbers.len() as i64 == most);
    on!(tx, c => diesel::update(usuarios::table.find((loja.aplicacao.0, loja.loja)))
        .set(usuarios::estoque_convertido.eq(last))
        .execute(c))?;
    Ok(last.is_some())
}

fn change_control(
    tx: &mut Tx<'_>,
    loja: LojaId,
    numbers: &[i64],
    to: ControleEstoque,
) -> Result<(), StoreError> {
    let mut stock = inventory::lock(tx, loja, numbers)?;
    let other = |(centro, one): (i32, &StockLevel)| ((one.sku_num, centro), one.clone());
    let other: Vec<(Account, StockLevel)> =
        stock.levels().filter(|(_, one)| one.controle != to.code()).map(other).collect();
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
    stock.add_reservations(reservations::of_skus(tx, loja, &numbers)?)?;
    let last = last_entries(tx, loja, &other)?;
    let lines = lines(&orders);
    for (account, one) in &other {
        // of an order that is not among them nothing is open
        let of = |pedido: PedidoId| lines.get(&(pedido.0, one.sku.as_str())).copied().unwrap_or_default();
        stock.change_control(*account, to, of);
        if let Some(last) = last.get(account) {
            stock.resume_ledger(*account, *last);
        }
    }
    allocate(tx, &mut stock, &orders, &other)?;
    stock.write(tx)
}

/// Allocates open orders' units of SKUs that nobody controlled until now.
fn allocate(
    tx: &mut Tx<'_>,
    stock: &mut LockedStock,
    orders: &[OpenOrder],
    others: &[(Account, StockLevel)],
) -> Result<(), StoreError> {
    let nobodys = others.iter().filter(|(_, one)| !one.controlled());
    let nobodys: BTreeSet<&str> = nobodys.map(|(_, one)| one.sku.as_str()).collect();
    for order in orders {
        let of_nobody = |sku: &str| nobodys.contains(sku);
        order.allocate(tx, stock, of_nobody, CausaMovimento::Controle)?;
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

/// The stock of the last entries of ledgers that were stopped.
fn last_entries(
    tx: &mut Tx<'_>,
    loja: LojaId,
    others: &[(Account, StockLevel)],
) -> Result<HashMap<Account, i32>, StoreError> {
    let stopped = others.iter().filter(|(_, one)| !one.controlled() && one.movimentos > 0);
    let accounts: Vec<Account> = stopped.map(|(account, _)| *account).collect();
    let found = ledger::last(tx, loja, &accounts)?;
    Ok(found.into_iter().map(|(account, last)| (account, last.1)).collect())
}
