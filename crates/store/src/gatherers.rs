//! What PostgreSQL does for many callers at once: orders, changes of stock and prices, and reads of one SKU.

use std::sync::Arc;

use db::{Backend, Database, Gather, LARGE_WRITES, SMALL_WRITES};
use domain::interface_b::produto::Source;
use domain::sku::Sku;

use crate::base::{Conn, Pending, StoreError, Tx};
use crate::catalogue::skus::rows::{merge, source};
use crate::catalogue::skus::{self, Found, Gathered, GatheredChange, GatheredRead};
use crate::commit::SharedState;
use crate::sales::pedidos::{self, CreatePedidoOutcome, GatheredPedido};

/// Those that gather. They have threads and connections of their own, and end with the last store.
pub(crate) struct Gatherers {
    changes: Gather<GatheredChange, Result<Gathered, StoreError>>,
    orders: Gather<GatheredPedido, Result<Option<CreatePedidoOutcome>, StoreError>>,
    reads: Gather<GatheredRead, Result<Found, StoreError>>,
}

impl Gatherers {
    /// With room for so many that wait.
    pub fn start(
        database: &Database<Pending>,
        lasting: &Arc<SharedState>,
        max: usize,
    ) -> Result<Self, StoreError> {
        let [to_change, to_create, to_read] = [database.clone(), database.clone(), database.clone()];
        let change = move |items| make(&to_change, items, skus::change_gathered, || Gathered::Alone);
        let create = move |items| make(&to_create, items, pedidos::create_gathered, || None);
        let lasting_too = Arc::clone(lasting);
        Ok(Self {
            changes: Gather::of_writes(SMALL_WRITES, max, change)?,
            orders: Gather::of_writes(LARGE_WRITES, max, create)?,
            reads: Gather::of_reads(max, move |asked| find(&to_read, &lasting_too, &asked))?,
        })
    }

    /// See [`crate::Store::change_gathered`].
    pub async fn change(
        &self,
        database: &Database<Pending>,
        change: GatheredChange,
    ) -> Result<Gathered, StoreError> {
        let key = (change.aplicacao, change.usuario.clone(), change.sku.clone());
        database.gathered(&self.changes, &key, change).await
    }

    /// See [`crate::Store::create_gathered`].
    pub async fn order(
        &self,
        database: &Database<Pending>,
        order: GatheredPedido,
    ) -> Result<Option<CreatePedidoOutcome>, StoreError> {
        // a store's orders go several ways at once; one that comes again goes the same way
        let key = (order.aplicacao, order.usuario.clone(), order.input.pedido().source_id.clone());
        database.gathered(&self.orders, &key, order).await
    }

    async fn found(&self, database: &Database<Pending>, read: GatheredRead) -> Result<Found, StoreError> {
        let key = read.key.clone();
        database.gathered(&self.reads, &key, read).await
    }

    /// A SKU as interface A shows it; the outer `None` where it has to be read by itself.
    pub async fn sku(
        &self,
        database: &Database<Pending>,
        read: GatheredRead,
    ) -> Result<Option<Option<Sku>>, StoreError> {
        match self.found(database, read).await? {
            Found::Sku(rows) => merge(Arc::unwrap_or_clone(rows)).map(|sku| Some(Some(sku))),
            Found::Missing => Ok(Some(None)),
            Found::Alone => Ok(None),
        }
    }

    /// The same as interface B shows it, where it lies in one centre.
    pub async fn produto(
        &self,
        database: &Database<Pending>,
        read: GatheredRead,
    ) -> Result<Option<Option<Source>>, StoreError> {
        match self.found(database, read).await? {
            Found::Sku(rows) if rows.0.centros == 0 => {
                source(Arc::unwrap_or_clone(rows)).map(|produto| Some(Some(produto)))
            }
            Found::Missing => Ok(Some(None)),
            Found::Sku(_) | Found::Alone => Ok(None),
        }
    }
}

/// Writes items in one transaction. When nothing came of it each has to be written by itself: it may be one
/// of them that the others must not suffer from.
fn make<I: Send + Sync + 'static, O: Send + 'static>(
    database: &Database<Pending>,
    items: Vec<I>,
    together: impl Fn(&mut Tx<'_>, &[I]) -> Result<Vec<O>, StoreError> + Send + 'static,
    alone: impl Fn() -> O,
) -> Vec<Result<O, StoreError>> {
    let count = items.len();
    let made = database.write_group_blocking(move |backend: Backend<'_>, pending| {
        together(&mut Tx::new(backend, pending), &items)
    });
    match made {
        Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
        Err(StoreError::Unknown(text)) => {
            (0..count).map(|_| Err(StoreError::Unknown(text.clone()))).collect()
        }
        Err(error) => {
            tracing::debug!(%error, count, "a group could not be written");
            (0..count).map(|_| Ok(alone())).collect()
        }
    }
}

/// Looks some SKUs up. When that fails each is looked up by itself, which says why.
fn find(
    database: &Database<Pending>,
    lasting: &SharedState,
    asked: &[GatheredRead],
) -> Vec<Result<Found, StoreError>> {
    let found = database
        .read_one_blocking(|backend| skus::find_gathered(&mut Conn::new(backend), &lasting.known, asked));
    match found {
        Ok(found) => found.into_iter().map(Ok).collect(),
        Err(error) => {
            tracing::debug!(%error, count = asked.len(), "SKUs could not be looked up at once");
            asked.iter().map(|_| Ok(Found::Alone)).collect()
        }
    }
}
