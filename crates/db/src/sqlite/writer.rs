//! SQLite's one writer: a thread that commits whatever is waiting together.
//!
//! A commit costs a wait for the disk whatever its size. The writer takes every job that is waiting, runs
//! them inside one transaction, commits once, and only then answers them all. A job that fails must leave
//! nothing behind and disturb no other; that it fails is rare, so the jobs of a group first run one after the
//! other without a savepoint. When one of them fails, everything is undone and the group runs again with a
//! savepoint around each job.

use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Integer;
use diesel::{Connection, RunQueryDsl, SqliteConnection};

use super::checkpoint::{self, Notices};
use super::job::Job;
use crate::backend::Backend;
use crate::commits::Commits;
use crate::error::DbError;
use crate::fair::Turns;
use crate::unit::{Ending, Unit};

/// Jobs in one commit: enough to share a disk wait, few enough that the first does not wait for long.
const GROUP_MAX: usize = 512;
/// A group that has worked for so long takes nobody in any more: jobs can be large.
const GROUP_TIME: Duration = Duration::from_millis(100);
/// The same while jobs of several owners come: whoever has one small job in it waits for all the others, too.
const SHARED_GROUP_TIME: Duration = Duration::from_millis(10);

/// What SQLite says when the disk fails to read, write or confirm.
const DISK_ERROR: &str = "disk I/O error";
/// How long readers may keep the log from being emptied.
const SETTLE_PATIENCE: Duration = Duration::from_secs(2);

/// Groups that run with savepoints from the start after one that had to be run again: where jobs fail one
/// after the other, hardly any is run in vain.
const CAUTION: u32 = 64;

/// Why a group was not committed.
enum Failure {
    /// One of its jobs failed, without a savepoint to go back to.
    Job,
    /// The database did.
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

/// The writer.
pub struct Writer<U: Unit, R> {
    connection: SqliteConnection,
    reopen: R,
    queue: Arc<Turns<Box<dyn Job<U>>>>,
    notices: Arc<Notices>,
    lasting: Arc<U::Lasting>,
    /// Groups left that run with savepoints.
    caution: u32,
}

impl<U: Unit, R: Fn() -> Result<SqliteConnection, DbError>> Writer<U, R> {
    pub fn new(
        connection: SqliteConnection,
        reopen: R,
        queue: Arc<Turns<Box<dyn Job<U>>>>,
        notices: Arc<Notices>,
        lasting: Arc<U::Lasting>,
    ) -> Self {
        Self { connection, reopen, queue, notices, lasting, caution: 0 }
    }

    /// The writer's life: ends when every handle is gone.
    pub fn run(mut self, commits: &Commits) {
        while let Some(first) = self.queue.next() {
            let mut group = vec![first];
            let commit = self.commit(&mut group);
            if commit.is_ok() && commits.are_failing() {
                self.probe(commits);
            }
            let commit = commit.map_err(|error| {
                self.note_failure(&error, commits);
                self.settle(error)
            });
            for job in group {
                job.answer(commit.as_ref().copied());
            }
            self.notices.written();
            self.notices.finish(&mut self.connection);
        }
    }

    /// Commits something that writes next to nothing, to see whether anything can be written.
    fn probe(&mut self, commits: &Commits) {
        let probed = self.connection.immediate_transaction(|c| {
            // the file keeps its number
            let number: i32 = sql::<Integer>("PRAGMA user_version").get_result(c)?;
            c.batch_execute(&format!("PRAGMA user_version = {number}"))
        });
        match probed {
            Ok(()) => commits.succeeded(),
            Err(error) => self.note_failure(&error.into(), commits),
        }
    }

    fn note_failure(&mut self, error: &DbError, commits: &Commits) {
        if let Some(unsaid) = commits.failed(&error.to_string()) {
            tracing::error!(%error, unsaid, "a group of writes could not be committed");
        }
        self.start_over();
    }

    /// Commits a group, together with what joins it meanwhile.
    fn commit(&mut self, group: &mut Vec<Box<dyn Job<U>>>) -> Result<(), DbError> {
        self.caution = self.caution.saturating_sub(1);
        if self.caution == 0 {
            match self.transaction(group, false) {
                Ok(()) => return Ok(()),
                Err(Failure::Database(error)) => return Err(error),
                Err(Failure::Job) => self.caution = CAUTION,
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
        let Self { connection, queue, lasting, .. } = self;
        let mut unit = U::default();
        let begin = Instant::now();
        let time = if queue.is_shared() { SHARED_GROUP_TIME } else { GROUP_TIME };
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
                    group.extend(queue.try_next());
                }
            }
            Ok(unit.before_commit(Backend::Sqlite(c), lasting)?)
        });
        let ending = match &done {
            Ok(()) => Ending::Committed,
            Err(Failure::Job) => Ending::RolledBack,
            Err(Failure::Database(_)) => Ending::Failed,
        };
        unit.after_commit(lasting, ending);
        done
    }

    /// After a failure: a full disk can leave the connection in the middle of a transaction that is no more.
    fn start_over(&mut self) {
        match (self.reopen)() {
            Ok(new) => self.connection = new,
            Err(error) => tracing::error!(%error, "the database could not be opened again"),
        }
    }
}

impl<U: Unit, R> Writer<U, R> {
    /// After a failed commit: makes sure that nothing of it comes back. When the disk fails to confirm what
    /// it was given, the group stands in the log all the same, and a start after a crash would replay it;
    /// only a log that is emptied cannot.
    fn settle(&mut self, error: DbError) -> DbError {
        match error {
            DbError::Unavailable(text) if text.contains(DISK_ERROR) => {
                match checkpoint::empty(&mut self.connection, SETTLE_PATIENCE) {
                    Ok(()) => DbError::Unavailable(text),
                    Err(also) => {
                        tracing::error!(error = %also, "the log with these writes could not be emptied");
                        DbError::Unknown(text)
                    }
                }
            }
            other => other,
        }
    }
}

/// Runs a job inside a savepoint of its own.
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

impl<U: Unit, R> Drop for Writer<U, R> {
    /// Also when a panic ends the thread.
    fn drop(&mut self) {
        self.queue.abandon();
    }
}
