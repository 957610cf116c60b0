//! The connection pool. Its connections remember errors that concern them and not the caller.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::TransactionManager;
use diesel::connection::{AnsiTransactionManager, Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::{Connection, ConnectionError, PgConnection, RunQueryDsl, sql_query};
use r2d2::{HandleError, ManageConnection, Pool};

use super::advice;
use super::session;
use crate::config::Config;
use crate::error::{DbError, Sign, sign};
use crate::gather::CONNECTIONS;

/// Opens the pool.
pub fn open(config: &Config) -> Result<Pool<Manager>, DbError> {
    let manager = Manager::new(config)?;
    // fails at once for a wrong address, which the pool would retry
    drop(manager.connect()?);
    Pool::builder()
        .max_size(config.pool_size() + CONNECTIONS)
        .min_idle(Some(1))
        .connection_timeout(config.wait)
        .test_on_check_out(false)
        .error_handler(Box::<ErrorLog>::default())
        .build(manager)
        .map_err(|e| DbError::Unavailable(e.to_string()))
}

/// A connection outside of the pool, without limits of time.
pub fn alone(url: &str) -> Result<PgConnection, DbError> {
    let url = session::url_of_maintenance(url)?;
    let mut pg = PgConnection::establish(&url).map_err(|e| advice::refused(&e.to_string(), &url))?;
    pg.batch_execute(
        "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    )?;
    Ok(pg)
}

/// A pooled connection.
pub struct Pooled {
    pub pg: PgConnection,
    signs: Arc<Signs>,
    lost: bool,
}

impl Pooled {
    /// Forgets errors of earlier work.
    pub fn begin(&self) {
        self.signs.race.store(false, Ordering::Relaxed);
        self.signs.loss.store(false, Ordering::Relaxed);
    }

    /// The error of the server or the connection since [`Pooled::begin`].
    pub fn loss(&self) -> Option<String> {
        let reason = || self.signs.reason.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.signs.loss.load(Ordering::Relaxed).then(reason)
    }

    /// Called after failed work; true when the connection is dead, so that the pool replaces it.
    pub fn is_lost(&mut self) -> bool {
        self.lost = self.signs.loss.load(Ordering::Relaxed)
            || AnsiTransactionManager::is_broken_transaction_manager(&mut self.pg);
        self.lost
    }

    /// True when the transaction lost against another one and may be retried.
    pub fn lost_race(&self) -> bool {
        self.signs.race.load(Ordering::Relaxed)
    }
}

/// Errors of a connection since [`Pooled::begin`]. They are recorded by Diesel's instrumentation, because the
/// closures of transactions convert errors to types of their own.
#[derive(Default)]
struct Signs {
    race: AtomicBool,
    loss: AtomicBool,
    /// The message of the loss.
    reason: Mutex<String>,
}

struct Listener(Arc<Signs>);

impl Instrumentation for Listener {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = event {
            match sign(error) {
                Sign::LostRace => self.0.race.store(true, Ordering::Relaxed),
                Sign::LostConnection => {
                    *self.0.reason.lock().unwrap_or_else(PoisonError::into_inner) = error.to_string();
                    self.0.loss.store(true, Ordering::Relaxed);
                }
                Sign::Neither => {}
            }
        }
    }
}

/// Opens connections.
pub struct Manager {
    url: String,
}

impl Manager {
    fn new(config: &Config) -> Result<Self, DbError> {
        Ok(Self { url: session::url(config)? })
    }
}

impl ManageConnection for Manager {
    type Connection = Pooled;
    type Error = DbError;

    fn connect(&self) -> Result<Pooled, DbError> {
        let refused = |e: ConnectionError| advice::refused(&e.to_string(), &self.url);
        let mut pg = PgConnection::establish(&self.url).map_err(refused)?;
        let signs = Arc::<Signs>::default();
        pg.set_instrumentation(Listener(Arc::clone(&signs)));
        Ok(Pooled { pg, signs, lost: false })
    }

    fn is_valid(&self, connection: &mut Pooled) -> Result<(), DbError> {
        sql_query("SELECT 1").execute(&mut connection.pg)?;
        Ok(())
    }

    fn has_broken(&self, connection: &mut Pooled) -> bool {
        connection.lost || thread::panicking()
    }
}

/// Logs failed connections, at intervals: the pool retries without end.
#[derive(Debug, Default)]
struct ErrorLog(Mutex<Option<Instant>>);

/// Interval of log lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl HandleError<DbError> for ErrorLog {
    fn handle_error(&self, error: DbError) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_none_or(|said| said.elapsed() >= LINE_EVERY) {
            *said = Some(Instant::now());
            tracing::warn!(%error, "no connection to PostgreSQL can be made");
        }
    }
}
