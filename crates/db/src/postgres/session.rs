//! What PostgreSQL is told of limits and durability: with the address, once per session; or, behind a pooler,
//! with each transaction, since the next one may meet another session.

use std::time::Duration;

use diesel::connection::{CacheSize, SimpleConnection};
use diesel::{Connection, PgConnection, QueryResult};

use crate::address::Address;
use crate::config::{Config, Durability};
use crate::error::DbError;

/// How long a statement waits for what another transaction holds: a client is told to come again before it
/// gives up by itself.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a transaction may do nothing: ours compute for milliseconds between two statements.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3);

/// What a transaction is for.
#[derive(Clone, Copy)]
pub enum Mode {
    Read,
    Write,
}

/// How sessions and transactions begin.
pub struct Session {
    url: String,
    pooler: bool,
    /// Said once a session is open.
    opening: Option<&'static str>,
    read: String,
    write: String,
}

impl Session {
    pub fn new(config: &Config) -> Result<Self, DbError> {
        let limits = limits(config.statement_timeout);
        let lasting = config.durability == Durability::Full;
        let (url, transaction) = if config.pooler {
            let mut locals = limits.map(|(name, limit)| format!("; SET LOCAL {name} = {limit}")).concat();
            if !lasting {
                locals += "; SET LOCAL synchronous_commit = off";
            }
            (with_time_outs(&config.url, &[])?, locals)
        } else {
            (with_time_outs(&config.url, &limits)?, String::new())
        };
        Ok(Self {
            url,
            pooler: config.pooler,
            opening: (!lasting && !config.pooler).then_some("SET synchronous_commit = off"),
            read: format!("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY{transaction}"),
            write: format!("BEGIN ISOLATION LEVEL READ COMMITTED{transaction}"),
        })
    }

    /// The address with what belongs to every session.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether the next transaction may meet another session.
    pub fn is_pooled(&self) -> bool {
        self.pooler
    }

    /// Makes a connection that was just opened ready.
    pub fn open(&self, pg: &mut PgConnection) -> QueryResult<()> {
        if self.pooler {
            // a name that was given in one session means nothing, or something else, in the next one
            pg.set_prepared_statement_cache_size(CacheSize::Disabled);
        }
        self.opening.map_or(Ok(()), |opening| pg.batch_execute(opening))
    }

    /// The statements that begin a transaction: one round trip.
    pub fn begin(&self, mode: Mode) -> &str {
        match mode {
            Mode::Read => &self.read,
            Mode::Write => &self.write,
        }
    }
}

/// The address for a connection outside of any pool, which lifts its limits itself. They are named all the
/// same: a pooler, to whose other clients a lifted limit would be handed on, refuses such an address.
pub fn url_without_statement_limit(url: &str) -> Result<String, DbError> {
    with_time_outs(url, &limits(None))
}

/// Names of PostgreSQL's settings with milliseconds; 0 = as long as it needs.
fn limits(statement: Option<Duration>) -> [(&'static str, u128); 3] {
    [
        ("statement_timeout", statement.unwrap_or_default().as_millis()),
        ("lock_timeout", LOCK_TIMEOUT.as_millis()),
        ("idle_in_transaction_session_timeout", IDLE_TIMEOUT.as_millis()),
    ]
}

/// Adds what the caller's URL does not say: a server that is away is noticed in seconds, not in minutes, and
/// a session gives up in seconds what others wait for. A frozen server of ours would otherwise hold the rows
/// that it was at until PostgreSQL misses it.
fn with_time_outs(url: &str, limits: &[(&str, u128)]) -> Result<String, DbError> {
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
    if !limits.is_empty() {
        let query = with_options(url.query().unwrap_or_default(), limits);
        url.set_query(Some(&query));
    }
    Ok(address.to_string())
}

/// The query with our session limits before the caller's own `options`, so that those win. Not by
/// `append_pair`: libpq takes a `+` for itself and not for a space.
fn with_options(query: &str, limits: &[(&str, u128)]) -> String {
    let ours = limits.iter().map(|(name, limit)| format!("-c%20{name}%3D{limit}"));
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

    #[test]
    fn behind_a_pooler_limits_are_said_with_each_transaction() {
        let config = Config {
            pooler: true,
            durability: Durability::Normal,
            ..Config::new("postgres://pooler:6432/entreposto")
        };
        let session = Session::new(&config).unwrap();
        assert!(!session.url().contains("options"), "{}", session.url());
        assert_eq!(
            session.begin(Mode::Write),
            "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 15000; \
             SET LOCAL lock_timeout = 2000; SET LOCAL idle_in_transaction_session_timeout = 3000; \
             SET LOCAL synchronous_commit = off"
        );
    }
}
