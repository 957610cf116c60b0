//! Batches: small writes of many requests, one each, made in one transaction of PostgreSQL. There the round trips and
//! the commit of each transaction cost most. SQLite's writer groups all writes in this way.
//!
//! A batch fails for no request: what it cannot make is left to a transaction of its own, which says why.

use db::{Batcher, Database};

use crate::base::{Pending, StoreError, Tx};

/// The queue of requests and the thread that makes them; `None` is the result of a request that was not made.
pub(crate) type Batches<I, O> = Batcher<I, Result<Option<O>, StoreError>>;

/// Starts it. `write` makes requests, and returns the result of each, in their order.
pub(crate) fn start<I: Send + 'static, O: Send + 'static>(
    database: &Database<Pending>,
    write: fn(&mut Tx<'_>, &[I]) -> Result<Vec<Option<O>>, StoreError>,
) -> Result<Batches<I, O>, StoreError> {
    let database = database.clone();
    Batcher::start(move |requests: Vec<I>| {
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
                tracing::debug!(%error, count, "a batch failed");
                (0..count).map(|_| Ok(None)).collect()
            }
        }
    })
}
