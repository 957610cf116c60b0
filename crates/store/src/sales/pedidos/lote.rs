//! Many orders at once, in a handful of statements.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::{LojaId, PedidoId};

use super::arrival::Arrival;
use super::estoque;
use super::input::PedidoInput;
use super::outcome::CreatePedidoOutcome;
use super::parts::{Parts, codes, creation_evento};
use super::rows::{Numbers, PedidoColumns};
use super::statements;
use super::storing::store;
use super::writing::{create, repeated};
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, StoreError, StoredEvent, Tx};
use crate::catalogue::skus::for_sale_of_many;
use crate::catalogue::skus::shelf::{Rows, Shelf};
use crate::eventos;

/// An order that is new as far as is known, with its store and channel.
struct NewPedido<'a> {
    indice: usize,
    loja: LojaId,
    input: &'a PedidoInput,
    canal_num: i32,
}

/// An order's natural key.
type NaturalKey = (LojaId, i32, String);

/// [`super::create`] for up to 500 orders of a store; answers for each, in order.
pub fn create_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[impl Borrow<PedidoInput>],
) -> Result<Vec<CreatePedidoOutcome>, StoreError> {
    let lote: Vec<(LojaId, &PedidoInput)> = lote.iter().map(|input| (loja, input.borrow())).collect();
    create_of_many(tx, &lote)
}

/// [`create_lote`] for orders of any stores: their number costs no round trip more.
pub(crate) fn create_of_many(
    tx: &mut Tx<'_>,
    lote: &[(LojaId, &PedidoInput)],
) -> Result<Vec<CreatePedidoOutcome>, StoreError> {
    if let [(loja, input)] = lote {
        return Ok(vec![create(tx, *loja, input)?]);
    }
    let canais = canais(tx, lote)?;
    let previous = previous(tx, lote)?;
    let canal = |(loja, input): &(LojaId, &PedidoInput)| {
        canais.get(&(*loja, input.pedido.canal_id.as_str().to_owned())).copied()
    };
    let mut answers: Vec<Option<CreatePedidoOutcome>> = lote.iter().map(|_| None).collect();
    let mut added = Vec::with_capacity(lote.len());
    let mut seen = HashSet::new();
    for (indice, (entry, answer)) in lote.iter().zip(&mut answers).enumerate() {
        let Some(canal_num) = canal(entry) else {
            *answer = Some(CreatePedidoOutcome::CanalMissing);
            continue;
        };
        let &(loja, input) = entry;
        let key = (loja, canal_num, input.pedido.source_id.clone());
        if !previous.contains(&key) && seen.insert(key) {
            added.push(NewPedido { indice, loja, input, canal_num });
        }
    }
    // always in one order, so that two batches cannot hold each other up
    added.sort_by(|a, b| {
        let key = |new: &NewPedido<'_>| (new.loja, new.canal_num);
        (key(a), &a.input.pedido.source_id).cmp(&(key(b), &b.input.pedido.source_id))
    });
    for (indice, created) in insert(tx, &added)? {
        if let Some(answer) = answers.get_mut(indice) {
            *answer = Some(created);
        }
    }
    // what is left came before: long ago, a moment ago in another transaction, or earlier in this batch
    lote.iter()
        .zip(answers)
        .map(|(entry, answer)| match answer {
            Some(answer) => Ok(answer),
            None => repeated(tx, entry.0, canal(entry).unwrap_or(0), entry.1)?
                .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned())),
        })
        .collect()
}

/// Stores the orders that nobody else has stored first.
fn insert(tx: &mut Tx<'_>, added: &[NewPedido<'_>]) -> Result<Vec<(usize, CreatePedidoOutcome)>, StoreError> {
    if added.is_empty() {
        return Ok(Vec::new());
    }
    let now = tx.now();
    let numbers = numbers(tx, added)?;
    let rows: Vec<PedidoColumns> = added
        .iter()
        .zip(&numbers)
        .map(|(new, numbers)| PedidoColumns::new(new.loja, numbers, new.input, now.micros()))
        .collect();
    let inserted: HashSet<i64> = statements::insert_new(tx, &rows)?.into_iter().collect();
    let mut for_sale = catalogue(tx, added)?;
    let mut parts = Vec::with_capacity(added.len());
    let mut missing_items = Vec::with_capacity(added.len());
    let mut states = Vec::with_capacity(added.len());
    let all = added.iter().zip(&numbers).zip(&rows);
    for ((new, numbers), row) in all.filter(|(_, row)| inserted.contains(&row.pedido_id)) {
        let Some((catalogue, shelf)) = for_sale.get_mut(&new.loja) else { continue };
        let of_pedido: Vec<CatalogueItem> =
            codes(&new.input.pedido).into_iter().filter_map(|sku| catalogue.get(sku).cloned()).collect();
        let missing = estoque::take_in(tx, shelf, numbers, &new.input.pedido)?;
        let of_pedido = estoque::with_centros(of_pedido, shelf, numbers.pedido);
        parts.push((new, Parts::for_new_order(new.loja, numbers, new.input, of_pedido, &missing, now)?));
        missing_items.push(missing);
        states.push(row.state());
    }
    let mut stock = Rows::default();
    for_sale.values().for_each(|(_, shelf)| stock.append(shelf.rows()));
    let events = events(&parts, &for_sale, &missing_items)?;
    let orders = parts.iter().zip(states).map(|((new, parts), state)| (new.loja, parts, state)).collect();
    store(tx, Arrival { orders, stock, events })?;
    Ok(parts
        .into_iter()
        .map(|(new, parts)| (new.indice, parts.created(new.input.pedido.status, now)))
        .collect())
}

