//! Single changes of stock of many requests, made in one transaction of PostgreSQL: what costs there is the
//! round trips and the commit of each transaction. SQLite's writer does so for every write.
//!
//! A batch waits for no SKU and fails for no request. What it cannot make (the SKU is locked or missing, the user
//! inactive) is left to a transaction of its own, which says why.

use std::collections::BTreeMap;

use db::{Batcher, Database};
use domain::estoque::{CENTRO_PADRAO, CausaMovimento};
use domain::sku::AjusteDatado;
use domain::values::ids::{AplicacaoId, LojaId, SkuId, UsuarioId};

use crate::base::{Pending, StoreError, Tx};
use crate::inventory::change::{Events, StockChange, StockOutcome, apply};
use crate::inventory::locked::{StockLevel, StockRows};
use crate::inventory::{of_locked, sql};

/// A change of one SKU's stock in the main centre, as it was requested.
pub(crate) struct StockRequest {
    pub aplicacao: AplicacaoId,
    pub usuario: UsuarioId,
    pub sku: SkuId,
    pub ajuste: AjusteDatado,
}

/// The queue of requests and the thread that makes them; `None` is the result of a request that was not made.
pub(crate) type StockBatcher = Batcher<StockRequest, Result<Option<StockOutcome>, StoreError>>;

/// Starts it.
pub(crate) fn start(database: &Database<Pending>) -> Result<StockBatcher, StoreError> {
    let database = database.clone();
    Batcher::start(move |requests: Vec<StockRequest>| {
        let count = requests.len();
        let made = database
            .write_batch_blocking(move |backend, pending| make(&mut Tx::new(backend, pending), &requests));
        match made {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
            Err(StoreError::Unknown(text)) => {
                (0..count).map(|_| Err(StoreError::Unknown(text.clone()))).collect()
            }
            Err(error) => {
                // one of them may be the cause: each is tried alone
                tracing::debug!(%error, count, "a batch of stock changes failed");
                (0..count).map(|_| Ok(None)).collect()
            }
        }
    })
}

/// Makes requests, in their order.
fn make(tx: &mut Tx<'_>, requests: &[StockRequest]) -> Result<Vec<Option<StockOutcome>>, StoreError> {
    let mut by_store: BTreeMap<LojaId, Vec<(usize, StockLevel)>> = BTreeMap::new();
    for (place, loja, level) in sql::lock_available(tx, requests)? {
        by_store.entry(loja).or_default().push((place, level));
    }
    let mut outcomes: Vec<Option<StockOutcome>> = vec![None; requests.len()];
    let mut rows = StockRows::default();
    for (loja, mut found) in by_store {
        found.sort_unstable_by_key(|(place, _)| *place);
        let change = |(place, level): &(usize, StockLevel)| {
            Some(((level.sku_num, CENTRO_PADRAO), requests.get(*place)?.ajuste))
        };
        let changes: Vec<StockChange> = found.iter().filter_map(change).collect();
        let places: Vec<usize> = found.iter().map(|(place, _)| *place).collect();
        // one row per SKU
        let levels: BTreeMap<i64, StockLevel> =
            found.into_iter().map(|(_, level)| (level.sku_num, level)).collect();
        let mut stock = of_locked(tx, loja, levels.into_values().collect())?;
        let made = apply(tx, &mut stock, &changes, (CausaMovimento::Saldo, Events::PerChange))?;
        for (place, made) in places.into_iter().zip(made) {
            outcomes.get_mut(place).into_iter().for_each(|outcome| *outcome = Some(made));
        }
        rows.append(stock.take_rows()?);
    }
    sql::write(tx, rows)?;
    Ok(outcomes)
}
