//! A batch, in one transaction.

use domain::values::ids::{LojaId, SkuId};
use store::{StoreError, Tx, limites};

use super::known::Known;
use super::lists::{orders, prices, skus, stocks};
use super::one::one;
use super::outcome::{Done, Outcome};
use super::settings::settings;
use super::thing::Prepared;
use crate::entry::Entry;
use crate::kind::Kind;

/// Where it all goes.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The store.
    pub loja: LojaId,
    /// What.
    pub kind: Kind,
}

/// Whether what a file says is to stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It stays.
    Write,
    /// Nothing stays: the database is asked what it would say.
    Try,
}

/// Writes a batch; answers for each thing, in order. Of a try nothing stays: `created` is what the tries
/// before would have created.
pub fn write(
    tx: &mut Tx<'_>,
    (target, created): (Target, u64),
    batch: &[(Entry, Prepared)],
    way: Way,
) -> Result<Vec<Outcome>, Done> {
    let mut known = Known::of(target.loja);
    let outcomes = match target.kind {
        Kind::Pedidos => orders(tx, target.loja, batch)?,
        Kind::Skus => {
            let outcomes = in_order(tx, &mut known, batch)?;
            let mut limits = limites::find(tx, target.loja.aplicacao)?;
            if let Some(limits) = &mut limits {
                limits.skus_contados += i64::try_from(created).unwrap_or(i64::MAX);
            }
            if let Some(most) = limits.and_then(|limits| limits.too_many_skus()) {
                return Err(Done::TooMany(most));
            }
            outcomes
        }
        Kind::Estoque | Kind::Precos | Kind::Categorias => in_order(tx, &mut known, batch)?,
    };
    match way {
        Way::Write => Ok(outcomes),
        Way::Try => Err(Done::Tried(outcomes)),
    }
}

/// What can be written together; then what is left, one by one in the order of their SKUs, so that two such
/// batches cannot wait for each other; those of one SKU, and categories, in the order of the file.
fn in_order(
    tx: &mut Tx<'_>,
    known: &mut Known,
    batch: &[(Entry, Prepared)],
) -> Result<Vec<Outcome>, StoreError> {
    let mut places: Vec<usize> = (0..batch.len()).collect();
    let mut together = skus(tx, known.loja, batch)?;
    together.extend(stocks(tx, known.loja, batch)?);
    together.extend(prices(tx, known.loja, batch)?);
    together.extend(settings(tx, known, batch)?);
    places.sort_by_key(|place| batch.get(*place).and_then(|(_, thing)| thing.sku()).map(SkuId::as_str));
    let mut outcomes: Vec<Outcome> = batch.iter().map(|_| Outcome::Stored).collect();
    for place in places {
        let (Some((entry, thing)), Some(outcome)) = (batch.get(place), outcomes.get_mut(place)) else {
            continue;
        };
        *outcome = match together.remove(&place) {
            Some(outcome) => outcome,
            None => one(tx, known, entry, thing)?,
        };
    }
    Ok(outcomes)
}
