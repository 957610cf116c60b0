//! The pool: connections that know when they were lost.

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
    // once by hand: the pool would try again and again, and tell of each time, what no trying mends
    drop(manager.connect()?);
    Pool::builder()
        .max_size(config.pool_size() + CONNECTIONS)
        .min_idle(Some(1))
        .connection_timeout(config.wait)
        .test_on_check_out(false)
        .error_handler(Box::<NowAndThen>::default())
        .build(manager)
        .map_err(|e| DbError::Unavailable(e.to_string()))
}

/// One connection without a limit of time, outside of any pool.
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
    /// Forgets what the server has said so far.
    pub fn begin(&self) {
        self.signs.race.store(false, Ordering::Relaxed);
        self.signs.loss.store(false, Ordering::Relaxed);
    }

    /// What the server, or the way to it, failed with since [`Pooled::begin`]; none when it did not.
    pub fn loss(&self) -> Option<String> {
        let reason = || self.signs.reason.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.signs.loss.load(Ordering::Relaxed).then(reason)
    }

    /// To be called after work that failed; true when the connection is no longer any good, so that the pool
    /// replaces it.
    pub fn is_lost(&mut self) -> bool {
        self.lost = self.signs.loss.load(Ordering::Relaxed)
            || AnsiTransactionManager::is_broken_transaction_manager(&mut self.pg);
        self.lost
    }

    /// True when another transaction got in the way: the work may be done over.
    pub fn lost_race(&self) -> bool {
        self.signs.race.load(Ordering::Relaxed)
    }
}

/// What the server has said on a connection since [`Pooled::begin`]. It is listened to on the connection
/// itself: the closures of a transaction have error types of their own, and whether to start over must not
/// depend on what they make of ours.
#[derive(Default)]
struct Signs {
    race: AtomicBool,
    loss: AtomicBool,
    /// In the server's words.
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

/// Makes connections.
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

/// Tells of connections that cannot be made, but not of each: the pool tries on and on.
#[derive(Debug, Default)]
struct NowAndThen(Mutex<Option<Instant>>);

/// Between two lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl HandleError<DbError> for NowAndThen {
    fn handle_error(&self, error: DbError) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_none_or(|said| said.elapsed() >= LINE_EVERY) {
            *said = Some(Instant::now());
            tracing::warn!(%error, "no connection to PostgreSQL can be made");
        }
    }
}
