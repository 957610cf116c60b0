//! An open database with the transactions of the repositories.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use db::{Backend, CommitState, Config, Database, Engine, Permit, SchemaState, Sizes, Stats, Tenant};
use domain::sku::AjusteDatado;
use domain::values::ids::{AplicacaoId, LojaId, SkuId, UsuarioId};
use migrations::{POSTGRES, SQLITE};
use tokio::sync::watch;

use crate::base::batches::{self, Batches};
use crate::base::erased::{Erased, Failure, erase, restore};
use crate::base::{Conn, Pending, Secrets, StoreError, Tx};
use crate::commit::SharedState;
use crate::events;
use crate::inventory::{self, StockOutcome, StockRequest};
use crate::orders::{self, CreatePedidoOutcome, OrderOutcome, OrderRequest, PedidoInput, counts};

/// Most outdated records that one transaction rewrites.
const RENEWED_AT_ONCE: usize = 100;

/// Number of pending changes of the counters of orders from which on they are folded: every total adds them
/// up.
const FOLD_FROM: usize = 512;

/// What is wrong where the database's file is gone.
pub const LOST: &str = "the file was deleted or replaced under this server: what is written is lost when it ends; \
                        stop it, and bring the file back or restore a backup";

type Write = Box<dyn FnMut(&mut Tx<'_>) -> Result<Erased, Failure> + Send>;
type Read = Box<dyn FnOnce(&mut Conn<'_>) -> Result<Erased, Failure> + Send>;
type ReadOne = Box<dyn FnMut(&mut Conn<'_>) -> Result<Erased, Failure> + Send>;
/// Boxed, since a future that is not is compiled where it is awaited.
type Answer<'a> = Pin<Box<dyn Future<Output = Result<Erased, Failure>> + Send + 'a>>;

/// An open database. Cloning is cheap.
#[derive(Clone)]
pub struct Store {
    database: Database<Pending>,
    shared: Arc<SharedState>,
    /// On PostgreSQL.
    batched: Option<Arc<Batched>>,
}

/// What single requests share transactions for.
struct Batched {
    stock_changes: Batches<StockRequest, StockOutcome>,
    orders: Batches<OrderRequest, OrderOutcome>,
}

impl Store {
    /// Opens the database of `config.url` without migrating it; creates a missing SQLite file. `secrets` are the
    /// keys that channels' settings and secrets of notifications are stored under.
    ///
    /// # Errors
    /// [`StoreError::Url`] for an unknown scheme, [`StoreError::Unavailable`] when the database
    /// cannot be reached.
    pub fn open(config: &Config, secrets: Secrets) -> Result<Self, StoreError> {
        let shared = Arc::new(SharedState::new(secrets));
        let database = Database::open(config, Arc::clone(&shared))?;
        let batched = match database.engine() {
            Engine::Sqlite => None,
            Engine::Postgres => Some(Arc::new(Batched {
                stock_changes: batches::start(&database, inventory::change_requested)?,
                orders: batches::start(&database, orders::create_requested)?,
            })),
        };
        Ok(Self { database, shared, batched })
    }

    /// The same store, working for an application ([`Database::on_behalf_of`]).
    #[must_use]
    pub fn on_behalf_of(&self, tenant: Tenant) -> Self {
        Self { database: self.database.on_behalf_of(tenant), ..self.clone() }
    }

    /// Which database is behind it.
    pub fn engine(&self) -> Engine {
        self.database.engine()
    }

    /// Applies pending migrations and prepares the keys of secrets, whose file is made where nothing is sealed yet; returns
    /// the migrations' versions. Safe while other servers do the same.
    ///
    /// # Errors
    /// [`StoreError::Newer`] when a newer program has migrated the database, [`StoreError::Secrets`] when a secret does
    /// not open, or the key file cannot be read or made.
    pub fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let applied = self.database.migrate(SQLITE, POSTGRES)?;
        self.prepare_secrets()?;
        Ok(applied)
    }

    /// Compares the schema with the migrations; changes nothing.
    pub fn schema(&self) -> Result<SchemaState, StoreError> {
        self.database.schema(SQLITE, POSTGRES)
    }

    /// State of commits.
    pub fn commits(&self) -> CommitState {
        self.database.commits()
    }

    /// While commits fail, tries one ([`Database::probe_commits`]). After one has failed for lack of room, not
    /// before the reserve is there: the smallest commit finds room where no order does.
    pub async fn probe_commits(&self) -> Result<(), StoreError> {
        let for_room = self.commits().failing.is_some_and(|failing| failing.is_for_room());
        if for_room && self.lacks_room(self.shared.disk_reserve.load(Ordering::Relaxed)) {
            return Ok(());
        }
        self.database.probe_commits().await
    }

    /// SQLite's file, or its lock, when it was deleted or replaced under this process ([`Database::lost_file`]).
    pub fn lost_file(&self) -> Option<&str> {
        self.database.lost_file()
    }

    /// Looks whether the database's file is still there, and logs when it is not.
    pub fn watch_file(&self) {
        let lost = self.lost_file();
        let before = self.shared.file_lost.swap(lost.is_some(), Ordering::Relaxed);
        if let Some(file) = lost.filter(|_| !before) {
            tracing::error!(file, "{LOST}");
        }
    }

    /// Sizes of the database.
    pub async fn sizes(&self) -> Result<Sizes, StoreError> {
        self.database.sizes().await
    }

    /// Runs `f` in a transaction, off the caller's thread. `Ok` means committed and durable; `Err` means rolled
    /// back, except for [`StoreError::Unknown`]. `f` may run again when the transaction loses against another.
    pub async fn write<T, E>(
        &self,
        mut f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        restore(self.write_erased(Box::new(move |tx| erase(f(tx)))).await)
    }

    fn write_erased(&self, f: Write) -> Answer<'_> {
        Box::pin(async {
            let written = self.database.write(job(&self.shared, f)).await;
            self.fold_if_due().await;
            written
        })
    }

    /// Whether who writes much should let others in between ([`Database::is_writer_shared`]).
    pub fn is_writer_shared(&self) -> bool {
        self.database.is_writer_shared()
    }

    /// Changes the stock of a SKU in the main centre, in one transaction with the changes of other requests.
    /// `None` leaves it to [`Store::write`]: SQLite's writer makes every write so, and the other reasons (the
    /// SKU is missing or locked, the user inactive) are that transaction's to say. `Ok` and `Err` mean what they
    /// do there.
    pub async fn change_stock(
        &self,
        aplicacao: AplicacaoId,
        usuario: &UsuarioId,
        sku: &SkuId,
        ajuste: AjusteDatado,
    ) -> Result<Option<StockOutcome>, StoreError> {
        let Some(batched) = &self.batched else { return Ok(None) };
        let (usuario, sku) = (usuario.clone(), sku.clone());
        let request = StockRequest { aplicacao, usuario, sku, ajuste };
        self.database.batched(&batched.stock_changes, request).await
    }

    /// Takes an order in as [`orders::create`] does, in one transaction with the orders of other requests; its
    /// store, too. `None` means what it does in [`Store::change_stock`]: the user is missing or inactive, or the
    /// batch failed, maybe for another's order.
    pub async fn create_order(
        &self,
        aplicacao: AplicacaoId,
        usuario: &UsuarioId,
        input: &Arc<PedidoInput>,
    ) -> Result<Option<(LojaId, CreatePedidoOutcome)>, StoreError> {
        let Some(batched) = &self.batched else { return Ok(None) };
        let request = OrderRequest { aplicacao, usuario: usuario.clone(), input: Arc::clone(input) };
        let created = self.database.batched(&batched.orders, request).await;
        self.fold_if_due().await;
        created
    }

    /// [`Store::write`], waiting on this thread.
    pub fn write_blocking<T, E>(
        &self,
        mut f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        restore(self.write_erased_blocking(Box::new(move |tx| erase(f(tx)))))
    }

    fn write_erased_blocking(&self, f: Write) -> Result<Erased, Failure> {
        let written = self.database.write_blocking(job(&self.shared, f));
        if self.must_fold()
            && let Err(error) = self.fold_blocking()
        {
            not_folded(&error);
        }
        written
    }

    /// Runs `f` in a read-only transaction with one snapshot, off the caller's thread.
    pub async fn read<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        restore(self.read_erased(Box::new(move |conn| erase(f(conn)))).await)
    }

    fn read_erased(&self, f: Read) -> Answer<'_> {
        let shared = Arc::clone(&self.shared);
        Box::pin(self.database.read(move |backend| f(&mut recalling(backend, &shared))))
    }

    /// Runs a short read by key without a snapshot, faster than [`Store::read`] ([`Database::read_one`]). `f`
    /// may run again when a connection was lost.
    pub async fn read_one<T, E>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        restore(self.read_one_erased(Box::new(move |conn| erase(f(conn)))).await)
    }

    fn read_one_erased(&self, mut f: ReadOne) -> Answer<'_> {
        let shared = Arc::clone(&self.shared);
        Box::pin(self.database.read_one(move |backend| f(&mut recalling(backend, &shared))))
    }

    /// [`Store::read`] on this thread.
    pub fn read_blocking<T, E>(&self, f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        self.database.read_blocking(|backend| f(&mut recalling(backend, &self.shared)))
    }

    /// Waits for a permit for a request that takes much memory ([`Database::acquire_large`]).
    pub async fn acquire_large(&self) -> Result<Permit, StoreError> {
        self.database.acquire_large().await
    }

    /// Runs long work that does not use the database off the caller's thread, with a permit of the tenant's.
    pub async fn off_thread<T, E>(&self, work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        restore(self.off_thread_erased(Box::new(move || erase(work()))).await)
    }

    fn off_thread_erased(&self, work: Box<dyn FnOnce() -> Result<Erased, Failure> + Send>) -> Answer<'_> {
        Box::pin(self.database.off_thread(move |_| work()))
    }

    /// Makes one round trip to the database.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.database.ping().await
    }

    /// Folds pending changes into the counts of orders; returns their number. Totals are exact without it, but
    /// slower. SQLite never has pending changes.
    pub async fn fold_counts(&self) -> Result<usize, StoreError> {
        let store = self.clone();
        match self.engine() {
            Engine::Sqlite => Ok(0),
            Engine::Postgres => self.database.off_thread(move |_| store.fold_blocking()).await,
        }
    }

    /// Rewrites some records of orders that reads have met in an older version; returns their number. Without
    /// it they are read more slowly.
    pub async fn renew_registros(&self) -> Result<usize, StoreError> {
        let outdated = self.shared.known.take_outdated(RENEWED_AT_ONCE);
        if outdated.is_empty() {
            return Ok(0);
        }
        self.write(move |tx| orders::renew_registros(tx, &outdated)).await
    }

    /// Runs ANALYZE on PostgreSQL ([`Database::refresh_statistics`]).
    pub fn refresh_statistics(&self) -> Result<(), StoreError> {
        self.database.refresh_statistics()
    }

    /// The same for tables that have grown much ([`Database::refresh_grown_statistics`]).
    pub fn refresh_grown_statistics(&self) -> Result<(), StoreError> {
        self.database.refresh_grown_statistics()
    }

    /// Truncates SQLite's log at the end of a program that has written ([`Database::empty_log`]).
    pub fn empty_log(&self, patience: Duration) -> Result<(), StoreError> {
        self.database.empty_log(patience)
    }

    /// Checks that the disk of SQLite's file has `reserve` free bytes, for [`Store::is_short_of_disk`]. Does
    /// nothing on PostgreSQL.
    pub fn watch_disk(&self, reserve: u64) {
        self.shared.disk_reserve.store(reserve, Ordering::Relaxed);
        let short = self.lacks_room(reserve);
        let free = self.database.free_disk();
        if short != self.shared.short_of_disk.swap(short, Ordering::Relaxed) {
            match short {
                true => tracing::warn!(free, reserve, "the disk is nearly full: large writes are refused"),
                false => tracing::info!(free, reserve, "there is room on the disk again"),
            }
        }
    }

    fn lacks_room(&self, reserve: u64) -> bool {
        self.database.free_disk().is_some_and(|free| free < reserve)
    }

    /// True when large writes should be refused to leave disk space to small ones.
    pub fn is_short_of_disk(&self) -> bool {
        self.shared.short_of_disk.load(Ordering::Relaxed)
    }

    /// Figures for the operator.
    pub fn stats(&self) -> Stats {
        self.database.stats()
    }

    /// Tells of each commit of this process that wrote events, so that what follows the log need not wait for its next
    /// look. Those of other servers are not told.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    /// Assigns log positions to all events that were committed before this call. Every reader of the log calls
    /// it first, except one that polls ([`Store::place_some_events`]). SQLite assigns positions in the commit.
    pub async fn place_events(&self) -> Result<(), StoreError> {
        while self.place_some_events().await? {}
        Ok(())
    }

    /// [`Store::place_events`] for one batch; true when there are more.
    pub async fn place_some_events(&self) -> Result<bool, StoreError> {
        // checked without the lock first: nearly always there is nothing new
        if self.engine() == Engine::Sqlite || !self.read_one(events::any_unplaced).await? {
            return Ok(false);
        }
        let _guard = self.shared.move_on.lock().await;
        Ok(self.read_one(events::any_unplaced).await? && self.write(events::place).await?)
    }

    /// [`Store::place_events`], waiting on this thread.
    pub fn place_events_blocking(&self) -> Result<(), StoreError> {
        while self.write_blocking(events::place)? {}
        Ok(())
    }

    /// Does all deferred work of PostgreSQL now: positions of events, counts of orders.
    pub fn settle_blocking(&self) -> Result<(), StoreError> {
        self.place_events_blocking()?;
        self.fold_blocking().map(drop)
    }

    /// The keys of secrets at rest.
    pub fn secrets(&self) -> &Secrets {
        &self.shared.secrets
    }

    async fn fold_if_due(&self) {
        if self.must_fold()
            && let Err(error) = self.fold_counts().await
        {
            not_folded(&error);
        }
    }

    /// True for one of the callers that ask at the same time.
    fn must_fold(&self) -> bool {
        let changes = &self.shared.to_fold;
        changes.load(Ordering::Relaxed) >= FOLD_FROM && changes.swap(0, Ordering::Relaxed) >= FOLD_FROM
    }

    /// Folds pending changes, store by store; returns their number.
    fn fold_blocking(&self) -> Result<usize, StoreError> {
        self.shared.to_fold.store(0, Ordering::Relaxed);
        let mut folded = 0;
        for loja in self.read_blocking(counts::stores_with_pending)? {
            folded += self
                .database
                .write_blocking(job(&self.shared, move |tx: &mut Tx<'_>| counts::fold(tx, loja)))?;
        }
        Ok(folded)
    }
}

fn not_folded(error: &StoreError) {
    tracing::debug!(%error, "changes of the counts could not be folded in");
}

fn job<T, E, F: FnMut(&mut Tx<'_>) -> Result<T, E>>(
    shared: &Arc<SharedState>,
    mut f: F,
) -> impl FnMut(Backend<'_>, &mut Pending) -> Result<T, E> + use<T, E, F> {
    let shared = Arc::clone(shared);
    move |backend, pending| f(&mut Tx::with_secrets(backend, pending, &shared.secrets))
}

fn recalling<'a>(backend: Backend<'a>, shared: &'a SharedState) -> Conn<'a> {
    Conn::recalling(backend, shared.known.recall(), &shared.secrets)
}
