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
use crate::codes;
use crate::entry::{Entry, Wrong};

/// By their places in the batch.
pub type Outcomes = HashMap<usize, Outcome>;

/// Creates and changes the SKUs that a batch names, each as it is named first.
pub fn skus(tx: &mut Tx<'_>, loja: LojaId, batch: &[(Entry, Prepared)]) -> Result<Outcomes, StoreError> {
    let mut seen = HashSet::new();
    let named = batch.iter().enumerate().filter_map(|(place, (entry, thing))| match thing {
        Prepared::Sku(id, new, words) => Some((place, entry, id, new.as_ref(), &**words)),
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
    let mut created: Vec<(usize, &Entry, &SkuId)> = Vec::new();
    let mut ready: Vec<&ReadySku> = Vec::new();
    for (place, entry, id, new, _) in missing {
        match new {
            Ok(new) if entry.wrong.is_empty() => {
                created.push((place, entry, id));
                ready.push(new);
            }
            Ok(_) => drop(outcomes.insert(place, Outcome::Refused(entry.wrong.clone()))),
            Err(problems) => drop(outcomes.insert(place, Outcome::Refused(entry.wrong(problems)))),
        }
    }
    let mut doubts = doubts(tx, loja, &created)?;
    if !ready.is_empty() {
        skus::upsert_lote(tx, loja, &ready)?;
    }
    let created = created.into_iter().map(|(place, ..)| (place, Outcome::Created(doubts.remove(&place))));
    outcomes.extend(created);
    let known = known.into_iter().map(|(place, entry, id, _, words)| (place, entry, id, words));
    change(tx, loja, &known.collect::<Vec<_>>(), &mut outcomes)?;
    Ok(outcomes)
}

/// New codes that a known one differs from by its leading zeros alone, which spreadsheets take away.
fn doubts(
    tx: &mut Tx<'_>,
    loja: LojaId,
    created: &[(usize, &Entry, &SkuId)],
) -> Result<HashMap<usize, Wrong>, StoreError> {
    let others: Vec<(usize, &Entry, String)> = created
        .iter()
        .flat_map(|(place, entry, id)| {
            codes::without_zeros(id.as_str()).into_iter().map(|other| (*place, *entry, other))
        })
        .collect();
    let mut doubts = HashMap::new();
    if others.is_empty() {
        return Ok(doubts);
    }
    let codes: Vec<&str> = others.iter().map(|(_, _, other)| other.as_str()).collect();
    let known: HashSet<String> =
        skus::find_numbers(tx, loja, &codes)?.into_iter().map(|(code, _)| code).collect();
    for (place, entry, other) in others.iter().filter(|(_, _, other)| known.contains(other)) {
        let what = "só muda nos zeros do começo de um SKU que já existe, e ficou um SKU novo";
        let wrong = entry.refused("sku", format!("{what}: o que existe é {other}"));
        doubts.extend(wrong.into_iter().map(|wrong| (*place, wrong)));
    }
    Ok(doubts)
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
            Ok((sku, _)) if entry.wrong.is_empty() => produto.sku = sku,
            Ok(_) => drop(refused.insert(place, entry.wrong.clone())),
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
        CreatePedidoOutcome::Created { .. } => Outcome::Created(None),
        CreatePedidoOutcome::Equal { .. } => Outcome::Stored,
        CreatePedidoOutcome::Different(id) => Outcome::Refused(entry.refused(
            "sourceId",
            format!("este canal já tem um pedido com este código e outro conteúdo: é o pedido {}", id.0),
        )),
        CreatePedidoOutcome::ChannelMissing => Outcome::Refused(entry.refused("canalId", NO_CANAL)),
    });
    Ok(outcomes.collect())
}
