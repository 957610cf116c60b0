//! Stock and prices of SKUs in channels, written together.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, SkuId};
use store::{StoreError, Tx, sku_canais, skus};

use super::known::Known;
use super::lists::Outcomes;
use super::one::{NO_CANAL, NO_SKU};
use super::outcome::Outcome;
use super::thing::Prepared;
use crate::entry::Entry;

/// A thing's place in the batch, and the thing.
type Placed<'a> = (usize, &'a (Entry, Prepared));

/// Sets stock and prices in channels, those of a SKU and a channel as they are named first.
pub fn settings(
    tx: &mut Tx<'_>,
    known: &mut Known,
    batch: &[(Entry, Prepared)],
) -> Result<Outcomes, StoreError> {
    let (mut seen, mut codes) = (HashSet::new(), BTreeSet::new());
    let mut by_canal: BTreeMap<&str, (&CanalId, Vec<Placed<'_>>)> = BTreeMap::new();
    for (place, thing) in batch.iter().enumerate() {
        let Some((sku, canal)) = thing.1.in_channel() else { continue };
        // what comes a second time changes what came first
        if seen.insert((sku.as_str(), canal.as_str())) {
            codes.insert(sku.as_str());
            by_canal.entry(canal.as_str()).or_insert((canal, Vec::new())).1.push((place, thing));
        }
    }
    let mut outcomes = Outcomes::new();
    if codes.is_empty() {
        return Ok(outcomes);
    }
    let codes: Vec<&str> = codes.into_iter().collect();
    let numbers: HashMap<String, i64> = skus::numbers_locked(tx, known.loja, &codes)?.into_iter().collect();
    for (canal, things) in by_canal.into_values() {
        in_channel(tx, known, canal, (things, &numbers), &mut outcomes)?;
    }
    Ok(outcomes)
}

fn in_channel(
    tx: &mut Tx<'_>,
    known: &mut Known,
    canal: &CanalId,
    (things, numbers): (Vec<Placed<'_>>, &HashMap<String, i64>),
    outcomes: &mut Outcomes,
) -> Result<(), StoreError> {
    let Some(canal_num) = known.canal(tx, canal)? else {
        let refused =
            |(place, (entry, _)): Placed<'_>| (place, Outcome::Refused(entry.refused("canalId", NO_CANAL)));
        outcomes.extend(things.into_iter().map(refused));
        return Ok(());
    };
    let (mut there, mut nums) = (Vec::new(), Vec::new());
    for (place, thing) in things {
        match thing.1.sku().and_then(|sku: &SkuId| numbers.get(sku.as_str())) {
            Some(num) => {
                there.push((place, &thing.1));
                nums.push(*num);
            }
            None => drop(outcomes.insert(place, Outcome::Refused(thing.0.refused("sku", NO_SKU)))),
        }
    }
    let apply = |place: usize, settings: &mut SkuCanal| {
        if let Some((_, thing)) = there.get(place) {
            thing.set_in_channel(settings);
        }
    };
    let new = sku_canais::edit_lote(tx, known.loja, (canal_num, canal), &nums, apply)?;
    let outcome = |new: bool| if new { Outcome::Created(None) } else { Outcome::Stored };
    outcomes.extend(there.iter().zip(new).map(|((place, _), new)| (*place, outcome(new))));
    Ok(())
}
