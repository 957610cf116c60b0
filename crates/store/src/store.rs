//! An open store: a database with the repositories' transactions.

mod anywhere;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use db::{
    Admitted, Backend, CommitState, Config, Database, Engine, Partitions, SchemaState, Share, Sizes, Stats,
};
use domain::interface_b::produto::Source;
use domain::loja_config::LojaConfig;
use domain::sku::Sku;
use domain::values::ids::{AplicacaoId, LojaId, SkuId, UsuarioId};
use migrations::{POSTGRES, SQLITE};

use crate::base::{Conn, Pending, StoreError, Tx};
use crate::catalogue::skus::{Gathered, GatheredChange, GatheredRead, Whose};
use crate::commit::{BUCKET_SIZE, Lasting};
use crate::eventos;
use crate::gatherers::Gatherers;
use crate::partitions::{self, PARTS_MAX};
use crate::sales::contagens;
use crate::sales::pedidos::{self, CreatePedidoOutcome, GatheredPedido};

/// Outdated records that one transaction writes anew.
const RENEWED_AT_ONCE: usize = 100;

/// Changes that may wait to be folded into the counters of orders: every total adds them up.
const FOLD_FROM: usize = 512;

/// An open database. Cloning is cheap.
#[derive(Clone)]
pub struct Store {
    database: Database<Pending>,
    lasting: Arc<Lasting>,
    /// PostgreSQL has them.
    gatherers: Option<Arc<Gatherers>>,
}

impl Store {
    /// Opens the database of `config.url`; creates an SQLite file that is not there, migrates nothing.
    ///
    /// # Errors
    /// [`StoreError::Url`] for a scheme that is not known, [`StoreError::Unavailable`] when the database
    /// cannot be reached.
    pub fn open(config: &Config) -> Result<Self, StoreError> {
        Self::open_with_buckets(config, BUCKET_SIZE)
    }

    /// [`Store::open`] with so many orders in a bucket of the counters before it is divided: every number
    /// gives the same answers, small ones divide soon. For tests.
    #[doc(hidden)]
    pub fn open_with_buckets(config: &Config, bucket_size: u32) -> Result<Self, StoreError> {
        let lasting = Arc::new(Lasting::new(bucket_size));
        let database = Database::open(config, Arc::clone(&lasting))?;
        let gatherers = match database.engine() {
            // its writer gathers every write, and its reads have no round trip to save
            Engine::Sqlite => None,
            Engine::Postgres => Some(Arc::new(Gatherers::start(&database, &lasting, config.write_queue)?)),
        };
        Ok(Self { database, lasting, gatherers })
    }

    /// The same store, working for an application or for one of its stores: what one asks for costs the
    /// others at most half ([`Database::on_behalf_of`]).
    #[must_use]
    pub fn on_behalf_of(&self, aplicacao: AplicacaoId, loja: Option<LojaId>) -> Self {
        let share = Share::new(aplicacao.0.into(), loja.map_or(0, |loja| loja.loja.into()));
        Self { database: self.database.on_behalf_of(share), ..self.clone() }
    }

    /// Which database is behind it.
    pub fn engine(&self) -> Engine {
        self.database.engine()
    }