/// The numbers that the service gives new orders and what they refer to.
fn numbers(tx: &mut Tx<'_>, added: &[NewPedido<'_>]) -> Result<Vec<Numbers>, StoreError> {
    let ids = next_many(tx, Sequence::Pedidos, added.len())?;
    let buyers = added.iter().map(|new| (new.loja, &new.input.pedido.usuario));
    let compradores = crate::sales::compradores::find_or_create(tx, buyers)?;
    let of_new = |(new, (id, comprador)): (&NewPedido<'_>, (i64, i64))| Numbers {
        pedido: PedidoId(id),
        canal: new.canal_num,
        comprador,
    };
    Ok(added.iter().zip(ids.into_iter().zip(compradores)).map(of_new).collect())
}

/// What is told: that the orders have come in, what has become of the stock, what is missing.
fn events(
    parts: &[(&NewPedido<'_>, Parts)],
    for_sale: &ForSale,
    missing_items: &[Vec<(String, i64)>],
) -> Result<Vec<(LojaId, StoredEvent)>, StoreError> {
    let creations =
        parts.iter().map(|(new, parts)| (new.loja, creation_evento(parts.pedido_id(), &new.input.pedido)));
    let changes = for_sale
        .iter()
        .flat_map(|(loja, (_, shelf))| shelf.changes().into_iter().map(|change| (*loja, change)));
    let shortfalls = parts.iter().zip(missing_items).filter_map(|((new, parts), missing)| {
        Some((new.loja, estoque::shortfall(parts.pedido_id(), &new.input.pedido, missing)?))
    });
    let all = creations.chain(changes).chain(shortfalls);
    all.map(|(loja, new)| Ok((loja, eventos::stored(new)?))).collect()
}

/// Numbers of the channels that the orders name.
fn canais(
    conn: &mut Conn<'_>,
    lote: &[(LojaId, &PedidoInput)],
) -> Result<HashMap<(LojaId, String), i32>, StoreError> {
    let named: BTreeSet<(LojaId, &str)> =
        lote.iter().map(|(loja, input)| (*loja, input.pedido.canal_id.as_str())).collect();
    let found = statements::canais(conn, &named.into_iter().collect::<Vec<_>>())?;
    Ok(found.into_iter().map(|(loja, canal, number)| ((loja, canal), number)).collect())
}

/// Those of the natural keys that are taken.
fn previous(conn: &mut Conn<'_>, lote: &[(LojaId, &PedidoInput)]) -> Result<HashSet<NaturalKey>, StoreError> {
    let named: Vec<(LojaId, &str)> =
        lote.iter().map(|(loja, input)| (*loja, input.pedido.source_id.as_str())).collect();
    let found = statements::of_sources(conn, &named)?;
    Ok(found.into_iter().map(|(loja, source, canal)| (loja, canal, source)).collect())
}

/// What SKUs of some stores are, by their codes, and those SKUs locked.
type ForSale = BTreeMap<LojaId, (HashMap<String, CatalogueItem>, Shelf)>;

/// What the SKUs of the orders are right now, those that are registered.
fn catalogue(tx: &mut Tx<'_>, added: &[NewPedido<'_>]) -> Result<ForSale, StoreError> {
    let mut distinct: BTreeMap<LojaId, BTreeSet<&str>> = BTreeMap::new();
    for new in added {
        distinct.entry(new.loja).or_default().extend(codes(&new.input.pedido));
    }
    let distinct = distinct.into_iter().map(|(loja, codes)| (loja, codes.into_iter().collect())).collect();
    let by_code = |items: Vec<CatalogueItem>| {
        items.into_iter().map(|item| (item.sku.clone(), item)).collect::<HashMap<_, _>>()
    };
    let found = for_sale_of_many(tx, &distinct)?;
    Ok(found.into_iter().map(|(loja, (items, shelf))| (loja, (by_code(items), shelf))).collect())
}
