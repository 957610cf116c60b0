//! The table of settings: one row per setting, from which flags, environment, file and help are made.

use std::sync::LazyLock;

use crate::interfaces::INTERFACES;
use crate::setting::{Secrecy, Setting, open};

/// Environment variable that names the TOML file.
pub const FILE_ENV: &str = "ENTREPOSTO_CONFIG";

/// Every setting, in the order in which `server config` shows them.
pub static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let addresses = INTERFACES.iter().map(|row| row.listen);
    let public_urls = INTERFACES.iter().map(|row| row.public_url);
    let origins = INTERFACES.iter().map(|row| row.cors_origins);
    let of_interfaces = addresses.chain(public_urls).chain(origins);
    [DATABASE].into_iter().chain(of_interfaces).chain(OTHERS.iter().copied()).collect()
});

const DATABASE: Setting = Setting {
    key: "database_url",
    flag: "database-url",
    env: "DATABASE_URL",
    value_name: "URL",
    default: "sqlite://./data/entreposto.db",
    help: "Database: sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME",
    secrecy: Secrecy::UrlPassword,
};

/// Those that belong to no single interface.
#[rustfmt::skip]
const OTHERS: &[Setting] = &[
    open("listen_admin", "listen-admin", "ENTREPOSTO_LISTEN_ADMIN", "ADDRESS", "127.0.0.1:8082",
        "Address of /live, /ready and /metrics; keep it private"),
    open("docs", "docs", "ENTREPOSTO_DOCS", "on|off", "on",
        "on: each interface shows /docs and /openapi.json, without a key; off: neither"),
    open("console", "console", "ENTREPOSTO_CONSOLE", "on|off", "on",
        "on: listen_admin carries the console, which opens with a link alone; off: it does not"),
    open("oidc_issuer", "oidc-issuer", "ENTREPOSTO_OIDC_ISSUER", "URL", "",
        "OpenID Connect provider by which people may sign in to the console, by its issuer; unset: none"),
    open("oidc_client_id", "oidc-client-id", "ENTREPOSTO_OIDC_CLIENT_ID", "ID", "",
        "The console's name at that provider; needed with oidc_issuer"),
    open("oidc_client_secret_file", "oidc-client-secret-file", "ENTREPOSTO_OIDC_CLIENT_SECRET_FILE", "FILE", "",
        "File with the console's secret at that provider; unset: a public client, by PKCE alone"),
    open("compress", "compress", "ENTREPOSTO_COMPRESS", "on|off", "on",
        "on: answers are compressed for clients that ask for it (gzip, zstd); off: never"),
    open("timezone", "timezone", "ENTREPOSTO_TIMEZONE", "ZONE", "America/Sao_Paulo",
        "Time zone of the days of date filters and of the console, e.g. America/Manaus or UTC"),
    open("store_profile", "store-profile", "ENTREPOSTO_STORE_PROFILE", "documento|compativel", "documento",
        "How interface B answers stores without a profile: as documented, or as older programs expect"),
    open("store_days", "store-days", "ENTREPOSTO_STORE_DAYS", "N", "30",
        "Days that a list of orders without dates reaches back in the profile compativel"),
    open("tls_cert", "tls-cert", "ENTREPOSTO_TLS_CERT", "FILE", "",
        "Certificate chain (PEM) of the two interfaces; needs tls_key"),
    open("tls_key", "tls-key", "ENTREPOSTO_TLS_KEY", "FILE", "",
        "Private key (PEM) of the certificate"),
    open("durability", "durability", "ENTREPOSTO_DURABILITY", "full|normal", "full",
        "full: an answered write survives a power loss; normal: it survives a crash of the program"),
    open("connections", "connections", "ENTREPOSTO_CONNECTIONS", "N", "8",
        "Database connections, which is also how many requests the database works on at once"),
    open("database_wait", "database-wait", "ENTREPOSTO_DATABASE_WAIT", "DURATION", "2s",
        "How long a request waits for its turn at the database before it is answered 503"),
    open("request_timeout", "request-timeout", "ENTREPOSTO_REQUEST_TIMEOUT", "DURATION", "30s",
        "How long a request waits for work that the database has begun"),
    open("statement_timeout", "statement-timeout", "ENTREPOSTO_STATEMENT_TIMEOUT", "DURATION", "15s",
        "How long PostgreSQL may take for one statement before it is cancelled"),
    open("write_queue", "write-queue", "ENTREPOSTO_WRITE_QUEUE", "N", "2048",
        "Writes that may wait for the SQLite writer before further ones are answered 503"),
    open("workers", "workers", "ENTREPOSTO_WORKERS", "N", "0",
        "Threads that serve each interface; 0 = one per processor"),
    open("max_connections", "max-connections", "ENTREPOSTO_MAX_CONNECTIONS", "N", "10000",
        "Client connections that each interface keeps open at once"),
    open("max_connections_per_address", "max-connections-per-address",
        "ENTREPOSTO_MAX_CONNECTIONS_PER_ADDRESS", "N", "2500",
        "Of these, from one client's address; 0 = no limit; behind a proxy all clients have one address"),
    open("head_timeout", "head-timeout", "ENTREPOSTO_HEAD_TIMEOUT", "DURATION", "5s",
        "Time for the head of a request; a connection that is late is closed"),
    open("idle_timeout", "idle-timeout", "ENTREPOSTO_IDLE_TIMEOUT", "DURATION", "75s",
        "Time that a connection stays open between two requests"),
    open("write_timeout", "write-timeout", "ENTREPOSTO_WRITE_TIMEOUT", "DURATION", "30s",
        "Time in which a client must take 64 KiB of its answer"),
    open("body_limit", "body-limit", "ENTREPOSTO_BODY_LIMIT", "SIZE", "1MiB",
        "Largest request body"),
    open("bulk_body_limit", "bulk-body-limit", "ENTREPOSTO_BULK_BODY_LIMIT", "SIZE", "8MiB",
        "Largest body of a .../Lote or .../imagens request"),
    open("body_timeout", "body-timeout", "ENTREPOSTO_BODY_TIMEOUT", "DURATION", "15s",
        "Time in which a whole body must arrive"),
    open("shutdown_timeout", "shutdown-timeout", "ENTREPOSTO_SHUTDOWN_TIMEOUT", "DURATION", "30s",
        "Time that running requests get when the server is told to stop"),
    open("failed_keys_per_minute", "failed-keys-per-minute", "ENTREPOSTO_FAILED_KEYS_PER_MINUTE", "N", "60",
        "Wrong keys that one address may try per minute; 0 = no limit"),
    open("rate_limit", "rate-limit", "ENTREPOSTO_RATE_LIMIT", "N", "0",
        "Requests per minute, key and first path segment on interface B; 0 = no limit"),
    open("rate_limit_a", "rate-limit-a", "ENTREPOSTO_RATE_LIMIT_A", "N", "0",
        "The same on interface A; 0 = no limit"),
    open("notify", "notify", "ENTREPOSTO_NOTIFY", "on|off", "on",
        "on: this server delivers events to notifications and subscriptions; off: it leaves that to others"),
    open("tell_offers", "tell-offers", "ENTREPOSTO_TELL_OFFERS", "on|off", "on",
        "this server tells changes of offers as events; off = it leaves that to other servers"),
    open("notify_allow", "notify-allow", "ENTREPOSTO_NOTIFY_ALLOW", "LIST", "",
        "What notifications may reach besides public addresses, e.g. erp.local,10.0.0.0/8,10.0.0.7:81"),
    open("notify_retries", "notify-retries", "ENTREPOSTO_NOTIFY_RETRIES", "LIST", "5s,5m,30m,2h,5h,10h,10h",
        "Waits between the attempts of one delivery"),
    open("channels", "channels", "ENTREPOSTO_CHANNELS", "on|off", "on",
        "on: this server works connected channels; off: it leaves that to others"),
    open("channels_allow", "channels-allow", "ENTREPOSTO_CHANNELS_ALLOW", "LIST", "",
        "Where shops of connected channels may be besides public addresses, as for notify-allow"),
    open("listen_ingress", "listen-ingress", "ENTREPOSTO_LISTEN_INGRESS", "ADDRESS", "",
        "Address where channels send people back after their consent, and notices; unset: nowhere"),
    open("ingress_url", "ingress-url", "ENTREPOSTO_INGRESS_URL", "URL", "",
        "Where channels reach it, e.g. https://canais.example.com; needed with it and with connector_apps"),
    open("connector_apps", "connector-apps", "ENTREPOSTO_CONNECTOR_APPS", "FILE", "",
        "TOML file with client_id and client_secret of the operator's application at each vendor"),
    open("disk_reserve", "disk-reserve", "ENTREPOSTO_DISK_RESERVE", "SIZE", "256MiB",
        "Free disk beside the SQLite file below which large writes are answered 507; 0 = no reserve"),
    open("backup_folder", "backup-folder", "ENTREPOSTO_BACKUP_FOLDER", "FOLDER", "",
        "Where `server backup` writes; the server tells the age of the newest backup there"),
    open("secrets_key_file", "secrets-key-file", "ENTREPOSTO_SECRETS_KEY_FILE", "FILE", "",
        "Keys that secrets are stored under; unset: beside the SQLite file with the ending .keys, or ./entreposto.keys"),
    open("events_retention", "events-retention", "ENTREPOSTO_EVENTS_RETENTION", "DURATION", "0",
        "How long events are kept that every reader has finished with, e.g. 180d; 0 = for ever"),
    open("movements_retention", "movements-retention", "ENTREPOSTO_MOVEMENTS_RETENTION", "DURATION", "0",
        "How long movements of stock are kept, e.g. 400d; 0 = for ever"),
    open("channel_types", "channel-types", "ENTREPOSTO_CHANNEL_TYPES", "FILE", "",
        "TOML file with channel types that extend or replace the shipped ones"),
    open("log", "log", "ENTREPOSTO_LOG", "FILTER", "info,actix_server=warn",
        "What is logged: error, warn, info, debug, trace, or a filter such as info,entreposto_store=debug"),
    open("log_format", "log-format", "ENTREPOSTO_LOG_FORMAT", "text|json", "text",
        "Form of the log lines on stderr"),
];

/// The row of a setting.
pub fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|s| s.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_together() {
        for s in SETTINGS.iter() {
            assert_eq!(s.flag, s.key.replace('_', "-"));
            let expected = if s.key == "database_url" {
                "DATABASE_URL".into()
            } else {
                format!("ENTREPOSTO_{}", s.key.to_uppercase())
            };
            assert_eq!(s.env, expected);
        }
    }
}
