//! The pool: connections that know when they were lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::TransactionManager;
use diesel::connection::{AnsiTransactionManager, Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use r2d2::{HandleError, ManageConnection, Pool};

use super::advice;
use super::position::{self, Birth, Proof};
use super::session::{Session, url_without_statement_limit};
use crate::config::Config;
use crate::error::{DbError, Sign, is_too_long, sign};
use crate::gather::{CONNECTIONS, READERS};

/// Opens the pool.
pub fn open(config: &Config) -> Result<Pool<Manager>, DbError> {
    let manager = Manager::of_primary(config)?;
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

/// How long a read waits for a place at a standby, and for a connection: the primary has some.
pub const STANDBY_WAIT: Duration = Duration::from_millis(250);

/// Opens the pool of a standby, which may be away.
pub fn of_standby(config: &Config) -> Result<Pool<Manager>, DbError> {
    let pool = Pool::builder()
        .max_size(config.pool_size() + READERS as u32)
        .min_idle(Some(0))
        .connection_timeout(STANDBY_WAIT)
        .test_on_check_out(false)
        .error_handler(Box::<NowAndThen>::default());
    Ok(pool.build_unchecked(Manager::of_standby(config)?))
}

/// One connection without a limit of time, outside of any pool.
pub fn alone(url: &str) -> Result<PgConnection, DbError> {
    let url = url_without_statement_limit(url)?;
    let mut pg = PgConnection::establish(&url).map_err(|e| advice::refused(&e.to_string(), &url))?;
    pg.batch_execute(
        "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    )?;
    Ok(pg)
}

/// A pooled connection.
pub struct Pooled {
    pub pg: PgConnection,
    pub session: Arc<Session>,
    /// Of a session with a standby.
    pub birth: Option<Birth>,
    signs: Arc<Signs>,
    lost: bool,
}

impl Pooled {
    /// Forgets what the server has said so far.
    pub fn begin(&self) {
        self.signs.race.store(false, Ordering::Relaxed);
        self.signs.failed.store(false, Ordering::Relaxed);
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

    /// Whether a proof about a standby holds for this session. One with another server is of no use.
    pub fn shows(&mut self, proof: &Proof) -> bool {
        self.lost |= !self.birth.is_some_and(|birth| birth.is_of(proof));
        self.birth.is_some_and(|birth| birth.shows(proof))
    }

    /// True when the server failed at something, other than for the length of the work itself.
    pub fn has_failed(&self) -> bool {
        self.signs.failed.load(Ordering::Relaxed)
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
    failed: AtomicBool,
    loss: AtomicBool,
    /// In the server's words.
    reason: Mutex<String>,
}

struct Listener(Arc<Signs>);

impl Instrumentation for Listener {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = event {
            if !is_too_long(error) {
                self.0.failed.store(true, Ordering::Relaxed);
            }
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
    session: Arc<Session>,
    /// Those of a standby know when they began.
    standby: bool,
}

impl Manager {
    /// Of the database itself.
    pub fn of_primary(config: &Config) -> Result<Self, DbError> {
        Ok(Self { session: Arc::new(Session::new(config)?), standby: false })
    }

    /// Of a standby at `config.url`.
    pub fn of_standby(config: &Config) -> Result<Self, DbError> {
        Ok(Self { session: Arc::new(Session::new(config)?), standby: true })
    }
}

impl ManageConnection for Manager {
    type Connection = Pooled;
    type Error = DbError;

    fn connect(&self) -> Result<Pooled, DbError> {
        let url = self.session.url();
        let mut pg = PgConnection::establish(url).map_err(|e| advice::refused(&e.to_string(), url))?;
        self.session.open(&mut pg)?;
        let signs = Arc::<Signs>::default();
        pg.set_instrumentation(Listener(Arc::clone(&signs)));
        let birth = self.standby.then(|| position::birth(&mut pg)).transpose()?;
        Ok(Pooled { pg, session: Arc::clone(&self.session), birth, signs, lost: false })
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
