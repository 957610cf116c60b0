//! The configuration: every setting read, checked and typed. A bad value is refused by the name of its
//! origin.

use std::fmt::Write as _;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use delivery::Allowed;
use domain::loja_config::{LojaDefaults, Perfil};
use domain::values::dates::Zone;
use http_kit::{InvalidPublicUrl, PublicUrl};
use tracing_subscriber::EnvFilter;
use validator::Validate;

pub mod settings;
pub mod sources;
mod unknown;

pub use sources::{Collected, Flags, Origin, Value};

use crate::interfaces::{Addresses, INTERFACES};
use crate::profile;
use crate::quantity::{ByteSize, Span, retention_span};
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
    /// Health and metrics.
    pub listen_admin: SocketAddr,
    /// The interfaces' documentation is served.
    pub docs: bool,
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
        let mut reader = Reader { values, problems: found.problems.clone() };
        let config = reader.config();
        let mut problems = reader.problems;
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

/// Reads typed values by key and remembers what was wrong.
struct Reader<'a> {
    values: &'a [Value],
    problems: Vec<String>,
}

impl Reader<'_> {
    fn config(&mut self) -> Option<Config> {
        // every field is read before the first `?`, so that all problems are reported together
        let database_url = self.read("database_url", database_url);
        let listen: Vec<_> = INTERFACES
            .iter()
            .map(|row| Some((row.listen.key, self.read(row.listen.key, address)?)))
            .collect();
        let parsed_url = |text: &str| text.parse().map_err(|e: InvalidPublicUrl| e.to_string());
        let public_urls: Vec<_> = INTERFACES
            .iter()
            .map(|row| Some((row.public_url.key, self.read(row.public_url.key, parsed_url)?)))
            .collect();
        let docs = self.read("docs", on_off);
        let listen_admin = self.read("listen_admin", address);
        let timezone = self.read("timezone", timezone);
        let store_profile = self.read("store_profile", profile::parse);
        let store_days = self.read("store_days", number);
        let durability = self.read("durability", durability);
        let connections = self.read("connections", number);
        let database_wait = self.read("database_wait", seconds);
        let request_timeout = self.read("request_timeout", seconds);
        let statement_timeout = self.read("statement_timeout", seconds);
        let write_queue = self.read("write_queue", number);
        let workers = self.read("workers", number);
        let max_connections = self.read("max_connections", number);
        let max_connections_per_address = self.read("max_connections_per_address", number);
        let head_timeout = self.read("head_timeout", seconds);
        let idle_timeout = self.read("idle_timeout", seconds);
        let write_timeout = self.read("write_timeout", seconds);
        let body_limit = self.read("body_limit", bytes);
        let bulk_body_limit = self.read("bulk_body_limit", bytes);
        let body_timeout = self.read("body_timeout", seconds);
        let shutdown_timeout = self.read("shutdown_timeout", seconds);
        let failed_keys_per_minute = self.read("failed_keys_per_minute", number);
        let rate_limit = self.read("rate_limit", number);
        let rate_limit_a = self.read("rate_limit_a", number);
        let notify = self.read("notify", on_off);
        let notify_allow = self.read("notify_allow", allowed);
        let notify_retries = self.read("notify_retries", waits);
        let disk_reserve = self.read("disk_reserve", bytes);
        let events_retention = self.read("events_retention", retention_span);
        let log = self.read("log", log_filter);
        let log_format = self.read("log_format", log_format);
        Some(Config {
            database_url: database_url?,
            listen: listen.into_iter().collect::<Option<_>>()?,
            public_urls: public_urls.into_iter().collect::<Option<_>>()?,
            listen_admin: listen_admin?,
            docs: docs?,
            timezone: timezone?,
            store_profile: store_profile?,
            store_days: store_days?,
            tls_cert: self.path("tls_cert"),
            tls_key: self.path("tls_key"),
            durability: durability?,
            connections: connections?,
            database_wait: database_wait?,
            request_timeout: request_timeout?,
            statement_timeout: statement_timeout?,
            write_queue: write_queue?,
            workers: workers?,
            max_connections: max_connections?,
            max_connections_per_address: max_connections_per_address?,
            head_timeout: head_timeout?,
            idle_timeout: idle_timeout?,
            write_timeout: write_timeout?,
            body_limit: body_limit?,
            bulk_body_limit: bulk_body_limit?,
            body_timeout: body_timeout?,
            shutdown_timeout: shutdown_timeout?,
            failed_keys_per_minute: failed_keys_per_minute?,
            rate_limit: rate_limit?,
            rate_limit_a: rate_limit_a?,
            notify: notify?,
            notify_allow: notify_allow?,
            notify_retries: notify_retries?,
            disk_reserve: disk_reserve?,
            events_retention: events_retention?,
            channel_types: self.path("channel_types"),
            log: log?,
            log_format: log_format?,
        })
    }

    /// The default stands in for a bad value, so that what else is wrong is found too.
    fn read<T>(&mut self, key: &str, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let value = self.values.iter().find(|v| v.setting.key == key)?;
        match parse(value.text.trim()) {
            Ok(parsed) => Some(parsed),
            Err(reason) => {
                self.problems.push(problem(value, &reason));
                parse(value.setting.default).ok()
            }
        }
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        let value = self.values.iter().find(|v| v.setting.key == key)?;
        (!value.text.is_empty()).then(|| value.text.clone().into())
    }
}

