//! The two sides of an SQLite file put together: readers, and the thread that writes.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use diesel::dsl::sql;
use diesel::migration::MigrationSource;
use diesel::sql_types::{Integer, Text};
use diesel::{RunQueryDsl, SqliteConnection};
use diesel_migrations::MigrationHarness;
use tokio::sync::oneshot;

use super::checkpoint::{self, Notices};
use super::file;
use super::job::{Job, JobOf};
use super::place;
use super::readers::Readers;
use super::writer::Writer;
use crate::backend::Backend;
use crate::claim::Claim;
use crate::commits::Commits;
use crate::config::{Config, Durability};
use crate::error::DbError;
use crate::fair::{Share, Turns};
use crate::schema_state::{self, Borrowed, SchemaState};
use crate::unit::Unit;

/// Attempts to migrate while another process migrates the same file.
const MIGRATION_ATTEMPTS: u32 = 20;

/// An open file.
pub struct Sqlite<U: Unit> {
    pub readers: Readers,
    turns: Arc<Turns<Box<dyn Job<U>>>>,
    pub commits: Arc<Commits>,
    path: String,
    durability: Durability,
}

impl<U: Unit> Sqlite<U> {
    pub fn open(config: &Config, lasting: Arc<U::Lasting>) -> Result<Self, DbError> {
        let path = file::path(&config.url)?;
        place::prepare(&path)?;
        let durability = config.durability;
        let mut connection = file::connect(&path, durability)?;
        file::check_writable(&mut connection, &path)?;
        place::warn_of_readers(&path);
        let readers = Readers::open(&path, config)?;
        let turns = Arc::new(Turns::new(config.write_queue.max(1)));
        let queue = Arc::clone(&turns);
        let commits = Arc::new(Commits::default());
        let told = Arc::clone(&commits);
        let notices = Arc::new(Notices::default());
        let to_copy = Arc::downgrade(&notices);
        let again = path.clone();
        let reopen = move || file::connect(&again, durability);
        let open = reopen.clone();
        start("sqlite-writer", move || {
            Writer::new(connection, reopen, queue, notices, lasting).run(&told);
        })?;
        start("sqlite-checkpoint", move || checkpoint::run(open, &to_copy))?;
        Ok(Self { readers, turns, commits, path, durability })
    }

    pub fn migrate(
        &self,
        migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
    ) -> Result<Vec<String>, DbError> {
        // another process may be migrating the same file: what it did is no longer pending when we look again
        let mut attempts = 0;
        loop {
            let mut connection = file::connect(&self.path, self.durability)?;
            match migrate_once(&mut connection, migrations) {
                Err(DbError::Database(_)) if attempts < MIGRATION_ATTEMPTS => {
                    attempts += 1;
                    thread::sleep(Duration::from_millis(100));
                }
                done => return done,
            }
        }
    }

    pub fn schema(
        &self,
        migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
    ) -> Result<SchemaState, DbError> {
        look(&mut file::connect(&self.path, self.durability)?, migrations)
    }

    /// Bytes of the file, of its log, and of what the disk has left.
    pub fn sizes(&self) -> (Option<u64>, Option<u64>, Option<u64>) {
        place::sizes(&self.path)
    }

    /// Bytes that the disk has left.
    pub fn free_disk(&self) -> Option<u64> {
        place::free(&self.path)
    }

    /// Hands a job to the writer; the answer comes after the commit.
    pub fn send<T, E>(
        &self,
        share: Share,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let (job, answer) = JobOf::new(f);
        self.turns.put(share, Box::new(job))?;
        Ok(answer)
    }

    /// Copies all of the log to where it belongs and empties it, so that the next start has nothing to read
    /// again.
    pub fn empty_log(&self, patience: Duration) -> Result<(), DbError> {
        checkpoint::empty(&mut file::connect(&self.path, self.durability)?, patience)
    }

    /// Jobs that wait for the writer.
    pub fn queued(&self) -> usize {
        self.turns.waiting()
    }

    /// Whether jobs of more than one owner come.
    pub fn is_shared(&self) -> bool {
        self.turns.is_shared()
    }

    /// What a caller hears when the writer is no more.
    pub fn stopped() -> DbError {
        DbError::Unavailable("the writer has stopped".to_owned())
    }
}

impl<U: Unit> Drop for Sqlite<U> {
    fn drop(&mut self) {
        self.turns.close();
    }
}

/// Reads alone: whoever only looks changes nothing.
fn look(
    c: &mut SqliteConnection,
    migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
) -> Result<SchemaState, DbError> {
    let table = "SELECT count(*) FROM sqlite_schema WHERE name = '__diesel_schema_migrations'";
    let tables: i32 = sql::<Integer>(table).get_result(c)?;
    let applied = match tables {
        0 => Vec::new(),
        _ => sql::<Text>("SELECT version FROM __diesel_schema_migrations").load(c)?,
    };
    schema_state::compare(applied, migrations)
}

fn migrate_once(
    connection: &mut SqliteConnection,
    migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
) -> Result<Vec<String>, DbError> {
    schema_state::refuse_newer(&look(connection, migrations)?)?;
    apply(connection, migrations)
}

/// Applies what is pending; answers which versions.
pub(super) fn apply(
    connection: &mut SqliteConnection,
    migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
) -> Result<Vec<String>, DbError> {
    let applied = connection.run_pending_migrations(Borrowed(migrations));
    let applied = applied.map_err(|e| DbError::Database(e.to_string()))?;
    Ok(applied.iter().map(ToString::to_string).collect())
}

/// Holds the file, made when it is not there, for one server.
pub fn hold(url: &str) -> Result<Claim, DbError> {
    let path = file::path(url)?;
    place::prepare(&path)?;
    Claim::of_file(&path)
}

fn start(name: &str, f: impl FnOnce() + Send + 'static) -> Result<(), DbError> {
    let started = thread::Builder::new().name(name.to_owned()).spawn(f);
    started.map(drop).map_err(|e| DbError::Unavailable(format!("cannot start the thread {name}: {e}")))
}
