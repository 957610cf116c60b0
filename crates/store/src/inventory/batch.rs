//! Changes of stock of many requests, one each, written in one transaction of PostgreSQL ([`crate::base::batches`]).
//! A batch waits for no SKU: those that are locked are passed over.

use std::collections::BTreeMap;

use domain::estoque::{CENTRO_PADRAO, CausaMovimento};
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx};
use crate::inventory::change::{Events, StockChange, StockOutcome, apply};
use crate::inventory::level::StockLevel;
use crate::inventory::rows::{StockRequest, StockRows};
use crate::inventory::{of_locked, sql};

/// Writes requests, in their order; `None` where the SKU is locked or missing, or the user inactive.
pub(crate) fn change_requested(
    tx: &mut Tx<'_>,
    requests: &[StockRequest],
) -> Result<Vec<Option<StockOutcome>>, StoreError> {
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