fn problem(value: &Value, reason: &str) -> String {
    let shown = value.setting.shown(&value.text);
    format!("{}: the value {shown:?} of {} {reason}", value.origin, value.setting.key)
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

fn database_url(text: &str) -> Result<String, String> {
    let schemes = ["sqlite://", "postgres://", "postgresql://"];
    if schemes.iter().any(|s| text.len() > s.len() && text.starts_with(s)) {
        return Ok(text.to_owned());
    }
    Err("is not a database address: write sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME".into())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || "is not an address: write HOST:PORT, e.g. 127.0.0.1:8080".to_owned();
    text.to_socket_addrs().map_err(|_| wrong())?.next().ok_or_else(wrong)
}

fn timezone(text: &str) -> Result<Zone, String> {
    Zone::from_str(text)
        .map_err(|_| "is not an IANA time zone: write e.g. UTC or America/Sao_Paulo".to_owned())
}

fn durability(text: &str) -> Result<Durability, String> {
    match text {
        "full" => Ok(Durability::Full),
        "normal" => Ok(Durability::Normal),
        _ => Err("must be full or normal".into()),
    }
}

fn log_filter(text: &str) -> Result<String, String> {
    match EnvFilter::try_new(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(e) => Err(format!("is not a log filter ({e}): write e.g. info or info,store=debug")),
    }
}

fn log_format(text: &str) -> Result<LogFormat, String> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("must be text or json".into()),
    }
}

fn on_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("must be on or off".into()),
    }
}

fn allowed(text: &str) -> Result<Allowed, String> {
    text.parse().map_err(|e| format!("is no list of hosts and networks: {e}"))
}

/// At most 30 waits, each at most 30 days.
fn waits(text: &str) -> Result<Vec<Duration>, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let spans: Result<Vec<u64>, String> = parts.iter().map(|part| seconds(part)).collect();
    match spans {
        Ok(spans) if spans.len() > 30 => Err("must have at most 30 waits".into()),
        Ok(spans) if spans.iter().any(|s| *s > 30 * 86_400) => Err("must have no wait above 30d".into()),
        Ok(spans) => Ok(spans.into_iter().map(Duration::from_secs).collect()),
        Err(reason) => Err(format!("has a part that {reason}")),
    }
}

fn seconds(text: &str) -> Result<u64, String> {
    text.parse::<Span>().map(Span::seconds)
}

fn bytes(text: &str) -> Result<u64, String> {
    text.parse::<ByteSize>().map(|size| size.0)
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "must be a whole number".to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;
