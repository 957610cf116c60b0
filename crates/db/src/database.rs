//! An open database: transactions, off the caller's thread or on it, on whichever engine.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;

use crate::backend::{Backend, Engine};
use crate::batcher::Batcher;
use crate::blocking::Blocking;
use crate::claim::Claim;
use crate::commits::{CommitHealth, CommitState};
use crate::config::Config;
use crate::error::DbError;
use crate::limit::{Limit, Permit, Tenant};
use crate::on;
use crate::postgres::{self, ATTEMPTS, BATCH_ATTEMPTS, Postgres};
use crate::schema::SchemaState;
use crate::sqlite::{self, Snapshot, Sqlite};
use crate::unit::Unit;

/// An open database. Cloning is cheap.
pub struct Database<U: Unit> {
    inner: Arc<Inner<U>>,
    tenant: Tenant,
}

impl<U: Unit> Clone for Database<U> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner), tenant: self.tenant }
    }
}

struct Inner<U: Unit> {
    engine: Either<U>,
    blocking: Blocking,
    /// Small writes that wait for the thread that makes them.
    writes: Arc<Limit>,
    /// Transactions on PostgreSQL.
    transactions: Arc<Limit>,
    /// Requests with large bodies.
    large: Arc<Limit>,
}

enum Either<U: Unit> {
    Sqlite(Sqlite<U>),
    Postgres(Postgres<U>),
}

/// How long a request with a large body waits for a permit: as long as several large batches.
const LARGE_WAIT: Duration = Duration::from_secs(10);
/// How many of them may wait.
const LARGE_QUEUE: usize = 1000;
/// How many small writes of one tenant may wait for SQLite's writer: when no other tenant is active, and while
/// others are. Few in the second case, because the writes of the others wait behind them.
const WRITER_PERMITS: (usize, usize) = (64, 8);
/// The same for PostgreSQL's batchers.
const BATCHER_PERMITS: (usize, usize) = (256, 32);

/// Figures for the operator.
#[derive(Debug, Clone, Copy)]
pub struct Stats {
    /// `sqlite` or `postgres`.
    pub backend: &'static str,
    /// Connections in the pool.
    pub connections: u32,
    /// Of these, idle.
    pub idle: u32,
    /// Free permits.
    pub slots: usize,
    /// Writes in the queue of the SQLite writer.
    pub write_queue: usize,
}

/// Sizes in bytes; `None` where they are not known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sizes {
    /// The database.
    pub database: Option<u64>,
    /// SQLite's log.
    pub log: Option<u64>,
    /// Free space of the disk of SQLite's file.
    pub free: Option<u64>,
}

/// Locks an SQLite file, created when it is missing, for one server until the claim is dropped. PostgreSQL is
/// not locked: several servers may use it.
///
/// # Errors
/// [`DbError::Claimed`] while another server holds it.
pub fn hold(url: &str) -> Result<Claim, DbError> {
    if url.starts_with("sqlite:") { sqlite::hold(url) } else { Ok(Claim::shared()) }
}

