//! Copying SQLite's log to where its pages belong, beside the writer.
//!
//! A checkpoint copies every page that has changed and waits for the disk twice. In the writer every write
//! would wait with it. So a thread with a connection of its own copies while the writer goes on. While there
//! are writes it never catches up with the last of them, and only a log that is copied to its end is begun
//! anew: when it has grown long, the writer copies what little is left, between two commits.

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

/// Pages in the log from which on it should begin anew: 16 MB. A longer one makes the start after a crash
/// slower.
const LONG: i32 = 4000;
/// Between two looks at the log. A page that changes many times meanwhile is copied once.
const INTERVAL: Duration = Duration::from_millis(100);
/// The same while it fails, on a full disk, say: room that somebody makes is used at once.
const WAIT_MAX: Duration = Duration::from_secs(2);
/// Between two lines that say so.
const LINE_EVERY: Duration = Duration::from_secs(30);
/// How long the writer may be kept by giving a log's room back to the disk, milliseconds.
const SHRINK_MS: u32 = 20;
/// Bytes of a page.
const PAGE: i64 = 4096;
/// Passes over a long log, each over what came during the one before, until the writer is asked to do the
/// rest.
const PASSES: usize = 3;

/// What the writer and the copying thread tell each other.
#[derive(Debug, Default)]
pub struct Notices {
    /// There is something to copy.
    written: AtomicBool,
    /// The writer should copy the rest.
    long: AtomicBool,
}

impl Notices {
    /// The writer has committed.
    pub fn written(&self) {
        self.written.store(true, Ordering::Relaxed);
    }

    /// Copies the rest of a long log. For the writer, between two transactions.
    pub fn finish(&self, writer: &mut SqliteConnection) {
        if self.long.swap(false, Ordering::Relaxed)
            && let Err(error) = copy(writer)
        {
            tracing::warn!(%error, "the log could not be copied to its end");
        }
    }
}

/// Copies until the writer is gone.
pub fn run(open: impl Fn() -> Result<SqliteConnection, DbError>, notices: &Weak<Notices>) {
    let mut connection = None;
    let mut wait = INTERVAL;
    let mut said: Option<Instant> = None;
    loop {
        thread::sleep(wait);
        let Some(notices) = Weak::upgrade(notices) else { return };
        if !notices.written.swap(false, Ordering::Relaxed) {
            continue;
        }
        let opened = connection.take().map_or_else(&open, Ok);
        match opened.and_then(|mut c| once(&mut c, &notices).map(|()| c)) {
            Ok(good) => (connection, wait) = (Some(good), INTERVAL),
            Err(error) => {
                notices.written();
                if said.is_none_or(|said| said.elapsed() >= LINE_EVERY) {
                    said = Some(Instant::now());
                    tracing::warn!(%error, "the log could not be copied; it is tried again until it can");
                }
                wait = (wait * 2).min(WAIT_MAX);
            }
        }
    }
}

fn once(connection: &mut SqliteConnection, notices: &Notices) -> Result<(), DbError> {
    for _ in 0..PASSES {
        let log = copy(connection)?;
        if log.pages < LONG {
            return Ok(());
        }
        // what had to wait for a reader or for room on the disk: the file is not kept as large as it became
        if i64::from(log.pages) * PAGE > LOG_KEPT && log.copied == log.pages {
            return shrink(connection);
        }
    }
    notices.long.store(true, Ordering::Relaxed);
    Ok(())
}

/// Copies all of the log and empties it. Others may keep it busy: whoever meets another one that copies is
/// sent away without waiting, so this tries again until `patience` is over.
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

/// Gives the room of a log that is copied to its end back to the disk, unless somebody still reads in it:
/// then the next commit does, once the log begins anew.
fn shrink(connection: &mut SqliteConnection) -> Result<(), DbError> {
    connection.batch_execute(&format!("PRAGMA busy_timeout = {SHRINK_MS}"))?;
    run_pragma("PRAGMA wal_checkpoint(TRUNCATE)", connection).map(drop)
}

/// Copies what is committed and no reader holds back.
fn copy(connection: &mut SqliteConnection) -> Result<Log, DbError> {
    run_pragma("PRAGMA wal_checkpoint(PASSIVE)", connection)
}

/// What a checkpoint found.
struct Log {
    /// Somebody was in its way.
    busy: bool,
    /// In the log.
    pages: i32,
    /// Of these, those that stand where they belong.
    copied: i32,
}

fn run_pragma(pragma: &'static str, connection: &mut SqliteConnection) -> Result<Log, DbError> {
    let statement: Statement<'_, (Integer, Integer, Integer), 0> = Statement::new(pragma, []);
    let (busy, pages, copied): (i32, i32, i32) = statement.get_result(connection)?;
    Ok(Log { busy: busy != 0, pages, copied })
}
