//! SQLite: a pool of readers, and one thread that writes.

mod checkpoint;
mod file;
mod fresh;
mod readers;
mod writer;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use diesel::dsl::sql;
use diesel::migration::MigrationSource;
use diesel::sql_types::{Integer, Text};
use diesel::{RunQueryDsl, SqliteConnection};
use tokio::sync::oneshot;

use checkpoint::CheckpointState;
use readers::Readers;
use writer::{Job, JobOf, Writer};

use crate::backend::Backend;
use crate::claim::Claim;
use crate::commits::CommitHealth;
use crate::config::{Config, Durability};
use crate::error::DbError;
use crate::limit::{Limit, Permit};
use crate::schema::{self, SchemaState};
use crate::unit::Unit;

pub(crate) use fresh::fill;
pub(crate) use readers::Snapshot;

/// Attempts to migrate while another process migrates the same file.
const MIGRATION_ATTEMPTS: u32 = 20;

/// An open file.
pub(crate) struct Sqlite<U: Unit> {
    pub readers: Readers,
    jobs: Sender<Box<dyn Job<U>>>,
    pub commits: Arc<CommitHealth>,
    path: String,
    durability: Durability,
    /// The file and its lock as they were at the start.
    opened: Vec<(String, file::Identity)>,
}

impl<U: Unit> Sqlite<U> {
    pub fn open(config: &Config, writes: Arc<Limit>, shared: Arc<U::Shared>) -> Result<Self, DbError> {
        let path = file::path(&config.url)?;
        file::prepare(&path)?;
        let durability = config.durability;
        let mut connection = file::connect(&path, durability)?;
        file::check_writable(&mut connection, &path)?;
        file::warn_if_others_can_read(&path);
        let readers = Readers::open(&path, config)?;
        let files = [path.clone(), crate::claim::lock_of(&path)];
        let opened =
            files.into_iter().filter_map(|file| Some((file.clone(), file::identity(&file)?))).collect();
        let (jobs, queued) = channel();
        let commits = Arc::new(CommitHealth::default());
        let checkpoint = Arc::new(CheckpointState::default());
        let checkpoint_state = Arc::downgrade(&checkpoint);
        let connect = {
            let path = path.clone();
            move || file::connect(&path, durability)
        };
        let connect_again = connect.clone();
        let writer = Writer::new(connection, connect, (queued, writes), checkpoint, shared);
        let health = Arc::clone(&commits);
        start("sqlite-writer", move || writer.run(&health))?;
        start("sqlite-checkpoint", move || checkpoint::run(connect_again, &checkpoint_state))?;
        Ok(Self { readers, jobs, commits, path, durability, opened })
    }

    pub fn migrate(
        &self,
        migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
    ) -> Result<Vec<String>, DbError> {
        // another process may migrate the same file: its migrations are not pending in the next attempt
        let mut attempts = 0;
        loop {
            let mut connection = file::connect(&self.path, self.durability)?;
            let done = schema(&mut connection, migrations)
                .and_then(SchemaState::refuse_newer)
                .and_then(|_| schema::apply(&mut connection, migrations));
            match done {
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
        schema(&mut file::connect(&self.path, self.durability)?, migrations)
    }

    /// Bytes of the file, of its log, and of the free space of the disk.
    pub fn sizes(&self) -> (Option<u64>, Option<u64>, Option<u64>) {
        file::sizes(&self.path)
    }

    /// Free bytes of the disk.
    pub fn free_disk(&self) -> Option<u64> {
        file::free(&self.path)
    }

    /// The file, or its lock, when it is not the one any more that was there at the start.
    pub fn lost_file(&self) -> Option<&str> {
        let lost = self.opened.iter().find(|(file, identity)| file::identity(file) != Some(*identity));
        lost.map(|(file, _)| file.as_str())
    }

    /// Queues a job for the writer; the result comes after the commit.
    pub fn send<T, E>(
        &self,
        permit: Option<Permit>,
        f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let (job, result) = JobOf::new(f, permit);
        self.jobs.send(Box::new(job)).map_err(|_| Self::stopped())?;
        Ok(result)
    }

    /// Copies all of the log into the file and truncates it, so that the next start has nothing to recover.
    pub fn empty_log(&self, patience: Duration) -> Result<(), DbError> {
        checkpoint::empty(&mut file::connect(&self.path, self.durability)?, patience)
    }

    /// The error of a caller whose writer has ended.
    pub fn stopped() -> DbError {
        DbError::Unavailable("the writer has stopped".to_owned())
    }
}

/// Reads the state of the schema; changes nothing.
fn schema(
    c: &mut SqliteConnection,
    migrations: &impl MigrationSource<diesel::sqlite::Sqlite>,
) -> Result<SchemaState, DbError> {
    let table = "SELECT count(*) FROM sqlite_schema WHERE name = '__diesel_schema_migrations'";
    let tables: i32 = sql::<Integer>(table).get_result(c)?;
    let applied = match tables {
        0 => Vec::new(),
        _ => sql::<Text>("SELECT version FROM __diesel_schema_migrations").load(c)?,
    };
    SchemaState::of(applied, migrations)
}

/// Locks the file, created when it is missing, for one server.
pub(crate) fn hold(url: &str) -> Result<Claim, DbError> {
    let path = file::path(url)?;
    file::prepare(&path)?;
    Claim::of_file(&path)
}

fn start(name: &str, f: impl FnOnce() + Send + 'static) -> Result<(), DbError> {
    let started = thread::Builder::new().name(name.to_owned()).spawn(f);
    started.map(drop).map_err(|e| DbError::Unavailable(format!("cannot start the thread {name}: {e}")))
}
