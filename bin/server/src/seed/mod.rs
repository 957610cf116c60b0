//! Made-up data. What is made up is told apart from how it is stored: [`catalogue`],
//! `orders` and `people` know no database, `writer` nothing of what the data look like.

use domain::datas::Instante;
use serde::{Deserialize, Serialize};

pub mod catalogue;
mod dice;
mod documents;
pub mod orders;
mod people;
mod progress;
mod words;
pub mod writer;

/// What is to be made.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Orders over all stores.
    pub orders: u32,
    /// SKUs over all stores.
    pub skus: u32,
    /// Stores.
    pub users: u32,
    /// Days before `now`.
    pub days: u32,
    /// The seed.
    pub seed: u64,
    /// When the last order was placed.
    pub now: Instante,
}

impl Plan {
    /// The share of the `number`th store, the first ones taking what does not divide.
    fn share(&self, total: u32, number: u32) -> u32 {
        total / self.users + u32::from(number < total % self.users)
    }

    /// First and last day of the orders.
    fn range(&self) -> (String, String) {
        let day = |at: Instante| at.utc().format("%Y-%m-%d").to_string();
        (day(self.now.mais_segundos(-i64::from(self.days) * 86_400)), day(self.now))
    }
}

/// What was made: the answer of `--json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Key of interface A.
    pub app_key: String,
    /// The stores.
    pub stores: Vec<SeededStore>,
    /// How many orders there are.
    pub orders: u32,
    /// The first day that has orders.
    pub from: String,
    /// The last one.
    pub to: String,
}

/// A store of a [`Summary`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededStore {
    /// The user.
    pub usuario_id: String,
    /// Its key of interface B.
    pub store_key: String,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;
