//! What the handlers share.

use std::sync::Arc;

use domain::entrega::Allowed;
use domain::values::dates::Zone;
use http_kit::{Kit, PublicUrl};
use store::Store;
use store::pedidos::RegistrosCache;

use crate::ready_lists::ReadyLists;

/// What the interface needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) fuso: Zone,
    pub(crate) registros: Arc<RegistrosCache>,
    pub(crate) categorias: Arc<ReadyLists>,
    pub(crate) allowed: Arc<Allowed>,
    pub(crate) public_url: PublicUrl,
}

impl State {
    /// With nothing in its memories yet.
    pub fn new(kit: &Kit) -> Self {
        let (registros, categorias, public_url) = Default::default();
        let (store, fuso, allowed) = (kit.store().clone(), kit.zone(), kit.allowed());
        Self { store, fuso, registros, categorias, allowed, public_url }
    }

    /// With the address under which clients reach the interface: links begin with it.
    pub fn with_public_url(self, public_url: PublicUrl) -> Self {
        Self { public_url, ..self }
    }
}
