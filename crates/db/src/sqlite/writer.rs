//! The thread that writes to SQLite: it commits all queued jobs together.
//!
//! A commit waits for the disk whatever its size. The writer takes all queued jobs, runs them in one
//! transaction, commits once, and then sends all results. A failed job must leave nothing behind and must not
//! disturb the others; since failures are rare, a group first runs without savepoints. When one of its jobs
//! fails, all is rolled back and the group runs again with a savepoint around each job.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Integer;
use diesel::{Connection, RunQueryDsl, SqliteConnection};
use tokio::sync::oneshot;

use super::checkpoint::{self, CheckpointState};
use crate::backend::Backend;
use crate::commits::CommitHealth;
use crate::error::DbError;
use crate::limit::{Limit, Permit};
use crate::unit::{Ending, Unit};

/// Most jobs of one commit: enough to share the wait for the disk, few enough that the first job does not
/// wait for long.
const GROUP_MAX: usize = 512;
/// Time after which a group takes no further jobs: a few large ones are enough.
const GROUP_TIME: Duration = Duration::from_millis(100);
/// The same while several tenants write: a small job waits for the whole group.
const SHARED_GROUP_TIME: Duration = Duration::from_millis(10);

/// SQLite's message when the disk fails to read, write or sync.
const DISK_ERROR: &str = "disk I/O error";
/// How long readers may delay the truncation of the log.
const TRUNCATE_PATIENCE: Duration = Duration::from_secs(2);

/// Number of groups that run with savepoints from the start after one that had to run again: where jobs fail
/// often, few of them run twice.
const GROUPS_WITH_SAVEPOINTS: u32 = 64;

/// Why a group was rolled back.
enum Failure {
    /// A job failed outside of a savepoint.
    Job,
    /// The database failed.
    Database(DbError),
}

impl From<diesel::result::Error> for Failure {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

/// The writer: its connection and its queue.
pub struct Writer<U: Unit, R> {
    connection: SqliteConnection,
    reopen: R,
    jobs: Receiver<Box<dyn Job<U>>>,
    limit: Arc<Limit>,
    checkpoint: Arc<CheckpointState>,
    shared: Arc<U::Shared>,
    /// Number of groups that still run with savepoints.
    with_savepoints: u32,
}

impl<U: Unit, R: Fn() -> Result<SqliteConnection, DbError>> Writer<U, R> {
    pub fn new(
        connection: SqliteConnection,
        reopen: R,
        (jobs, limit): (Receiver<Box<dyn Job<U>>>, Arc<Limit>),
        checkpoint: Arc<CheckpointState>,
        shared: Arc<U::Shared>,
    ) -> Self {
        Self { connection, reopen, jobs, limit, checkpoint, shared, with_savepoints: 0 }
    }

    /// Runs jobs until the queue is closed.
    pub fn run(mut self, commits: &CommitHealth) {
        while let Some(first) = self.jobs.iter().find(|job| job.is_awaited()) {
            let mut group = vec![first];
            let commit = self.commit(&mut group);
            if commit.is_ok() && commits.are_failing() {
                self.probe(commits);
            }
            let commit = commit.map_err(|error| {
                self.note_failure(&error, commits);
                self.discard_from_log(error)
            });
            for job in group {
                job.answer(commit.as_ref().copied());
            }
            self.checkpoint.written();
            self.checkpoint.finish(&mut self.connection);
        }
    }

    /// Commits a tiny write, to find out whether writes succeed again.
    fn probe(&mut self, commits: &CommitHealth) {
        let probed = self.connection.immediate_transaction(|c| {
            // written back unchanged
            let number: i32 = sql::<Integer>("PRAGMA user_version").get_result(c)?;
            c.batch_execute(&format!("PRAGMA user_version = {number}"))
        });
        match probed {
            Ok(()) => commits.probe_succeeded(),
            Err(error) => self.note_failure(&error.into(), commits),
        }
    }

    fn note_failure(&mut self, error: &DbError, commits: &CommitHealth) {
        if let Some(unlogged) = commits.failed(&error.to_string()) {
            tracing::error!(%error, unlogged, "a group of writes could not be committed");
        }
        self.reconnect();
    }

    /// Runs and commits a group, to which jobs are added that come meanwhile.
    fn commit(&mut self, group: &mut Vec<Box<dyn Job<U>>>) -> Result<(), DbError> {
        self.with_savepoints = self.with_savepoints.saturating_sub(1);
        if self.with_savepoints == 0 {
            match self.transaction(group, false) {
                Ok(()) => return Ok(()),
                Err(Failure::Database(error)) => return Err(error),
                Err(Failure::Job) => self.with_savepoints = GROUPS_WITH_SAVEPOINTS,
            }
            group.iter_mut().for_each(|job| job.forget());
        }
        match self.transaction(group, true) {
            Ok(()) => Ok(()),
            Err(Failure::Database(error)) => Err(error),
            Err(Failure::Job) => Err(DbError::Internal("a savepoint let a failure through".to_owned())),
        }
    }

