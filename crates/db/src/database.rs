//! An open database: which engine it is, who may start, and where blocking work runs.

mod reading;

use std::hash::Hash;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;

use crate::backend::{Backend, Engine};
use crate::claim::Claim;
use crate::commits::{CommitState, Commits};
use crate::config::Config;
use crate::error::DbError;
use crate::fair::{Admission, Admitted, AtOnce, Share};
use crate::gather::Gather;
use crate::on;
use crate::postgres::{self, ATTEMPTS, GROUP_ATTEMPTS, Postgres};
use crate::schema_state::SchemaState;
use crate::sqlite::{self, Sqlite};
use crate::unit::Unit;
use crate::work::Work;

/// An open database. Cloning is cheap.
pub struct Database<U: Unit> {
    inner: Arc<Inner<U>>,
    share: Share,
}

impl<U: Unit> Clone for Database<U> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner), share: self.share }
    }
}

struct Inner<U: Unit> {
    either: Either<U>,
    work: Work,
    /// Who takes much memory.
    large: Arc<Admission>,
}

enum Either<U: Unit> {
    Sqlite(Sqlite<U>),
    Postgres(Postgres<U>),
}

/// The longest that something that takes much memory waits for its turn: several rounds of long batches.
const ADMISSION: Duration = Duration::from_secs(10);

/// Figures for the operator.
#[derive(Debug, Clone, Copy)]
pub struct Stats {
    /// `sqlite` or `postgres`.
    pub backend: &'static str,
    /// Connections in the pool.
    pub connections: u32,
    /// Of these, idle.
    pub idle: u32,
    /// Calls that may start at once and now have not.
    pub slots: usize,
    /// Writes waiting for the SQLite writer.
    pub write_queue: usize,
}

/// What a database takes up, bytes; `None` where it cannot be told.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sizes {
    /// The database.
    pub database: Option<u64>,
    /// SQLite's log.
    pub log: Option<u64>,
    /// What is free on the disk of SQLite's file.
    pub free: Option<u64>,
}

/// Holds an SQLite file, made when it is not there, for one server as long as the answer lives. PostgreSQL is
/// shared.
///
/// # Errors
/// [`DbError::Claimed`] while another server holds it.
pub fn hold(url: &str) -> Result<Claim, DbError> {
    if url.starts_with("sqlite:") { sqlite::hold(url) } else { Ok(Claim::shared()) }
}

