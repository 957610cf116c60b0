//! The connection pool: how connections are opened, and the errors that they record.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::TransactionManager;
use diesel::connection::{AnsiTransactionManager, Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::{Connection, ConnectionError, PgConnection, RunQueryDsl, sql_query};
use r2d2::{HandleError, ManageConnection, Pool};

use super::advice;
use crate::address::Address;
use crate::batcher::BATCHER_CONNECTIONS;
use crate::config::{Config, Durability};
use crate::error::{DbError, FailureKind, failure_kind};

/// How long a statement waits for a lock: a client gets its answer before it gives up by itself.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a transaction may be idle: ours compute for milliseconds between two statements.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3);

/// Opens the pool.
pub fn open(config: &Config) -> Result<Pool<Manager>, DbError> {
    let manager = Manager::new(config)?;
    // fails at once for a wrong address, which the pool would retry
    drop(manager.connect()?);
    Pool::builder()
        .max_size(config.pool_size() + BATCHER_CONNECTIONS)
        .min_idle(Some(1))
        .connection_timeout(config.wait)
        .test_on_check_out(false)
        .error_handler(Box::<ErrorLog>::default())
        .build(manager)
        .map_err(|e| DbError::Unavailable(e.to_string()))
}

/// A connection outside of the pool, without limits of time.
pub fn unpooled(url: &str) -> Result<PgConnection, DbError> {
    let url = with_time_outs(url, &[])?;
    let mut pg = PgConnection::establish(&url).map_err(|e| advice::refused(&e.to_string(), &url))?;
    pg.batch_execute(
        "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    )?;
    Ok(pg)
}

/// A pooled connection.
pub struct Pooled {
    pub pg: PgConnection,
    errors: Arc<RecordedErrors>,
    lost: bool,
}

impl Pooled {
    /// Forgets errors of earlier work.
    pub fn clear_errors(&self) {
        self.errors.race.store(false, Ordering::Relaxed);
        self.errors.loss.store(false, Ordering::Relaxed);
    }

    /// The error of the server or the connection since [`Pooled::clear_errors`].
    pub fn error(&self) -> Option<String> {
        let reason = || self.errors.reason.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.errors.loss.load(Ordering::Relaxed).then(reason)
    }

    /// Called after failed work: true when the connection is dead. The pool then replaces it.
    pub fn check_lost(&mut self) -> bool {
        self.lost = self.errors.loss.load(Ordering::Relaxed)
            || AnsiTransactionManager::is_broken_transaction_manager(&mut self.pg);
        self.lost
    }

    /// True when the transaction lost against another one and may be retried.
    pub fn lost_race(&self) -> bool {
        self.errors.race.load(Ordering::Relaxed)
    }
}

/// Errors of a connection since [`Pooled::clear_errors`]. They are recorded by Diesel's instrumentation, because the
/// closures of transactions convert errors to types of their own.
#[derive(Default)]
struct RecordedErrors {
    race: AtomicBool,
    loss: AtomicBool,
    /// The message of the loss.
    reason: Mutex<String>,
}

struct ErrorRecorder(Arc<RecordedErrors>);

impl Instrumentation for ErrorRecorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = event {
            match failure_kind(error) {
                FailureKind::LostRace => self.0.race.store(true, Ordering::Relaxed),
                FailureKind::LostConnection => {
                    *self.0.reason.lock().unwrap_or_else(PoisonError::into_inner) = error.to_string();
                    self.0.loss.store(true, Ordering::Relaxed);
                }
                FailureKind::Neither => {}
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
        Ok(Self { url: pooled_url(config)? })
    }
}

impl ManageConnection for Manager {
    type Connection = Pooled;
    type Error = DbError;

    fn connect(&self) -> Result<Pooled, DbError> {
        let refused = |e: ConnectionError| advice::refused(&e.to_string(), &self.url);
        let mut pg = PgConnection::establish(&self.url).map_err(refused)?;
        let errors = Arc::<RecordedErrors>::default();
        pg.set_instrumentation(ErrorRecorder(Arc::clone(&errors)));
        Ok(Pooled { pg, errors, lost: false })
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
const LOG_INTERVAL: Duration = Duration::from_secs(10);

impl HandleError<DbError> for ErrorLog {
    fn handle_error(&self, error: DbError) {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            *logged = Some(Instant::now());
            tracing::warn!(%error, "no connection to PostgreSQL can be made");
        }
    }
}

/// The address of pooled connections, with time-outs and durability as options of the session.
fn pooled_url(config: &Config) -> Result<String, DbError> {
    let mut options = limits(config.statement_timeout);
    if config.durability == Durability::Normal {
        options.push(("synchronous_commit", "off".to_owned()));
    }
    with_time_outs(&config.url, &options)
}

/// Settings of PostgreSQL with milliseconds; 0 = no limit.
fn limits(statement: Option<Duration>) -> Vec<(&'static str, String)> {
    let limits = [
        ("statement_timeout", statement.unwrap_or_default()),
        ("lock_timeout", LOCK_TIMEOUT),
        ("idle_in_transaction_session_timeout", IDLE_TIMEOUT),
    ];
    limits.map(|(name, limit)| (name, limit.as_millis().to_string())).into()
}

/// Adds what the caller's URL does not say: an unreachable PostgreSQL is noticed in seconds, not in minutes,
/// and PostgreSQL ends a session in seconds when this program is frozen: its locks would block others.
fn with_time_outs(url: &str, options: &[(&str, String)]) -> Result<String, DbError> {
    let malformed = |e| {
        DbError::Url(format!(
            "the database URL is malformed: {e}; write postgres://USER:PASSWORD@HOST:PORT/NAME, special \
             characters as %XX"
        ))
    };
    let mut address = Address::parse(url).map_err(malformed)?;
    let url = &mut address.url;
    let present: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
    for (name, value) in [
        ("application_name", "entreposto"),
        ("connect_timeout", "2"),
        ("keepalives_idle", "5"),
        ("keepalives_interval", "2"),
        ("keepalives_count", "3"),
        ("tcp_user_timeout", "4000"),
    ] {
        if !present.iter().any(|p| p == name) {
            url.query_pairs_mut().append_pair(name, value);
        }
    }
    if !options.is_empty() {
        let query = with_options(url.query().unwrap_or_default(), options);
        url.set_query(Some(&query));
    }
    Ok(address.to_string())
}

/// The query with our options before the caller's own, so that those win. Not by `append_pair`: libpq reads a
/// `+` literally and not as a space.
fn with_options(query: &str, options: &[(&str, String)]) -> String {
    let ours = options.iter().map(|(name, value)| format!("-c%20{name}%3D{value}"));
    let (own, others): (Vec<&str>, Vec<&str>) =
        query.split('&').filter(|pair| !pair.is_empty()).partition(|pair| pair.starts_with("options="));
    let own = own.iter().map(|pair| pair.trim_start_matches("options=").replace('+', "%20"));
    let options: Vec<String> = ours.chain(own).collect();
    let options = format!("options={}", options.join("%20"));
    others.into_iter().chain([options.as_str()]).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_session_stand_before_the_callers_own() {
        let ours = "options=-c%20statement_timeout%3D15000%20-c%20lock_timeout%3D2000\
                    %20-c%20idle_in_transaction_session_timeout%3D3000";
        let limits = limits(Some(Duration::from_secs(15)));
        assert_eq!(with_options("", &limits), ours);
        assert_eq!(
            with_options("a=1&options=-c%20lock_timeout%3D9&b=2", &limits),
            format!("a=1&b=2&{ours}%20-c%20lock_timeout%3D9")
        );
    }
}