    fn transaction(&mut self, group: &mut Vec<Box<dyn Job<U>>>, savepoints: bool) -> Result<(), Failure> {
        let Self { connection, jobs, limit, shared, .. } = self;
        let mut unit = U::default();
        let begin = Instant::now();
        let time = if limit.is_shared() { SHARED_GROUP_TIME } else { GROUP_TIME };
        let done = connection.immediate_transaction(|c| {
            let mut next = 0;
            while let Some(job) = group.get_mut(next) {
                unit.job_begins();
                if savepoints {
                    in_savepoint(c, &mut **job, &mut unit)?;
                } else if job.run(c, &mut unit) {
                    unit.job_done(Backend::Sqlite(c), false)?;
                } else {
                    return Err(Failure::Job);
                }
                next += 1;
                if next == group.len() && next < GROUP_MAX && begin.elapsed() < time {
                    group.extend(jobs.try_iter().find(|job| job.is_awaited()));
                }
            }
            Ok(unit.before_commit(Backend::Sqlite(c), shared)?)
        });
        let ending = match &done {
            Ok(()) => Ending::Committed,
            Err(Failure::Job) => Ending::RolledBack,
            Err(Failure::Database(_)) => Ending::Failed,
        };
        unit.after_commit(shared, ending);
        done
    }

    /// Opens a new connection after a failure: a full disk can leave the old one inside a dead transaction.
    fn reconnect(&mut self) {
        match (self.reopen)() {
            Ok(new) => self.connection = new,
            Err(error) => tracing::error!(%error, "the database could not be opened again"),
        }
    }
}

impl<U: Unit, R> Writer<U, R> {
    /// Removes a failed commit from the write-ahead log. When syncing the log fails, the group is in it all the
    /// same: after a crash SQLite would replay it, although its callers were told that it failed.
    fn discard_from_log(&mut self, error: DbError) -> DbError {
        match error {
            DbError::Unavailable(text) if text.contains(DISK_ERROR) => {
                match checkpoint::empty(&mut self.connection, TRUNCATE_PATIENCE) {
                    Ok(()) => DbError::Unavailable(text),
                    Err(truncation) => {
                        tracing::error!(error = %truncation, "the log with these writes could not be emptied");
                        DbError::Unknown(text)
                    }
                }
            }
            other => other,
        }
    }
}

/// Runs a job in a savepoint.
fn in_savepoint<U: Unit>(
    c: &mut SqliteConnection,
    job: &mut dyn Job<U>,
    unit: &mut U,
) -> Result<(), Failure> {
    let done = c.transaction(|c| {
        if job.run(c, unit) { Ok(unit.job_done(Backend::Sqlite(c), true)?) } else { Err(Failure::Job) }
    });
    match done {
        Err(Failure::Job) => {
            unit.job_undone();
            Ok(())
        }
        ended => ended,
    }
}

/// A queued write, without the type of its result.
pub trait Job<U>: Send {
    /// Whether the caller still waits for the result.
    fn is_awaited(&self) -> bool;
    /// Runs and keeps the result; false when it failed.
    fn run(&mut self, c: &mut SqliteConnection, unit: &mut U) -> bool;
    /// Forgets the result of a run that was rolled back.
    fn forget(&mut self);
    /// Sends the result after the commit or its failure.
    fn answer(self: Box<Self>, commit: Result<(), &DbError>);
}

/// A closure, and the channel of its result.
pub struct JobOf<F, T, E> {
    f: F,
    /// Given back when the job begins.
    permit: Option<Permit>,
    result: Option<Result<T, E>>,
    sender: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> JobOf<F, T, E> {
    /// The job, and the receiver of its result.
    pub fn new(f: F, permit: Option<Permit>) -> (Self, oneshot::Receiver<Result<T, E>>) {
        let (sender, receiver) = oneshot::channel();
        (Self { f, permit, result: None, sender }, receiver)
    }
}

impl<U, F, T, E> Job<U> for JobOf<F, T, E>
where
    F: FnMut(Backend<'_>, &mut U) -> Result<T, E> + Send,
    T: Send,
    E: From<DbError> + Send,
{
    fn is_awaited(&self) -> bool {
        !self.sender.is_closed()
    }

    fn run(&mut self, c: &mut SqliteConnection, unit: &mut U) -> bool {
        self.permit = None;
        let f = &mut self.f;
        let done = catch_unwind(AssertUnwindSafe(|| f(Backend::Sqlite(c), unit)))
            .unwrap_or_else(|_| Err(DbError::Internal("a write panicked".to_owned()).into()));
        self.result.insert(done).is_ok()
    }

    fn forget(&mut self) {
        self.result = None;
    }

    fn answer(self: Box<Self>, commit: Result<(), &DbError>) {
        let result = match (self.result, commit) {
            // the job's own error says more than the group's
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (_, Err(DbError::Unknown(text))) => Err(DbError::Unknown(text.clone()).into()),
            (_, Err(DbError::Unavailable(text))) => Err(DbError::Unavailable(text.clone()).into()),
            (_, Err(error)) => Err(DbError::Unavailable(error.to_string()).into()),
            (None, Ok(())) => Err(DbError::Internal("a write was not run".to_owned()).into()),
        };
        // the caller may be gone; the write is committed all the same
        let _ = self.sender.send(result);
    }
}