impl<U: Unit> Database<U> {
    /// Opens the database of `config.url`; creates an SQLite file that is not there, migrates nothing.
    ///
    /// # Errors
    /// [`DbError::Url`] for a scheme that is not known, [`DbError::Unavailable`] when the database cannot be
    /// reached.
    pub fn open(config: &Config, lasting: Arc<U::Lasting>) -> Result<Self, DbError> {
        let (scheme, _) = config.url.split_once(':').unwrap_or((config.url.as_str(), ""));
        let either = match scheme {
            "sqlite" => Either::Sqlite(Sqlite::open(config, lasting)?),
            "postgres" | "postgresql" => Either::Postgres(Postgres::open(config, lasting)?),
            other => {
                // nothing else of it: there may be a password
                let scheme = other.chars().all(|c| c.is_ascii_alphanumeric()) && config.url.contains("://");
                return Err(DbError::Url(format!(
                    "the database URL starts with {}, which this build does not know; \
                     use sqlite://PATH or postgres://USER@HOST/DATABASE",
                    if scheme { other } else { "something else than a scheme" }
                )));
            }
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let at_once = match &either {
            // all of the work is done by the processors that also serve whoever asks for little
            Either::Sqlite(_) => AtOnce { threads: processors / 2, places: usize::MAX },
            // half of the time another program works, maybe on another machine: one more than there are
            // processors keeps them busy while a result is on its way to whoever asked
            Either::Postgres(_) => AtOnce { threads: processors + 1, places: processors + 1 },
        };
        // one is written, one is made ready, one is on its way
        let large = Arc::new(Admission::new(processors + 1, config.deadline.min(ADMISSION)));
        let inner = Inner { either, work: Work::new(config, at_once)?, large };
        Ok(Self { inner: Arc::new(inner), share: Share::default() })
    }

    /// The same database, working on somebody's behalf: places and turns are shared fairly among those for
    /// whom it works.
    #[must_use]
    pub fn on_behalf_of(&self, share: Share) -> Self {
        Self { inner: Arc::clone(&self.inner), share }
    }

    /// Which database is behind it.
    pub fn engine(&self) -> Engine {
        match &self.inner.either {
            Either::Sqlite(_) => Engine::Sqlite,
            Either::Postgres(_) => Engine::Postgres,
        }
    }

    /// Brings the schema up to date; answers the versions applied. Safe while other servers do the same.
    ///
    /// # Errors
    /// [`DbError::Newer`] when the schema has migrations that these do not know.
    pub fn migrate(
        &self,
        sqlite: impl MigrationSource<diesel::sqlite::Sqlite>,
        postgres: impl MigrationSource<Pg>,
    ) -> Result<Vec<String>, DbError> {
        match &self.inner.either {
            Either::Sqlite(b) => b.migrate(&sqlite),
            Either::Postgres(b) => b.migrate(&postgres),
        }
    }

    /// What [`Database::migrate`] would apply, and what it does not know.
    pub fn schema(
        &self,
        sqlite: impl MigrationSource<diesel::sqlite::Sqlite>,
        postgres: impl MigrationSource<Pg>,
    ) -> Result<SchemaState, DbError> {
        match &self.inner.either {
            Either::Sqlite(b) => b.schema(&sqlite),
            Either::Postgres(b) => b.schema(&postgres),
        }
    }

    /// What commits have come to.
    pub fn commits(&self) -> CommitState {
        self.commit_notes().state()
    }

    fn commit_notes(&self) -> &Commits {
        match &self.inner.either {
            Either::Sqlite(b) => &b.commits,
            Either::Postgres(b) => &b.commits,
        }
    }

    /// While no commit succeeds, tries one that writes next to nothing, at most once per second, so that
    /// [`Database::commits`] knows when it is over.
    pub async fn probe_commits(&self) -> Result<(), DbError> {
        if !self.commit_notes().takes_probe() {
            return Ok(());
        }
        // behind whatever is committed while commits fail comes a probe
        self.write(|_, _| Ok(())).await
    }

    /// What the database takes up.
    pub async fn sizes(&self) -> Result<Sizes, DbError> {
        if let Either::Sqlite(b) = &self.inner.either {
            let (database, log, free) = b.sizes();
            return Ok(Sizes { database, log, free });
        }
        let database = self.read(|backend| match backend {
            Backend::Sqlite(_) => Ok(None),
            Backend::Postgres(c) => postgres::size(c).map(Some),
        });
        Ok(Sizes { database: database.await?, ..Sizes::default() })
    }

    /// Runs `f` in a transaction, off the caller's thread. `Ok` means committed and durable; `Err` means that
    /// nothing happened, but for [`DbError::Unknown`]. `f` may run again when the database asks for it.
    pub async fn write<T, E>(
        &self,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.either {
            Either::Sqlite(b) => {
                self.inner.work.places.saw(self.share);
                let answer = b.send(self.share, f)?;
                let written = async { answer.await.unwrap_or_else(|_| Err(Sqlite::<U>::stopped().into())) };
                self.inner.work.in_time(written, DbError::Unknown).await
            }
            Either::Postgres(_) => {
                self.in_place(DbError::Unknown, move |database| database.write_blocking(f)).await
            }
        }
    }

    /// Has an item done together with those of others. `Ok` means what the gatherer's function means by it.
    pub async fn gathered<I, T, E>(
        &self,
        gather: &Gather<I, Result<T, E>>,
        key: &impl Hash,
        item: I,
    ) -> Result<T, E>
    where
        I: Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.inner.work.places.saw(self.share);
        let answer = gather.put(self.share, key, item)?;
        let lost = |_| Err((gather.late)("a group got no answer".to_owned()).into());
        self.inner.work.in_time(async { answer.await.unwrap_or_else(lost) }, gather.late).await
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
        match &self.inner.either {
            Either::Sqlite(b) => {
                b.send(self.share, f)?.blocking_recv().unwrap_or_else(|_| Err(Sqlite::<U>::stopped().into()))
            }
            Either::Postgres(b) => b.write(ATTEMPTS, f),
        }
    }

