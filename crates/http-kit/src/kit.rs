//! State that the interfaces of a program share: database, key checks, limits and settings.

use std::sync::Arc;

use domain::entrega::Allowed;
use domain::loja_config::BRASILIA;
use domain::values::dates::Zone;
use store::Store;

use crate::api_keys::{ApiKeys, ApiKeysConfig};
use crate::body::BodyLimits;
use crate::byte_limit::ByteLimits;
use crate::compress::Compression;

/// State that the interfaces of a program share. Cheap to clone.
#[derive(Clone)]
pub struct Kit {
    store: Store,
    keys: ApiKeys,
    zone: Zone,
    limits: BodyLimits,
    byte_limits: ByteLimits,
    compression: Compression,
    allowed: Arc<Allowed>,
    docs: bool,
}

impl Kit {
    /// With defaults, on a database whose schema is up to date: 60 failed authentications per address and
    /// minute, the time zone of Brasília, default body limits, notifications to public addresses only, documentation, compression.
    pub fn new(store: Store) -> Self {
        let keys = ApiKeys::new(store.clone(), ApiKeysConfig::default());
        let (limits, byte_limits, allowed) = Default::default();
        let compression = Compression::new(true);
        Self { store, keys, zone: BRASILIA, limits, byte_limits, compression, allowed, docs: true }
    }

    /// Sets how keys are checked.
    pub fn with_key_checks(self, config: ApiKeysConfig) -> Self {
        Self { keys: ApiKeys::new(self.store.clone(), config), ..self }
    }

    /// Sets the time zone of dates without a time.
    pub fn with_time_zone(self, zone: Zone) -> Self {
        Self { zone, ..self }
    }

    /// Sets the limits of bodies.
    pub fn with_body_limits(self, limits: BodyLimits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the addresses that notifications may reach besides public ones. A notification to any other is
    /// refused when it is written.
    pub fn with_allowed(self, allowed: Allowed) -> Self {
        Self { allowed: Arc::new(allowed), ..self }
    }

    /// Turns `/docs` and `/openapi.json` on or off.
    pub fn with_docs(self, docs: bool) -> Self {
        Self { docs, ..self }
    }

    /// Turns compression on or off.
    pub fn with_compression(self, on: bool) -> Self {
        Self { compression: Compression::new(on), ..self }
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The checks of keys.
    pub fn keys(&self) -> &ApiKeys {
        &self.keys
    }

    /// The time zone of dates without a time.
    pub fn zone(&self) -> Zone {
        self.zone
    }

    /// The limits of bodies.
    pub fn limits(&self) -> BodyLimits {
        self.limits
    }

    /// Limits of the bytes of large bodies.
    pub(crate) fn byte_limits(&self) -> &ByteLimits {
        &self.byte_limits
    }

    /// Compressed answers.
    pub(crate) fn compression(&self) -> &Compression {
        &self.compression
    }

    /// The addresses that notifications may reach besides public ones.
    pub fn allowed(&self) -> Arc<Allowed> {
        Arc::clone(&self.allowed)
    }

    /// True when `/docs` and `/openapi.json` are served.
    pub fn docs(&self) -> bool {
        self.docs
    }
}
