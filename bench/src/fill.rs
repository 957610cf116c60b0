//! Filling: orders and SKUs by `server seed`, then a large tree of categories by interface B.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::categories;
use crate::home::Home;
use crate::http::Http;
use crate::server::Launch;

/// Days over which the orders spread.
const DAYS: u32 = 300;

/// How much is put into a database.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    /// Orders.
    pub orders: u32,
    /// SKUs.
    pub skus: u32,
    /// Categories of the store, beside the few that come with the SKUs.
    pub categories: u32,
}

impl Amounts {
    /// A name that tells contents apart.
    pub fn name(self) -> String {
        format!("{}o_{}s_{}c", self.orders, self.skus, self.categories)
    }
}

/// Keys and range of a filled database: what `server seed --json` prints.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Keys {
    /// Key of interface A.
    pub app_key: String,
    stores: Vec<StoreKey>,
    /// Orders in it.
    pub orders: u32,
    /// First day of the orders.
    #[serde(with = "day")]
    pub from: NaiveDate,
    /// Last day of the orders.
    #[serde(with = "day")]
    pub to: NaiveDate,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoreKey {
    usuario_id: String,
    store_key: String,
}

/// A day as `yyyy-MM-dd`.
mod day {
    use chrono::NaiveDate;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(day: &NaiveDate, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(day)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveDate, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl Keys {
    /// The one store's `usuarioId`.
    pub fn usuario_id(&self) -> &str {
        self.stores.first().map_or("", |s| s.usuario_id.as_str())
    }

    /// Key of interface B.
    pub fn store_key(&self) -> &str {
        self.stores.first().map_or("", |s| s.store_key.as_str())
    }

    /// `count` days that are full of orders, evenly spread over the range.
    pub fn days(&self, count: u64) -> Vec<NaiveDate> {
        // the first and the last day are parts of days
        let whole = self.to.signed_duration_since(self.from).num_days().unsigned_abs().saturating_sub(1);
        let count = count.min(whole);
        (0..count).filter_map(|n| self.from.checked_add_days(Days::new(1 + n * whole / count))).collect()
    }

    /// The range with `more` days before and after it: always all orders, never the same text.
    pub fn whole_range(&self, more: u64) -> (NaiveDate, NaiveDate) {
        let from = self.from.checked_sub_days(Days::new(more)).unwrap_or(self.from);
        (from, self.to.checked_add_days(Days::new(more)).unwrap_or(self.to))
    }
}

/// A filled database.
pub struct Filled {
    /// Its keys.
    pub keys: Keys,
    /// How long filling took; `None` when it was there.
    pub took: Option<Duration>,
}

/// Fills a database unless a kept one is there.
pub fn fill(home: &Home, amounts: Amounts, program: &Path, http: &Http) -> Result<Filled> {
    let place = home.place(&amounts.name());
    if let Ok(text) = fs::read_to_string(place.keys()) {
        let keys = serde_json::from_str(&text).context("the kept keys cannot be read")?;
        return Ok(Filled { keys, took: None });
    }
    let since = Instant::now();
    let launch = Launch {
        program: program.to_owned(),
        database_url: place.create()?,
        arguments: Vec::new(),
        folder: home.scratch.path().to_owned(),
    };
    let keys = seed(launch.command("seed"), amounts)?;
    let (server, _) = launch.start()?;
    categories::plant(http, &server, &keys, amounts.categories)?;
    server.stop()?;
    fs::write(place.keys(), serde_json::to_string(&keys)?).context("cannot write the keys")?;
    Ok(Filled { keys, took: Some(since.elapsed()) })
}

fn seed(mut command: Command, amounts: Amounts) -> Result<Keys> {
    let output = command
        .args(["--orders", &amounts.orders.to_string(), "--skus", &amounts.skus.to_string()])
        .args(["--days", &DAYS.to_string(), "--json"])
        // its progress is this program's
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start the server's program")?;
    ensure!(output.status.success(), "`server seed` ended with {}", output.status);
    serde_json::from_slice(&output.stdout).context("`server seed --json` printed something else")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn keys() -> Keys {
        let text = r#"{"appKey": "eap_x", "stores": [{"usuarioId": "loja-1", "storeKey": "elo_x"}],
            "orders": 3, "from": "2026-01-01", "to": "2026-01-11"}"#;
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn days_are_whole_ones_and_spread() {
        let days: Vec<String> = keys().days(3).iter().map(ToString::to_string).collect();
        assert_eq!(days, ["2026-01-02", "2026-01-05", "2026-01-08"]);
        let all = keys().days(40);
        assert_eq!((all.len(), all[8].to_string().as_str()), (9, "2026-01-10"));
    }

    #[test]
    fn the_whole_range_holds_all_days() {
        let (from, to) = keys().whole_range(2);
        assert_eq!((from.to_string().as_str(), to.to_string().as_str()), ("2025-12-30", "2026-01-13"));
        assert_eq!((keys().usuario_id(), keys().store_key()), ("loja-1", "elo_x"));
    }
}
