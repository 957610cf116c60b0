//! Checkpoints of SQLite's write-ahead log, made by a thread beside the writer.
//!
//! A checkpoint copies every changed page into the file and waits for the disk twice: in the writer, every
//! write would wait with it. So a thread with a connection of its own copies while the writer goes on. Under
//! load it never catches up with the last commit, and SQLite restarts the log only once all of it is copied.
//! So when the log has grown long, the writer copies the little that is left, between two commits.

use std::sync::Weak;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::sql_types::Integer;
use diesel::{RunQueryDsl, SqliteConnection};

use super::file::LOG_KEPT;
use crate::error::DbError;
use crate::statement::Statement;

/// Pages from which on the log should restart: 16 MB. A longer log makes recovery after a crash slower.
const LONG_LOG: i32 = 4000;
/// Interval of checkpoints. A page that changes several times in between is copied once.
const INTERVAL: Duration = Duration::from_millis(100);
/// Longest interval while checkpoints fail, as on a full disk.
const WAIT_MAX: Duration = Duration::from_secs(2);
/// Interval of log lines about failures.
const LOG_INTERVAL: Duration = Duration::from_secs(30);
/// How long truncating the log may keep the writer waiting, milliseconds.
const SHRINK_MS: u32 = 20;
/// Page size, bytes.
const PAGE: i64 = 4096;
/// Passes over a long log, each over what was written during the previous one, before the writer is asked to
/// copy the rest.
const PASSES: usize = 3;

/// State shared by the writer and the checkpoint thread.
#[derive(Debug, Default)]
pub struct CheckpointState {
    /// Something was written since the last checkpoint.
    written: AtomicBool,
    /// The log is long: the writer should copy the rest.
    needs_finish: AtomicBool,
}

impl CheckpointState {
    /// The writer has committed.
    pub fn written(&self) {
        self.written.store(true, Ordering::Relaxed);
    }

    /// Copies the rest of a long log. Called by the writer between two transactions.
    pub fn finish(&self, writer: &mut SqliteConnection) {
        if self.needs_finish.swap(false, Ordering::Relaxed)
            && let Err(error) = copy(writer)
        {
            tracing::warn!(%error, "the log could not be copied to its end");
        }
    }
}

/// The body of the checkpoint thread: ends with the writer.
pub fn run(open: impl Fn() -> Result<SqliteConnection, DbError>, state: &Weak<CheckpointState>) {
    let mut connection = None;
    let mut wait = INTERVAL;
    let mut logged: Option<Instant> = None;
    loop {
        thread::sleep(wait);
        let Some(state) = Weak::upgrade(state) else { return };
        if !state.written.swap(false, Ordering::Relaxed) {
            continue;
        }
        let opened = connection.take().map_or_else(&open, Ok);
        match opened.and_then(|mut c| checkpoint(&mut c, &state).map(|()| c)) {
            Ok(good) => (connection, wait) = (Some(good), INTERVAL),
            Err(error) => {
                state.written();
                if logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
                    logged = Some(Instant::now());
                    tracing::warn!(%error, "the log could not be copied; it is tried again until it can");
                }
                wait = (wait * 2).min(WAIT_MAX);
            }
        }
    }
}

fn checkpoint(connection: &mut SqliteConnection, state: &CheckpointState) -> Result<(), DbError> {
    for _ in 0..PASSES {
        let log = copy(connection)?;
        if log.pages < LONG_LOG {
            return Ok(());
        }
        // it grew while a reader or a full disk held checkpoints up
        if i64::from(log.pages) * PAGE > LOG_KEPT && log.copied == log.pages {
            return shrink(connection);
        }
    }
    state.needs_finish.store(true, Ordering::Relaxed);
    Ok(())
}

/// Copies all of the log and truncates it. SQLite refuses a checkpoint at once while another one runs, so this
/// tries again until `patience` is over.
pub fn empty(connection: &mut SqliteConnection, patience: Duration) -> Result<(), DbError> {
    connection.batch_execute("PRAGMA busy_timeout = 100")?;
    let begin = Instant::now();
    loop {
        if !run_pragma("PRAGMA wal_checkpoint(TRUNCATE)", connection)?.busy {
            return Ok(());
        }
        if begin.elapsed() >= patience {
            return Err(DbError::Unavailable("others keep the log busy".to_owned()));
        }
        thread::sleep(INTERVAL);
    }
}

/// Truncates a log that is copied to its end. While a reader still uses it nothing happens: SQLite then truncates
/// it at the next commit, when the log restarts.
fn shrink(connection: &mut SqliteConnection) -> Result<(), DbError> {
    connection.batch_execute(&format!("PRAGMA busy_timeout = {SHRINK_MS}"))?;
    run_pragma("PRAGMA wal_checkpoint(TRUNCATE)", connection).map(drop)
}

/// Copies what is committed, as far as no reader still needs the old pages.
fn copy(connection: &mut SqliteConnection) -> Result<CheckpointResult, DbError> {
    run_pragma("PRAGMA wal_checkpoint(PASSIVE)", connection)
}

/// Result of a checkpoint.
struct CheckpointResult {
    /// Another connection was in its way.
    busy: bool,
    /// Pages in the log.
    pages: i32,
    /// Of these, those that are copied into the file.
    copied: i32,
}

fn run_pragma(pragma: &'static str, connection: &mut SqliteConnection) -> Result<CheckpointResult, DbError> {
    let statement: Statement<'_, (Integer, Integer, Integer), 0> = Statement::new(pragma, []);
    let (busy, pages, copied): (i32, i32, i32) = statement.get_result(connection)?;
    Ok(CheckpointResult { busy: busy != 0, pages, copied })
}
