//! What the interfaces of one program share: the database, who checks keys, and a few settings.

use std::sync::Arc;

use domain::entrega::Allowed;
use domain::values::dates::Zone;
use store::Store;

use crate::api_keys::{ApiKeys, ApiKeysConfig};
use crate::body::BodyLimits;
use crate::compress::Compression;
use crate::in_flight::{Answers, Requests};

/// What the interfaces of one program share. Cheap to clone; all clones share what they know.
#[derive(Clone)]
pub struct Kit {
    store: Store,
    keys: ApiKeys,
    fuso: Zone,
    limits: BodyLimits,
    answers: Answers,
    requests: Requests,
    compression: Compression,
    allowed: Arc<Allowed>,
    docs: bool,
}

impl Kit {
    /// Over a database whose schema is up to date: 60 wrong keys per address and minute, UTC, the usual
    /// limits of bodies, public addresses alone for notifications, documentation, answers compressed for
    /// whoever asks for it.
    pub fn new(store: Store) -> Self {
        let keys = ApiKeys::new(store.clone(), ApiKeysConfig::default());
        let (limits, answers, requests, allowed) = Default::default();
        let compression = Compression::new(true);
        Self { store, keys, fuso: Zone::UTC, limits, answers, requests, compression, allowed, docs: true }
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

    /// With what notifications may reach besides public addresses: an address that will never be called is
    /// refused when it is written.
    pub fn with_allowed(self, allowed: Allowed) -> Self {
        Self { allowed: Arc::new(allowed), ..self }
    }

    /// With or without `/docs` and `/openapi.json`.
    pub fn with_docs(self, docs: bool) -> Self {
        Self { docs, ..self }
    }

    /// With or without compressed answers.
    pub fn with_compression(self, on: bool) -> Self {
        Self { compression: Compression::new(on), ..self }
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
    pub(crate) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Large bodies of requests on their way.
    pub(crate) fn requests(&self) -> &Requests {
        &self.requests
    }

    /// Compressed answers.
    pub(crate) fn compression(&self) -> &Compression {
        &self.compression
    }

    /// What notifications may reach besides public addresses.
    pub fn allowed(&self) -> Arc<Allowed> {
        Arc::clone(&self.allowed)
    }

    /// True when `/docs` and `/openapi.json` are served.
    pub fn docs(&self) -> bool {
        self.docs
    }
}
