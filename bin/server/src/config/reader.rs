//! The reader of settings: parses texts to types and collects errors.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use console::{InvalidIssuer, Issuer};
use delivery::Allowed;
use domain::values::dates::Zone;
use http_kit::{InvalidOrigins, InvalidPublicUrl};

use super::levels;
use super::model::{Config, Durability, LogFormat};
use super::sources::Value;
use crate::interfaces::INTERFACES;
use crate::log_filter;
use crate::profile;
use crate::quantity::{ByteSize, Span, retention_span};

/// The configuration that some values make, with defaults in place of bad ones; what is wrong with these is
/// added to `problems`. `None` where even that makes none.
pub(super) fn read(values: &[Value], problems: &mut Vec<String>) -> Option<Config> {
    Reader { values, problems }.config()
}

/// Reads typed values by key and collects errors.
struct Reader<'a> {
    values: &'a [Value],
    problems: &'a mut Vec<String>,
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
        let parsed_origins = |text: &str| text.parse().map_err(|e: InvalidOrigins| e.to_string());
        let cors_origins: Vec<_> = INTERFACES
            .iter()
            .map(|row| Some((row.cors_origins.key, self.read(row.cors_origins.key, parsed_origins)?)))
            .collect();
        let docs = self.read("docs", on_off);
        let console = self.read("console", on_off);
        let oidc_issuer = self.read("oidc_issuer", issuer);
        let oidc_client_id = self.read("oidc_client_id", |text| Ok(text.to_owned()));
        let compress = self.read("compress", on_off);
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
        let tell_offers = self.read("tell_offers", on_off);
        let notify_allow = self.read("notify_allow", allowed);
        let notify_retries = self.read("notify_retries", waits);
        let channels = self.read("channels", on_off);
        let channels_allow = self.read("channels_allow", allowed);
        let optional = |text: &str| if text.is_empty() { Ok(None) } else { address(text).map(Some) };
        let listen_ingress = self.read("listen_ingress", optional);
        let ingress_url = self.read("ingress_url", parsed_url);
        let disk_reserve = self.read("disk_reserve", bytes);
        let events_retention = self.read("events_retention", retention_span);
        let movements_retention = self.read("movements_retention", retention_span);
        let log = self.read("log", log_filter);
        let log_format = self.read("log_format", log_format);
        Some(Config {
            database_url: database_url?,
            listen: listen.into_iter().collect::<Option<_>>()?,
            public_urls: public_urls.into_iter().collect::<Option<_>>()?,
            cors_origins: cors_origins.into_iter().collect::<Option<_>>()?,
            listen_admin: listen_admin?,
            docs: docs?,
            console: console?,
            oidc_issuer: oidc_issuer?,
            oidc_client_id: oidc_client_id?,
            oidc_client_secret_file: self.path("oidc_client_secret_file"),
            compress: compress?,
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
            tell_offers: tell_offers?,
            notify_allow: notify_allow?,
            notify_retries: notify_retries?,
            channels: channels?,
            channels_allow: channels_allow?,
            listen_ingress: listen_ingress?,
            ingress_url: ingress_url?,
            connector_apps: self.path("connector_apps"),
            disk_reserve: disk_reserve?,
            backup_folder: self.path("backup_folder"),
            secrets_key_file: self.path("secrets_key_file"),
            events_retention: events_retention?,
            movements_retention: movements_retention?,
            channel_types: self.path("channel_types"),
            log: log?,
            log_format: log_format?,
            read: self.values.to_vec(),
        })
    }

    /// Replaces a bad value by the default, so that further errors are found too.
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

/// The error of a bad value.
pub(super) fn problem(value: &Value, reason: &str) -> String {
    let shown = value.setting.shown(&value.text);
    format!("{}: the value {shown:?} of {} {reason}", value.origin, value.setting.key)
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
    if let Some(level) = levels::meant(text) {
        return Err(format!("has a level that is none; is {level} meant?"));
    }
    if let Some(reason) = levels::unknown(text) {
        return Err(reason);
    }
    match log_filter::parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(e) => Err(format!("is not a log filter ({e}): write e.g. info or {}", levels::EXAMPLE)),
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

/// Empty: none.
fn issuer(text: &str) -> Result<Option<Issuer>, String> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|e: InvalidIssuer| e.to_string()) }
}

/// At most 30 waits, each at most 30 days; empty: none.
fn waits(text: &str) -> Result<Vec<Duration>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.contains(&"") {
        return Err("has an empty part: write waits with single commas between them, e.g. 5s,5m".into());
    }
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