impl<U: Unit> Database<U> {
    /// Opens the database of `config.url` without migrating it; creates a missing SQLite file.
    ///
    /// # Errors
    /// [`DbError::Url`] for an unknown scheme, [`DbError::Unavailable`] when the database cannot be
    /// reached.
    pub fn open(config: &Config, shared: Arc<U::Shared>) -> Result<Self, DbError> {
        let (scheme, _) = config.url.split_once(':').unwrap_or((config.url.as_str(), ""));
        let (capacity, share) = if scheme == "sqlite" { WRITER_PERMITS } else { BATCHER_PERMITS };
        let wait = config.wait.min(config.deadline);
        let writes = Limit::new(capacity, share, config.write_queue.max(1), wait);
        let engine = match scheme {
            "sqlite" => Either::Sqlite(Sqlite::open(config, Arc::clone(&writes), shared)?),
            "postgres" | "postgresql" => Either::Postgres(Postgres::open(config, shared)?),
            other => {
                // the rest may contain a password
                let scheme = other.chars().all(|c| c.is_ascii_alphanumeric()) && config.url.contains("://");
                return Err(DbError::Url(format!(
                    "the database URL starts with {}, which this build does not know; \
                     use sqlite://PATH or postgres://USER@HOST/DATABASE",
                    if scheme { other } else { "something else than a scheme" }
                )));
            }
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        // concurrent calls of one tenant while others are active
        let share = match &engine {
            // half of the processors: they serve small requests as well
            Either::Sqlite(_) => processors / 2,
            // a call waits for PostgreSQL half of its time: one more than the processors keeps them busy
            Either::Postgres(_) => processors + 1,
        };
        let blocking = Blocking::new(config, share.min(config.connections.div_ceil(2) as usize))?;
        // one more than the processors: while one body is written, the next is parsed
        let large = Limit::new(processors + 1, processors / 2, LARGE_QUEUE, config.deadline.min(LARGE_WAIT));
        // a quarter of a tenant's permits is left for reads: writes may wait long for a row that another one locked
        let writing = (config.connections as usize * 3 / 4).max(1);
        let transactions = Limit::new(writing, share.min(writing), config.write_queue.max(1), wait);
        let inner = Inner { engine, blocking, writes, transactions, large };
        Ok(Self { inner: Arc::new(inner), tenant: Tenant::default() })
    }

    /// The same database, working for a tenant: permits are shared fairly among tenants.
    #[must_use]
    pub fn on_behalf_of(&self, tenant: Tenant) -> Self {
        Self { inner: Arc::clone(&self.inner), tenant }
    }

    /// Which database is behind it.
    pub fn engine(&self) -> Engine {
        match &self.inner.engine {
            Either::Sqlite(_) => Engine::Sqlite,
            Either::Postgres(_) => Engine::Postgres,
        }
    }

    /// Applies pending migrations; returns their versions. Safe while other servers do the same.
    ///
    /// # Errors
    /// [`DbError::Newer`] when the schema has migrations that the program does not know.
    pub fn migrate(
        &self,
        sqlite: impl MigrationSource<diesel::sqlite::Sqlite>,
        postgres: impl MigrationSource<Pg>,
    ) -> Result<Vec<String>, DbError> {
        match &self.inner.engine {
            Either::Sqlite(b) => b.migrate(&sqlite),
            Either::Postgres(b) => b.migrate(&postgres),
        }
    }

    /// Compares the schema with the migrations; changes nothing.
    pub fn schema(
        &self,
        sqlite: impl MigrationSource<diesel::sqlite::Sqlite>,
        postgres: impl MigrationSource<Pg>,
    ) -> Result<SchemaState, DbError> {
        match &self.inner.engine {
            Either::Sqlite(b) => b.schema(&sqlite),
            Either::Postgres(b) => b.schema(&postgres),
        }
    }

    /// Whether commits succeed at present.
    pub fn commits(&self) -> CommitState {
        self.commit_health().state()
    }

    fn commit_health(&self) -> &CommitHealth {
        match &self.inner.engine {
            Either::Sqlite(b) => &b.commits,
            Either::Postgres(b) => &b.commits,
        }
    }

    /// While commits fail, tries one, at most once per second, so that [`Database::commits`] learns when they
    /// succeed again.
    pub async fn probe_commits(&self) -> Result<(), DbError> {
        if !self.commit_health().probe_is_due() {
            return Ok(());
        }
        // every commit while commits fail is followed by a probe
        self.write(|_, _| Ok(())).await
    }

    /// Sizes of the database.
    pub async fn sizes(&self) -> Result<Sizes, DbError> {
        if let Either::Sqlite(b) = &self.inner.engine {
            let (database, log, free) = b.sizes();
            return Ok(Sizes { database, log, free });
        }
        let database = self.read(|backend| match backend {
            Backend::Sqlite(_) => Ok(None),
            Backend::Postgres(c) => postgres::size(c).map(Some),
        });
        Ok(Sizes { database: database.await?, ..Sizes::default() })
    }

    /// Runs `f` in a transaction, off the caller's thread. `Ok` means committed and durable; `Err` means rolled
    /// back, except for [`DbError::Unknown`]. `f` may run again when the transaction loses against another.
    pub async fn write<T, E>(
        &self,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.engine {
            Either::Sqlite(b) => {
                self.inner.blocking.limit.note_active(self.tenant);
                let permit = self.inner.writes.acquire(self.tenant).await?;
                let answer = b.send(Some(permit), f)?;
                let written = async { answer.await.unwrap_or_else(|_| Err(Sqlite::<U>::stopped().into())) };
                self.inner.blocking.in_time(written, DbError::Unknown).await
            }
            Either::Postgres(_) => {
                let _permit = self.inner.transactions.acquire(self.tenant).await?;
                self.run(DbError::Unknown, move |database| database.write_blocking(f)).await
            }
        }
    }

    /// Queues an item, to be written in one transaction with the items of other callers, and waits for its
    /// result: that of the batcher's function.
    pub async fn batched<I, T, E>(&self, batcher: &Batcher<I, Result<T, E>>, item: I) -> Result<T, E>
    where
        I: Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.inner.blocking.limit.note_active(self.tenant);
        let permit = self.inner.writes.acquire(self.tenant).await?;
        let answer = batcher.queue(Some(permit), item)?;
        let lost = |_| Err(DbError::Unknown("a batch got no answer".to_owned()).into());
        self.inner.blocking.in_time(async { answer.await.unwrap_or_else(lost) }, DbError::Unknown).await
    }

