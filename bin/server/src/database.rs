//! Opening the configured database, for servers and for commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use store::{Claim, Secrets, Store, StoreConfig, StoreError};

use crate::config::{Config, Durability};

/// Opens the database, made when it is not there, and brings its schema up to date.
pub fn open_migrated(config: &Config) -> Result<Store> {
    let store = open(config)?;
    migrate(&store)?;
    Ok(store)
}

/// The same, where an SQLite file is held until the claim goes away.
pub fn open_for_serving(config: &Config) -> Result<(Store, Claim)> {
    let claim = hold(config)?;
    Ok((open_migrated(config)?, claim))
}

/// Holds an SQLite file for this server.
pub fn hold(config: &Config) -> Result<Claim> {
    store::hold(&config.database_url).context("this server cannot have the database")
}

/// Opens a database that is there, its schema this program's. Makes and changes nothing.
pub fn open_existing(config: &Config) -> Result<Store> {
    let store = open_of_any_age(config)?;
    let schema = store.schema()?;
    if !schema.unknown.is_empty() {
        return Err(StoreError::Newer(schema.unknown.join(", ")).into());
    }
    if !schema.pending.is_empty() {
        bail!("{} migration(s) of the database are pending: run `server migrate`", schema.pending.len());
    }
    Ok(store)
}

/// Opens a database that is there, whatever its schema is. Makes and changes nothing. Its statements may
/// take as long as they need: nobody waits for them but the operator, and what looks through all orders and
/// was cut off would never come to its end.
pub fn open_of_any_age(config: &Config) -> Result<Store> {
    if let Some(path) = missing_file(config) {
        bail!(
            "there is no database at {path}: go to the folder of the server's settings, or name the database \
             with --database-url; `server migrate` makes a new one"
        );
    }
    open_with(config, None)
}

/// Opens the database as it is; an SQLite file that is not there is made.
pub fn open(config: &Config) -> Result<Store> {
    open_with(config, Some(Duration::from_secs(config.statement_timeout)))
}

fn open_with(config: &Config, statement_timeout: Option<Duration>) -> Result<Store> {
    let settings = StoreConfig {
        durability: match config.durability {
            Durability::Full => store::Durability::Full,
            Durability::Normal => store::Durability::Normal,
        },
        connections: config.connections,
        wait: Duration::from_secs(config.database_wait),
        deadline: Duration::from_secs(config.request_timeout),
        statement_timeout,
        write_queue: config.write_queue as usize,
        ..StoreConfig::new(config.database_url.as_str())
    };
    Store::open(&settings, Secrets::file(key_file(config)))
        .context("the database cannot be opened; see database_url in `server config`")
}

/// The file of the keys of secrets at rest.
pub fn key_file(config: &Config) -> PathBuf {
    config.secrets_key_file.clone().unwrap_or_else(|| Secrets::default_file(&config.database_url))
}

fn migrate(store: &Store) -> Result<()> {
    let applied = store.migrate().context("the database cannot be brought up to date")?;
    for version in &applied {
        tracing::debug!(%version, "migration applied");
    }
    if let (Some(first), Some(last)) = (applied.first(), applied.last()) {
        tracing::info!(count = applied.len(), %first, %last, "migrations applied");
    }
    Ok(())
}

/// The SQLite file, when the address names one that is not there: opening it would make it. One that cannot
/// be looked for, e.g. in a folder of somebody else's, may be there.
pub fn missing_file(config: &Config) -> Option<&str> {
    let missing = |path: &&str| matches!(Path::new(path).try_exists(), Ok(false));
    config.database_url.strip_prefix("sqlite://").filter(missing)
}

/// The SQLite file, when an address names one that has something in it.
pub fn file_in_use(url: &str) -> Option<&str> {
    let used = |path: &&str| fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    url.strip_prefix("sqlite://").filter(used)
}
