//! Changes of stock of many requests, one each, written in one transaction of PostgreSQL: there the round trips and
//! the commit of each transaction cost most. SQLite's writer groups all writes in this way.
//!
//! A batch waits for no SKU and fails for no request. A request that it cannot write (the SKU is locked or missing, the
//! user inactive) is left to a transaction of its own, which says why.

use std::collections::BTreeMap;

use db::{Batcher, Database};
use domain::estoque::{CENTRO_PADRAO, CausaMovimento};
use domain::values::ids::LojaId;

use crate::base::{Pending, StoreError, Tx};
use crate::inventory::change::{Events, StockChange, StockOutcome, apply};
use crate::inventory::level::StockLevel;
use crate::inventory::rows::{StockRequest, StockRows};
use crate::inventory::{of_locked, sql};

/// The queue of requests and the thread that writes them; `None` is the result of a request that was not written.
pub(crate) type StockBatcher = Batcher<StockRequest, Result<Option<StockOutcome>, StoreError>>;

/// Starts it.
pub(crate) fn start(database: &Database<Pending>) -> Result<StockBatcher, StoreError> {
    let database = database.clone();
    Batcher::start(move |requests: Vec<StockRequest>| {
        let count = requests.len();
        let written = database
            .write_batch_blocking(move |backend, pending| write(&mut Tx::new(backend, pending), &requests));
        match written {
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

/// Writes requests, in their order.
fn write(tx: &mut Tx<'_>, requests: &[StockRequest]) -> Result<Vec<Option<StockOutcome>>, StoreError> {
    let mut by_store: BTreeMap<LojaId, Vec<(usize, StockLevel)>> = BTreeMap::new();
    for (index, loja, level) in sql::lock_available(tx, requests)? {
        by_store.entry(loja).or_default().push((index, level));
    }
    let mut outcomes: Vec<Option<StockOutcome>> = vec![None; requests.len()];
    let mut rows = StockRows::default();
    for (loja, mut found) in by_store {
        found.sort_unstable_by_key(|(index, _)| *index);
        let change = |(index, level): &(usize, StockLevel)| {
            Some(((level.sku_num, CENTRO_PADRAO), requests.get(*index)?.ajuste))
        };
        let changes: Vec<StockChange> = found.iter().filter_map(change).collect();
        let indexes: Vec<usize> = found.iter().map(|(index, _)| *index).collect();
        // one row per SKU
        let levels: BTreeMap<i64, StockLevel> =
            found.into_iter().map(|(_, level)| (level.sku_num, level)).collect();
        let mut stock = of_locked(tx, loja, levels.into_values().collect())?;
        let applied = apply(tx, &mut stock, &changes, (CausaMovimento::Saldo, Events::PerChange))?;
        for (index, applied) in indexes.into_iter().zip(applied) {
            outcomes.get_mut(index).into_iter().for_each(|outcome| *outcome = Some(applied));
        }
        rows.append(stock.take_rows()?);
    }
    sql::write(tx, rows)?;
    Ok(outcomes)
}
