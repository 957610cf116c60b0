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

use crate::error::DbError;
use crate::statement::Statement;

/// Pages in the log from which on it should begin anew: 16 MB. A longer one makes the start after a crash
/// slower.
const LONG: i32 = 4000;
/// Between two looks at the log. A page that changes many times meanwhile is copied once.
const INTERVAL: Duration = Duration::from_millis(100);
/// The same while it fails: on a full disk, say.
const WAIT_MAX: Duration = Duration::from_secs(10);
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
                tracing::warn!(%error, "the log could not be copied");
                wait = (wait * 2).min(WAIT_MAX);
            }
        }
    }
}

fn once(connection: &mut SqliteConnection, notices: &Notices) -> Result<(), DbError> {
    for _ in 0..PASSES {
        if copy(connection)? < LONG {
            return Ok(());
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
        if let (0, _) = run_pragma("PRAGMA wal_checkpoint(TRUNCATE)", connection)? {
            return Ok(());
        }
        if begin.elapsed() >= patience {
            return Err(DbError::Unavailable("others keep the log busy".to_owned()));
        }
        thread::sleep(INTERVAL);
    }
}

/// Copies what is committed and no reader holds back; answers how many pages the log has.
fn copy(connection: &mut SqliteConnection) -> Result<i32, DbError> {
    Ok(run_pragma("PRAGMA wal_checkpoint(PASSIVE)", connection)?.1)
}

/// Runs one kind of checkpoint; answers whether somebody was in its way (not 0) and how many pages the log
/// has.
fn run_pragma(pragma: &'static str, connection: &mut SqliteConnection) -> Result<(i32, i32), DbError> {
    let statement: Statement<'_, (Integer, Integer, Integer), 0> = Statement::new(pragma, []);
    let (busy, pages, _): (i32, i32, i32) = statement.get_result(connection)?;
    Ok((busy, pages))
}