    /// Brings the schema up to date; answers the versions applied. Safe while other servers do the same.
    ///
    /// # Errors
    /// [`StoreError::Newer`] when a newer program has migrated the database.
    pub fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.database.migrate(SQLITE, POSTGRES)
    }

    /// What [`Store::migrate`] would apply, and what it does not know.
    pub fn schema(&self) -> Result<SchemaState, StoreError> {
        self.database.schema(SQLITE, POSTGRES)
    }

    /// What commits have come to.
    pub fn commits(&self) -> CommitState {
        self.database.commits()
    }

    /// While no commit succeeds, tries one ([`Database::probe_commits`]).
    pub async fn probe_commits(&self) -> Result<(), StoreError> {
        self.database.probe_commits().await
    }

    /// What the database takes up.
    pub async fn sizes(&self) -> Result<Sizes, StoreError> {
        self.database.sizes().await
    }

    /// Runs `f` in a transaction, off the caller's thread. `Ok` means committed and durable; `Err` means that
    /// nothing happened, but for [`StoreError::Unknown`]. `f` may run again when the database asks for it.
    pub async fn write<T, E>(
        &self,
        f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let written = self.database.write(job(f)).await;
        self.fold_when_due().await;
        written
    }

    async fn fold_when_due(&self) {
        if self.must_fold()
            && let Err(error) = self.fold_contagens().await
        {
            not_folded(&error);
        }
    }

    /// Whether who writes much should let others in between ([`Database::is_writer_shared`]).
    pub fn is_writer_shared(&self) -> bool {
        self.database.is_writer_shared()
    }

    /// Whether anything is gathered: where not, nobody needs to prepare for it.
    pub fn gathers(&self) -> bool {
        self.gatherers.is_some()
    }

    /// Makes a change of stock or prices together with those of others, where that is worth while and nothing
    /// is to be said of it: [`Gathered::Alone`] leaves it to [`Store::write`]. `Ok` and `Err` mean what they
    /// do there.
    pub async fn change_gathered(&self, change: GatheredChange) -> Result<Gathered, StoreError> {
        let Some(gatherers) = &self.gatherers else { return Ok(Gathered::Alone) };
        gatherers.change(&self.database, change).await
    }

    /// Takes an order in together with those of others, where that is worth while: `None` leaves it to
    /// [`Store::write`]. `Ok` and `Err` mean what they do there.
    pub async fn create_gathered(
        &self,
        order: GatheredPedido,
    ) -> Result<Option<CreatePedidoOutcome>, StoreError> {
        let Some(gatherers) = &self.gatherers else { return Ok(None) };
        let created = gatherers.order(&self.database, order).await;
        self.fold_when_due().await;
        created
    }

    /// A SKU, looked up together with those that others ask for; the outer `None` leaves it to
    /// [`Store::read_one`].
    pub async fn gathered_sku(
        &self,
        aplicacao: AplicacaoId,
        usuario: &UsuarioId,
        sku: &SkuId,
    ) -> Result<Option<Option<Sku>>, StoreError> {
        let Some(gatherers) = &self.gatherers else { return Ok(None) };
        let moment = self.lasting.known.moment();
        let user = (aplicacao, usuario.clone());
        let whose = match self.lasting.known.recall_at(moment).get(|known| &known.lojas, &user) {
            Some(loja) => Whose::Loja(loja.id),
            None => Whose::Usuario(user.0, user.1),
        };
        let key = (whose, sku.as_str().to_owned());
        gatherers.sku(&self.database, GatheredRead { key, moment }).await
    }

    /// The same as a product of a store whose settings are remembered, with those settings.
    pub async fn gathered_produto(
        &self,
        loja: LojaId,
        sku: String,
    ) -> Result<Option<(Option<Source>, Arc<LojaConfig>)>, StoreError> {
        let Some(gatherers) = &self.gatherers else { return Ok(None) };
        let moment = self.lasting.known.moment();
        let Some(config) = self.lasting.known.recall_at(moment).get(|known| &known.configs, &loja) else {
            return Ok(None);
        };
        let read = GatheredRead { key: (Whose::Loja(loja), sku), moment };
        let produto = gatherers.produto(&self.database, read).await?;
        Ok(produto.map(|produto| (produto, config)))
    }

    /// [`Store::write`], waiting on this thread.
    pub fn write_blocking<T, E>(
        &self,
        f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let written = self.database.write_blocking(job(f));
        if self.must_fold()
            && let Err(error) = self.fold_blocking()
        {
            not_folded(&error);
        }
        written
    }

    /// Runs `f` on a connection that can only read, in a transaction, off the caller's thread.
    pub async fn read<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let lasting = Arc::clone(&self.lasting);
        self.database.read(move |backend| f(&mut recalling(backend, &lasting))).await
    }

    /// [`Store::read`] for a few rows that are found by their keys: on SQLite it stays on the caller's thread
    /// while a connection is idle ([`Database::read_by_key`]).
    pub async fn read_by_key<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let lasting = Arc::clone(&self.lasting);
        self.database.read_by_key(move |backend| f(&mut recalling(backend, &lasting))).await
    }

    /// [`Store::read_by_key`] for what asks once, or whose questions need not be answered as of one moment:
    /// without a transaction ([`Database::read_one`]). `f` may run again when a connection was lost.
    pub async fn read_one<T, E>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let lasting = Arc::clone(&self.lasting);
        self.database.read_one(move |backend| f(&mut recalling(backend, &lasting))).await
    }

    /// [`Store::read`] on this thread.
    pub fn read_blocking<T, E>(&self, f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        self.database.read_blocking(|backend| f(&mut recalling(backend, &self.lasting)))
    }

    /// Waits for the turn of a request that takes much memory ([`Database::admit`]).
    pub async fn admit(&self, part: Option<i64>) -> Result<Admitted, StoreError> {
        self.database.admit(part).await
    }

    /// Does some work that takes long and asks the database nothing, where what it is asked is done: off the
    /// caller's thread, in a place, on somebody's behalf.
    pub async fn apart<T, E>(&self, work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.database.off_thread(move |_| work()).await
    }

    /// One round trip.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.database.ping().await
    }

    /// Folds changes that PostgreSQL keeps apart into the counters of orders; answers how many. Nothing waits
    /// for it: totals are exact without it, and a little slower. On SQLite there is never anything to fold.
    pub async fn fold_contagens(&self) -> Result<usize, StoreError> {
        let store = self.clone();
        match self.engine() {
            Engine::Sqlite => Ok(0),
            Engine::Postgres => self.database.off_thread(move |_| store.fold_blocking()).await,
        }
    }

    /// Renews some records of orders that reads have found in another version's form; returns how many. Without it
    /// such records are rendered at every read.
    pub async fn renew_registros(&self) -> Result<usize, StoreError> {
        let outdated = self.lasting.known.take_outdated(RENEWED_AT_ONCE);
        if outdated.is_empty() {
            return Ok(0);
        }
        self.write(move |tx| pedidos::renew_registros(tx, &outdated)).await
    }

    /// Has PostgreSQL look at what the tables hold ([`Database::refresh_statistics`]).
    pub fn refresh_statistics(&self) -> Result<(), StoreError> {
        self.database.refresh_statistics()
    }

    /// The same of tables that have grown much ([`Database::refresh_grown_statistics`]).
    pub fn refresh_grown_statistics(&self) -> Result<(), StoreError> {
        self.database.refresh_grown_statistics()
    }

    /// The tables that are divided; none on SQLite.
    pub fn partitions(&self) -> Result<Vec<Partitions>, StoreError> {
        self.database.partitions()
    }

    /// Where the database is divided, keeps that in order ([`Database::tend_partitions`]).
    pub async fn tend_partitions(&self) -> Result<(), StoreError> {
        match self.engine() {
            Engine::Sqlite => Ok(()),
            Engine::Postgres => {
                // any number of parts: what is tended are ranges
                let divided = partitions::divided(PARTS_MAX);
                self.database.off_thread(move |database| database.tend_partitions(&divided)).await
            }
        }
    }

    /// For the end of a program that has written: leaves nothing in SQLite's log ([`Database::empty_log`]).
    pub fn empty_log(&self, patience: Duration) -> Result<(), StoreError> {
        self.database.empty_log(patience)
    }

    /// Looks whether at least `reserve` bytes are free where SQLite's file is, for
    /// [`Store::is_short_of_disk`]. On PostgreSQL nothing is known, and nothing is short.
    pub fn watch_disk(&self, reserve: u64) {
        let free = self.database.free_disk();
        let short = reserve > 0 && free.is_some_and(|free| free < reserve);
        if short != self.lasting.short_of_disk.swap(short, Ordering::Relaxed) {
            match short {
                true => tracing::warn!(free, reserve, "the disk is nearly full: large writes are refused"),
                false => tracing::info!(free, reserve, "there is room on the disk again"),
            }
        }
    }

    /// True when large writes should be refused, so that small ones go on as long as possible.
    pub fn is_short_of_disk(&self) -> bool {
        self.lasting.short_of_disk.load(Ordering::Relaxed)
    }

    /// Figures for the operator.
    pub fn stats(&self) -> Stats {
        self.database.stats()
    }

    /// Brings the event log up to date: whatever was committed before this call has its position when it
    /// returns. Every reader of the log calls it first, but for one that comes back anyway
    /// ([`Store::place_some_events`]). On SQLite there is nothing to do.
    pub async fn place_events(&self) -> Result<(), StoreError> {
        while self.place_some_events().await? {}
        Ok(())
    }

    /// A part of [`Store::place_events`] that is short whatever waits; true when there is more.
    pub async fn place_some_events(&self) -> Result<bool, StoreError> {
        // a look first: nearly always there is nothing new, and a reader should not wait for a lock
        if self.engine() == Engine::Sqlite || !self.read_one(eventos::any_unplaced).await? {
            return Ok(false);
        }
        let _turn = self.lasting.move_on.lock().await;
        Ok(self.read_one(eventos::any_unplaced).await? && self.write(eventos::place).await?)
    }

    /// [`Store::place_events`], waiting on this thread.
    pub fn place_events_blocking(&self) -> Result<(), StoreError> {
        while self.write_blocking(eventos::place)? {}
        Ok(())
    }

    /// Does at once what PostgreSQL puts aside for later: events get their positions, and the counters of
    /// orders what has changed. On SQLite there is never anything to do.
    pub fn settle_blocking(&self) -> Result<(), StoreError> {
        self.place_events_blocking()?;
        self.fold_blocking().map(drop)
    }

    fn must_fold(&self) -> bool {
        self.lasting.to_fold.load(Ordering::Relaxed) >= FOLD_FROM
    }

    /// Folds what waits, store by store; answers how many changes.
    fn fold_blocking(&self) -> Result<usize, StoreError> {
        self.lasting.to_fold.store(0, Ordering::Relaxed);
        let bucket_size = self.lasting.bucket_size;
        let mut folded = 0;
        for loja in self.read_blocking(contagens::lojas_with_pending)? {
            folded += self
                .database
                .write_blocking(job(move |tx: &mut Tx<'_>| contagens::fold(tx, loja, bucket_size)))?;
        }
        Ok(folded)
    }
}

fn not_folded(error: &StoreError) {
    tracing::debug!(%error, "changes of the counters could not be folded in");
}

fn job<T, E>(
    mut f: impl FnMut(&mut Tx<'_>) -> Result<T, E>,
) -> impl FnMut(Backend<'_>, &mut Pending) -> Result<T, E> {
    move |backend, pending| f(&mut Tx::new(backend, pending))
}

fn recalling<'a>(backend: Backend<'a>, lasting: &'a Lasting) -> Conn<'a> {
    Conn::recalling(backend, lasting.known.recall())
}
