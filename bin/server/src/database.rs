//! Opening the configured database, for every command.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use store::{Store, StoreConfig};

use crate::config::{Config, Durability};

/// Opens the database and brings its schema up to date.
pub fn open_migrated(config: &Config) -> Result<Store> {
    let store = open(config)?;
    let applied = store.migrate().context("the migrations cannot be applied")?;
    for version in applied {
        tracing::info!(%version, "migration applied");
    }
    Ok(store)
}

/// Opens the database as it is.
pub fn open(config: &Config) -> Result<Store> {
    let settings = StoreConfig {
        durability: match config.durability {
            Durability::Full => store::Durability::Full,
            Durability::Normal => store::Durability::Normal,
        },
        connections: config.connections,
        wait: Duration::from_secs(config.database_wait),
        deadline: Duration::from_secs(config.request_timeout),
        statement_timeout: Some(Duration::from_secs(config.statement_timeout)),
        write_queue: config.write_queue as usize,
        ..StoreConfig::new(config.database_url.as_str())
    };
    Store::open(&settings).context("the database cannot be opened; see database_url in `server config`")
}

/// True when the address names an SQLite file that is not there: opening it would create it.
pub fn is_missing_file(config: &Config) -> bool {
    config.database_url.strip_prefix("sqlite://").is_some_and(|path| !Path::new(path).exists())
}
