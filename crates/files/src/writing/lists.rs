//! Things written together: their number costs no round trip more.

use std::collections::{HashMap, HashSet};

use domain::reading::keyed::Keyed;
use domain::sku::{AjusteEmCentro, AjusteEstoque};
use domain::values::ids::{LojaId, SkuId};
use serde_json::value::RawValue;
use store::inventory::{self, StockOutcome};
use store::orders::{self, CreatePedidoOutcome, PedidoInput};
use store::produtos::{self, PrecoWriteOutcome};
use store::skus::{self, ReadySku};
use store::{StoreError, Tx};

use super::one::NO_CANAL;
use super::outcome::Outcome;
use super::thing::Prepared;
use crate::entry::Entry;

/// By their places in the batch.
pub type Outcomes = HashMap<usize, Outcome>;

/// Creates and changes the SKUs that a batch names, each as it is named first.
pub fn skus(tx: &mut Tx<'_>, loja: LojaId, batch: &[(Entry, Prepared)]) -> Result<Outcomes, StoreError> {
    let mut seen = HashSet::new();
    let named = batch.iter().enumerate().filter_map(|(place, (entry, thing))| match thing {
        Prepared::Sku(id, new, words) => Some((place, entry, id, new.as_ref().ok(), &**words)),
        _ => None,
    });
    // what comes a second time changes what came first
    let first: Vec<_> = named.filter(|(_, _, id, ..)| seen.insert(id.as_str())).collect();
    let codes: Vec<&str> = first.iter().map(|(_, _, id, ..)| id.as_str()).collect();
    let mut outcomes = Outcomes::new();
    if codes.is_empty() {
        return Ok(outcomes);
    }
    let taken: HashSet<String> =
        skus::find_numbers(tx, loja, &codes)?.into_iter().map(|(code, _)| code).collect();
    let (known, missing): (Vec<_>, Vec<_>) =
        first.into_iter().partition(|(_, _, id, ..)| taken.contains(id.as_str()));
    let new = missing.into_iter().filter_map(|(place, _, _, new, _)| Some((place, &**new?)));
    let (places, ready): (Vec<usize>, Vec<&ReadySku>) = new.unzip();
    if !ready.is_empty() {
        skus::upsert_lote(tx, loja, &ready)?;
    }
    outcomes.extend(places.into_iter().map(|place| (place, Outcome::Created)));
    let known = known.into_iter().map(|(place, entry, id, _, words)| (place, entry, id, words));
    change(tx, loja, &known.collect::<Vec<_>>(), &mut outcomes)?;
    Ok(outcomes)
}

/// A SKU that is there, and what the file says of it.
type Named<'a> = (usize, &'a Entry, &'a SkuId, &'a RawValue);

fn change(
    tx: &mut Tx<'_>,
    loja: LojaId,
    known: &[Named<'_>],
    outcomes: &mut Outcomes,
) -> Result<(), StoreError> {
    let codes: Vec<&str> = known.iter().map(|(_, _, id, _)| id.as_str()).collect();
    if codes.is_empty() {
        return Ok(());
    }
    let mut refused = HashMap::new();
    let there = skus::edit_lote(tx, loja, &codes, |place, produto| {
        let Some((_, entry, _, words)) = known.get(place) else { return false };
        match produto.sku.patch(words) {
            Ok((sku, _)) => produto.sku = sku,
            Err(problems) => drop(refused.insert(place, entry.wrong(&problems))),
        }
        !refused.contains_key(&place)
    })?;
    for (place, ((in_batch, ..), _)) in known.iter().zip(there).enumerate().filter(|(_, (_, there))| *there) {
        outcomes.insert(*in_batch, refused.remove(&place).map_or(Outcome::Stored, Outcome::Refused));
    }
    Ok(())
}

/// Sets stock in distribution centres, each as it is named first, as far as nothing is to be said of it.
pub fn stocks(tx: &mut Tx<'_>, loja: LojaId, batch: &[(Entry, Prepared)]) -> Result<Outcomes, StoreError> {
    let mut seen = HashSet::new();
    let named = batch.iter().enumerate().filter_map(|(place, (_, thing))| match thing {
        Prepared::Estoque(sku, centro, units) => {
            let ajuste = AjusteEstoque::Set(*units).into();
            seen.insert((sku, *centro))
                .then_some((place, (sku.as_str(), AjusteEmCentro { ajuste, centro_id: Some(*centro) })))
        }
        _ => None,
    });
    let (places, changes): (Vec<usize>, Vec<_>) = named.unzip();
    let outcomes = inventory::change_stocks(tx, loja, &changes)?.into_iter();
    let done = outcomes.map(|one| matches!(one, StockOutcome::Done(_)));
    Ok(stored(places, done))
}

/// Sets prices that are the SKUs' own, each as it is named first, as far as nothing is to be said of it.
pub fn prices(tx: &mut Tx<'_>, loja: LojaId, batch: &[(Entry, Prepared)]) -> Result<Outcomes, StoreError> {
    let mut seen = HashSet::new();
    let named = batch.iter().enumerate().filter_map(|(place, (_, thing))| match thing {
        Prepared::Preco(sku, change) => seen.insert(sku).then_some((place, (sku.as_str(), *change))),
        _ => None,
    });
    let (places, changes): (Vec<usize>, Vec<_>) = named.unzip();
    let outcomes = produtos::set_precos(tx, loja, &changes)?.into_iter();
    Ok(stored(places, outcomes.map(|one| matches!(one, PrecoWriteOutcome::Done(_)))))
}

fn stored(places: Vec<usize>, done: impl IntoIterator<Item = bool>) -> Outcomes {
    let done = places.into_iter().zip(done).filter(|(_, done)| *done);
    done.map(|(place, _)| (place, Outcome::Stored)).collect()
}

/// Takes orders in.
pub fn orders(
    tx: &mut Tx<'_>,
    loja: LojaId,
    batch: &[(Entry, Prepared)],
) -> Result<Vec<Outcome>, StoreError> {
    let orders: Vec<&PedidoInput> = batch
        .iter()
        .filter_map(|(_, thing)| match thing {
            Prepared::Pedido(order) => Some(&**order),
            _ => None,
        })
        .collect();
    let created = orders::create_lote(tx, loja, &orders)?;
    let outcomes = batch.iter().zip(created).map(|((entry, _), created)| match created {
        CreatePedidoOutcome::Created { .. } => Outcome::Created,
        CreatePedidoOutcome::Equal { .. } => Outcome::Stored,
        CreatePedidoOutcome::Different(id) => Outcome::Refused(entry.refused(
            "sourceId",
            format!("o pedido {} deste canal já tem este código e outro conteúdo", id.0),
        )),
        CreatePedidoOutcome::ChannelMissing => Outcome::Refused(entry.refused("canalId", NO_CANAL)),
    });
    Ok(outcomes.collect())
}
