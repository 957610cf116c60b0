//! Many orders at once, in a handful of statements.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::{CanalId, LojaId, PedidoId};

use super::estoque;
use super::input::PedidoInput;
use super::outcome::CreatePedidoOutcome;
use super::parts::{Parts, codes, creation_evento};
use super::rows::{Numbers, PedidoColumns};
use super::statements;
use super::writing::repeated;
use crate::base::StoreError;
use crate::base::schema::{
    canais, pedido_documentos, pedido_historico, pedido_itens, pedido_nomes, pedido_registros, pedidos,
};
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, Tx, insert, on};
use crate::catalogue::skus::for_sale;
use crate::catalogue::skus::shelf::Shelf;
use crate::eventos;
use crate::sales::contagens;

/// An order that is new as far as is known, with its channel.
struct NewPedido<'a> {
    indice: usize,
    input: &'a PedidoInput,
    canal_num: i32,
}

/// [`super::create`] for up to 500 orders of a store; answers for each, in order.
pub fn create_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[impl Borrow<PedidoInput>],
) -> Result<Vec<CreatePedidoOutcome>, StoreError> {
    let entries: Vec<&PedidoInput> = lote.iter().map(Borrow::borrow).collect();
    let canais = canais(tx, loja, &entries)?;
    let previous = previous(tx, loja, &entries)?;
    let mut answers: Vec<Option<CreatePedidoOutcome>> = lote.iter().map(|_| None).collect();
    let mut new_ones = Vec::with_capacity(lote.len());
    let mut seen_ones = HashSet::new();
    for (indice, (&input, answer)) in entries.iter().zip(&mut answers).enumerate() {
        let pedido = &input.pedido;
        let Some(&canal_num) = canais.get(pedido.canal_id.as_str()) else {
            *answer = Some(CreatePedidoOutcome::CanalMissing);
            continue;
        };
        let key = (canal_num, pedido.source_id.clone());
        if !previous.contains(&key) && seen_ones.insert(key) {
            new_ones.push(NewPedido { indice, input, canal_num });
        }
    }
    // always in one order, so that two batches cannot hold each other up
    new_ones.sort_by(|a, b| {
        (a.canal_num, &a.input.pedido.source_id).cmp(&(b.canal_num, &b.input.pedido.source_id))
    });
    for (indice, created) in insert(tx, loja, &new_ones)? {
        if let Some(answer) = answers.get_mut(indice) {
            *answer = Some(created);
        }
    }
    // what is left came before: long ago, a moment ago in another transaction, or earlier in this batch
    entries
        .iter()
        .zip(answers)
        .map(|(input, answer)| match answer {
            Some(answer) => Ok(answer),
            None => {
                let canal_num = canais.get(input.pedido.canal_id.as_str()).copied().unwrap_or(0);
                repeated(tx, loja, canal_num, input)?
                    .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned()))
            }
        })
        .collect()
}

