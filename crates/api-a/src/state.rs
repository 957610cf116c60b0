//! What the handlers share.

use std::sync::Arc;

use domain::entrega::Allowed;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Zone;
use http_kit::{Kit, PublicUrl};
use store::orders::PageSessions;
use store::{Limit, Store};

use crate::idempotencia::InProgress;

/// Files that are brought in at once, and those of one application.
const IMPORTS: (usize, usize) = (4, 1);

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) tipos: Arc<TypeCatalogue>,
    pub(crate) fuso: Zone,
    pub(crate) allowed: Arc<Allowed>,
    pub(crate) public_url: PublicUrl,
    pub(crate) ingress_url: PublicUrl,
    pub(crate) in_progress: InProgress,
    pub(crate) page_sessions: Arc<PageSessions>,
    pub(crate) imports: Arc<Limit>,
}

impl State {
    /// With the channel types that come with the project.
    pub fn new(kit: &Kit) -> Self {
        Self {
            store: kit.store().clone(),
            tipos: Arc::new(TypeCatalogue::shipped()),
            fuso: kit.zone(),
            allowed: kit.allowed(),
            public_url: PublicUrl::default(),
            ingress_url: PublicUrl::default(),
            in_progress: InProgress::default(),
            page_sessions: Arc::default(),
            imports: Limit::of_units(IMPORTS.0, IMPORTS.1),
        }
    }

    /// With other channel types.
    pub fn with_types(self, kinds: TypeCatalogue) -> Self {
        Self { tipos: Arc::new(kinds), ..self }
    }

    /// With the address under which channels reach the hub.
    pub fn with_ingress_url(self, ingress_url: PublicUrl) -> Self {
        Self { ingress_url, ..self }
    }

    /// With the address under which clients reach the interface: links begin with it.
    pub fn with_public_url(self, public_url: PublicUrl) -> Self {
        Self { public_url, ..self }
    }
}
