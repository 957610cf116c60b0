//! The pool: connections that know when they were lost, with time-outs that the URL need not name.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::TransactionManager;
use diesel::connection::{AnsiTransactionManager, Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use r2d2::{HandleError, ManageConnection, Pool};

use super::advice;
use crate::address::Address;
use crate::config::{Config, Durability};
use crate::error::{DbError, Sign, sign};
use crate::gather::CONNECTIONS;

/// How long a statement waits for what another transaction holds: a client is told to come again before it
/// gives up by itself.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a transaction may do nothing: ours compute for milliseconds between two statements.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3);

/// Opens the pool.
pub fn open(config: &Config) -> Result<Pool<Manager>, DbError> {
    let url = with_time_outs(&config.url, config.statement_timeout)?;
    let manager = Manager { url, durability: config.durability };
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
    let url = with_time_outs(url, None)?;
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
    durability: Durability,
}

impl ManageConnection for Manager {
    type Connection = Pooled;
    type Error = DbError;

    fn connect(&self) -> Result<Pooled, DbError> {
        let mut pg =
            PgConnection::establish(&self.url).map_err(|e| advice::refused(&e.to_string(), &self.url))?;
        if self.durability == Durability::Normal {
            pg.batch_execute("SET synchronous_commit = off")?;
        }
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

/// Adds what the caller's URL does not say: a server that is away is noticed in seconds, not in minutes, and
/// a session gives up in seconds what others wait for. A frozen server of ours would otherwise hold the rows
/// that it was at until PostgreSQL misses it.
fn with_time_outs(url: &str, statement: Option<Duration>) -> Result<String, DbError> {
    let malformed = |e| DbError::Url(format!("the database URL is malformed: {e}"));
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
    let query = with_options(url.query().unwrap_or_default(), statement);
    url.set_query(Some(&query));
    Ok(address.to_string())
}

/// The query with our session limits before the caller's own `options`, so that those win. Not by
/// `append_pair`: libpq takes a `+` for itself and not for a space.
fn with_options(query: &str, statement: Option<Duration>) -> String {
    let limits = [
        ("statement_timeout", statement),
        ("lock_timeout", Some(LOCK_TIMEOUT)),
        ("idle_in_transaction_session_timeout", Some(IDLE_TIMEOUT)),
    ];
    let ours: Vec<String> = limits
        .iter()
        .filter_map(|(name, limit)| limit.map(|limit| format!("-c%20{name}%3D{}", limit.as_millis())))
        .collect();
    let (own, others): (Vec<&str>, Vec<&str>) =
        query.split('&').filter(|pair| !pair.is_empty()).partition(|pair| pair.starts_with("options="));
    let own = own.iter().map(|pair| pair.trim_start_matches("options=").replace('+', "%20"));
    let options: Vec<String> = ours.into_iter().chain(own).collect();
    let options = format!("options={}", options.join("%20"));
    others.into_iter().chain([options.as_str()]).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_session_stand_before_the_callers_own() {
        let ours = "options=-c%20statement_timeout%3D15000%20-c%20lock_timeout%3D2000\
                    %20-c%20idle_in_transaction_session_timeout%3D3000";
        let limit = Some(Duration::from_secs(15));
        assert_eq!(with_options("", limit), ours);
        assert_eq!(
            with_options("a=1&options=-c%20lock_timeout%3D9&b=2", limit),
            format!("a=1&b=2&{ours}%20-c%20lock_timeout%3D9")
        );
        assert!(!with_options("", None).contains("statement_timeout"));
    }
}
