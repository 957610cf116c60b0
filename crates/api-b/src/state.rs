//! What the handlers share.

use std::sync::Arc;

use domain::values::dates::Zone;
use http_kit::Kit;
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
}

impl State {
    /// With nothing in its memories yet.
    pub fn new(kit: &Kit) -> Self {
        let (registros, categorias) = Default::default();
        Self { store: kit.store().clone(), fuso: kit.zone(), registros, categorias }
    }
}
