//! The effective configuration, typed, with the ranges of its numbers.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use console::Issuer;
use delivery::Allowed;
use domain::loja_config::Perfil;
use domain::values::dates::Zone;
use http_kit::{Origins, PublicUrl};
use validator::Validate;

use super::sources::Value;
use crate::interfaces::Addresses;

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
    /// File of the keys of secrets at rest.
    pub secrets_key_file: Option<PathBuf>,
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
    /// The operator's listener carries the console.
    pub console: bool,
    /// The provider by which people may sign in to the console.
    pub oidc_issuer: Option<Issuer>,
    /// The console's name there.
    pub oidc_client_id: String,
    /// File of the console's secret there.
    pub oidc_client_secret_file: Option<PathBuf>,
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
    /// The failures that an acknowledged write survives.
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
    /// This server tells changes of offers as events.
    pub tell_offers: bool,
    /// What notifications may reach besides public addresses.
    pub notify_allow: Allowed,
    /// Waits between the attempts of one delivery.
    pub notify_retries: Vec<Duration>,
    /// This server works connected channels.
    pub channels: bool,
    /// Where shops may be besides public addresses.
    pub channels_allow: Allowed,
    /// Where channels send people back, and notices.
    pub listen_ingress: Option<SocketAddr>,
    /// Where channels reach it.
    pub ingress_url: PublicUrl,
    /// File with the operator's applications at vendors.
    pub connector_apps: Option<PathBuf>,
    /// Bytes to be kept free on SQLite's disk; 0 = none.
    pub disk_reserve: u64,
    /// Where backups are written.
    pub backup_folder: Option<PathBuf>,
    /// How long events are kept; `None` = for ever.
    pub events_retention: Option<Duration>,
    /// How long movements of stock are kept; `None` = for ever.
    pub movements_retention: Option<Duration>,
    /// File with further channel types.
    pub channel_types: Option<PathBuf>,
    /// Log filter.
    pub log: String,
    /// Log form.
    pub log_format: LogFormat,
    /// All of them as they were read, to be shown.
    pub read: Vec<Value>,
}
