//! What the interfaces of one program share: the database, who checks keys, and a few settings.

use domain::values::dates::Fuso;
use store::Store;

use crate::chaves::{Chaves, ConfigChaves};
use crate::corpo::LimitesCorpo;

/// What the interfaces of one program share. Cheap to clone; all clones share what they know.
#[derive(Clone)]
pub struct Kit {
    store: Store,
    chaves: Chaves,
    fuso: Fuso,
    limits: LimitesCorpo,
}

impl Kit {
    /// Over a database whose schema is up to date: 60 wrong keys per address and minute, UTC, the usual
    /// limits of bodies.
    pub fn new(store: Store) -> Self {
        let chaves = Chaves::new(store.clone(), ConfigChaves::default());
        Self { store, chaves, fuso: Fuso::UTC, limits: LimitesCorpo::default() }
    }

    /// With another way to check keys.
    pub fn with_key_checks(self, config: ConfigChaves) -> Self {
        Self { chaves: Chaves::new(self.store.clone(), config), ..self }
    }

    /// With the time zone in which a date without a time is meant.
    pub fn with_time_zone(self, fuso: Fuso) -> Self {
        Self { fuso, ..self }
    }

    /// With other limits of bodies.
    pub fn with_body_limits(self, limits: LimitesCorpo) -> Self {
        Self { limits, ..self }
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Who checks keys.
    pub fn chaves(&self) -> &Chaves {
        &self.chaves
    }

    /// The time zone in which a date without a time is meant.
    pub fn fuso(&self) -> Fuso {
        self.fuso
    }

    /// The limits of bodies.
    pub fn limits(&self) -> LimitesCorpo {
        self.limits
    }
}
