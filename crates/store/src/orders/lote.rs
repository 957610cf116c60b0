//! Creation of many orders at once, by a fixed number of statements.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{canais, pedidos};
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, StoreError, Tx, load_by_key, of_store};
use crate::catalogue::skus::for_sale;
use crate::events;
use crate::inventory::LockedStock;
use crate::orders::buyers::numbers::find_or_create;
use crate::orders::create::{
    CreatePedidoOutcome, by_own_codes, create, creation_event, distinct_skus, find_existing,
};
use crate::orders::estoque;
use crate::orders::rows::{NewOrderRows, NewOrders, Numbers, PedidoColumns, PedidoInput};
use crate::orders::sql;

/// An order of the batch, with its channel.
struct NewPedido<'a> {
    index: usize,
    input: &'a PedidoInput,
    canal_num: i32,
}

/// An order's natural key.
type NaturalKey = (i32, String);

/// [`super::create`] for up to 500 orders; returns the results in the same order. The number of round trips does not
/// depend on the number of orders.
pub fn create_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[impl Borrow<PedidoInput>],
) -> Result<Vec<CreatePedidoOutcome>, StoreError> {
    let lote: Vec<&PedidoInput> = lote.iter().map(Borrow::borrow).collect();
    if let [input] = lote.as_slice() {
        return Ok(vec![create(tx, loja, input)?]);
    }
    let lote = by_own_codes(tx, loja, &lote)?;
    let lote: Vec<&PedidoInput> = lote.iter().map(AsRef::as_ref).collect();
    let canais = canais(tx, loja, &lote)?;
    let existing = existing(tx, loja, &lote)?;
    let canal = |input: &PedidoInput| canais.get(input.pedido.canal_id.as_str()).copied();
    let mut outcomes: Vec<Option<CreatePedidoOutcome>> = lote.iter().map(|_| None).collect();
    let (mut known, mut added) = (Vec::new(), Vec::with_capacity(lote.len()));
    let mut seen = HashSet::new();
    for (index, (input, outcome)) in lote.iter().zip(&mut outcomes).enumerate() {
        let Some(canal_num) = canal(input) else {
            *outcome = Some(CreatePedidoOutcome::ChannelMissing);
            continue;
        };
        let key = (canal_num, input.pedido.source_id.clone());
        let one = NewPedido { index, input, canal_num };
        if existing.contains(&key) {
            known.push(one);
        } else if seen.insert(key) {
            added.push(one);
        }
    }
    // sorted, so that two batches cannot deadlock; and orders before the stock, as moves do
    for list in [&mut known, &mut added] {
        list.sort_by(|a, b| {
            (a.canal_num, &a.input.pedido.source_id).cmp(&(b.canal_num, &b.input.pedido.source_id))
        });
    }
    for NewPedido { index, input, canal_num } in known {
        if let Some(outcome) = outcomes.get_mut(index) {
            *outcome = find_existing(tx, loja, canal_num, input)?;
        }
    }
    for (index, created) in insert(tx, loja, &added)? {
        if let Some(outcome) = outcomes.get_mut(index) {
            *outcome = Some(created);
        }
    }
    // the rest exists: from another transaction just now, or from earlier in this batch
    lote.iter()
        .zip(outcomes)
        .map(|(input, outcome)| match outcome {
            Some(outcome) => Ok(outcome),
            None => find_existing(tx, loja, canal(input).unwrap_or(0), input)?
                .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned())),
        })
        .collect()
}

