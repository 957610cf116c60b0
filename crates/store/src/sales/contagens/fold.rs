//! Folding changes that were put aside into the counters, by one at a time.

use domain::values::ids::LojaId;

use super::cache::BucketCache;
use super::changes::net;
use super::rows;
use super::writing::apply;
use crate::base::{Conn, StoreError, Tx};

/// The stores of which something is still to be folded in.
pub(crate) fn lojas_with_pending(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    rows::stores_to_fold(conn)
}

/// Folds in what is there of a store, unless somebody else is at it; answers how many rows. Must be the first
/// thing that its transaction does: what is taken away and the orders that buckets are divided by have to be
/// of the same moment.
pub(crate) fn fold(tx: &mut Tx<'_>, loja: LojaId, bucket_size: u32) -> Result<usize, StoreError> {
    rows::fresh_snapshot(tx)?;
    if !tx.try_exclusive("contagens", loja, "")? {
        return Ok(0);
    }
    let changes = rows::take(tx, loja)?;
    let taken = changes.len();
    // several servers fold: what one remembers another may have changed
    apply(tx, &net(changes), bucket_size, &mut BucketCache::default())?;
    Ok(taken)
}
