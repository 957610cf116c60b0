//! What every session with PostgreSQL begins with: time-outs and durability, in the address of the database.

use std::time::Duration;

use crate::address::Address;
use crate::config::{Config, Durability};
use crate::error::DbError;

/// How long a statement waits for a lock: a client gets its answer before it gives up by itself.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a transaction may be idle: ours compute for milliseconds between two statements.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3);

/// The address with time-outs and durability as options of the session.
pub fn url(config: &Config) -> Result<String, DbError> {
    let mut options = limits(config.statement_timeout);
    if config.durability == Durability::Normal {
        options.push(("synchronous_commit", "off".to_owned()));
    }
    with_time_outs(&config.url, &options)
}

/// The address for a connection outside of the pool, which lifts its limits itself.
pub fn url_of_maintenance(url: &str) -> Result<String, DbError> {
    with_time_outs(url, &[])
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
