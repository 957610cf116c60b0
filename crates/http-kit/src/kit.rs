//! What the interfaces of one program share: the database, who checks keys, and a few settings.

use domain::values::dates::Zone;
use store::Store;

use crate::api_keys::{ApiKeys, ApiKeysConfig};
use crate::body::BodyLimits;
use crate::in_flight::InFlight;

/// What the interfaces of one program share. Cheap to clone; all clones share what they know.
#[derive(Clone)]
pub struct Kit {
    store: Store,
    keys: ApiKeys,
    fuso: Zone,
    limits: BodyLimits,
    in_flight: InFlight,
}

impl Kit {
    /// Over a database whose schema is up to date: 60 wrong keys per address and minute, UTC, the usual
    /// limits of bodies.
    pub fn new(store: Store) -> Self {
        let keys = ApiKeys::new(store.clone(), ApiKeysConfig::default());
        Self { store, keys, fuso: Zone::UTC, limits: BodyLimits::default(), in_flight: InFlight::default() }
    }

    /// With another way to check keys.
    pub fn with_key_checks(self, config: ApiKeysConfig) -> Self {
        Self { keys: ApiKeys::new(self.store.clone(), config), ..self }
    }

    /// With the time zone in which a date without a time is meant.
    pub fn with_time_zone(self, fuso: Zone) -> Self {
        Self { fuso, ..self }
    }

    /// With other limits of bodies.
    pub fn with_body_limits(self, limits: BodyLimits) -> Self {
        Self { limits, ..self }
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Who checks keys.
    pub fn keys(&self) -> &ApiKeys {
        &self.keys
    }

    /// The time zone in which a date without a time is meant.
    pub fn zone(&self) -> Zone {
        self.fuso
    }

    /// The limits of bodies.
    pub fn limits(&self) -> BodyLimits {
        self.limits
    }

    /// Large answers on their way.
    pub(crate) fn in_flight(&self) -> &InFlight {
        &self.in_flight
    }
}
