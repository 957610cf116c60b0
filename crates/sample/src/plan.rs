//! How much is made.

use chrono::NaiveDate;
use domain::loja_config::BRASILIA;
use domain::values::dates::{Instante, Zone};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// What is to be made: each number is set by the method of its name.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub(crate) users: u32,
    pub(crate) skus: u32,
    pub(crate) orders: u32,
    pub(crate) days: u32,
    pub(crate) seed: u64,
    pub(crate) now: Instante,
    pub(crate) examples: bool,
    zone: Zone,
}

impl Plan {
    /// One empty store, at this moment.
    pub const fn new(now: Instante) -> Self {
        Self { users: 1, skus: 0, orders: 0, days: 90, seed: 1, now, examples: false, zone: BRASILIA }
    }

    /// So many stores.
    #[must_use]
    pub const fn users(self, users: u32) -> Self {
        Self { users, ..self }
    }

    /// SKUs, over all stores.
    #[must_use]
    pub const fn skus(self, skus: u32) -> Self {
        Self { skus, ..self }
    }

    /// Orders, over all stores.
    #[must_use]
    pub const fn orders(self, orders: u32) -> Self {
        Self { orders, ..self }
    }

    /// Days over which the orders spread, the last one being today; 90 unless set.
    #[must_use]
    pub const fn days(self, days: u32) -> Self {
        Self { days, ..self }
    }

    /// What chance begins with: the same seed makes the same data. 1 unless set.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The time zone of the hub, whose days the first and the last day of the orders are; that of Brasília unless set.
    #[must_use]
    pub const fn zone(self, zone: Zone) -> Self {
        Self { zone, ..self }
    }

    /// With what the examples of the interfaces' documents name, in the first store.
    #[must_use]
    pub const fn with_examples(self) -> Self {
        Self { examples: true, ..self }
    }

    /// The share of the `number`th store, the first ones taking what does not divide.
    pub(crate) fn share(&self, total: u32, number: u32) -> u32 {
        let users = self.users.max(1);
        total / users + u32::from(number < total % users)
    }

    /// First and last day of the orders.
    pub(crate) fn range(&self) -> (NaiveDate, NaiveDate) {
        let day = |at: Instante| at.utc().with_timezone(&self.zone).date_naive();
        (day(self.now.plus_seconds(-i64::from(self.days) * DAY)), day(self.now))
    }
}