/// Stores the orders that no other transaction has stored first.
fn insert(
    tx: &mut Tx<'_>,
    loja: LojaId,
    added: &[NewPedido<'_>],
) -> Result<Vec<(usize, CreatePedidoOutcome)>, StoreError> {
    if added.is_empty() {
        return Ok(Vec::new());
    }
    let now = tx.now();
    let numbers = numbers(tx, loja, added)?;
    let rows: Vec<PedidoColumns> = added
        .iter()
        .zip(&numbers)
        .map(|(new, numbers)| PedidoColumns::new(loja, numbers, new.input, now.micros()))
        .collect();
    let inserted: HashSet<i64> = sql::insert_orders(tx, &rows)?.into_iter().collect();
    let (catalogue, mut stock) = catalogue(tx, loja, added)?;
    let mut parts = Vec::with_capacity(added.len());
    let (mut events, mut shortfalls) = (Vec::with_capacity(added.len()), Vec::new());
    let mut states = Vec::with_capacity(added.len());
    let all = added.iter().zip(&numbers).zip(&rows);
    for ((new, numbers), row) in all.filter(|(_, row)| inserted.contains(&row.pedido_id)) {
        let pedido = &new.input.pedido;
        let of_pedido: Vec<CatalogueItem> =
            distinct_skus(pedido).into_iter().filter_map(|sku| catalogue.get(sku).cloned()).collect();
        let missing = estoque::allocate(tx, &mut stock, numbers, pedido)?;
        let of_pedido = estoque::with_centros(of_pedido, &stock, numbers.pedido);
        parts.push((new, NewOrderRows::new(loja, numbers, new.input, of_pedido, &missing, now)?));
        events.push((loja, events::stored(creation_event(numbers.pedido, pedido))?));
        if let Some(shortfall) = estoque::shortfall(numbers.pedido, pedido, &missing) {
            shortfalls.push((loja, events::stored(shortfall)?));
        }
        states.push(row.counted_state());
    }
    let mut stock = stock.take_rows()?;
    events.append(&mut stock.events);
    events.append(&mut shortfalls);
    let orders = parts.iter().zip(states).map(|((_, parts), state)| (loja, parts, state)).collect();
    sql::insert_dependents(tx, NewOrders { orders, stock, events })?;
    Ok(parts
        .into_iter()
        .map(|(new, parts)| (new.index, parts.created(new.input.pedido.status, now)))
        .collect())
}

/// The numbers of the orders, their channels and their buyers.
fn numbers(tx: &mut Tx<'_>, loja: LojaId, added: &[NewPedido<'_>]) -> Result<Vec<Numbers>, StoreError> {
    let ids = next_many(tx, Sequence::Pedidos, added.len())?;
    let buyers = added.iter().map(|new| &new.input.pedido.usuario);
    let compradores = find_or_create(tx, loja, buyers)?;
    let of_new = |(new, (id, comprador)): (&NewPedido<'_>, (i64, i64))| Numbers {
        pedido: PedidoId(id),
        canal: new.canal_num,
        comprador,
    };
    Ok(added.iter().zip(ids.into_iter().zip(compradores)).map(of_new).collect())
}

/// Numbers of the channels that the orders name.
fn canais(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&PedidoInput],
) -> Result<HashMap<String, i32>, StoreError> {
    let named: BTreeSet<&str> = lote.iter().map(|input| input.pedido.canal_id.as_str()).collect();
    let found: Vec<(String, i32)> =
        load_by_key!(conn, canais::canal_id, named, |of_them| of_store!(canais, loja)
            .filter(of_them)
            .select((canais::canal_id, canais::canal_num)));
    Ok(found.into_iter().collect())
}

/// The natural keys that exist already.
fn existing(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&PedidoInput],
) -> Result<HashSet<NaturalKey>, StoreError> {
    let named: BTreeSet<&str> = lote.iter().map(|input| input.pedido.source_id.as_str()).collect();
    let found: Vec<NaturalKey> =
        load_by_key!(conn, pedidos::source_id, named, |of_them| of_store!(pedidos, loja)
            .filter(of_them)
            .select((pedidos::canal_num, pedidos::source_id)));
    Ok(found.into_iter().collect())
}

/// The current data of the registered SKUs of the orders, by code, and their locked stock.
fn catalogue(
    tx: &mut Tx<'_>,
    loja: LojaId,
    added: &[NewPedido<'_>],
) -> Result<(HashMap<String, CatalogueItem>, LockedStock), StoreError> {
    let distinct: BTreeSet<&str> = added.iter().flat_map(|new| distinct_skus(&new.input.pedido)).collect();
    let (items, stock) = for_sale(tx, loja, &Vec::from_iter(distinct))?;
    Ok((items.into_iter().map(|item| (item.sku.clone(), item)).collect(), stock))
}
