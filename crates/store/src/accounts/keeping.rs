//! Answers kept under the keys of requests that are done together.

use std::sync::Arc;

use super::idempotencia::{self, IdempotencyKey, KeptAnswer};
use crate::base::{StoreError, Tx};

/// What is kept under a key, by what came of the request; nothing where that is no success.
pub type Answering<T> = Arc<dyn Fn(&T) -> Result<Option<KeptAnswer>, StoreError> + Send + Sync>;

/// A key that a request comes under, and what is kept under it.
pub struct Keep<T> {
    /// The key.
    pub key: IdempotencyKey,
    /// The answer.
    pub answer: Answering<T>,
}

/// Which requests come under no key, or one that is free and that nothing is kept under.
pub(crate) fn fresh<'a, T: 'a>(
    tx: &mut Tx<'_>,
    requests: impl Iterator<Item = Option<&'a Keep<T>>>,
) -> Result<Vec<bool>, StoreError> {
    let requests: Vec<Option<&IdempotencyKey>> = requests.map(|keep| keep.map(|keep| &keep.key)).collect();
    let keys: Vec<&IdempotencyKey> = requests.iter().copied().flatten().collect();
    let mut fresh = idempotencia::take_fresh(tx, &keys)?.into_iter();
    let of = |key: &Option<_>| key.is_none() || fresh.next().unwrap_or_default();
    Ok(requests.iter().map(of).collect())
}

/// Keeps the answers of requests that were done.
pub(crate) fn keep<'a, T: 'a>(
    tx: &mut Tx<'_>,
    done: impl Iterator<Item = (Option<&'a Keep<T>>, &'a T)>,
) -> Result<(), StoreError> {
    let mut kept = Vec::new();
    for (keep, outcome) in done {
        let Some(keep) = keep else { continue };
        kept.extend((keep.answer)(outcome)?.map(|answer| (&keep.key, answer)));
    }
    idempotencia::insert_many(tx, &kept)
}
