//! Sample data with keys, for the commands that create a filled database.

use std::time::Duration;

use anyhow::Result;
use domain::tipo_canal::TipoCanal;
use sample::Plan;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::owners;
use crate::progress::Bars;

/// For a write-ahead log that is still being copied: a large database takes a while.
const PATIENCE: Duration = Duration::from_secs(60);

/// The sample data and its keys: the output of `server seed --json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Key of interface A.
    pub app_key: String,
    /// The stores.
    pub stores: Vec<StoreSummary>,
    /// How many orders there are.
    pub orders: u32,
    /// The first day that has orders, in the hub's time zone.
    pub from: String,
    /// The last one.
    pub to: String,
}

/// A store of a [`Summary`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoreSummary {
    /// The user.
    pub usuario_id: String,
    /// Its key of interface B.
    pub store_key: String,
}

/// Makes everything under a new application whose name starts with `name`, showing on stderr how far it is;
/// answers that name and the keys.
pub fn fill(store: &Store, plan: &Plan, name: &str, types: &[TipoCanal]) -> Result<(String, Summary)> {
    let made = sample::fill(store, plan, name, types, &mut Bars::default())?;
    let mut stores = Vec::with_capacity(made.stores.len());
    for owner in &made.stores {
        let store_key = owners::create_key(store, made.application, Some(owner.id), made.name.clone(), None)?;
        stores.push(StoreSummary { usuario_id: owner.user.to_string(), store_key });
    }
    let app_key = owners::create_key(store, made.application, None, made.name.clone(), None)?;
    if let Err(error) = store.empty_log(PATIENCE) {
        tracing::warn!(%error, "the log was left for the next start");
    }
    let (from, to) = (made.first_day.to_string(), made.last_day.to_string());
    Ok((made.name, Summary { app_key, stores, orders: made.orders, from, to }))
}