    /// [`Database::write`], waiting on this thread.
    pub fn write_blocking<T, E>(
        &self,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.engine {
            Either::Sqlite(b) => {
                b.send(None, f)?.blocking_recv().unwrap_or_else(|_| Err(Sqlite::<U>::stopped().into()))
            }
            Either::Postgres(b) => b.write(ATTEMPTS, f),
        }
    }

    /// [`Database::write_blocking`] with fewer attempts, for a batch whose items can be written one by one when it
    /// fails. While it is retried, all its callers wait, and the queue behind them.
    pub fn write_batch_blocking<T, E>(
        &self,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.engine {
            Either::Sqlite(_) => self.write_blocking(f),
            Either::Postgres(b) => b.write(BATCH_ATTEMPTS, f),
        }
    }

    /// Runs `f` in a read-only transaction with one snapshot, off the caller's thread.
    pub async fn read<T, E>(
        &self,
        f: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.off_thread(move |database| database.read_blocking(f)).await
    }

    /// Runs a short read by key without a snapshot: each statement sees its own. Saves PostgreSQL two round
    /// trips. On SQLite it runs on the caller's thread while a connection is idle, since a change of threads
    /// costs more than the read (`docs/decisions/0004-sqlite-writer-thread-and-group-commit.md`). `f` may
    /// run again when a connection was lost.
    pub async fn read_one<T, E>(
        &self,
        f: impl FnMut(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let f = match &self.inner.engine {
            Either::Sqlite(b) => {
                self.inner.blocking.limit.note_active(self.tenant);
                match b.readers.try_read(Snapshot::PerStatement, f) {
                    Ok(read) => return read,
                    Err(f) => f,
                }
            }
            Either::Postgres(_) => f,
        };
        self.off_thread(move |database| database.read_one_blocking(f)).await
    }

    /// [`Database::read_one`] on this thread.
    pub fn read_one_blocking<T, E>(&self, f: impl FnMut(Backend<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<DbError>,
    {
        match &self.inner.engine {
            Either::Sqlite(b) => b.readers.read(Snapshot::PerStatement, f),
            Either::Postgres(b) => b.read_one(f),
        }
    }

    /// [`Database::read`] on this thread.
    pub fn read_blocking<T, E>(&self, f: impl FnOnce(Backend<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<DbError>,
    {
        match &self.inner.engine {
            Either::Sqlite(b) => b.readers.read(Snapshot::Shared, f),
            Either::Postgres(b) => b.read(f),
        }
    }

    /// Makes one round trip.
    pub async fn ping(&self) -> Result<(), DbError> {
        self.read(|mut backend| {
            on!(backend, c => diesel::sql_query("SELECT 1").execute(c))?;
            Ok(())
        })
        .await
    }

    /// Runs ANALYZE on PostgreSQL, as autovacuum does a minute or so after much was written. Until then
    /// PostgreSQL's planner assumes that new tables are nearly empty, and scans a whole store instead of using
    /// the index.
    pub fn refresh_statistics(&self) -> Result<(), DbError> {
        match &self.inner.engine {
            // its plans do not depend on the data
            Either::Sqlite(_) => Ok(()),
            Either::Postgres(b) => b.refresh_statistics(),
        }
    }

    /// The same for tables that have more than doubled since their last ANALYZE, for use during a bulk load.
    pub fn refresh_grown_statistics(&self) -> Result<(), DbError> {
        match &self.inner.engine {
            Either::Sqlite(_) => Ok(()),
            Either::Postgres(b) => b.refresh_grown_statistics(),
        }
    }

    /// Copies SQLite's log into the file and truncates it, so that the next start is quick. Waits for readers
    /// and checkpoints for about `patience`.
    pub fn empty_log(&self, patience: Duration) -> Result<(), DbError> {
        match &self.inner.engine {
            Either::Sqlite(b) => b.empty_log(patience),
            Either::Postgres(_) => Ok(()),
        }
    }

    /// Figures for the operator.
    pub fn stats(&self) -> Stats {
        let ((connections, idle), write_queue) = match &self.inner.engine {
            Either::Sqlite(b) => (b.readers.state(), self.inner.writes.queued()),
            Either::Postgres(b) => (b.state(), 0),
        };
        let slots = self.inner.blocking.limit.free();
        Stats { backend: self.engine().name(), connections, idle, slots, write_queue }
    }

    /// Whether several tenants share SQLite's one writer: large writes should then be split.
    pub fn is_writer_shared(&self) -> bool {
        match &self.inner.engine {
            Either::Sqlite(_) => self.inner.writes.is_shared(),
            Either::Postgres(_) => false,
        }
    }

    /// SQLite's file, or its lock, when it was deleted or replaced since it was opened: what is written is lost
    /// at the end of this process. `None` on PostgreSQL.
    pub fn lost_file(&self) -> Option<&str> {
        match &self.inner.engine {
            Either::Sqlite(b) => b.lost_file(),
            Either::Postgres(_) => None,
        }
    }

    /// Free bytes of the disk of SQLite's file; `None` on PostgreSQL, or when unknown.
    pub fn free_disk(&self) -> Option<u64> {
        match &self.inner.engine {
            Either::Sqlite(b) => b.free_disk(),
            Either::Postgres(_) => None,
        }
    }

    /// Waits for a permit for work that takes much memory.
    ///
    /// # Errors
    /// [`DbError::Overload`] when no permit is free in time.
    pub async fn acquire_large(&self) -> Result<Permit, DbError> {
        self.inner.large.acquire(self.tenant).await
    }

    /// Runs `f` on a thread that may block, once a permit is free; there are as many as connections.
    pub async fn off_thread<T, E>(
        &self,
        f: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.run(DbError::TooSlow, f).await
    }

    /// [`Database::off_thread`] with the error for a call that takes too long.
    async fn run<T, E>(
        &self,
        timeout_error: fn(String) -> DbError,
        f: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let database = self.clone();
        self.inner.blocking.run(self.tenant, timeout_error, move || f(&database)).await
    }
}
