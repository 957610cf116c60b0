//! The configuration: every setting read, checked and typed. A bad value is refused by the name of its
//! origin.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use delivery::Allowed;
use domain::loja_config::{LojaDefaults, Perfil};
use domain::values::dates::Zone;
use http_kit::{Origins, PublicUrl};
use validator::Validate;

mod reader;
pub mod settings;
pub mod sources;
mod unknown;

pub use sources::{Collected, Flags, Origin, Value};

use reader::problem;

use crate::interfaces::Addresses;
use crate::usage::usage;

/// How much a write survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// A power loss.
    Full,
    /// A crash of the program.
    Normal,
}

/// Form of the log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// The effective configuration. Field names are the settings' keys; what each interface has of its
/// own has one together.
#[derive(Debug, Clone, Validate)]
pub struct Config {
    /// Database address.
    pub database_url: String,
    /// The interfaces, each by a setting of its own.
    pub listen: Addresses,
    /// Where clients reach the interfaces, each by a setting of its own.
    pub public_urls: Vec<(&'static str, PublicUrl)>,
    /// Whose web pages may read the interfaces' answers, each by a setting of its own.
    pub cors_origins: Vec<(&'static str, Origins)>,
    /// Health and metrics.
    pub listen_admin: SocketAddr,
    /// The interfaces' documentation is served.
    pub docs: bool,
    /// Answers are compressed for clients that ask for it.
    pub compress: bool,
    /// Time zone of date-only filters.
    pub timezone: Zone,
    /// How interface B answers stores that have no profile of their own.
    pub store_profile: Perfil,
    /// Days that a list of orders without dates reaches back, where the profile allows it.
    #[validate(range(min = 1, max = 3660, message = "must be from 1 to 3660"))]
    pub store_days: u32,
    /// Certificate chain.
    pub tls_cert: Option<PathBuf>,
    /// Private key.
    pub tls_key: Option<PathBuf>,
    /// What an answered write survives.
    pub durability: Durability,
    /// Database connections.
    #[validate(range(min = 1, max = 1000, message = "must be from 1 to 1000"))]
    pub connections: u32,
    /// Wait for a turn at the database, seconds.
    #[validate(range(min = 1, max = 60, message = "must be from 1s to 1m"))]
    pub database_wait: u64,
    /// Wait for the database's work, seconds.
    #[validate(range(min = 1, max = 3600, message = "must be from 1s to 1h"))]
    pub request_timeout: u64,
    /// Time for one statement (PostgreSQL), seconds.
    #[validate(range(min = 1, max = 3600, message = "must be from 1s to 1h"))]
    pub statement_timeout: u64,
    /// Waiting writes (SQLite).
    #[validate(range(min = 1, max = 1_000_000, message = "must be from 1 to 1000000"))]
    pub write_queue: u32,
    /// Threads per interface; 0 = one per processor.
    #[validate(range(max = 1024, message = "must be from 0 to 1024"))]
    pub workers: u32,
    /// Client connections per interface.
    #[validate(range(min = 1, max = 1_000_000, message = "must be from 1 to 1000000"))]
    pub max_connections: u32,
    /// Of these, from one address; 0 = no limit.
    #[validate(range(max = 1_000_000, message = "must be from 0 to 1000000"))]
    pub max_connections_per_address: u32,
    /// Time for a request's head, seconds.
    #[validate(range(min = 1, max = 60, message = "must be from 1s to 1m"))]
    pub head_timeout: u64,
    /// Time between an answer and the next request, seconds.
    #[validate(range(min = 1, max = 3600, message = "must be from 1s to 1h"))]
    pub idle_timeout: u64,
    /// Time for 64 KiB of an answer, seconds.
    #[validate(range(min = 1, max = 3600, message = "must be from 1s to 1h"))]
    pub write_timeout: u64,
    /// Largest body, bytes.
    #[validate(range(min = 1024, max = 1_073_741_824, message = "must be from 1KiB to 1GiB"))]
    pub body_limit: u64,
    /// Largest bulk body, bytes.
    #[validate(range(min = 1024, max = 1_073_741_824, message = "must be from 1KiB to 1GiB"))]
    pub bulk_body_limit: u64,
    /// Time for a whole body, seconds.
    #[validate(range(min = 1, max = 3600, message = "must be from 1s to 1h"))]
    pub body_timeout: u64,
    /// Time for running requests at the end, seconds.
    #[validate(range(max = 3600, message = "must be from 0s to 1h"))]
    pub shutdown_timeout: u64,
    /// Wrong keys per address and minute; 0 = no limit.
    #[validate(range(max = 1_000_000, message = "must be from 0 to 1000000"))]
    pub failed_keys_per_minute: u32,
    /// Requests per minute, key and first path segment on interface B; 0 = no limit.
    #[validate(range(max = 1_000_000, message = "must be from 0 to 1000000"))]
    pub rate_limit: u32,
    /// The same on interface A.
    #[validate(range(max = 1_000_000, message = "must be from 0 to 1000000"))]
    pub rate_limit_a: u32,
    /// This server delivers events.
    pub notify: bool,
    /// What notifications may reach besides public addresses.
    pub notify_allow: Allowed,
    /// Waits between the attempts of one delivery.
    pub notify_retries: Vec<Duration>,
    /// Bytes to be kept free on SQLite's disk; 0 = none.
    pub disk_reserve: u64,
    /// How long events are kept; `None` = for ever.
    pub events_retention: Option<Duration>,
    /// File with further channel types.
    pub channel_types: Option<PathBuf>,
    /// Log filter.
    pub log: String,
    /// Log form.
    pub log_format: LogFormat,
}

impl Config {
    /// Reads flags, environment and file. This is the only place that looks at the environment.
    pub fn load(flags: &Flags) -> Result<Config> {
        Config::from_values(&Config::values(flags))
    }

    /// Every setting's text and origin.
    pub fn values(flags: &Flags) -> Collected {
        #[allow(clippy::disallowed_methods, reason = "for their names, of which a misspelt one is an error")]
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        sources::collect(flags, names, |name| std::env::var_os(name))
    }

    /// Types and checks the values; all that is wrong is reported together.
    pub fn from_values(found: &Collected) -> Result<Config> {
        let values = found.values.as_slice();
        let mut problems = found.problems.clone();
        let config = reader::read(values, &mut problems);
        let Some(config) = config else { return Err(usage(problems.join("\n"))) };
        check_ranges(&config, values, &mut problems);
        // what stands in for a bad value goes together with nothing
        if problems.is_empty() {
            check_pairs(&config, values, &mut problems);
        }
        if problems.is_empty() { Ok(config) } else { Err(usage(problems.join("\n"))) }
    }

    /// The default of every setting, for tests and for the demonstration.
    pub fn defaults() -> Result<Config> {
        Config::from_values(&sources::collect(&Flags::default(), [], |_| None))
    }

    /// What holds for stores for which nothing else was set.
    pub fn loja_defaults(&self) -> LojaDefaults {
        LojaDefaults { fuso: self.timezone, perfil: self.store_profile, days: self.store_days }
    }

    /// Time for a whole body.
    pub fn body_deadline(&self) -> Duration {
        Duration::from_secs(self.body_timeout)
    }
}

/// The effective values as a TOML file, with where each came from; secrets masked.
pub fn render(values: &[Value]) -> String {
    let mut out = String::new();
    for v in values {
        let shown = toml::Value::String(v.setting.shown(&v.text));
        let comment = if v.text.is_empty() { "# " } else { "" };
        // writing to a String cannot fail
        let _ = writeln!(out, "{comment}{} = {shown}  # {}", v.setting.key, v.origin);
    }
    out
}

fn check_ranges(config: &Config, values: &[Value], problems: &mut Vec<String>) {
    let Err(errors) = config.validate() else { return };
    for value in values {
        for error in errors.field_errors().get(value.setting.key).into_iter().flat_map(|list| list.iter()) {
            problems.push(problem(value, error.message.as_deref().unwrap_or("is out of range")));
        }
    }
}

fn check_pairs(config: &Config, values: &[Value], problems: &mut Vec<String>) {
    let lonely = match (&config.tls_cert, &config.tls_key) {
        (Some(_), None) => Some(("tls_cert", "needs a tls_key beside it")),
        (None, Some(_)) => Some(("tls_key", "needs a tls_cert beside it")),
        _ => None,
    };
    let admin = config.listen_admin;
    let taken = admin.port() != 0 && config.listen.iter().any(|(_, address)| address == admin);
    let shared = taken.then_some(("listen_admin", "is already the address of an interface: choose another"));
    for (key, reason) in lonely.into_iter().chain(shared) {
        problems.extend(values.iter().find(|v| v.setting.key == key).map(|v| problem(v, reason)));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;