    /// [`Database::write_blocking`] for a group whose items can be written alone when others are in its way:
    /// everybody in it, and behind it, waits while it is tried again.
    pub fn write_group_blocking<T, E>(
        &self,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.either {
            Either::Sqlite(_) => self.write_blocking(f),
            Either::Postgres(b) => b.write(GROUP_ATTEMPTS, f),
        }
    }

    /// One round trip.
    pub async fn ping(&self) -> Result<(), DbError> {
        self.read(|mut backend| {
            on!(backend, c => diesel::sql_query("SELECT 1").execute(c))?;
            Ok(())
        })
        .await
    }

    /// Has PostgreSQL look at what the tables hold, as it does by itself a minute or so after much was
    /// written. Until then its planner takes every table for nearly empty, and reads a store's whole range
    /// where a list of keys is looked up.
    pub fn refresh_statistics(&self) -> Result<(), DbError> {
        match &self.inner.either {
            // its plans do not depend on what the tables hold
            Either::Sqlite(_) => Ok(()),
            Either::Postgres(b) => b.refresh_statistics(),
        }
    }

    /// The same in the middle of much that is written: of the tables that have more than doubled since.
    pub fn refresh_grown_statistics(&self) -> Result<(), DbError> {
        match &self.inner.either {
            Either::Sqlite(_) => Ok(()),
            Either::Postgres(b) => b.refresh_grown_statistics(),
        }
    }

    /// For the end of a program that has written: leaves nothing in SQLite's log, so that the next start is
    /// quick. Waits for what is being read or copied, for about `patience`.
    pub fn empty_log(&self, patience: Duration) -> Result<(), DbError> {
        match &self.inner.either {
            Either::Sqlite(b) => b.empty_log(patience),
            Either::Postgres(_) => Ok(()),
        }
    }

    /// Figures for the operator.
    pub fn stats(&self) -> Stats {
        let ((connections, idle), write_queue) = match &self.inner.either {
            Either::Sqlite(b) => (b.readers.state(), b.queued()),
            Either::Postgres(b) => (b.state(), 0),
        };
        let slots = self.inner.work.places.free();
        Stats { backend: self.engine().name(), connections, idle, slots, write_queue }
    }

    /// Whether everybody writes one after the other, and more than one does: who writes much lets the others
    /// in between.
    pub fn is_writer_shared(&self) -> bool {
        match &self.inner.either {
            Either::Sqlite(b) => b.is_shared(),
            Either::Postgres(_) => false,
        }
    }

    /// Bytes that are free where SQLite's file is; `None` where the disk is somebody else's, or will not say.
    pub fn free_disk(&self) -> Option<u64> {
        match &self.inner.either {
            Either::Sqlite(b) => b.free_disk(),
            Either::Postgres(_) => None,
        }
    }

    /// Waits for the turn of something that takes much memory: few are let in at once, until what is answered
    /// is dropped. `part`: of which part of the owner it is, where that is not the one that is worked for.
    ///
    /// # Errors
    /// [`DbError::Overload`] when its turn does not come in time.
    pub async fn admit(&self, part: Option<i64>) -> Result<Admitted, DbError> {
        let part = part.unwrap_or(self.share.part);
        self.inner.large.admit(Share::new(self.share.owner, part)).await
    }

    /// Runs `f` on a thread that may block, once there is a place for it: as many as there are connections.
    pub async fn off_thread<T, E>(
        &self,
        f: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.in_place(DbError::TooSlow, f).await
    }

    /// The same; `late` is what the caller hears when it takes too long.
    async fn in_place<T, E>(
        &self,
        late: fn(String) -> DbError,
        f: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let database = self.clone();
        self.inner.work.in_place(self.share, late, move || f(&database)).await
    }
}