/// Stores the orders that nobody else has stored first.
fn insert(
    tx: &mut Tx<'_>,
    loja: LojaId,
    new_ones: &[NewPedido<'_>],
) -> Result<Vec<(usize, CreatePedidoOutcome)>, StoreError> {
    if new_ones.is_empty() {
        return Ok(Vec::new());
    }
    let now = tx.now();
    let ids = next_many(tx, Sequence::Pedidos, new_ones.len())?;
    let compradores = crate::sales::compradores::find_or_create(
        tx,
        loja,
        new_ones.iter().map(|n| &n.input.pedido.usuario),
    )?;
    let numbers: Vec<Numbers> = new_ones
        .iter()
        .zip(ids.iter().zip(&compradores))
        .map(|(n, (id, comprador))| Numbers {
            pedido: PedidoId(*id),
            canal: n.canal_num,
            comprador: *comprador,
        })
        .collect();
    let rows: Vec<PedidoColumns> = new_ones
        .iter()
        .zip(&numbers)
        .map(|(n, numbers)| PedidoColumns::new(loja, numbers, n.input, now.micros()))
        .collect();
    let inserted_ones: HashSet<i64> = statements::insert_new(tx, &rows)?.into_iter().collect();
    for row in rows.iter().filter(|row| inserted_ones.contains(&row.pedido_id)) {
        contagens::changed(tx, loja, PedidoId(row.pedido_id), None, Some(row.state()));
    }
    let (catalogue, mut shelf) = catalogue(tx, loja, new_ones)?;
    let mut parts = Vec::with_capacity(new_ones.len());
    let mut missing_ones = Vec::new();
    for (new, numbers) in new_ones.iter().zip(&numbers).filter(|(_, n)| inserted_ones.contains(&n.pedido.0)) {
        let of_pedido: Vec<CatalogueItem> =
            codes(&new.input.pedido).into_iter().filter_map(|sku| catalogue.get(sku).cloned()).collect();
        let missing = estoque::take_in(tx, &mut shelf, numbers, &new.input.pedido)?;
        let of_pedido = estoque::with_centros(of_pedido, &shelf, numbers.pedido);
        parts.push((new, Parts::new_ones(loja, numbers, new.input, of_pedido, &missing, now)?));
        missing_ones.push((numbers.pedido, &new.input.pedido, missing));
    }
    write(tx, &parts)?;
    let creations = parts.iter().map(|(new, p)| creation_evento(p.pedido_id(), &new.input.pedido));
    eventos::record(tx, loja, now, creations)?;
    shelf.put_back(tx)?;
    let missing = missing_ones.iter().map(|(id, pedido, missing)| (*id, *pedido, missing));
    estoque::tell_missing(tx, loja, now, missing)?;
    Ok(parts
        .into_iter()
        .map(|(new, parts)| (new.indice, parts.created(new.input.pedido.status, now)))
        .collect())
}

fn write(tx: &mut Tx<'_>, parts: &[(&NewPedido<'_>, Parts)]) -> Result<(), StoreError> {
    insert!(tx, pedido_documentos::table, parts.iter().map(|(_, p)| &p.documento));
    insert!(tx, pedido_registros::table, parts.iter().map(|(_, p)| &p.registro));
    insert!(tx, pedido_itens::table, parts.iter().flat_map(|(_, p)| &p.itens));
    insert!(tx, pedido_nomes::table, parts.iter().flat_map(|(_, p)| &p.names));
    insert!(tx, pedido_historico::table, parts.iter().map(|(_, p)| &p.historico));
    Ok(())
}

/// Numbers of the channels that the orders name.
fn canais<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&'a PedidoInput],
) -> Result<HashMap<&'a str, i32>, StoreError> {
    let ids: BTreeSet<&str> = lote.iter().map(|e| CanalId::as_str(&e.pedido.canal_id)).collect();
    let found_ones: Vec<(String, i32)> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_id.eq_any(ids.iter().copied()))
        .select((canais::canal_id, canais::canal_num))
        .load(c))?;
    let found_ones: HashMap<String, i32> = found_ones.into_iter().collect();
    Ok(ids.into_iter().filter_map(|id| Some((id, *found_ones.get(id)?))).collect())
}

/// Those of the natural keys that are taken.
fn previous(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&PedidoInput],
) -> Result<HashSet<(i32, String)>, StoreError> {
    let found_ones: Vec<(i32, String)> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::source_id.eq_any(lote.iter().map(|e| e.pedido.source_id.as_str())))
        .select((pedidos::canal_num, pedidos::source_id))
        .load(c))?;
    Ok(found_ones.into_iter().collect())
}

/// What the SKUs of the orders are right now, those that are registered.
fn catalogue(
    tx: &mut Tx<'_>,
    loja: LojaId,
    new_ones: &[NewPedido<'_>],
) -> Result<(HashMap<String, CatalogueItem>, Shelf), StoreError> {
    let distinct: BTreeSet<&str> = new_ones.iter().flat_map(|n| codes(&n.input.pedido)).collect();
    let distinct: Vec<&str> = distinct.into_iter().collect();
    let (found_ones, shelf) = for_sale(tx, loja, &distinct)?;
    Ok((found_ones.into_iter().map(|item| (item.sku.clone(), item)).collect(), shelf))
}
