//! Many orders at once, in a handful of statements.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{canais, pedidos};
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, StoreError, Tx, load_by_key};
use crate::catalogue::skus::for_sale;
use crate::events;
use crate::inventory::LockedStock;
use crate::orders::arrival::Arrival;
use crate::orders::estoque;
use crate::orders::input::PedidoInput;
use crate::orders::outcome::CreatePedidoOutcome;
use crate::orders::parts::{Parts, codes, creation_evento};
use crate::orders::rows::{Numbers, PedidoColumns};
use crate::orders::statements;
use crate::orders::storing::store;
use crate::orders::writing::{create, repeated};

/// An order that is new as far as is known, with its channel.
struct NewPedido<'a> {
    indice: usize,
    input: &'a PedidoInput,
    canal_num: i32,
}

/// An order's natural key.
type NaturalKey = (i32, String);

/// [`super::create`] for up to 500 orders; returns what became of each, in order. Their number costs no round
/// trip more.
pub fn create_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[impl Borrow<PedidoInput>],
) -> Result<Vec<CreatePedidoOutcome>, StoreError> {
    let lote: Vec<&PedidoInput> = lote.iter().map(Borrow::borrow).collect();
    if let [input] = lote.as_slice() {
        return Ok(vec![create(tx, loja, input)?]);
    }
    let canais = canais(tx, loja, &lote)?;
    let previous = previous(tx, loja, &lote)?;
    let canal = |input: &PedidoInput| canais.get(input.pedido.canal_id.as_str()).copied();
    let mut answers: Vec<Option<CreatePedidoOutcome>> = lote.iter().map(|_| None).collect();
    let mut added = Vec::with_capacity(lote.len());
    let mut seen = HashSet::new();
    for (indice, (input, answer)) in lote.iter().zip(&mut answers).enumerate() {
        let Some(canal_num) = canal(input) else {
            *answer = Some(CreatePedidoOutcome::ChannelMissing);
            continue;
        };
        let key = (canal_num, input.pedido.source_id.clone());
        if !previous.contains(&key) && seen.insert(key) {
            added.push(NewPedido { indice, input, canal_num });
        }
    }
    // always in one order, so that two batches cannot hold each other up
    added.sort_by(|a, b| {
        (a.canal_num, &a.input.pedido.source_id).cmp(&(b.canal_num, &b.input.pedido.source_id))
    });
    for (indice, created) in insert(tx, loja, &added)? {
        if let Some(answer) = answers.get_mut(indice) {
            *answer = Some(created);
        }
    }
    // what is left came before: long ago, a moment ago in another transaction, or earlier in this batch
    lote.iter()
        .zip(answers)
        .map(|(input, answer)| match answer {
            Some(answer) => Ok(answer),
            None => repeated(tx, loja, canal(input).unwrap_or(0), input)?
                .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned())),
        })
        .collect()
}

/// Stores the orders that nobody else has stored first.
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
    let inserted: HashSet<i64> = statements::insert_new(tx, &rows)?.into_iter().collect();
    let (catalogue, mut stock) = catalogue(tx, loja, added)?;
    let mut parts = Vec::with_capacity(added.len());
    let (mut events, mut shortfalls) = (Vec::with_capacity(added.len()), Vec::new());
    let mut states = Vec::with_capacity(added.len());
    let all = added.iter().zip(&numbers).zip(&rows);
    for ((new, numbers), row) in all.filter(|(_, row)| inserted.contains(&row.pedido_id)) {
        let pedido = &new.input.pedido;
        let of_pedido: Vec<CatalogueItem> =
            codes(pedido).into_iter().filter_map(|sku| catalogue.get(sku).cloned()).collect();
        let missing = estoque::allocate(tx, &mut stock, numbers, pedido)?;
        let of_pedido = estoque::with_centros(of_pedido, &stock, numbers.pedido);
        parts.push((new, Parts::for_new_order(loja, numbers, new.input, of_pedido, &missing, now)?));
        events.push((loja, events::stored(creation_evento(numbers.pedido, pedido))?));
        if let Some(shortfall) = estoque::shortfall(numbers.pedido, pedido, &missing) {
            shortfalls.push((loja, events::stored(shortfall)?));
        }
        states.push(row.state());
    }
    let mut stock = stock.take_rows()?;
    events.append(&mut stock.events);
    events.append(&mut shortfalls);
    let orders = parts.iter().zip(states).map(|((_, parts), state)| (loja, parts, state)).collect();
    store(tx, Arrival { orders, stock, events })?;
    Ok(parts
        .into_iter()
        .map(|(new, parts)| (new.indice, parts.created(new.input.pedido.status, now)))
        .collect())
}

/// The numbers that the service gives new orders and what they refer to.
fn numbers(tx: &mut Tx<'_>, loja: LojaId, added: &[NewPedido<'_>]) -> Result<Vec<Numbers>, StoreError> {
    let ids = next_many(tx, Sequence::Pedidos, added.len())?;
    let buyers = added.iter().map(|new| &new.input.pedido.usuario);
    let compradores = crate::orders::compradores::find_or_create(tx, loja, buyers)?;
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
    let found: Vec<(String, i32)> = load_by_key!(conn, canais::canal_id, named, |of_them| canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((canais::canal_id, canais::canal_num)));
    Ok(found.into_iter().collect())
}

/// Those of the natural keys that are taken.
fn previous(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&PedidoInput],
) -> Result<HashSet<NaturalKey>, StoreError> {
    let named: BTreeSet<&str> = lote.iter().map(|input| input.pedido.source_id.as_str()).collect();
    let found: Vec<NaturalKey> = load_by_key!(conn, pedidos::source_id, named, |of_them| pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((pedidos::canal_num, pedidos::source_id)));
    Ok(found.into_iter().collect())
}

/// What the SKUs of the orders are right now by their codes, those that are registered, and those SKUs locked.
fn catalogue(
    tx: &mut Tx<'_>,
    loja: LojaId,
    added: &[NewPedido<'_>],
) -> Result<(HashMap<String, CatalogueItem>, LockedStock), StoreError> {
    let distinct: BTreeSet<&str> = added.iter().flat_map(|new| codes(&new.input.pedido)).collect();
    let (items, stock) = for_sale(tx, loja, &Vec::from_iter(distinct))?;
    Ok((items.into_iter().map(|item| (item.sku.clone(), item)).collect(), stock))
}
