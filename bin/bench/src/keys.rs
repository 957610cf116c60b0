//! Keys and days of a filled database, as `server seed --json` prints them.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

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

    /// The `usuarioId` of every store.
    pub fn usuario_ids(&self) -> impl Iterator<Item = &str> {
        self.stores.iter().map(|store| store.usuario_id.as_str())
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
